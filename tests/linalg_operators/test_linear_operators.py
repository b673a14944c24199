"""Linear operators answer as TensorFlow's do, and as their dense matrices do."""

from __future__ import annotations

import json
import pathlib
import sys
from typing import Any

import numpy as np
import pytest

import graphwright as tf

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from operator_samples import HINTS, OPERATORS, PAIRED, QUESTIONS, RIGHT, answer, pair

RECORDED = json.loads(pathlib.Path(__file__).with_name("tensorflow.json").read_text())

DIFFERENT = {
    # TensorFlow compares the condition number of an invertible complex matrix with a limit that it does not meet
    "full_complex.assert_non_singular": None,
    "adjoint.assert_non_singular": None,
    # TensorFlow recurses without end
    "low_rank.assert_self_adjoint": None,
    "low_rank_uv.assert_self_adjoint": {"error": "InvalidArgumentError"},
}
"""Answers that differ from TensorFlow's on purpose, with ours."""


def assert_same(found: Any, recorded: Any) -> None:
    if not (isinstance(found, dict) and isinstance(recorded, dict)) or "error" in recorded or "error" in found:
        assert found == recorded
        return
    assert found.keys() == recorded.keys() and found["dtype"] == recorded["dtype"]
    numbers = next(iter(found))
    assert np.shape(found[numbers]) == np.shape(recorded[numbers])
    np.testing.assert_allclose(found[numbers], recorded[numbers], rtol=1e-6, atol=1e-9, equal_nan=True)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("name", OPERATORS)
def test_an_answer(name: str, question: str) -> None:
    found = answer(tf, lambda: QUESTIONS[question](tf, OPERATORS[name](tf)))
    key = f"{name}.{question}"
    assert_same(found, DIFFERENT.get(key, RECORDED[key]))


@pytest.mark.parametrize("right", PAIRED)
@pytest.mark.parametrize("left", PAIRED)
def test_a_product_and_a_solution_of_two_operators(left: str, right: str) -> None:
    assert answer(tf, lambda: pair(tf, left, right, "matmul")) == RECORDED[f"{left}@{right}"]
    assert answer(tf, lambda: pair(tf, left, right, "solve")) == RECORDED[f"{left}\\{right}"]
    a, b = OPERATORS[left](tf), OPERATORS[right](tf)
    np.testing.assert_allclose((a @ b).to_dense(), a.to_dense() @ b.to_dense(), rtol=1e-6, atol=1e-9, equal_nan=True)
    if left != "zeros":
        solved = np.linalg.solve(a.to_dense().numpy(), b.to_dense().numpy())
        np.testing.assert_allclose(a.solve(b).to_dense(), solved, rtol=1e-6, atol=1e-9, equal_nan=True)


@pytest.mark.parametrize("name", OPERATORS)
def test_an_operator_is_an_argument_and_a_result_of_a_function(name: str) -> None:
    operator = OPERATORS[name](tf)
    right = tf.cast(RIGHT[int(operator.domain_dimension)], operator.dtype)

    @tf.function
    def apply(operator: Any, right: Any) -> Any:
        return operator, operator.matmul(right), operator.adjoint().to_dense()

    returned, product, dense = apply(operator, right)
    assert type(returned) is type(operator)
    assert [getattr(returned, hint) for hint in HINTS] == [getattr(operator, hint) for hint in HINTS]
    np.testing.assert_allclose(returned.to_dense(), operator.to_dense(), rtol=1e-12)
    np.testing.assert_allclose(product, operator.matmul(right), rtol=1e-12)
    np.testing.assert_allclose(dense, operator.adjoint().to_dense(), rtol=1e-12)
    apply(OPERATORS[name](tf), right)
    assert apply.experimental_get_tracing_count() == 1


@pytest.mark.parametrize("name", OPERATORS)
def test_components_make_an_equal_operator(name: str) -> None:
    operator = OPERATORS[name](tf)
    parts = tf.nest.flatten(operator, expand_composites=True)
    again = tf.nest.pack_sequence_as(operator, parts, expand_composites=True)
    np.testing.assert_allclose(again.to_dense(), operator.to_dense(), rtol=1e-12)
    assert again._type_spec == operator._type_spec
    assert operator._type_spec.is_compatible_with(again)


@pytest.mark.parametrize(
    "build",
    [
        lambda x: tf.linalg.LinearOperatorDiag(x),
        lambda x: tf.linalg.LinearOperatorScaledIdentity(3, x[0]),
        lambda x: tf.linalg.LinearOperatorFullMatrix(tf.linalg.diag(x) + 0.1),
        lambda x: tf.linalg.LinearOperatorLowerTriangular(tf.linalg.diag(x) + 0.1),
        lambda x: tf.linalg.LinearOperatorFullMatrix(
            tf.linalg.diag(x) + 0.1, is_self_adjoint=True, is_positive_definite=True
        ),
        lambda x: tf.linalg.LinearOperatorToeplitz(x * [1.0, 0.2, 0.3], x * [1.0, 0.1, 0.2]),
        lambda x: tf.linalg.LinearOperatorTridiag(tf.stack([0.1 * x, x, 0.2 * x])),
        lambda x: tf.linalg.LinearOperatorHouseholder(x),
        lambda x: tf.linalg.LinearOperatorLowRankUpdate(tf.linalg.LinearOperatorDiag(x), x[:, None], x[:1]),
    ],
)
@pytest.mark.parametrize(
    "use",
    [
        lambda o, y: o.matmul(y),
        lambda o, y: o.solve(y, adjoint=True),
        lambda o, y: o.log_abs_determinant(),
        lambda o, y: (o @ o).trace(),
        lambda o, y: o.inverse().to_dense(),
    ],
)
def test_a_gradient_is_that_of_the_dense_matrix(build: Any, use: Any) -> None:
    x, y = tf.constant([1.5, 2.0, 0.5], tf.float64), tf.constant(RIGHT[3])

    def value(x: Any) -> Any:
        return tf.reduce_sum(use(build(x), y) ** 2)

    theirs, numeric = tf.test.compute_gradient(value, [x])
    np.testing.assert_allclose(theirs[0], numeric[0], rtol=1e-5, atol=1e-5)
    with tf.GradientTape() as tape:
        tape.watch(x)
        staged = tf.function(value)(x)
    found = tape.gradient(staged, x, unconnected_gradients="zero")
    np.testing.assert_allclose(found, theirs[0][0], rtol=1e-9, atol=1e-12)


def test_variables_are_tracked_and_read_when_they_are_needed() -> None:
    v = tf.Variable([1.0, 2.0])
    operator = tf.linalg.LinearOperatorComposition([tf.linalg.LinearOperatorDiag(v)] * 2)
    assert [each is v for each in operator.trainable_variables] == [True]
    assert tf.linalg.LinearOperatorDiag(v).diag is v
    v.assign([3.0, 4.0])
    np.testing.assert_array_equal(operator.diag_part(), [9.0, 16.0])
    with tf.GradientTape() as tape:
        total = operator.trace()
    np.testing.assert_array_equal(tape.gradient(total, v), [6.0, 8.0])


def test_a_saved_model_has_the_variables_of_an_operator(tmp_path: pathlib.Path) -> None:
    class Scale(tf.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.operator = tf.linalg.LinearOperatorDiag(tf.Variable([1.0, 2.0]))

        @tf.function(input_signature=[tf.TensorSpec([2])])
        def __call__(self, x: Any) -> Any:
            return self.operator.matvec(x)

    tf.saved_model.save(Scale(), str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    np.testing.assert_array_equal(loaded(tf.constant([1.0, 3.0])), [1.0, 6.0])


def test_operators_of_kronecker_products_apply_along_their_own_axes() -> None:
    factors = [OPERATORS[name](tf) for name in ("full", "diag", "full_spd")]
    operator = tf.linalg.LinearOperatorKronecker(factors)
    dense = np.kron(np.kron(*(factor.to_dense().numpy() for factor in factors[:2])), factors[2].to_dense().numpy())
    x = np.random.RandomState(0).randn(2, 27, 4)
    np.testing.assert_allclose(operator.to_dense(), dense, rtol=1e-9)
    np.testing.assert_allclose(operator.matmul(x), dense @ x, rtol=1e-9)
    np.testing.assert_allclose(operator.matmul(x, adjoint=True), dense.T @ x, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(operator.solve(x), np.linalg.solve(dense, x), rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(operator.log_abs_determinant(), np.linalg.slogdet(dense)[1], rtol=1e-9)


def test_each_matrix_of_a_batch_has_its_own_permutation() -> None:
    operator = tf.linalg.LinearOperatorPermutation([[2, 0, 1], [0, 2, 1]])
    x = tf.constant([[1.0], [2.0], [3.0]])
    np.testing.assert_array_equal(operator.matmul(x)[..., 0], [[3, 1, 2], [1, 3, 2]])
    np.testing.assert_array_equal(operator.solve(operator.matmul(x)), [x, x])


def test_unknown_sizes_are_read_from_the_tensors() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def sizes(diag: Any) -> Any:
        operator = tf.linalg.LinearOperatorDiag(diag)
        identity = tf.linalg.LinearOperatorIdentity(tf.size(diag))
        assert operator.domain_dimension is None and identity.shape.as_list() == [None, None]
        return operator.shape_tensor(), identity.to_dense(), (operator @ operator).trace()

    shape, identity, trace = sizes([1.0, 2.0, 3.0])
    np.testing.assert_array_equal(shape, [3, 3])
    np.testing.assert_array_equal(identity, np.eye(3))
    assert float(trace) == 14.0


def test_a_users_operator_needs_shapes_and_products_alone() -> None:
    class Twice(tf.linalg.LinearOperator):  # type: ignore[misc]
        def _shape(self) -> Any:
            return tf.TensorShape([2, 2])

        def _shape_tensor(self) -> Any:
            return tf.constant([2, 2])

        def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
            return 2 * (tf.linalg.adjoint(x) if adjoint_arg else x)

    operator = Twice(tf.float32, is_self_adjoint=True, is_positive_definite=True)
    np.testing.assert_array_equal(operator.to_dense(), 2 * np.eye(2))
    np.testing.assert_array_equal(operator.solvevec([2.0, 4.0]), [1, 2])
    assert float(operator.determinant()) == 4 and operator.is_non_singular and operator.name == "Twice"


ERRORS = {
    "singular": (lambda: tf.linalg.LinearOperatorFullMatrix([[1.0]], is_positive_definite=True, is_non_singular=False),
                 ValueError, "A positive definite matrix is always non-singular."),
    "dtype": (lambda: tf.linalg.LinearOperatorDiag([1.0]).matvec([1]), TypeError, "Expected argument to have dtype"),
    "size": (lambda: tf.linalg.LinearOperatorDiag([1.0, 2.0]).matmul(tf.ones([3, 2])), ValueError,
             "Dimensions 2 and 3 are not compatible"),
    "rank": (lambda: tf.linalg.LinearOperatorFullMatrix([1.0]), ValueError, "must have at least 2 dimensions"),
    "scalar": (lambda: tf.linalg.LinearOperatorDiag(2.0), ValueError, "Argument diag must have at least 1 dimension."),
    "integers": (lambda: tf.linalg.LinearOperatorFullMatrix([[1]]), TypeError, "Argument `matrix` must have dtype in"),
    "rows": (lambda: tf.linalg.LinearOperatorIdentity(-2), ValueError, "num_rows must be non-negative.  Found: -2"),
    "rows_dtype": (lambda: tf.linalg.LinearOperatorIdentity(2.0), TypeError, "num_rows must be integer type."),
    "identity": (lambda: tf.linalg.LinearOperatorIdentity(2, is_non_singular=False), ValueError,
                 "An identity operator is always non-singular."),
    "diag": (lambda: tf.linalg.LinearOperatorDiag([1.0], is_self_adjoint=False), ValueError,
             "A real diagonal operator is always self adjoint."),
    "zeros": (lambda: tf.linalg.LinearOperatorZeros(2, 3), ValueError, "but got num_rows != num_columns"),
    "reflection": (lambda: tf.linalg.LinearOperatorHouseholder([1.0], is_self_adjoint=False), ValueError,
                   "A Householder operator is always self adjoint."),
    "permutation": (lambda: tf.linalg.LinearOperatorPermutation([0, 0]), ValueError,
                    "Argument `perm` must be a vector of unique integers from 0 to 1."),
    "permutation_dtype": (lambda: tf.linalg.LinearOperatorPermutation([0.0, 1.0]), TypeError,
                          "Argument `perm` must be integer dtype."),
    "format": (lambda: tf.linalg.LinearOperatorTridiag(tf.ones([3, 3]), diagonals_format="x"), ValueError,
               "Argument `diagonals_format` must be one of compact, matrix, or sequence. Received : x."),
    "no_factors": (lambda: tf.linalg.LinearOperatorKronecker([]), ValueError, "must be a list of >=1 operators."),
    "none": (lambda: tf.linalg.LinearOperatorComposition([]), ValueError, "Expected a non-empty list of operators."),
    "not_square": (lambda: tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0]]).inverse(), ValueError,
                   "This operator represents a non square matrix."),
    "zero_diag": (lambda: tf.linalg.LinearOperatorDiag([0.0]).assert_non_singular(), tf.errors.InvalidArgumentError,
                  "Diagonal contained zero values."),
}  # fmt: skip


@pytest.mark.parametrize("name", ERRORS)
def test_an_error(name: str) -> None:
    run, kind, text = ERRORS[name]
    with pytest.raises(kind) as caught:
        run()
    assert text in str(caught.value)


# public functions ---------------------------------------------------------------------------------------------------

_C = np.array([[2.0, 1j], [3.0, 1.0]])
_X = np.array([[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize("adjoint_b", [False, True])
@pytest.mark.parametrize("adjoint_a", [False, True])
def test_public_products_with_an_operator_are_those_of_its_matrix(adjoint_a: bool, adjoint_b: bool) -> None:
    matrix, x = tf.constant(_C), tf.constant(_X * 1j)
    operator, flags = tf.linalg.LinearOperatorFullMatrix(matrix), {"adjoint_a": adjoint_a, "adjoint_b": adjoint_b}
    np.testing.assert_allclose(tf.matmul(operator, x, **flags), tf.matmul(matrix, x, **flags))
    np.testing.assert_allclose(tf.linalg.matmul(x, operator, **flags), tf.matmul(x, matrix, **flags))
    both = tf.matmul(a=operator, b=operator, **flags)
    assert isinstance(both, tf.linalg.LinearOperator)
    np.testing.assert_allclose(both.to_dense(), tf.matmul(matrix, matrix, **flags))


def test_public_functions_take_operators() -> None:
    matrix = tf.constant([[2.0, 1.0], [1.0, 3.0]])
    f = tf.linalg.LinearOperatorFullMatrix(matrix, is_self_adjoint=True, is_positive_definite=True)
    diag = tf.linalg.LinearOperatorDiag([2.0, 4.0])
    for function in (tf.linalg.det, tf.linalg.trace, tf.linalg.diag_part, tf.linalg.logdet):
        np.testing.assert_allclose(function(f), function(matrix), rtol=1e-6)
    for function in (tf.linalg.inv, tf.linalg.cholesky, tf.linalg.adjoint):
        result = function(f)
        assert isinstance(result, tf.linalg.LinearOperator)
        np.testing.assert_allclose(result.to_dense(), function(matrix), rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(tf.linalg.solve(f, matrix, adjoint=True), np.eye(2), atol=1e-6)
    np.testing.assert_allclose(tf.linalg.matvec(diag, [1.0, 2.0], adjoint_a=True), [2.0, 8.0])
    assert isinstance(tf.linalg.solve(diag, f), tf.linalg.LinearOperatorComposition)
    assert isinstance(tf.matmul(diag, diag), tf.linalg.LinearOperatorDiag)
    traced = tf.function(lambda operator, x: tf.matmul(operator, x))
    np.testing.assert_allclose(traced(diag, matrix), [[4.0, 2.0], [4.0, 12.0]])


def test_public_functions_of_operators_refuse_what_methods_do_not_have() -> None:
    diag, x = tf.linalg.LinearOperatorDiag([2.0, 4.0]), tf.ones([2, 2])
    with pytest.raises(ValueError, match="Transposing not supported at this time"):
        tf.matmul(diag, x, transpose_a=True)
    with pytest.raises(ValueError, match="Sparse methods not supported at this time"):
        tf.matmul(diag, x, a_is_sparse=True)
    with pytest.raises(ValueError, match="`matrix` as a Tensor and `rhs` as a LinearOperator is not supported"):
        tf.linalg.solve(x, diag)
    with pytest.raises(ValueError, match="Cholesky"):
        tf.linalg.cholesky(diag)
    with pytest.raises((TypeError, ValueError)):
        tf.linalg.matvec(x, diag)
    with pytest.raises((TypeError, ValueError)):
        tf.linalg.eigvalsh(diag)


# blocks -------------------------------------------------------------------------------------------------------------


def test_block_diagonal_operators_take_a_list_of_blocks() -> None:
    full = tf.linalg.LinearOperatorFullMatrix([[2.0, 1.0], [1.0, 3.0]], is_non_singular=True)
    diag = tf.linalg.LinearOperatorDiag([1.0, 2.0, 4.0], is_non_singular=True)
    blocks = tf.linalg.LinearOperatorBlockDiag([full, diag])
    assert [y.numpy().tolist() for y in blocks.matmul([tf.ones([2, 1]), tf.ones([3, 1])])] == [
        [[3.0], [4.0]],
        [[1.0], [2.0], [4.0]],
    ]
    assert [y.numpy().tolist() for y in blocks.matvec([tf.ones([2]), tf.ones([3])])] == [[3, 4], [1, 2, 4]]
    solved = blocks.solvevec([tf.ones([2]), tf.ones([3])])
    np.testing.assert_allclose(np.concatenate(solved), [0.4, 0.2, 1, 0.5, 0.25], rtol=1e-6)
    solved = blocks.solve([tf.ones([1, 2]), tf.ones([1, 3])], adjoint_arg=True)
    np.testing.assert_allclose(np.concatenate(solved)[:, 0], [0.4, 0.2, 1, 0.5, 0.25], rtol=1e-6)
    assert blocks.matvec(tf.ones([5])).numpy().tolist() == [3, 4, 1, 2, 4], "one tensor is split"
    with pytest.raises(ValueError, match="Dimensions 2 and 3 are not compatible"):
        blocks.matmul([tf.ones([3, 1]), tf.ones([2, 1])])
    with pytest.raises(ValueError, match="Dimensions 5 and 2 are not compatible"):
        blocks.matmul([tf.ones([2, 1])])


def test_products_and_solutions_of_block_diagonal_operators_are_block_diagonal() -> None:
    full = tf.linalg.LinearOperatorFullMatrix([[2.0, 1.0], [1.0, 3.0]], is_non_singular=True)
    diag = tf.linalg.LinearOperatorDiag([1.0, 2.0, 4.0], is_non_singular=True)
    blocks = tf.linalg.LinearOperatorBlockDiag([full, diag])
    for result in (blocks @ blocks, blocks.solve(blocks)):
        assert [type(operator).__name__ for operator in result.operators] == [
            "LinearOperatorComposition",
            "LinearOperatorDiag",
        ]
        assert [getattr(result, hint) for hint in HINTS] == [True, None, None, True]
    dense = blocks.to_dense().numpy()
    np.testing.assert_allclose((blocks @ blocks).to_dense(), dense @ dense)
    np.testing.assert_allclose(blocks.solve(blocks).to_dense(), np.eye(5), atol=1e-6)
    with pytest.raises(ValueError, match="Expected `x` to have dimension 2 but got 3"):
        blocks.matmul(tf.linalg.LinearOperatorBlockDiag([diag, full]))
    assert isinstance(blocks @ tf.linalg.LinearOperatorDiag(tf.ones([5])), tf.linalg.LinearOperatorComposition)


def test_block_diagonal_operators_of_unknown_sizes() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([None, None]), tf.TensorSpec([None, 2])])
    def product(diagonal: Any, matrix: Any, x: Any) -> Any:
        operators = tf.linalg.LinearOperatorDiag(diagonal), tf.linalg.LinearOperatorFullMatrix(matrix)
        return tf.linalg.LinearOperatorBlockDiag(operators).matmul(x)

    assert product([2.0], [[0.0, 1.0], [1.0, 0.0]], [[1.0, 2], [3, 4], [5, 6]]).numpy().tolist() == [
        [2, 4],
        [5, 6],
        [3, 4],
    ]
