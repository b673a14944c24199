"""GraphDef export of graphs built by hand: names, attributes, effects, functions, arguments, errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.dtypes import float32, int32, resource
from graphwright.base.shape import TensorShape
from graphwright.core.context import as_default_graph
from graphwright.core.dispatch import apply
from graphwright.core.tracing import TracingGraph
from graphwright.core.variable import Variable
from graphwright.graphdef.attrs import attr_value, kind_of
from graphwright.graphdef.effects import effect_edges, read_only_resources
from graphwright.graphdef.export import Library, func_graph_to_function_def, graph_to_graph_def
from graphwright.ir.graph import Graph
from graphwright.ir.types import TensorType, tensor_type
from tests.golden.graphtext import graph_text

VECTOR = tensor_type(float32, (2,))


def build(body: Callable[..., Any], *arguments: tuple[str, TensorType], name: str = "f") -> TracingGraph:
    """The graph of a function of tensors; each returned tensor goes through an Identity."""
    graph = TracingGraph(name)
    with as_default_graph(graph):
        provided = [graph.placeholder(t, n, n) for n, t in arguments]
        result = body(*provided)
        results = result if isinstance(result, (list, tuple)) else [] if result is None else [result]
        graph.outputs = [apply("Identity", (r,)) for r in results]
    graph.finish()
    return graph


def inputs_of(nodes: Any) -> dict[str, list[str]]:
    return {node.name: list(node.input) for node in nodes}


def test_nodes_inputs_and_attributes() -> None:
    graph = build(lambda x: apply("Unpack", (x,), {"num": 2})[1], ("x", VECTOR))
    argument, *others = graph_text(graph.as_graph_def())
    attrs = '_user_specified_name=(s: "x") dtype=(type: DT_FLOAT) shape=(shape { dim { size: 2 } })'
    assert argument == f"x = Placeholder() {attrs}"
    assert others == [
        "Unpack = Unpack(x) T=(type: DT_FLOAT) axis=(i: 0) num=(i: 2)",
        "Identity = Identity(Unpack:1) T=(type: DT_FLOAT)",
        "versions producer: 2474",
    ]


def test_functions_name_outputs_by_argument_and_index() -> None:
    graph = build(lambda x: apply("Split", (np.int32(0), x), {"num_split": 2})[1], ("x", VECTOR))
    result = func_graph_to_function_def(graph)
    assert inputs_of(result.node_def)["Identity"] == ["Split:output:1"]
    assert [a.name for a in result.signature.input_arg] == ["x"]
    assert dict(result.ret) == {"identity": "Identity:output:0"}
    assert "x" not in inputs_of(result.node_def)
    assert result.arg_attr[0].attr["_user_specified_name"].s == b"x"


def test_names_of_arguments_are_made_legal_and_unique() -> None:
    names = ("A.b/C", "a_b_c", "9", "identity", "identity/1")
    graph = build(lambda *a: a[0], *[(name, VECTOR) for name in names])
    signature = func_graph_to_function_def(graph).signature
    assert [a.name for a in signature.output_arg] == ["identity_1"]
    assert [a.name for a in signature.input_arg] == [
        "a_b_c",
        "a_b_c_0",
        "unknown",
        "identity",
        "identity_1_0",
    ]


def test_an_argument_returned_as_it_is() -> None:
    graph = build(lambda x: x, ("x", VECTOR))
    graph.outputs = [graph.inputs[0]]
    result = func_graph_to_function_def(graph)
    assert dict(result.ret) == {"x": "x_0"}


def test_effects_wait_per_resource_and_results_wait_for_all() -> None:
    v, w = Variable([1.0, 2.0]), Variable([1.0, 2.0])

    def body(x: Any) -> Any:
        v.assign(x)
        first = v.read_value()
        w.assign(x)
        second = v.read_value()
        v.assign_add(first)
        return second

    graph = build(body, ("x", VECTOR))
    found = inputs_of(graph.as_graph_def().node)
    handle_v, handle_w = (v.name for v in (c.op for c in graph.internal_captures))
    assert found["AssignVariableOp"] == [handle_v, "x"]
    assert found["ReadVariableOp"] == [handle_v, "^AssignVariableOp"]
    assert found["AssignVariableOp_1"] == [handle_w, "x"]
    assert found["ReadVariableOp_1"] == [handle_v, "^AssignVariableOp"]
    before = ["^AssignVariableOp", "^ReadVariableOp", "^ReadVariableOp_1"]
    assert found["AssignAddVariableOp"] == [handle_v, "ReadVariableOp", *before]
    assert found["Identity"] == ["ReadVariableOp_1", "^NoOp"]
    effects = [
        "AssignAddVariableOp",
        "AssignVariableOp",
        "AssignVariableOp_1",
        "ReadVariableOp",
        "ReadVariableOp_1",
    ]
    assert found["NoOp"] == [f"^{name}" for name in effects]
    result = func_graph_to_function_def(graph)
    assert result.signature.is_stateful
    assert list(result.signature.control_output) == effects
    assert dict(result.control_ret) == {name: name for name in effects}


def test_a_result_that_an_effect_uses_does_not_wait_for_it() -> None:
    v = Variable([1.0, 2.0])
    graph = build(lambda x: x, ("x", VECTOR))
    with as_default_graph(graph):
        graph.frozen = False
        v.assign(graph.outputs[0])
    found = inputs_of(graph.as_graph_def().node)
    assert found["Identity"] == ["x"]
    assert "NoOp" not in found


def test_pure_functions_have_no_effects() -> None:
    result = func_graph_to_function_def(build(lambda x: x + x, ("x", VECTOR)))
    assert not result.signature.is_stateful
    assert not result.control_ret
    assert [n.op for n in result.node_def] == ["AddV2", "Identity"]


def test_declared_control_inputs_are_kept() -> None:
    graph = build(lambda x: [x + x, x * x], ("x", VECTOR))
    _, first, second, *_ = graph.operations
    second.control_inputs.append(first)
    assert inputs_of(graph.as_graph_def().node)[second.name] == ["x", "x", f"^{first.name}"]


def test_branches_know_what_they_only_read() -> None:
    v, w = Variable([1.0, 2.0]), Variable([1.0, 2.0])

    def body(x: Any, p: Any) -> Any:
        return tf.cond(p, lambda: v.read_value() + w.assign(x).read_value(), lambda: x)

    graph = build(body, ("x", VECTOR), ("p", tensor_type(tf.bool, ())))
    (branch,) = (op for op in graph.operations if op.type == "If")
    read_only = read_only_resources(branch)
    names = {i: branch.inputs[i].op for i in read_only}
    handles = [i for i, value in enumerate(branch.inputs) if value.dtype is resource]
    assert len(handles) == 2
    assert list(names) == [handles[0]]
    node = next(n for n in graph.as_graph_def().node if n.op == "If")
    assert list(node.attr["_read_only_resource_inputs"].list.i) == read_only
    assert node.attr["_lower_using_switch_merge"].b
    assert branch.name in effect_edges(graph).must_run


def test_the_library_holds_each_function_once_and_callees_of_callees() -> None:
    inner = build(lambda x: x + x, ("x", VECTOR), name="inner")
    twin = build(lambda x: x * x, ("x", VECTOR), name="inner")

    def call(function: TracingGraph, x: Any) -> Any:
        return apply("PartitionedCall", ([x],), {"f": function, "Tout": [float32]})[0]

    middle = build(lambda x: call(inner, call(twin, x)), ("x", VECTOR), name="middle")
    graph = build(lambda x: call(middle, call(inner, x)), ("x", VECTOR))
    result = graph.as_graph_def()
    names = [f.signature.name for f in result.library.function]
    assert sorted(names) == ["inner", "inner_0", "middle"]
    by_name = {f.signature.name: f for f in result.library.function}
    called = [n.attr["f"].func.name for n in by_name["middle"].node_def if n.op == "PartitionedCall"]
    assert called == ["inner_0", "inner"]
    assert [n.op for n in by_name["inner_0"].node_def] == ["Mul", "Identity"]
    assert result.versions.min_consumer == 12


def test_shapes_are_added_on_request() -> None:
    inner = build(lambda x: x + x, ("x", VECTOR), name="inner")
    graph = build(lambda x: apply("PartitionedCall", ([x],), {"f": inner, "Tout": [float32]})[0], ("x", VECTOR))
    result = graph.as_graph_def(add_shapes=True)
    assert all(n.attr["_output_shapes"].list.shape[0].dim[0].size == 2 for n in result.node)
    (function,) = result.library.function
    assert function.attr["_input_shapes"].list.shape[0].dim[0].size == 2
    assert all("_output_shapes" in n.attr for n in function.node_def)
    assert "_output_shapes" not in graph.as_graph_def().node[0].attr


def test_handle_data_of_captured_variables() -> None:
    v = Variable([[1, 2]], shape=[None, 2])
    graph = build(lambda: v.read_value())
    (arg,) = func_graph_to_function_def(graph, handle_data=True).signature.input_arg
    (data,) = arg.handle_data
    assert data.dtype == int32.as_datatype_enum
    assert [d.size for d in data.shape.dim] == [-1, 2]
    assert not func_graph_to_function_def(graph).signature.input_arg[0].handle_data


def test_handle_data_reaches_functions_inside_functions() -> None:
    v = Variable([1.0, 2.0])
    graph = build(lambda p: tf.cond(p, lambda: v.read_value(), lambda: tf.zeros([2])), ("p", tensor_type(tf.bool, ())))
    library = Library()
    func_graph_to_function_def(graph, library=library)
    for created in library.write(handle_data=True):
        (arg,) = (a for a in created.signature.input_arg if a.type == resource.as_datatype_enum)
        assert arg.handle_data[0].shape.dim[0].size == 2


def test_attributes_of_functions() -> None:
    graph = build(lambda x: x, ("x", VECTOR))
    graph.attributes["_implements"] = "mine"
    result = func_graph_to_function_def(graph, "other")
    assert result.attr["_implements"].s == b"mine"
    assert result.attr["_construction_context"].s == b"kEagerRuntime"
    assert result.signature.name == "other"


def test_plain_graphs() -> None:
    graph = Graph()
    result = graph_to_graph_def(graph)
    assert result.versions.producer == 2474
    assert not result.HasField("library")


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (True, "bool", "b: true"),
        (3, "int", "i: 3"),
        (1.5, "float", "f: 1.5"),
        ("a\n", "string", 's: "a\\n"'),
        (b"\xff", "string", 's: "\\377"'),
        (float32, "type", "type: DT_FLOAT"),
        (TensorShape([None, 2]), "shape", "shape { dim { size: -1 } dim { size: 2 } }"),
        (TensorShape([]), "shape", "shape { }"),
        (TensorShape(None), "shape", "shape { unknown_rank: true }"),
        ([1, 2], "list(int)", "list { i: 1 i: 2 }"),
        ([], "list(int)", "list { }"),
        (["a"], "list(string)", 'list { s: "a" }'),
        ([float32, int32], "list(type)", "list { type: DT_FLOAT type: DT_INT32 }"),
        ([TensorShape([])], "list(shape)", "list { shape { } }"),
        (np.float32(2), "float", "f: 2"),
        (np.array([4], np.int32), "tensor", "tensor { dtype: DT_INT32 tensor_shape { dim { size: 1 } } int_val: 4 }"),
    ],
)
def test_attribute_values(value: Any, kind: str, text: str) -> None:
    assert kind_of(value) == kind
    assert " ".join(str(attr_value(value, kind, lambda f: f.name)).split()) == text


def test_values_that_no_attribute_can_have() -> None:
    with pytest.raises(TypeError, match=r"cannot hold .* of type object"):
        kind_of(object())
