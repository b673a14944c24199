"""Programs with a mistake in them, as users write them, and their errors; tests/core/test_user_errors.py runs them.

Each is a function of tensors that fails when it is called eagerly, when it is traced, or when the traced function runs.
The classes are the ones that TensorFlow raises.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import graphwright as tf

Invalid = tf.errors.InvalidArgumentError
NotAllowed = tf.errors.OperatorNotAllowedInGraphError
Classes = type[BaseException] | tuple[type[BaseException], ...] | None


@dataclass(frozen=True)
class Mistake:
    """A program and what happens.

    Attributes:
      program, arguments: what to call, and a function that gives what to call it with.
      eager, traced: the class raised (classes: any of them), or None where this way of calling it is no mistake.
      parts: what the message holds; `traced_parts` what it holds instead inside a function.
      good: arguments with which the same program is fine, to be tried after the mistake.
    """

    program: Callable[..., Any]
    arguments: Callable[[], tuple[Any, ...]]
    eager: Classes
    traced: Classes
    parts: tuple[str, ...]
    traced_parts: tuple[str, ...]
    good: Callable[[], tuple[Any, ...]] | None


MISTAKES: dict[str, Mistake] = {}


def mistake(
    eager: Classes,
    traced: Classes,
    *parts: str,
    args: Callable[[], tuple[Any, ...]] = tuple,
    traced_parts: tuple[str, ...] = (),
    good: Callable[[], tuple[Any, ...]] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def note(program: Callable[..., Any]) -> Callable[..., Any]:
        MISTAKES[program.__name__] = Mistake(program, args, eager, traced, parts, traced_parts or parts, good)
        return program

    return note


c = tf.constant


def two(x: Any, y: Any) -> Callable[[], tuple[Any, ...]]:
    return lambda: (c(x), c(y))


def one(x: Any) -> Callable[[], tuple[Any, ...]]:
    return lambda: (c(x),)


# dtypes -----------------------------------------------------------------------------------------------------


@mistake(
    Invalid, TypeError, "int32", "float32", "AddV2", "tf.cast(x, tf.float32)", args=two([1], [1.0]), good=two([1], [2])
)
def adds_ints_and_floats(x, y):
    return x + y


@mistake(Invalid, TypeError, "1.5", "int32", "tf.cast", args=one([1, 2]), good=one([1.0]))
def adds_a_fraction_to_ints(x):
    return x + 1.5


@mistake(
    Invalid, TypeError, "float32", "float64", "MatMul", args=lambda: (tf.ones([2, 3]), tf.ones([3, 2], tf.float64))
)
def multiplies_matrices_of_two_dtypes(x, y):
    return tf.matmul(x, y)


@mistake(Invalid, TypeError, "int32", "Sqrt", "float32", args=one([1, 2]), good=one(4.0))
def takes_the_root_of_ints(x):
    return tf.sqrt(x)


@mistake(Invalid, TypeError, "string", "Sin", args=one("a"))
def takes_the_sine_of_text(x):
    return tf.sin(x)


@mistake(Invalid, TypeError, "bool", "Neg", args=one(True))
def negates_a_bool(x):
    return -x


@mistake(tf.errors.UnimplementedError, tf.errors.UnimplementedError, "string", "float32", args=one(["a"]))
def casts_text(x):
    return tf.cast(x, tf.float32)


@mistake(TypeError, TypeError, "1.5", "int32")
def makes_an_int_of_a_fraction():
    return tf.constant(1.5, tf.int32)


@mistake(TypeError, TypeError, "'a'", "float32")
def makes_a_float_of_text():
    return tf.constant("a", tf.float32)


@mistake(ValueError, (ValueError, TypeError), str(2**70))
def makes_an_int_that_no_dtype_holds():
    return tf.constant(2**70)


@mistake(TypeError, TypeError, "'float99'")
def names_an_unknown_dtype():
    return tf.zeros([2], "float99")


@mistake(ValueError, (ValueError, TypeError), "[1, 'a']")
def mixes_numbers_and_text():
    return tf.constant([1, "a"])


@mistake(Invalid, TypeError, "float32", "OneHot", args=one([1.0, 2.0]), good=one([1, 2]))
def indexes_with_floats(x):
    return tf.one_hot(x, 3)


# shapes -----------------------------------------------------------------------------------------------------


@mistake(
    Invalid, ValueError, "[2] vs. [3]", traced_parts=("2 and 3", "[2], [3]"), args=two([1.0, 2.0], [1.0, 2.0, 3.0]),
    good=two([1.0], [1.0, 2.0]),
)  # fmt: skip
def adds_vectors_of_two_lengths(x, y):
    return x + y


@mistake(Invalid, ValueError, "[2,3]", "MatMul", args=lambda: (tf.ones([2, 3]), tf.ones([2, 3])))
def multiplies_matrices_that_do_not_fit(x, y):
    return tf.matmul(x, y)


@mistake(
    Invalid, ValueError, "In[0]", "MatMul", traced_parts=("rank 2", "rank 1", "[3]"),
    args=lambda: (tf.ones([3]), tf.ones([3])),
)  # fmt: skip
def multiplies_vectors_as_matrices(x, y):
    return tf.matmul(x, y)


@mistake(
    Invalid, ValueError, "6 values", "has 8", traced_parts=("6 elements", "[4,2]"), args=lambda: (tf.ones([2, 3]),),
    good=lambda: (tf.ones([8]),),
)  # fmt: skip
def reshapes_to_another_size(x):
    return tf.reshape(x, [4, 2])


@mistake(Invalid, ValueError, "dimension (3 for input with 2", args=lambda: (tf.ones([2, 3]),))
def sums_along_an_axis_that_is_not_there(x):
    return tf.reduce_sum(x, axis=3)


@mistake(Invalid, ValueError, "[2,3]", "[2,4]", args=lambda: (tf.ones([2, 3]), tf.ones([2, 4])))
def joins_matrices_of_two_widths(x, y):
    return tf.concat([x, y], 0)


@mistake(Invalid, ValueError, "[2,3]", "[2,4]", args=lambda: (tf.ones([2, 3]), tf.ones([2, 4])))
def stacks_matrices_of_two_widths(x, y):
    return tf.stack([x, y])


@mistake(Invalid, ValueError, "dim[0]", "got 2", args=lambda: (tf.ones([2, 3]),), good=lambda: (tf.ones([1, 3]),))
def squeezes_a_long_axis(x):
    return tf.squeeze(x, 0)


@mistake(Invalid, (Invalid, ValueError), "1 is missing from {0,0}", args=lambda: (tf.ones([2, 3]),))
def transposes_with_an_axis_twice(x):
    return tf.transpose(x, [0, 0])


@mistake(Invalid, ValueError, "size = 3", "num_split 2", args=lambda: (tf.ones([2, 3]),))
def splits_unevenly(x):
    return tf.split(x, 2, axis=1)


@mistake(Invalid, ValueError, "-2")
def makes_a_negative_shape():
    return tf.zeros([-2])


@mistake(TypeError, TypeError, "3 elements", "(2, 2)", traced_parts=("(2, 2)", "(3,)"))
def gives_a_constant_another_size():
    return tf.constant([1, 2, 3], shape=[2, 2])


@mistake(
    Invalid,
    Invalid,
    "Unable to broadcast",
    "and none is 1 long",
    args=lambda: (tf.ragged.constant([[1], [2, 3]]), tf.ragged.constant([[1, 2], [3]])),
    good=lambda: (tf.ragged.constant([[1], [2, 3]]), tf.ragged.constant([[4], [5, 6]])),
)
def adds_ragged_tensors_of_other_rows(x, y):
    return (x + y).flat_values


@mistake(ValueError, ValueError, "indices must have shape (n, rank)", "got (1, 2), (2,) and (2,)")
def makes_a_sparse_tensor_of_more_values_than_indices():
    return tf.SparseTensor([[0, 1]], [1, 2], [1, 3]).values


@mistake(ValueError, ValueError, "different numbers of rows", "(2,), (3,)")
def puts_slices_of_other_lengths_side_by_side():
    tf.data.Dataset.from_tensor_slices(([1, 2], [1, 2, 3]))


@mistake(ValueError, ValueError, "[[1, 2], [3]]")
def makes_a_tensor_of_a_ragged_list():
    return tf.constant([[1, 2], [3]])


@mistake(Invalid, ValueError, "[2]", "[3]", args=one([1.0, 2.0]), good=one([1.0, 2.0, 3.0]))
def ensures_another_shape(x):
    return tf.ensure_shape(x, [3])


@mistake(ValueError, ValueError, "(2,)", "(3,)", args=one([1.0, 2.0]))
def sets_another_shape(x):
    x.set_shape([3])
    return x


@mistake(Invalid, ValueError, "[2]", "[3,3]", args=one([1.0, 2.0]))
def broadcasts_to_what_does_not_fit(x):
    return tf.broadcast_to(x, [3, 3])


@mistake(
    Invalid, ValueError, "condition [3], then [2]", traced_parts=("3 and 2", "[3], [2], [2]"), args=one([1.0, 2.0])
)
def chooses_among_shapes_that_do_not_fit(x):
    return tf.where([True, False, True], x, x)


@mistake(Invalid, ValueError, "[1,2]", "[1,3]", args=two([[1.0, 2.0]], [[1.0, 2.0, 3.0]]))
def compares_logits_with_too_many_labels(x, labels):
    return tf.nn.softmax_cross_entropy_with_logits(labels, x)


# values: seen when the program runs -------------------------------------------------------------------------


@mistake(Invalid, Invalid, "indices[1] = 5 is not in [0, 3)", args=two([1, 2, 3], [0, 5]), good=two([1, 2, 3], [0, 2]))
def gathers_what_is_not_there(x, i):
    return tf.gather(x, i)


@mistake(Invalid, Invalid, "[7]", "[3]", args=two([1, 2, 3], [[7]]), good=two([1, 2, 3], [[2]]))
def gathers_a_place_that_is_not_there(x, i):
    return tf.gather_nd(x, i)


@mistake(Invalid, Invalid, "5", "dimension 0", args=two([1, 2, 3], 5), good=two([1, 2, 3], 2))
def indexes_past_the_end(x, i):
    return x[i]


@mistake(Invalid, ValueError, "slice index 5 of dimension 0", args=one([1, 2, 3]), good=one([1, 2, 3, 4, 5, 6]))
def indexes_past_a_known_end(x):
    return x[5]


@mistake(Invalid, ValueError, "dim 1", "1 dims", args=one([1, 2, 3]), good=one([[1]]))
def indexes_too_often(x):
    return x[0, 0]


@mistake(TypeError, TypeError, "'a'", args=one([1, 2, 3]))
def indexes_with_text(x):
    return x["a"]


@mistake(Invalid, Invalid, "division by zero", args=two([1, 2, 3], 0), good=two([1, 2, 3], 1))
def divides_ints_by_zero(x, y):
    return x // y


@mistake(Invalid, Invalid, "division by zero", args=two([1, 2, 3], 0), good=two([1, 2, 3], 2))
def takes_the_rest_of_a_division_by_zero(x, y):
    return x % y


@mistake(Invalid, Invalid, "negative integer powers", args=two(2, -1), good=two(2, 3))
def raises_ints_to_negative_powers(x, y):
    return x**y


@mistake(Invalid, Invalid, "5", "[0, 2)", args=two([[1.0, 2.0]], [5]), good=two([[1.0, 2.0]], [1]))
def labels_a_class_that_is_not_there(x, labels):
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels, x)


@mistake(Invalid, Invalid, "[5]", "[3]", args=one([[5]]), good=one([[2]]))
def scatters_outside(i):
    return tf.scatter_nd(i, [1.0], [3])


@mistake(Invalid, Invalid, "-1", args=one(-1), good=one(1))
def draws_a_negative_number_of_numbers(n):
    return tf.random.uniform([2, n])


@mistake(Invalid, Invalid, "must be positive", "-1", args=one([1, -1]), good=one([1]))
def fails_an_assertion(x):
    tf.debugging.assert_positive(x, message="must be positive")
    return x


@mistake(Invalid, Invalid, "x is", "-1", args=one(-1), good=one(1))
def fails_an_assert_op(x):
    tf.debugging.Assert(x > 0, ["x is", x])
    return x


@mistake(Invalid, Invalid, "weights", "NaN", args=one([1.0, float("nan")]), good=one([1.0]))
def checks_numbers_that_are_none(x):
    return tf.debugging.check_numerics(x, "weights")


def _host(x):
    if x > 2:
        raise ValueError(f"the host does not like {int(x)}")
    return x


@mistake(Invalid, Invalid, "ValueError: the host does not like 5", "in _host", args=one(5), good=one(1))
def calls_python_that_fails(x):
    return tf.py_function(_host, [x], tf.int32)


@mistake(ValueError, Invalid, "the host does not like 5", args=one(5), good=one(1))
def calls_numpy_code_that_fails(x):
    return tf.numpy_function(_host, [x], tf.int32)


@mistake(Invalid, Invalid, "float32", "int32", args=one(1))
def calls_python_that_returns_another_dtype(x):
    return tf.py_function(lambda v: tf.constant(1.5), [x], tf.int32)


@mistake(tf.errors.OutOfRangeError, Invalid, "5", "2", args=one([1.0, 2.0]))
def reads_an_array_past_its_end(x):
    return tf.TensorArray(tf.float32, size=2).unstack(x).read(5)


@mistake(tf.errors.OutOfRangeError, Invalid, "5", "2", args=one([1.0, 2.0]))
def writes_an_array_past_its_end(x):
    return tf.TensorArray(tf.float32, size=2).write(5, x).stack()


@mistake(Invalid, Invalid, "int32", "float32", args=one([1.0, 2.0]))
def writes_another_dtype_to_an_array(x):
    return tf.TensorArray(tf.int32, size=2).write(0, x).stack()


@mistake(ValueError, ValueError, "()", "(2,)", args=one([1.0, 2.0]))
def writes_two_shapes_to_an_array(x):
    return tf.TensorArray(tf.float32, size=2).write(0, x).write(1, 1.0).stack()


@mistake(Invalid, ValueError, "shape must be a vector", "such as [2]")
def draws_a_number_of_numbers():
    return tf.random.normal(2)


@mistake(Invalid, ValueError, "shape must be a vector", "such as [2]")
def draws_a_number_of_numbers_without_state():
    return tf.random.stateless_uniform(3, [1, 2])


@mistake(ValueError, ValueError, "(3,) and (2,) are incompatible", "mask", args=one([1, 2, 3]))
def masks_with_another_length(x):
    return x[tf.constant([True, False])]


@mistake(Invalid, ValueError, "tf.gather(x, [0, 1])", args=one([1, 2, 3]))
def takes_elements_by_a_list(x):
    return x[[0, 1]]


@mistake(TypeError, TypeError, "complex128", "tf.math.divide", args=one(1 + 1j), traced_parts=("complex128",))
def rounds_complex_numbers(x):
    return x // x


# names and arguments ----------------------------------------------------------------------------------------


@mistake(TypeError, TypeError, "axes", args=one([1]))
def misspells_an_argument(x):
    return tf.reduce_sum(x, axes=0)


@mistake(TypeError, TypeError, "'y'", args=one(1))
def forgets_an_argument(x):
    return tf.add(x)


@mistake(AttributeError, AttributeError, "no_such_function", args=one(1))
def calls_an_unknown_function(x):
    return tf.no_such_function(x)


@mistake(AttributeError, AttributeError, "Nope", args=one(1))
def applies_an_unknown_op(x):
    return tf.raw_ops.Nope(x=x)


@mistake(TypeError, TypeError, "AddV2", args=one(1))
def applies_an_op_by_position(x):
    return tf.raw_ops.AddV2(x, x)


@mistake(TypeError, TypeError, "AddV2", "y", args=one(1))
def forgets_an_input_of_an_op(x):
    return tf.raw_ops.AddV2(x=x)


@mistake(TypeError, TypeError, "AddV2", "'z'", args=one(1))
def gives_an_op_what_it_does_not_take(x):
    return tf.raw_ops.AddV2(x=x, y=x, z=x)


@mistake(ValueError, ValueError, "None", "tf.shape(x)[i]", args=one(1))
def adds_none(x):
    return x + None


@mistake(ValueError, ValueError, "None", "tf.shape(x)[i]", args=one(1))
def passes_none_to_an_op(x):
    return tf.add(x, None)


@mistake(NameError, NameError, "undefined_thing", args=one(1))
def uses_an_undefined_name(x):
    return x + undefined_thing  # noqa: F821


@mistake(KeyError, KeyError, "my own", args=one(1))
def raises_by_itself(x):
    raise KeyError("my own")


# what tensors cannot do -------------------------------------------------------------------------------------


@mistake(TypeError, TypeError, "ref()", args=one(1))
def keys_a_dict_by_a_tensor(x):
    return {x: 1}


@mistake(TypeError, TypeError, "item assignment", "tf.tensor_scatter_nd_update", args=one([1, 2]))
def assigns_an_element(x):
    x[0] = 5
    return x


@mistake(TypeError, TypeError, "item assignment", "v[i].assign(value)", args=lambda: (tf.Variable([1, 2]),))
def assigns_an_element_of_a_variable(v):
    v[0] = 5


@mistake(None, NotImplementedError, "tf.numpy_function", args=one([1, 2]))
def hands_a_tensor_to_numpy(x):
    return np.sum(x)


@mistake(None, TypeError, "tf.stack(values)[i]", args=one(1))
def indexes_a_list_by_a_tensor(i):
    return [1, 2, 3][i]


@mistake(None, TypeError, "'.2f'", "tf.strings.as_string", args=one(1.5))
def formats_a_tensor(x):
    return tf.constant(f"{x:.2f}")


@mistake(None, TypeError, "tf.math", args=one(1.5))
def calls_a_function_of_math(x):
    return math.sqrt(x)


@mistake(AttributeError, AttributeError, "'foo'", args=one(1))
def asks_for_an_unknown_attribute(x):
    return x.foo


@mistake(AttributeError, AttributeError, "'sum'", "tf.reduce_sum(x)", args=one([1, 2]))
def sums_as_numpy_does(x):
    return x.sum()


@mistake(
    AttributeError, AttributeError, "'T'", "tf.transpose(x)", "experimental_enable_numpy_behavior", args=one([[1]])
)
def transposes_as_numpy_does(x):
    return x.T


@mistake(AttributeError, AttributeError, "'backward'", "tf.GradientTape", args=one(1.0))
def asks_for_gradients_as_pytorch_does(x):
    return x.backward()


@mistake(AttributeError, AttributeError, "'astype'", "tf.cast(x, dtype)", args=lambda: (tf.Variable(1),))
def casts_a_variable_as_numpy_does(v):
    return v.astype("float32")


@mistake(ValueError, NotAllowed, "more than one element", "(2,)", args=one([1, 2]), good=one([1]))
def asks_for_the_truth_of_a_vector(x):
    return bool(x)


@mistake(TypeError, None, "(2,)", args=one([1, 2]))
def makes_a_number_of_a_vector(x):
    return float(x)


@mistake(TypeError, TypeError, "scalar", traced_parts=("shape=()",), args=one(1))
def iterates_over_a_scalar(x):
    return [v for v in x]  # noqa: C416


@mistake(None, AttributeError, "'numpy'", "x:0", "tf.py_function", args=one(1))
def asks_a_symbolic_tensor_for_its_value(x):
    return x.numpy()


@mistake(None, NotImplementedError, "x:0", "NumPy", args=one([1.0, 2.0]))
def passes_a_symbolic_tensor_to_numpy(x):
    return np.sin(x)


@mistake(None, TypeError, "object", args=one(1))
def returns_what_is_no_tensor(x):
    return object()


# variables --------------------------------------------------------------------------------------------------


def _variable(value: Any) -> Callable[[], tuple[Any, ...]]:
    return lambda: (tf.Variable(value),)


@mistake(ValueError, ValueError, "(2,)", "(3,)", args=_variable([1.0, 2.0]))
def assigns_another_shape(v):
    v.assign([1.0, 2.0, 3.0])


@mistake((Invalid, ValueError), ValueError, "(2,)", "(3,)", args=_variable([1.0, 2.0]))
def adds_another_shape_to_a_variable(v):
    v.assign_add([1.0, 2.0, 3.0])


@mistake(ValueError, ValueError, "int32", "float32", args=_variable([1.0, 2.0]))
def assigns_another_dtype(v):
    v.assign(tf.constant([1, 2]))


@mistake(TypeError, TypeError, "1.5", "int32", args=_variable([1, 2]))
def assigns_fractions_to_ints(v):
    v.assign([1.5, 2.5])


@mistake(ValueError, ValueError, "None", args=_variable(1.0))
def assigns_none(v):
    v.assign(None)


@mistake(None, NotImplementedError, "numpy()", "tf.py_function", args=_variable(1.0))
def asks_a_variable_for_its_value(v):
    return v.numpy()


# control flow -----------------------------------------------------------------------------------------------


@mistake(
    ValueError, (Invalid, ValueError), "more than one element", traced_parts=("shape=(2, 2)",),
    args=lambda: (tf.ones([2, 2]),),
)  # fmt: skip
def branches_on_a_matrix(x):
    return tf.cond(x > 0, lambda: 1, lambda: 2)


@mistake(None, TypeError, "int32", "float32", args=one(True))
def returns_two_dtypes_from_branches(x):
    return tf.cond(x, lambda: tf.constant(1), lambda: tf.constant(2.0))


@mistake(TypeError, TypeError, "true_fn", "callable", args=one(True))
def gives_values_for_branches(x):
    return tf.cond(x, 1, 2)


@mistake(None, ValueError, "(1,)", "(2,)", "shape_invariants", args=one([1]))
def changes_a_shape_in_a_loop(x):
    return tf.while_loop(lambda v: tf.size(v) < 9, lambda v: [tf.concat([v, v], 0)], [x])


@mistake(None, TypeError, "int32", "float32", args=one(1))
def changes_a_dtype_in_a_loop(x):
    return tf.while_loop(lambda i: i < 9, lambda i: [tf.cast(i + 1, tf.float32)], [x])


@mistake(ValueError, ValueError, "same nested structure", args=one(1))
def returns_more_than_a_loop_carries(x):
    return tf.while_loop(lambda i: i < 9, lambda i: [i + 1, i], [x])


@mistake(UnboundLocalError, ValueError, "'y'", traced_parts=("'y'", "else"), args=one(3))
def defines_a_name_in_one_branch(x):
    if x > 5:
        y = x
    return y


@mistake(None, ValueError, "'y'", "None", args=one(3))
def sets_none_in_one_branch(x):
    if x > 5:
        y = None
    else:
        y = x
    return y


@mistake(ValueError, TypeError, "(2,)", traced_parts=("(2,)", "tf.reduce_any", "tf.where"), args=one([1, -1]))
def branches_on_the_signs_of_a_vector(x):
    if x > 0:
        return x
    return -x


@mistake(None, TypeError, "'y'", "int32", "float32", "tf.cast", args=one(3))
def sets_two_dtypes_in_branches(x):
    if x > 5:
        y = 1
    else:
        y = 2.0
    return y


@mistake(None, TypeError, "'y'", "int32", "float32", args=one(3))
def sets_another_dtype_in_a_staged_loop(x):
    y = 0
    while x > 0:
        y = 1.5
        x -= 1
    return y


@mistake(None, ValueError, "'y'", "(1,)", "(2,)", args=one(3))
def grows_a_tensor_in_a_staged_loop(x):
    y = tf.constant([1])
    while x > 0:
        y = tf.concat([y, tf.zeros(y.shape, tf.int32)], 0)
        x -= 1
    return y


@mistake(None, ValueError, "return", args=one(3))
def returns_in_one_branch(x):
    if x > 5:
        return x


@mistake(None, ValueError, "first call", args=one(3))
def creates_a_variable_in_each_call(x):
    v = tf.Variable(1)
    return v + x


@mistake(None, ValueError, "first call", args=one(3))
def creates_a_variable_in_a_staged_loop(x):
    for _ in tf.range(3):
        v = tf.Variable(1)
        x += v
    return x
