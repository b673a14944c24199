"""Case: the op of `tf.switch_case`, in graphs, passes, executors, gradients, files, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors
from graphwright.core.dispatch import apply
from graphwright.ir.funcgraph import FuncGraph, copy_graph
from graphwright.ir.graph import called_functions
from graphwright.ir.printer import print_graph
from graphwright.ir.verify import verify
from graphwright.passes import optimize

each = pytest.mark.parametrize
c = tf.constant
INDEX, VECTOR = tf.TensorSpec([], tf.int32), tf.TensorSpec([None])


def choose(i: Any, x: Any) -> Any:
    return tf.switch_case(i, [lambda: x + 1.0, lambda: x * 2.0, lambda: x[::-1]])


def graph_of(function: Any, *specs: Any) -> FuncGraph:
    graph: FuncGraph = tf.function(function, autograph=False).get_concrete_function(*specs).graph
    return graph


def the_case(graph: FuncGraph) -> Any:
    (found,) = [op for op in graph.operations if op.type in ("Case", "StatelessCase")]
    return found


# the record ---------------------------------------------------------------------------------------------------


def test_it_is_one_operation_over_all_branches() -> None:
    op = the_case(graph_of(choose, INDEX, VECTOR))
    assert (op.type, op.name, len(op.attrs["branches"])) == ("StatelessCase", "switch_case/indexed_case", 3)
    assert called_functions(op) == list(op.attrs["branches"])
    v = tf.Variable(1.0)
    effects = the_case(graph_of(lambda i: tf.switch_case(i, [lambda: v.assign_add(1.0), lambda: v + 1.0]), INDEX))
    assert effects.type == "Case"


@each(
    "dtype, index",
    [
        (dtype, index)
        for dtype in (tf.int8, tf.uint8, tf.int16, tf.int32, tf.int64, tf.uint32, tf.uint64)
        for index in (-(2**40), -1, 0, 1, 2, 2**31, 2**32, 2**32 + 1)
        if dtype.min <= index <= dtype.max
    ],
)
def test_an_index_of_any_dtype_that_names_no_branch_takes_the_last(dtype: Any, index: int) -> None:
    def f(i: Any) -> Any:
        return tf.switch_case(i, [lambda: c(10), lambda: c(20)], default=lambda: c(-1))

    expected = {0: 10, 1: 20}.get(index, -1)
    assert (int(f(c(index, dtype))), int(tf.function(f)(c(index, dtype)))) == (expected, expected)


def test_it_is_printed_with_its_branches() -> None:
    text = print_graph(graph_of(choose, INDEX, VECTOR))
    assert text.count("function ") == 4
    assert "StatelessCase(i, x) [branches=(@" in text


# passes -------------------------------------------------------------------------------------------------------


@each("index, kind", [(0, "AddV2"), (1, "Mul"), (2, "StridedSlice"), (-1, "StridedSlice"), (9, "StridedSlice")])
def test_a_known_index_leaves_its_branch_alone(index: int, kind: str) -> None:
    result = optimize(graph_of(lambda x: choose(c(index), x), VECTOR))
    verify(result)
    assert {op.type for op in result.operations} == {"Placeholder", "Const", kind}


def test_branches_are_optimised() -> None:
    graph = graph_of(
        lambda i, x: tf.switch_case(i, [lambda: tf.identity(x) * 1.0, lambda: x, lambda: -x]), INDEX, VECTOR
    )
    result = optimize(graph)
    verify(result)
    assert [
        [op.type for op in b.operations if op.type != "Placeholder"] for b in the_case(result).attrs["branches"]
    ] == [
        [],
        [],
        ["Neg"],
    ]
    assert len(the_case(graph).attrs["branches"][0].operations) > 1, "the traced graph was changed"


def test_what_nobody_uses_is_dropped() -> None:
    def f(i: Any, x: Any) -> Any:
        choose(i, x)
        return x

    assert [op.type for op in optimize(graph_of(f, INDEX, VECTOR)).operations] == ["Placeholder", "Placeholder"]


def test_a_function_may_call_itself_in_a_branch() -> None:
    @tf.function(output_signature=tf.TensorSpec([], tf.int32))
    def steps(n: Any) -> Any:
        return tf.switch_case(tf.minimum(n, 2), [lambda: c(0), lambda: c(1), lambda: steps(n - 1) + steps(n - 2)])

    assert [int(steps(c(n))) for n in (0, 1, 2, 10)] == [0, 1, 1, 55]


# the verifier -------------------------------------------------------------------------------------------------


def _no_branches(op: Any) -> None:
    op.attrs = {**op.attrs, "branches": []}


def _another_signature(op: Any) -> None:
    op.attrs = {**op.attrs, "branches": [*op.attrs["branches"][:2], FuncGraph("nothing")]}


def _another_dtype(op: Any) -> None:
    first, second, third = op.attrs["branches"]
    changed = copy_graph(second)
    changed.outputs = [graph_of(lambda: c(1)).outputs[0]]
    op.attrs = {**op.attrs, "branches": [first, changed, third]}


def _no_function(op: Any) -> None:
    op.attrs = {**op.attrs, "branches": [*op.attrs["branches"][:2], "nothing"]}


@each(
    "damage, message",
    [
        (_no_branches, "it has no branches"),
        (_another_signature, "'branches[2]' (nothing): inputs: the function has 0"),
        (_another_dtype, "'branches[1]'"),
        (_no_function, "attribute 'branches[2]' must be a function"),
    ],
)
def test_damage_is_found(damage: Any, message: str) -> None:
    graph = copy_graph(graph_of(choose, INDEX, VECTOR))
    damage(the_case(graph))
    with pytest.raises(errors.InternalError) as caught:
        verify(graph)
    assert message in str(caught.value)


# executors ----------------------------------------------------------------------------------------------------


def of_every_kind(i: Any, x: Any) -> Any:
    return tf.switch_case(
        i,
        [
            lambda: (x, tf.reduce_sum(x), x[:1], c("zero"), c(True)),
            lambda: (x * 2.0, c(7.0), tf.concat([x, x], 0), c("one"), c(False)),
            lambda: (-x, tf.reduce_max(x), x, c("two"), x[0] > 0.0),
            lambda: (x + 1.0, c(0.5), x[1:], c("three"), c(True)),
        ],
    )


def in_a_loop(i: Any, x: Any) -> Any:
    def body(k: Any, x: Any, count: Any) -> Any:
        more = tf.switch_case(k % 3, [lambda: 1, lambda: 10, lambda: tf.cond(k > 3, lambda: 100, lambda: 1000)])
        return k + 1, choose(k % 4, x), count + more

    return tf.while_loop(lambda k, *_: k < i + 6, body, (c(0), x, c(0)))


def in_a_branch(i: Any, x: Any) -> Any:
    return tf.switch_case(i, [lambda: choose(i + 1, x), lambda: choose(i - 1, choose(i, x)), lambda: x * x])


def of_unknown_rank(i: Any, x: Any) -> Any:
    return tf.switch_case(i, [lambda: x, lambda: x[0], lambda: x[None]])


@pytest.mark.executors
@each("index", [-1, 0, 1, 2, 3, 9])
@each("function", [choose, of_every_kind, in_a_loop, in_a_branch, of_unknown_rank])
@each("specs", [(INDEX, VECTOR), (tf.TensorSpec(None, tf.int32), tf.TensorSpec(None))], ids=["ranked", "unranked"])
def test_executors_agree(function: Any, index: int, specs: Any) -> None:
    staged = tf.function(function, autograph=False, input_signature=specs)
    arguments = c(index), c([1.5, -2.0, 3.0])
    want, have = tf.nest.flatten(function(*arguments)), tf.nest.flatten(staged(*arguments))
    for a, b in zip(want, have, strict=True):
        assert (a.dtype, a.shape) == (b.dtype, b.shape)
        np.testing.assert_array_equal(a.numpy(), b.numpy())


@pytest.mark.executors
def test_it_is_compiled() -> None:
    pytest.importorskip("llvmlite")
    for function in (choose, in_a_loop, in_a_branch):
        staged = tf.function(function, jit_compile=True, autograph=False)
        np.testing.assert_array_equal(
            tf.nest.flatten(staged(c(1), c([1.0, 2.0])))[-1], tf.nest.flatten(function(c(1), c([1.0, 2.0])))[-1]
        )


def test_effects_of_the_chosen_branch_alone_happen() -> None:
    v = tf.Variable(1.0)

    @tf.function
    def f(i: Any) -> Any:
        return tf.switch_case(i, [lambda: v.assign_add(1.0), lambda: v.assign(10.0), lambda: v + 0.0])

    assert [float(f(c(i))) for i in (0, 2, 1, 0, 5)] == [2.0, 2.0, 10.0, 11.0, 11.0]


def test_the_chosen_branch_fails_where_it_was_written() -> None:
    @tf.function(input_signature=[INDEX, VECTOR])
    def f(i: Any, x: Any) -> Any:
        return tf.switch_case(i, [lambda: x, lambda: tf.reshape(x, [7, -1])])

    np.testing.assert_array_equal(f(c(0), c([1.0, 2.0])), [1.0, 2.0])
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"test_cases\.py"):
        f(c(1), c([1.0, 2.0]))


# gradients ----------------------------------------------------------------------------------------------------


@each("index, first, second", [(0, 4.0, 2.0), (1, np.cos(2.0), -np.sin(2.0)), (2, 3.0, 0.0), (7, 3.0, 0.0)])
def test_gradients_of_gradients(index: int, first: float, second: float) -> None:
    @tf.function
    def f(i: Any, x: Any) -> Any:
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = tf.switch_case(i, [lambda: x * x, lambda: tf.sin(x), lambda: 3.0 * x])
            slope = tape.gradient(y, x)
        return slope, outer.gradient(slope, x, unconnected_gradients="zero")

    np.testing.assert_allclose(f(c(index), c(2.0)), (first, second), rtol=1e-6)
    graph = f.get_concrete_function(INDEX, tf.TensorSpec([])).graph
    assert not [op for op in graph.operations if op.type == "StatelessIf"]


def test_the_gradient_of_an_application_outside_every_function() -> None:
    x = c([1.0, 2.0])
    branches = [graph_of(lambda x: x * x, tf.TensorSpec([2])), graph_of(lambda x: 3.0 * x, tf.TensorSpec([2]))]
    for index, expected in ((0, [2.0, 4.0]), (1, [3.0, 3.0]), (-4, [3.0, 3.0])):
        with tf.GradientTape() as tape:
            tape.watch(x)
            (y,) = apply("StatelessCase", (c(index), [x]), {"branches": branches, "Tout": [tf.float32]})
        np.testing.assert_array_equal(tape.gradient(y, x), expected)


def test_variables_used_in_one_branch_only() -> None:
    v, w = tf.Variable(3.0), tf.Variable(5.0)

    @tf.function
    def f(i: Any, x: Any) -> Any:
        with tf.GradientTape() as tape:
            y = tf.switch_case(i, [lambda: v * x, lambda: w * w, lambda: x])
        return tape.gradient(y, [v, w])

    assert [[float(g) for g in f(c(i), c(2.0))] for i in range(3)] == [[2.0, 0.0], [0.0, 10.0], [0.0, 0.0]]


# files --------------------------------------------------------------------------------------------------------


def test_it_is_written_and_read(tmp_path: Any) -> None:
    class Model(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.v = tf.Variable(2.0)

        @tf.function(input_signature=[INDEX, VECTOR])
        def __call__(self, i: Any, x: Any) -> Any:
            return tf.switch_case(i, [lambda: x + self.v, lambda: choose(i, x), lambda: x[:1]])

    model = Model()
    definition = model.__call__.get_concrete_function().graph.as_graph_def()
    (node,) = [n for n in definition.node if n.op == "StatelessCase" or n.op == "Case"]
    assert len(node.attr["branches"].list.func) == 3
    assert {f.name for f in node.attr["branches"].list.func} <= {f.signature.name for f in definition.library.function}
    tf.saved_model.save(model, str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    for i in (-1, 0, 1, 2):
        np.testing.assert_array_equal(loaded(c(i), c([1.0, 4.0])), model(c(i), c([1.0, 4.0])))


def test_branches_that_do_not_fit_are_refused_when_read() -> None:
    definition = graph_of(choose, INDEX, tf.TensorSpec([2])).as_graph_def()
    (node,) = [n for n in definition.node if n.op == "StatelessCase"]
    del node.attr["branches"].list.func[:]
    with pytest.raises(tf.errors.InvalidArgumentError, match="branches"):
        tf.compat.v1.wrap_function(lambda: tf.graph_util.import_graph_def(definition, name=""), [])


# what is refused ----------------------------------------------------------------------------------------------


@each("run", [lambda f: f, tf.function], ids=["eager", "traced"])
@each(
    "function, error, message",
    [
        (lambda: tf.switch_case(c([1]), [lambda: c(1)]), tf.errors.InvalidArgumentError, "must be a scalar"),
        (lambda: tf.switch_case(c(1.0), [lambda: c(1)]), TypeError, "must be an integer Tensor"),
        (lambda: tf.switch_case(1, [lambda: c(1)]), TypeError, "must be a Tensor, got <class 'int'>"),
        (lambda: tf.switch_case(c(0), None), ValueError, "at least one item"),
        (lambda: tf.switch_case(c(0), []), ValueError, "at least one item"),
        (lambda: tf.switch_case(c(0), {0: lambda: c(1), 2: lambda: c(2)}), ValueError, "but found {0,2}"),
        (lambda: tf.switch_case(c(0), [(0, lambda: c(1)), (0, lambda: c(2))]), ValueError, "but found {0,0}"),
        (lambda: tf.switch_case(c(0), [1, 2]), TypeError, "must be a 2-tuple. Received 1"),
        (lambda: tf.switch_case(c(0), {"a": lambda: c(1)}), TypeError, "key must be a Python `int`, got <class 'str'>"),
        (lambda: tf.switch_case(c(0), {lambda: c(1)}), TypeError, "must be a list, tuple, or dict"),
        (lambda: tf.switch_case(c(0), [lambda: c(1)], default=3), TypeError, "default"),
    ],
)
def test_what_is_refused(run: Any, function: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        run(function)()
    assert message in str(caught.value)


@each(
    "branches, error, message",
    [
        ([lambda: c(1), lambda: c(2.0)], TypeError, "dtypes: output 0 is int32 in branch 0 and float32 in branch 1"),
        ([lambda: c(1), lambda: c(2), lambda: (c(1), c(2))], TypeError, "branch 0 and branch 2 arguments"),
        ([lambda: c(1), lambda: None], ValueError, "None in the same places"),
        ([lambda: object()], TypeError, "must return tensors, numbers or None"),
    ],
)
def test_branches_that_disagree_are_refused_in_a_function(branches: Any, error: Any, message: str) -> None:
    with pytest.raises(error) as caught:
        tf.function(lambda: tf.switch_case(c(0), branches))()
    assert message in str(caught.value)


def test_branches_may_return_nothing() -> None:
    assert tf.function(lambda i: tf.switch_case(i, [lambda: None, lambda: None]))(c(0)) is None
