"""Operations as messages: NodeDefs, OpDefs, attributes in TensorFlow's form, the functions that a graph calls."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.interop.func_graph import FuncGraph, function_def_to_graph


def traced() -> Any:
    @tf.function
    def f(x: Any, n: Any) -> Any:
        y = tf.nn.leaky_relu(tf.split(x, 2, axis=0)[0], 0.25)
        y = tf.nn.conv2d(y, tf.ones([1, 1, 1, 1]), 1, "SAME")
        while n > 0:
            y, n = y * 0.5, n - 1
        return y

    return f.get_concrete_function(tf.TensorSpec([None, 2, 2, 1]), tf.TensorSpec([], tf.int32)).graph


@pytest.fixture(scope="module")
def graph() -> Any:
    return traced()


def of_type(graph: Any, type_: str) -> Any:
    return next(op for op in graph.get_operations() if op.type == type_)


@pytest.mark.parametrize(
    ("type_", "name", "expected"),
    [
        ("Placeholder", "dtype", tf.float32),
        ("Split", "num_split", 2),
        ("LeakyRelu", "alpha", 0.25),
        ("Conv2D", "padding", b"SAME"),
        ("Conv2D", "strides", [1, 1, 1, 1]),
        ("Conv2D", "explicit_paddings", []),
        ("Conv2D", "use_cudnn_on_gpu", True),
        ("StatelessWhile", "_lower_using_switch_merge", True),
        ("Placeholder", "_user_specified_name", b"x"),
    ],
)
def test_attributes_have_the_form_of_messages(graph: Any, type_: str, name: str, expected: Any) -> None:
    assert of_type(graph, type_).get_attr(name) == expected


def test_shapes_tensors_and_functions_are_messages(graph: Any) -> None:
    assert [d.size for d in of_type(graph, "Placeholder").get_attr("shape").dim] == [-1, 2, 2, 1]
    constants = [op.get_attr("value") for op in graph.get_operations() if op.type == "Const"]
    assert any(np.array_equal(tf.make_ndarray(c), np.ones([1, 1, 1, 1], np.float32)) for c in constants)
    loop = of_type(graph, "StatelessWhile")
    assert loop.get_attr("body").name == loop.attrs["body"].name
    assert [shape.unknown_rank for shape in loop.get_attr("output_shapes")] == [False] * len(loop.outputs)
    assert loop.get_attr("T") == [v.dtype for v in loop.inputs]


def test_an_attribute_that_is_not_there() -> None:
    op = traced().get_operations()[0]
    with pytest.raises(ValueError, match=f"Operation '{op.name}' has no attr named 'absent'"):
        op.get_attr("absent")


def test_node_defs_are_those_of_the_graph(graph: Any) -> None:
    nodes = {node.name: node for node in graph.as_graph_def().node}
    for op in graph.get_operations():
        assert op.node_def == nodes[op.name]


def test_node_defs_of_functions_with_effects_name_what_they_wait_for() -> None:
    v = tf.Variable(1.0)

    @tf.function
    def f() -> Any:
        v.assign_add(1.0)
        return v.read_value()

    graph = f.get_concrete_function().graph
    nodes = {node.name: node for node in graph.as_graph_def().node}
    read = next(op for op in graph.get_operations() if op.type == "ReadVariableOp")
    assert any(name.startswith("^") for name in read.node_def.input)
    assert list(read.node_def.input) == list(nodes[read.name].input)


@pytest.mark.parametrize(
    ("op", "inputs", "outputs", "attrs"),
    [
        (tf.raw_ops.Pack, [("values", "T", "N")], [("output", "T", "")], {"N": "int", "T": "type", "axis": "int"}),
        (tf.raw_ops.ReadVariableOp, [("resource", "", "")], [("value", "dtype", "")], {"dtype": "type"}),
    ],
)
def test_op_defs(op: Any, inputs: list[Any], outputs: list[Any], attrs: dict[str, str]) -> None:
    with tf.Graph().as_default() as graph:
        if op is tf.raw_ops.Pack:
            tf.stack([tf.compat.v1.placeholder(tf.float32, [])] * 2)
        else:
            tf.compat.v1.get_variable("v", [2]).read_value()
    definition = next(o for o in graph.get_operations() if o.type == op.__name__).op_def
    for found, expected in ((definition.input_arg, inputs), (definition.output_arg, outputs)):
        assert [(a.name, a.type_attr, a.number_attr) for a in found] == expected
    assert {a.name: a.type for a in definition.attr} == attrs
    assert definition.is_stateful == (op is tf.raw_ops.ReadVariableOp)


def test_op_defs_say_what_attributes_may_be(graph: Any) -> None:
    attrs = {a.name: a for a in of_type(graph, "Conv2D").op_def.attr}
    assert attrs["data_format"].default_value.s == b"NHWC"
    assert b"NCHW" in attrs["data_format"].allowed_values.list.s
    assert tf.float32.as_datatype_enum in attrs["T"].allowed_values.list.type


def test_the_functions_of_a_graph_become_graphs_again(graph: Any) -> None:
    loop = of_type(graph, "StatelessWhile")
    found = graph._functions
    assert set(found) == {loop.attrs["body"].name, loop.attrs["cond"].name}
    definition = found[loop.attrs["body"].name].definition
    again = function_def_to_graph(definition, input_shapes=[v.shape for v in loop.inputs])
    assert isinstance(again, FuncGraph)
    body = loop.attrs["body"]
    assert [op.type for op in again.get_operations()] == [op.type for op in body.get_operations()]
    assert [v.dtype for v in again.outputs] == [v.dtype for v in body.outputs]
    assert all(v.name.startswith(body.name) for v in again.inputs)


def test_bodies_that_call_others_find_them() -> None:
    @tf.function
    def f(x: Any) -> Any:
        if x > 0.0:
            y = x * 2.0
            if y > 1.0:
                x = y
        return x

    graph = f.get_concrete_function(tf.TensorSpec([])).graph
    outer = of_type(graph, "StatelessIf").attrs["then_branch"]
    again = function_def_to_graph(graph._functions[outer.name].definition)
    assert of_type(again, "StatelessIf").attrs["then_branch"] is of_type(outer, "StatelessIf").attrs["then_branch"]


def test_shapes_are_those_of_the_message_or_those_passed_where_it_has_none() -> None:
    @tf.function
    def f(x: Any) -> Any:
        if x[0, 0] > 0.0:
            x = tf.matmul(x, x)
        return x

    graph = f.get_concrete_function(tf.TensorSpec([2, 2])).graph
    branch = of_type(graph, "StatelessIf").attrs["then_branch"]
    definition = graph._functions[branch.name].definition
    assert function_def_to_graph(definition, input_shapes=[[None, 2]]).outputs[0].shape == [2, 2]
    definition.arg_attr.clear()
    assert function_def_to_graph(definition, input_shapes=[[3, 3]]).outputs[0].shape == [3, 3]
    with pytest.raises(tf.errors.InvalidArgumentError, match="MatMul"):
        function_def_to_graph(definition, input_shapes=[[3]])


def test_captures_and_variables_of_a_graph() -> None:
    v, big = tf.Variable(2.0), tf.constant([1.0] * 500)
    concrete = tf.function(lambda x: x * v + big).get_concrete_function(tf.TensorSpec([500]))
    captures = concrete.graph.function_captures
    outside = [id(c) for c in concrete._captured_inputs]
    assert outside == list(captures.by_val_external) == list(captures.by_val_internal)
    assert [t.name for t in captures.by_val_internal.values()] == [t.name for t in concrete.graph.inputs[1:]]
    assert concrete.graph.variables == (v,)
