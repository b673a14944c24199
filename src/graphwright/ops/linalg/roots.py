"""Square roots and logarithms of matrices."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply
from graphwright.ir.prelude import OpRecord, op
from graphwright.ops.array.ranges import eye as identity
from graphwright.ops.linalg._matrices import FACTORED, check_square, single, square_dims
from graphwright.ops.linalg._schur import schur, triangular_log, triangular_root
from graphwright.ops.linalg.matrices import adjoint, matrix_transpose


def _of_each(x: Array, function: Callable[[Array], Array]) -> Array:
    """A function of triangular matrices, of any; NaN for those with values that are not finite."""
    check_square(x)
    result = np.empty(x.shape, np.complex128)
    for at in np.ndindex(x.shape[:-2]):
        if not np.isfinite(x[at]).all():
            result[at] = complex(np.nan, np.nan)
            continue
        triangle, vectors = schur(x[at])
        with np.errstate(all="ignore"):
            result[at] = vectors @ function(triangle) @ vectors.conj().T
        if x.dtype.kind != "c":
            values = np.diagonal(triangle)
            on_axis = np.abs(values.imag) <= 1e-14 * np.abs(values)
            if (on_axis & (values.real < 0)).any():
                result[at] = np.nan  # the root is not real
    return (result if x.dtype.kind == "c" else result.real).astype(x.dtype)


def _root_gradient(op: Application, grad: Tensor) -> Gradients:
    """The solution X of `R^H X + X R^H = grad`, as a system of equations for its elements."""
    root = adjoint(op.outputs[0])
    size = apply("Shape", (root,))
    n, outer = size[-1], size[:-2]
    eye = identity(n, dtype=root.dtype)
    square = apply("ConcatV2", ([outer, apply("Pack", ([n * n, n * n],))], 0))
    left = apply("Mul", (_spread(root, (-1, -3)), _spread(eye, (-2, -4))))
    right = apply("Mul", (_spread(eye, (-1, -3)), _spread(matrix_transpose(root), (-2, -4))))
    system = apply("Reshape", (apply("AddV2", (left, right)), square))
    rows = apply("Reshape", (grad, apply("ConcatV2", ([outer, apply("Pack", ([n * n, 1],))], 0))))
    return [apply("Reshape", (apply("MatrixSolve", (system, rows)), size))]


def _spread(x: Tensor, axes: tuple[int, int]) -> Tensor:
    """A matrix with two more axes of size 1 among the last four."""
    for axis in axes:
        x = apply("ExpandDims", (x, axis))
    return x


SQUARE_ROOT: OpRecord = op(
    "MatrixSquareRoot",
    "input: T -> output: T",
    f"T: {FACTORED}",
    shape=square_dims,
    kernel=single(lambda x: _of_each(x, triangular_root)),
    gradient=_root_gradient,
)
LOGARITHM: OpRecord = op(
    "MatrixLogarithm",
    "input: T -> output: T",
    "T: {complex64, complex128}",
    shape=square_dims,
    kernel=lambda x: _of_each(x, triangular_log),
)


def matrix_square_root(input: TensorLike, name: str | None = None) -> Tensor:
    """The principal square root of each square matrix; NaN for a real one whose root is not real.

    A matrix with values that are not finite has a root of NaN. Raises InvalidArgumentError for matrices that are not
    square.

    >>> tf.linalg.sqrtm([[4.0, 0.0], [0.0, 9.0]]).numpy().tolist()
    [[2.0, 0.0], [0.0, 3.0]]
    """
    return apply(SQUARE_ROOT, (input,), None, name)


def logm(input: TensorLike, name: str | None = None) -> Tensor:
    """The principal logarithm of each complex square matrix; it has no gradient.

    >>> tf.linalg.logm(tf.constant([[1.0, 0.0], [0.0, 1.0]], tf.complex64)).numpy().real.tolist()
    [[0.0, 0.0], [0.0, 0.0]]
    """
    return apply(LOGARITHM, (input,), None, name)
