"""The verifier finds what is wrong with a graph, and the printer shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors
from graphwright.base.shape import Symbol
from graphwright.ir.funcgraph import FuncGraph, copy_graph
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import infer
from graphwright.ir.printer import print_graph
from graphwright.ir.types import tensor_type
from graphwright.ir.verify import Verified, verify


def branching() -> FuncGraph:
    """A graph with arithmetic, an If, a While and a constant."""

    def f(x: Any, n: Any) -> Any:
        y = tf.cond(n > 0, lambda: x + 1.0, lambda: x - 1.0)
        return tf.while_loop(lambda i, z: i < n, lambda i, z: [i + 1, z * 2.0], [0, y])[1]

    specs = [tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.int32)]
    return copy_graph(tf.function(f).get_concrete_function(*specs).graph)


def op_of(graph: FuncGraph, kind: str) -> Operation:
    return next(op for op in graph.operations if op.type.endswith(kind))


def test_good_graphs_pass() -> None:
    verify(branching())
    verify(FuncGraph("empty"))


def _used_too_early(g: FuncGraph) -> None:
    g.operations.remove(op_of(g, "Greater"))
    g.operations.append(op_of(branching(), "Greater"))


def _moved_behind(g: FuncGraph) -> None:
    op = op_of(g, "Greater")
    g.operations.remove(op)
    g.operations.append(op)


def _same_name(g: FuncGraph) -> None:
    g.operations[-1].name = g.operations[0].name


def _other_graph(g: FuncGraph) -> None:
    op_of(g, "Greater").inputs[0] = op_of(branching(), "Greater").inputs[0]


def _wrong_dtype(g: FuncGraph) -> None:
    op_of(g, "Greater").inputs[0] = g.inputs[0]


def _missing_attr(g: FuncGraph) -> None:
    op_of(g, "Greater").attrs = {}


def _too_few_inputs(g: FuncGraph) -> None:
    op_of(g, "If").inputs.pop()


def _impossible_shape(g: FuncGraph) -> None:
    op_of(g, "Greater").outputs[0].type = tensor_type(tf.bool, (3,))


def _wrong_output_dtype(g: FuncGraph) -> None:
    op_of(g, "Greater").outputs[0].type = tensor_type(tf.int32, ())


def _wrong_constant(g: FuncGraph) -> None:
    op = op_of(g, "Const")
    op.attrs = {**op.attrs, "value": np.zeros(3, np.int8)}


def _foreign_output(g: FuncGraph) -> None:
    g.outputs = [op_of(branching(), "Greater").outputs[0]]


def _input_is_computed(g: FuncGraph) -> None:
    g.inputs[1] = op_of(g, "Greater").outputs[0]


def _no_value(g: FuncGraph) -> None:
    op_of(g, "Greater").inputs[0] = 3


def _wrong_owner(g: FuncGraph) -> None:
    op = op_of(g, "Greater")
    op.outputs = [Value(op, 1, op.outputs[0].type)]


def _branch_of_another_signature(g: FuncGraph) -> None:
    op = op_of(g, "If")
    op.attrs = {**op.attrs, "then_branch": FuncGraph("nothing")}


def _body_that_changes_a_dtype(g: FuncGraph) -> None:
    op = op_of(g, "While")
    body = copy_graph(op.attrs["body"])
    body.outputs = [body.outputs[0], *[body.outputs[0]] * (len(body.outputs) - 1)]
    op.attrs = {**op.attrs, "body": body}


def _condition_without_bool(g: FuncGraph) -> None:
    op = op_of(g, "While")
    cond = copy_graph(op.attrs["cond"])
    cond.outputs = [cond.inputs[0]]
    op.attrs = {**op.attrs, "cond": cond}


def _broken_body(g: FuncGraph) -> None:
    op = op_of(g, "If")
    body = copy_graph(op.attrs["then_branch"])
    body.operations[-1].name = body.operations[0].name
    op.attrs = {**op.attrs, "then_branch": body}


@pytest.mark.parametrize(
    "damage, message",
    [
        (_used_too_early, "is not in the graph"),
        (_moved_behind, "is used before it is defined"),
        (_same_name, "another operation has the same name"),
        (_other_graph, "is a value of graph"),
        (_wrong_dtype, "must be float32, it is int32|must be int32, it is float32"),
        (_missing_attr, "attributes ['T'] are missing"),
        (_too_few_inputs, "there are"),
        (_impossible_shape, "by its shape rule bool[]"),
        (_wrong_output_dtype, "by its signature bool"),
        (_wrong_constant, "its value is int8[3]"),
        (_foreign_output, "its output 0"),
        (_input_is_computed, "comes from a Greater, not from a Placeholder"),
        (_no_value, "is no value of a graph but 3"),
        (_wrong_owner, "says it is output 1"),
        (_branch_of_another_signature, "'then_branch' (nothing): inputs: the function has 0"),
        (_body_that_changes_a_dtype, "in the function and"),
        (_condition_without_bool, "its condition must give one bool"),
        (_broken_body, "another operation has the same name"),
    ],
)
def test_damage_is_found(damage: Callable[[FuncGraph], None], message: str) -> None:
    graph = branching()
    damage(graph)
    with pytest.raises(errors.InternalError) as caught:
        verify(graph, "after the damage")
    text = str(caught.value)
    assert text.startswith("Malformed graph after the damage: graph '")
    assert any(m in text for m in message.split("|")), text


# the printer --------------------------------------------------------------------------------------------------


def test_printed_graph() -> None:
    graph = copy_graph(
        tf.function(lambda x, y: tf.matmul(x, y, transpose_b=True) + 1.0)
        .get_concrete_function(tf.TensorSpec([None, 3]), tf.TensorSpec([4, 3]))
        .graph,
        name="f",
    )
    assert print_graph(graph) == "\n".join(
        [
            "function f(x: float32[a,3], y: float32[4,3]) {",
            "  MatMul = MatMul(x, y) [transpose_a=False, transpose_b=True, grad_a=False, grad_b=False]: float32[a,4]",
            "  add/y = Const() [value=1.0, dtype=float32]: float32[]",
            "  add = AddV2(MatMul, add/y): float32[a,4]",
            "  Identity = Identity(add): float32[a,4]",
            "  return Identity",
            "}",
        ]
    )


def test_printed_bodies_and_captures() -> None:
    v = tf.Variable(1.0)
    text = print_graph(copy_graph(tf.function(lambda n: tf.cond(n > 0, lambda: v + 1.0, lambda: v * 2.0))
                                  .get_concrete_function(tf.TensorSpec([], tf.int32)).graph))  # fmt: skip
    assert "captures (" in text and ": resource[]" in text
    assert text.count("function ") == 3 and "then_branch=@" in text and "else_branch=@" in text


def test_letters_for_many_sizes() -> None:
    graph = FuncGraph("many")
    record = op_of(branching(), "Placeholder").record
    for i in range(30):
        type_ = tensor_type(tf.float32, (Symbol(),))
        op = graph.add_op(record, (), {"dtype": tf.float32, "shape": type_.shape}, [type_], f"x{i}")
        graph.inputs.append(op.outputs[0])
    text = print_graph(graph)
    assert "x0: float32[a]" in text and "x25: float32[z]" in text and "x26: float32[a1]" in text


def _narrower_type(graph: FuncGraph) -> None:
    op_of(graph, "AddV2").outputs[0].type = tensor_type(tf.float32, (7, 7))


def _another_attribute(graph: FuncGraph) -> None:
    op_of(graph, "Cast").attrs["DstT"] = tf.int32


def _another_constant(graph: FuncGraph) -> None:
    """The op after it has a type that follows from the constant's value."""
    op_of(graph, "Const").attrs["value"] = np.array([3, 2])


@pytest.mark.parametrize("change", [_narrower_type, _another_attribute, _another_constant])
def test_changes_after_an_earlier_check_are_found(change: Callable[[FuncGraph], None]) -> None:
    def f(x: Any) -> Any:
        return tf.reshape(tf.cast(x + 1.0, tf.float64), tf.constant([2, 3])) * 2.0

    graph = copy_graph(tf.function(f).get_concrete_function(tf.TensorSpec([6], tf.float32)).graph)
    earlier: Verified = {}
    verify(graph, "", earlier)
    verify(graph, "", earlier)
    change(graph)
    with pytest.raises(errors.InternalError, match="Malformed graph after: "):
        verify(graph, "after", earlier)
    with pytest.raises(errors.InternalError):
        verify(graph, "alone")


def test_what_is_unchanged_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []

    def spied(record: Any, *args: Any) -> Any:
        looked_at.append(record.name)
        return infer(record, *args)

    monkeypatch.setattr("graphwright.ir.verify.infer", spied)
    graph = copy_graph(
        tf.function(lambda x, y: (tf.tanh(x + 1.0), tf.exp(y))).get_concrete_function(*[tf.TensorSpec([2])] * 2).graph
    )
    earlier: Verified = {}
    verify(graph, "", earlier)
    assert {"AddV2", "Tanh", "Exp"} <= set(looked_at)
    looked_at.clear()
    verify(graph, "", earlier)
    assert looked_at == []
    op_of(graph, "AddV2").inputs.reverse()
    verify(graph, "", earlier)
    assert looked_at == ["AddV2", "Tanh", "Identity"]  # and not the other output
