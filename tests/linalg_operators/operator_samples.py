"""Linear operators for the tests, each as a function of the library `tf` that builds it, and what is asked of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

_RANDOM = np.random.RandomState(7)
_SQUARE = _RANDOM.randn(3, 3) + 3 * np.eye(3)
_BATCH = _RANDOM.randn(2, 3, 3) + 3 * np.eye(3)
_WIDE = _RANDOM.randn(2, 3)
_DIAG = np.array([1.5, 2.0, 0.5])
_DIAGS = np.array([[1.5, 2.0, 0.5], [-1.0, 3.0, 2.5]])
_SPD = _SQUARE @ _SQUARE.T
_COMPLEX = _SQUARE + 1j * _RANDOM.randn(3, 3)
_THIN = _RANDOM.randn(3, 2)

RIGHT = {n: np.random.RandomState(n).randn(n, 2) for n in range(1, 13)}
"""Right-hand sides by their number of rows."""

OPERATORS: dict[str, Callable[[Any], Any]] = {
    "full": lambda tf: tf.linalg.LinearOperatorFullMatrix(_SQUARE),
    "full_batch": lambda tf: tf.linalg.LinearOperatorFullMatrix(_BATCH),
    "full_wide": lambda tf: tf.linalg.LinearOperatorFullMatrix(_WIDE),
    "full_spd": lambda tf: tf.linalg.LinearOperatorFullMatrix(_SPD, is_self_adjoint=True, is_positive_definite=True),
    "full_complex": lambda tf: tf.linalg.LinearOperatorFullMatrix(_COMPLEX),
    "identity": lambda tf: tf.linalg.LinearOperatorIdentity(3, dtype=tf.float64),
    "identity_batch": lambda tf: tf.linalg.LinearOperatorIdentity(3, batch_shape=[2], dtype=tf.float64),
    "scaled": lambda tf: tf.linalg.LinearOperatorScaledIdentity(3, np.float64(2.5)),
    "scaled_batch": lambda tf: tf.linalg.LinearOperatorScaledIdentity(3, np.array([2.5, -1.0])),
    "zeros": lambda tf: tf.linalg.LinearOperatorZeros(3, dtype=tf.float64),
    "zeros_wide": lambda tf: tf.linalg.LinearOperatorZeros(
        2, 3, is_square=False, is_self_adjoint=False, dtype=tf.float64
    ),
    "diag": lambda tf: tf.linalg.LinearOperatorDiag(_DIAG),
    "diag_batch": lambda tf: tf.linalg.LinearOperatorDiag(_DIAGS),
    "diag_positive": lambda tf: tf.linalg.LinearOperatorDiag(_DIAG, is_positive_definite=True),
    "diag_complex": lambda tf: tf.linalg.LinearOperatorDiag(_DIAG + 1j),
    "tril": lambda tf: tf.linalg.LinearOperatorLowerTriangular(_SQUARE),
    "tril_batch": lambda tf: tf.linalg.LinearOperatorLowerTriangular(_BATCH, is_non_singular=True),
    "composition": lambda tf: tf.linalg.LinearOperatorComposition(
        [tf.linalg.LinearOperatorFullMatrix(_WIDE), tf.linalg.LinearOperatorFullMatrix(_BATCH)]
    ),
    "composition_square": lambda tf: tf.linalg.LinearOperatorComposition(
        [tf.linalg.LinearOperatorFullMatrix(_SQUARE), tf.linalg.LinearOperatorDiag(_DIAG)], is_non_singular=True
    ),
    "adjoint": lambda tf: tf.linalg.LinearOperatorAdjoint(tf.linalg.LinearOperatorFullMatrix(_COMPLEX)),
    "adjoint_wide": lambda tf: tf.linalg.LinearOperatorAdjoint(tf.linalg.LinearOperatorFullMatrix(_WIDE)),
    "inversion": lambda tf: tf.linalg.LinearOperatorInversion(
        tf.linalg.LinearOperatorFullMatrix(_SQUARE, is_non_singular=True)
    ),
    "kronecker": lambda tf: tf.linalg.LinearOperatorKronecker(
        [tf.linalg.LinearOperatorFullMatrix(_SQUARE[:2, :2]), tf.linalg.LinearOperatorDiag(_DIAG)]
    ),
    "low_rank": lambda tf: tf.linalg.LinearOperatorLowRankUpdate(
        tf.linalg.LinearOperatorDiag(_DIAG, is_positive_definite=True), _THIN, np.array([0.5, 2.0]),
        is_diag_update_positive=True,
    ),
    "low_rank_uv": lambda tf: tf.linalg.LinearOperatorLowRankUpdate(
        tf.linalg.LinearOperatorDiag(_DIAG), _THIN, v=_THIN[::-1] * 0.5
    ),
    "block_diag": lambda tf: tf.linalg.LinearOperatorBlockDiag(
        [tf.linalg.LinearOperatorFullMatrix(_SQUARE, is_non_singular=True),
         tf.linalg.LinearOperatorDiag(_DIAG[:2], is_non_singular=True)]
    ),
    "block_diag_batch": lambda tf: tf.linalg.LinearOperatorBlockDiag(
        [tf.linalg.LinearOperatorDiag(_DIAG), tf.linalg.LinearOperatorFullMatrix(_BATCH)]
    ),
    "block_diag_spd": lambda tf: tf.linalg.LinearOperatorBlockDiag(
        [tf.linalg.LinearOperatorFullMatrix(_SPD, is_self_adjoint=True, is_positive_definite=True),
         tf.linalg.LinearOperatorDiag(_DIAG, is_positive_definite=True)]
    ),
    "householder": lambda tf: tf.linalg.LinearOperatorHouseholder(_DIAG),
    "permutation": lambda tf: tf.linalg.LinearOperatorPermutation([2, 0, 1], dtype=tf.float64),
    "toeplitz": lambda tf: tf.linalg.LinearOperatorToeplitz(
        np.array([4.0, 2.0, 3.0]), np.array([4.0, -1.0, 0.5])
    ),
    "tridiag": lambda tf: tf.linalg.LinearOperatorTridiag(
        np.array([[1.0, 2.0, 0.0], [4.0, 5.0, 6.0], [0.0, -1.0, 1.0]])
    ),
    "tridiag_sequence": lambda tf: tf.linalg.LinearOperatorTridiag(
        [np.array([1.0, 2.0, 0.0]), np.array([4.0, 5.0, 6.0]), np.array([0.0, -1.0, 1.0])], diagonals_format="sequence"
    ),
    "tridiag_matrix": lambda tf: tf.linalg.LinearOperatorTridiag(_SQUARE, diagonals_format="matrix"),
}  # fmt: skip


def _right(tf: Any, o: Any, rows: int) -> Any:
    return tf.cast(tf.constant(RIGHT[rows]), o.dtype)


def _range(o: Any) -> int:
    return int(o.range_dimension)


def _domain(o: Any) -> int:
    return int(o.domain_dimension)


HINTS = ("is_non_singular", "is_self_adjoint", "is_positive_definite", "is_square")

QUESTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "hints": lambda tf, o: [getattr(o, hint) for hint in HINTS],
    "shape": lambda tf, o: [o.shape.as_list(), o.batch_shape.as_list(), o.tensor_rank, _domain(o), _range(o)],
    "name": lambda tf, o: [o.name, o.dtype.name],
    "parameters": lambda tf, o: sorted(o.parameters),
    "shape_tensor": lambda tf, o: o.shape_tensor(),
    "batch_shape_tensor": lambda tf, o: o.batch_shape_tensor(),
    "dimension_tensors": lambda tf, o: [
        int(o.domain_dimension_tensor()), int(o.range_dimension_tensor()), int(o.tensor_rank_tensor())
    ],
    "to_dense": lambda tf, o: o.to_dense(),
    "matmul": lambda tf, o: o.matmul(_right(tf, o, _domain(o))),
    "matmul_adjoint": lambda tf, o: o.matmul(_right(tf, o, _range(o)), adjoint=True),
    "matmul_adjoint_arg": lambda tf, o: o.matmul(tf.linalg.adjoint(_right(tf, o, _domain(o))), adjoint_arg=True),
    "matvec": lambda tf, o: o.matvec(_right(tf, o, _domain(o))[:, 0]),
    "matvec_adjoint": lambda tf, o: o.matvec(_right(tf, o, _range(o))[:, 0], adjoint=True),
    "solve": lambda tf, o: o.solve(_right(tf, o, _range(o))),
    "solve_adjoint": lambda tf, o: o.solve(_right(tf, o, _range(o)), adjoint=True),
    "solve_adjoint_arg": lambda tf, o: o.solve(tf.linalg.adjoint(_right(tf, o, _range(o))), adjoint_arg=True),
    "solvevec": lambda tf, o: o.solvevec(_right(tf, o, _range(o))[:, 0]),
    "determinant": lambda tf, o: o.determinant(),
    "log_abs_determinant": lambda tf, o: o.log_abs_determinant(),
    "diag_part": lambda tf, o: o.diag_part(),
    "trace": lambda tf, o: o.trace(),
    "add_to_tensor": lambda tf, o: o.add_to_tensor(tf.ones([_range(o), _domain(o)], o.dtype)),
    "eigvals": lambda tf, o: o.eigvals(),
    "cond": lambda tf, o: o.cond(),
    "inverse": lambda tf, o: [type(o.inverse()).__name__, [getattr(o.inverse(), hint) for hint in HINTS]],
    "inverse_dense": lambda tf, o: o.inverse().to_dense(),
    "adjoint": lambda tf, o: [type(o.adjoint()).__name__, [getattr(o.H, hint) for hint in HINTS]],
    "adjoint_dense": lambda tf, o: o.H.to_dense(),
    "cholesky": lambda tf, o: type(o.cholesky()).__name__,
    "cholesky_dense": lambda tf, o: o.cholesky().to_dense(),
    "assert_non_singular": lambda tf, o: o.assert_non_singular() and None,
    "assert_positive_definite": lambda tf, o: o.assert_positive_definite() and None,
    "assert_self_adjoint": lambda tf, o: o.assert_self_adjoint() and None,
    "components": lambda tf, o: [[c.shape.as_list(), c.dtype.name] for c in tf.nest.flatten(o, expand_composites=True)],
}  # fmt: skip

PAIRED = ("full", "identity", "scaled", "zeros", "diag", "tril", "householder", "permutation", "tridiag", "inversion")
"""Operators of one size, of which each is multiplied by each, and solves for each."""


def answer(tf: Any, ask: Callable[[], Any]) -> Any:
    """The answer as JSON: numbers of a tensor, Python values as they are, or the public class of the error."""
    try:
        result = ask()
    except tf.errors.InvalidArgumentError:
        return {"error": "InvalidArgumentError"}
    except Exception as error:
        return {"error": type(error).__name__}
    return plain(result)


def plain(value: Any) -> Any:
    """A tensor as lists of numbers (pairs where they are complex), other things as they are."""
    if hasattr(value, "numpy"):
        array = value.numpy()
        if np.iscomplexobj(array):
            return {"complex": np.stack([array.real, array.imag], -1).tolist(), "dtype": str(array.dtype)}
        return {"numbers": array.tolist(), "dtype": str(array.dtype)}
    return value


def answers(tf: Any) -> dict[str, Any]:
    """All answers of a library."""
    found: dict[str, Any] = {}
    for name, build in OPERATORS.items():
        for question, ask in QUESTIONS.items():
            found[f"{name}.{question}"] = answer(tf, lambda build=build, ask=ask: ask(tf, build(tf)))
    for left in PAIRED:
        for right in PAIRED:
            found[f"{left}@{right}"] = answer(tf, lambda a=left, b=right: pair(tf, a, b, "matmul"))
            found[f"{left}\\{right}"] = answer(tf, lambda a=left, b=right: pair(tf, a, b, "solve"))
    return found


def pair(tf: Any, left: str, right: str, method: str) -> Any:
    """The class and the hints of an operator applied to an operator."""
    result = getattr(OPERATORS[left](tf), method)(OPERATORS[right](tf))
    return [type(result).__name__, [getattr(result, hint) for hint in HINTS]]
