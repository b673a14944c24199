"""The passes: what they make of small graphs, that they keep results and effects, and how their work grows."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.config import options
from graphwright.control import call_function
from graphwright.control.host_calls import py_function
from graphwright.core.context import as_default_graph
from graphwright.core.dispatch import apply
from graphwright.core.tracing import TracingGraph
from graphwright.ir.funcgraph import FuncGraph, copy_graph
from graphwright.ir.printer import print_graph
from graphwright.ir.types import tensor_type
from graphwright.ir.verify import verify
from graphwright.passes import optimize
from graphwright.passes._rewrite import Rewriter
from graphwright.runtime.reference import NumpyProgram
from tests.support.effort import calls_made
from tests.support.passes import LOOSE, MATRIX, VECTOR, build, floats, kinds, op, optimized, same, values

each = pytest.mark.parametrize

# fold ---------------------------------------------------------------------------------------------------------

FOLDED: dict[str, Callable[..., Any]] = {
    "arithmetic": lambda x: tf.constant(2.0) * 3.0 + 1.0,
    "a chain": lambda x: tf.reduce_sum(tf.range(10) * 2),
    "static shape": lambda x: op("Shape", x),
    "static size": lambda x: op("Size", x),
    "rank": lambda x: op("Rank", x),
    "shapes of several": lambda x: op("ShapeN", [x, x])[1],
    "zeros": lambda x: op("ZerosLike", x),
    "ones": lambda x: op("OnesLike", x),
    "text": lambda x: tf.strings.join([tf.constant("a"), tf.constant(["b", "c"])]),
    "shape arithmetic": lambda x: op("StridedSlice", op("Shape", x), [0], [1], [1], shrink_axis_mask=1) * 4,
}


@each("name", FOLDED)
def test_folded(name: str) -> None:
    result = same(FOLDED[name], MATRIX)
    assert kinds(result) == {"Const": 1}, print_graph(result)


def test_known_part_of_an_unknown_shape() -> None:
    result = same(lambda x: op("StridedSlice", op("Shape", x), [1], [2], [1], shrink_axis_mask=1), LOOSE)
    assert kinds(result) == {"Const": 1}
    assert result.outputs[0].op.attrs["value"] == 3


def test_a_forwarded_assignment_gives_its_rank() -> None:
    """What is read from a variable of any shape is the value assigned to it, of a known rank and an open size."""
    v = tf.Variable(tf.ones([5], tf.uint8), shape=tf.TensorShape(None))

    @tf.function(input_signature=[tf.TensorSpec([None], tf.uint8)])
    def f(x: Any) -> Any:
        y = tf.identity(v.assign(x * 2))
        return y + 1 if tf.shape(y)[0] > 0 else y

    assert f(tf.constant([1, 2], tf.uint8)).numpy().tolist() == [3, 5]
    assert f(tf.constant([], tf.uint8)).shape == [0]


def test_folding_sharpens_types_behind() -> None:
    def f(x: Any) -> Any:
        size = call_function(build(lambda n: n * 2, tensor_type(tf.int32, (2,))), [tf.constant([1, 2])])[0]
        return op("Fill", size, 1.0) + tf.reduce_sum(x)

    graph = build(f, floats(3))
    assert graph.outputs[0].shape.as_list() == [None, None]
    assert optimized(graph).outputs[0].shape == (2, 4)


def test_large_results_and_failing_kernels_stay() -> None:
    result = optimized(
        build(lambda: [op("Fill", [1000, 1000], 1.0), op("GatherV2", tf.ones([4]) * 2.0, tf.constant([7]) + 1, 0)])
    )
    assert kinds(result)["Fill"] == 1 and kinds(result)["GatherV2"] == 1
    with pytest.raises(tf.errors.InvalidArgumentError):
        values(result)


def test_what_has_effects_is_not_folded() -> None:
    result = optimized(build(lambda: [tf.timestamp(), op("RandomUniform", [2], dtype=tf.float32)]))
    assert kinds(result)["Timestamp"] == 1 and kinds(result)["RandomUniform"] == 1


# CSE ----------------------------------------------------------------------------------------------------------


@each(
    "function, expected",
    [
        (lambda x, y: (x + y) * (x + y), {"AddV2": 1, "Mul": 1}),
        (lambda x, y: (x + y) * (y + x), {"AddV2": 1, "Mul": 1}),
        (lambda x, y: (x - y) * (y - x), {"Sub": 2, "Mul": 1}),
        (lambda x, y: tf.reduce_sum(x) * tf.reduce_sum(x, keepdims=True), {"Sum": 2, "Const": 1, "Mul": 1}),
        (lambda x, y: (x + 3.0) * (y + 3.0), {"AddV2": 2, "Const": 1, "Mul": 1}),
        (lambda x, y: (x + 0.0) * (y + -0.0) * (x + 0.0), {"AddV2": 1, "Const": 1, "Mul": 2}),
    ],
)
def test_merged(function: Any, expected: dict[str, int]) -> None:
    assert kinds(same(function, VECTOR, VECTOR)) == expected


def test_random_ops_are_not_merged() -> None:
    result = optimized(
        build(lambda: [op("RandomUniform", [2], dtype=tf.float32), op("RandomUniform", [2], dtype=tf.float32)])
    )
    assert kinds(result)["RandomUniform"] == 2


def run_on(variables: list[Any], function: Callable[[], Any]) -> tuple[FuncGraph, Any, Any]:
    """Run traced and optimised; the results, and what is left in the variables, must be the same."""
    graph = build(function)
    result = optimized(graph)
    start = [v.numpy() for v in variables]
    seen = []
    for g in (graph, result):
        for v, value in zip(variables, start, strict=True):
            v.assign(value)
        seen.append(([r.tolist() for r in values(g)], [v.numpy().tolist() for v in variables]))
    assert seen[0] == seen[1]
    return result, *seen[1]


def test_reads_are_merged_between_writes_only() -> None:
    v = tf.Variable([1.0, 2.0])

    def f() -> Any:
        a, b = v.read_value(), v.read_value()
        v.assign_add([1.0, 1.0])
        c, d = v.read_value(), v.read_value()
        return a, b, c, d

    result, results, _ = run_on([v], f)
    assert kinds(result)["ReadVariableOp"] == 2
    assert results == [[1.0, 2.0], [1.0, 2.0], [2.0, 3.0], [2.0, 3.0]]


def test_what_was_assigned_is_not_read() -> None:
    v = tf.Variable(1.0)

    def f() -> Any:
        v.assign(v * 3.0)
        return v + 1.0

    result, results, left = run_on([v], f)
    assert kinds(result)["ReadVariableOp"] == 1 and (results, left) == ([4.0], [3.0])


def test_writing_one_variable_leaves_the_value_of_another() -> None:
    v, w = tf.Variable(1.0), tf.Variable(2.0)

    def f() -> Any:
        a = v.read_value()
        w.assign_add(1.0)
        return a, v.read_value(), w.read_value()

    result, _, _ = run_on([v, w], f)
    assert kinds(result)["ReadVariableOp"] == 2


def test_handles_that_may_be_one_variable() -> None:
    """Two arguments may name the same variable, which only a call can tell."""
    handle = tensor_type(tf.resource, ())

    def f(a: Any, b: Any) -> Any:
        first = op("ReadVariableOp", a, dtype=tf.float32)
        apply("AssignAddVariableOp", (b, 1.0), {"dtype": tf.float32})
        return first, op("ReadVariableOp", a, dtype=tf.float32)

    result = optimized(build(f, handle, handle))
    v = tf.Variable(1.0)
    assert [float(r) for r in values(result, v.handle._array, v.handle._array)] == [1.0, 2.0]


def test_python_functions_and_bodies_may_write() -> None:
    v = tf.Variable(1.0)

    def f() -> Any:
        a = v.read_value()
        py_function(lambda: v.assign_add(1.0) and None, [], [])
        b = v.read_value()
        tf.cond(b > 0.0, lambda: v.assign_add(1.0).read_value(), lambda: v.read_value())
        return a, b, v.read_value()

    result, results, _ = run_on([v], f)
    assert results == [1.0, 2.0, 3.0] and kinds(result)["ReadVariableOp"] == 3


# DCE ----------------------------------------------------------------------------------------------------------


def test_what_nothing_needs_is_dropped(capsys: pytest.CaptureFixture[str]) -> None:
    v = tf.Variable(1.0)

    def f(x: Any) -> Any:
        v.read_value()
        tf.sqrt(x)
        op("RandomUniform", [2], dtype=tf.float32)
        tf.cond(tf.reduce_sum(x) > 0.0, lambda: v + 1.0, lambda: v + 2.0)
        v.assign(7.0)
        tf.print("printed")
        return x + 1.0

    result = optimized(build(f, floats(3)))
    assert set(kinds(result)) == {"AssignVariableOp", "PrintV2", "AddV2", "Const"}
    values(result, np.zeros(3, np.float32))
    assert float(v) == 7.0 and capsys.readouterr().err == "printed\n"


def test_branches_with_effects_stay() -> None:
    v = tf.Variable(1.0)

    def f(x: Any) -> Any:
        tf.cond(x > 0.0, lambda: v.assign_add(1.0).read_value(), lambda: v + 2.0)
        return x

    assert kinds(optimized(build(f, floats())))["If"] == 1


def _loop(x: Any, body: Callable[..., Any], *more: Any) -> Any:
    """Five rounds of a loop whose variables are a counter, x, and others."""
    return tf.while_loop(lambda i, *_: i < 5, lambda i, *v: (i + 1, *body(*v)), (0, x, *more))


def test_variables_of_loops_that_nothing_needs_are_dropped() -> None:
    def f(x: Any) -> Any:
        # y is needed for x, z for itself alone
        return _loop(x, lambda a, y, z: (a + y, y * 2.0, z + a), x, x)[1]

    graph = build(f, floats(3))
    result = same(f, VECTOR)
    (loop,) = [o for o in result.operations if o.type == "StatelessWhile"]
    (traced,) = [o for o in graph.operations if o.type == "StatelessWhile"]
    assert len(loop.inputs) == len(loop.outputs) == len(loop.attrs["body"].inputs) == 3
    assert len(loop.attrs["T"]) == len(loop.attrs["output_shapes"]) == len(loop.attrs["cond"].inputs) == 3
    assert len(traced.inputs) > 4 and kinds(loop.attrs["body"])["AddV2"] == 2


def test_variables_that_a_test_or_an_effect_needs_stay() -> None:
    v = tf.Variable(0.0)

    def effect(a: Any, z: Any) -> Any:
        v.assign_add(z)
        return a * 2.0, z + 1.0

    def f(x: Any) -> Any:
        return _loop(x, effect, 1.0)[1]

    def tested(x: Any) -> Any:
        return tf.while_loop(lambda a, z: z < 5.0, lambda a, z: (a * 2.0, z + 1.0), (x, 1.0))[0]

    result = optimized(build(f, floats(3)))
    values(result, np.ones(3, np.float32))
    assert float(v) == 15.0
    (loop,) = [o for o in same(tested, VECTOR).operations if o.type == "StatelessWhile"]
    assert len(loop.inputs) == 2


def test_variables_of_unknown_size_stay() -> None:
    (loop,) = [o for o in same(lambda x: _loop(x, lambda a, z: (a * 2.0, z + 1.0), x)[1], LOOSE).operations
               if o.type == "StatelessWhile"]  # fmt: skip
    assert len(loop.inputs) == 3


def test_inputs_stay() -> None:
    result = optimized(build(lambda x, y: y, floats(), floats()))
    assert len(result.inputs) == 2 and result.inputs[0].op in result.operations


# inline -------------------------------------------------------------------------------------------------------


def test_calls_are_inlined_at_every_depth() -> None:
    inner = build(lambda x: x * 2.0, floats(None))
    middle = build(lambda x: call_function(inner, [call_function(inner, [x])[0]])[0], floats(None))
    result = same(lambda x: call_function(middle, [x])[0] + call_function(inner, [x])[0], VECTOR)
    assert kinds(result) == {"Mul": 2, "AddV2": 1, "Const": 1}
    assert len({o.name for o in result.operations}) == len(result.operations)


def test_each_call_has_sizes_of_its_own() -> None:
    inner = build(lambda x: op("ConcatV2", [x, x], 0), floats(None))

    def f(x: Any, y: Any) -> Any:
        return call_function(inner, [x])[0], call_function(inner, [y])[0]

    result = optimized(build(f, floats(2), floats(None)))
    assert [v.shape.as_list() for v in result.outputs] == [[4], [None]]
    both = optimized(build(f, floats(None), floats(None)))
    assert both.outputs[0].type.dims != both.outputs[1].type.dims


def test_bodies_are_optimised_once() -> None:
    def f(x: Any) -> Any:
        return tf.cond(tf.reduce_sum(x) > 0.0, lambda: tf.identity(x) * 1.0, lambda: (x + 1.0) * (x + 1.0))

    graph = build(f, floats(9))
    before = next(o for o in graph.operations if o.type == "StatelessIf")
    after = next(o for o in optimized(graph).operations if o.type == "StatelessIf")
    assert kinds(after.attrs["then_branch"]) == {}
    assert kinds(after.attrs["else_branch"]) == {"Const": 1, "AddV2": 1, "Mul": 1}
    for name in ("then_branch", "else_branch"):
        assert optimize(before.attrs[name]) is after.attrs[name] is optimize(after.attrs[name])
    assert optimize(graph) is optimize(graph)


def test_loops_give_the_same() -> None:
    def f(x: Any) -> Any:
        step = tf.constant(2.0) * 1.0
        return tf.while_loop(lambda i, z: i < 2 + 3, lambda i, z: [i + 1, tf.identity(z) * step + 0.5 * 2.0], [0, x])[1]

    result = same(f, (floats(2), np.array([1.0, -1.0], np.float32)))
    body = next(o for o in result.operations if o.type == "StatelessWhile").attrs["body"]
    assert "Identity" not in kinds(body)


def recursive(conditional: bool) -> FuncGraph:
    """f(n) = n + f(n - 1) while n > 0, or without end."""
    graph = TracingGraph("sum_to")
    type_ = tensor_type(tf.int32, ())
    stand_in = build(lambda n: n, type_)

    with as_default_graph(graph):
        n = graph.placeholder(type_, "n")
        if conditional:
            result = tf.cond(n > 0, lambda: n + call_function(stand_in, [n - 1])[0], lambda: tf.constant(0))
        else:
            result = n + call_function(stand_in, [n - 1])[0]
        graph.outputs = [result]
    graph.finish()
    for g in (graph, *graph.functions()):
        for o in g.operations:
            if o.type == "PartitionedCall":
                o.attrs = {**o.attrs, "f": graph}
    return graph


def test_recursion_under_a_condition() -> None:
    graph = recursive(conditional=True)
    result = optimize(graph)
    verify(result)
    assert int(NumpyProgram(result).run([np.int32(10)])[0]) == 55
    again = optimized(build(lambda n: call_function(graph, [n])[0], tensor_type(tf.int32, ())))
    assert int(values(again, np.int32(4))[0]) == 10


def test_recursion_without_end_is_refused() -> None:
    with pytest.raises(RecursionError, match="'sum_to' calls itself whenever it runs"):
        optimize(recursive(conditional=False))
    # nothing is left behind that would make other graphs fail
    assert optimize(build(lambda x: x + 1.0, floats(2))).outputs


# all together -------------------------------------------------------------------------------------------------


def random_program(x: Any, y: Any, size: int, seed: int) -> list[Any]:
    choose = random.Random(seed)
    result = [x, y]
    while len(result) < size:
        near = result[-50:]
        r = choose.random()
        if r < 0.5:
            result.append(
                op(choose.choice(["AddV2", "Mul", "Sub", "Maximum"]), choose.choice(near), choose.choice(near))
            )
        elif r < 0.8:
            result.append(op(choose.choice(["Tanh", "Identity", "Sigmoid", "Neg"]), choose.choice(near)))
        elif r < 0.9:
            result.append(tf.matmul(choose.choice(near), tf.transpose(choose.choice(near), [1, 0])))
        else:
            result.append(
                op(choose.choice(["AddV2", "Mul", "RealDiv"]), choose.choice(near), float(choose.randint(1, 4)))
            )
    return result[-10:]


@each("seed", range(8))
def test_random_programs_keep_their_bits(seed: int) -> None:
    arrays = [np.random.default_rng(seed).normal(size=(4, 4)).astype(np.float32) for _ in range(2)]
    with np.errstate(all="ignore"):
        same(lambda x, y: random_program(x, y, 120, seed), (floats(4, 4), arrays[0]), (floats(4, 4), arrays[1]))


def test_work_grows_with_the_number_of_operations() -> None:
    """Passes are linear: a graph four times as large takes four times the calls, a few constant ones aside."""

    def work(size: int) -> int:
        graph = build(lambda x, y: random_program(x, y, size, 0), floats(8, 8), floats(8, 8))
        with options.overridden(verify=False):
            return calls_made(lambda: optimize(graph))

    work(10)  # what is imported and looked up once
    assert 3 < work(2000) / work(500) < 5


WALKS: dict[str, tuple[int, Callable[..., Any]]] = {
    "nothing to do": (1, tf.tanh),
    "all is done at once": (1, lambda x: (x + 2.0) * 1.0 + (x + tf.constant(2.0))),
    "a size is known late": (2, lambda x: tf.cond(tf.constant(True), lambda: x, lambda: x[:2]) + 1.0),
}


@each("name", WALKS)
def test_another_walk_is_for_what_became_known_late(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted, function = WALKS[name]
    graph = build(function, floats(4))
    walked: list[Any] = []
    run = Rewriter.run

    def counted(self: Rewriter) -> bool:
        walked.append(self.graph)
        return run(self)

    monkeypatch.setattr(Rewriter, "run", counted)
    with options.overridden(verify=False):
        result = optimize(graph)
    assert walked.count(result) == wanted, print_graph(result)


def test_the_given_graph_keeps_its_bodies() -> None:
    graph = build(lambda x: tf.cond(x > 0.0, lambda: x * 1.0, lambda: x), floats())
    copied = copy_graph(graph)
    optimize(graph)
    assert print_graph(copied) == print_graph(graph)
