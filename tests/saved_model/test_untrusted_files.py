"""Untrusted files: exceeded limits, cycles, paths that leave the folder, and ops that access files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.checkpoint.bundle_reader import BundleReader
from graphwright.checkpoint.bundle_writer import BundleWriter
from graphwright.checkpoint.messages import CLASSES as CHECKPOINT_CLASSES
from graphwright.checkpoint.object_graph import GRAPH_KEY
from graphwright.graphdef import messages
from graphwright.graphdef.foreign_ops import ForeignOps
from graphwright.graphdef.import_ import import_graph
from graphwright.ir.funcgraph import FuncGraph
from graphwright.saved_model import model_reader
from graphwright.saved_model.messages import CLASSES
from graphwright.saved_model.structured_values import DEEPEST
from tests.graphdef.record_v1_programs import PROGRAMS
from tests.saved_model.test_saved_model import GOLDEN

INVALID, DATA_LOSS = tf.errors.InvalidArgumentError, tf.errors.DataLossError
Harm = Callable[[Any], Any]


def harmed(folder: Path, name: str, harm: Harm) -> Path:
    """A copy of a model of TensorFlow's with its MetaGraph changed."""
    shutil.copytree(GOLDEN / name, folder / "model")
    file = folder / "model" / "saved_model.pb"
    model = CLASSES["SavedModel"].FromString(file.read_bytes())
    harm(model.meta_graphs[0])
    file.write_bytes(model.SerializeToString())
    return folder / "model"


def _library(meta: Any) -> Any:
    return meta.graph_def.library.function


def _node(meta: Any, op: str) -> Any:
    return next(n for f in _library(meta) for n in f.node_def if n.op == op)


def _objects(meta: Any, kind: str) -> Any:
    return next(getattr(n, kind) for n in meta.object_graph_def.nodes if n.WhichOneof("kind") == kind)


def _concrete(meta: Any) -> Any:
    name = _objects(meta, "function").concrete_functions[0]
    return meta.object_graph_def.concrete_functions[name]


def _nest(meta: Any) -> None:
    value = CLASSES["StructuredValue"](string_value="x")
    for _ in range(DEEPEST + 5):
        around = CLASSES["StructuredValue"]()
        around.tuple_value.values.add().CopyFrom(value)
        value = around
    _concrete(meta).canonicalized_input_signature.CopyFrom(value)


def _tuple_in_itself(meta: Any) -> None:
    nodes = meta.object_graph_def.nodes
    result = nodes.add()
    result.user_object.identifier = "trackable_tuple_wrapper"
    result.children.add(node_id=len(nodes) - 1, local_name="0")
    nodes[0].children.add(node_id=len(nodes) - 1, local_name="round")


def _calls_itself(meta: Any) -> None:
    function = _library(meta)[0]
    node = function.node_def.add(name="again", op="PartitionedCall")
    node.attr["Tin"].list.type.extend(a.type for a in function.signature.input_arg)
    node.attr["Tout"].list.SetInParent()
    node.attr["f"].func.name = function.signature.name
    node.input.extend(a.name for a in function.signature.input_arg)


def _constant(dims: list[int], **values: Any) -> Harm:
    """Another value in the place of a function's constants."""

    def harm(meta: Any) -> None:
        for node in (n for f in _library(meta) for n in f.node_def if n.op == "Const"):
            tensor = messages.TensorProto(dtype=node.attr["dtype"].type, **values)
            for size in dims:
                tensor.tensor_shape.dim.add(size=size)
            node.attr["value"].tensor.ParseFromString(tensor.SerializeToString())
            node.attr.pop("_output_shapes", None)

    return harm


REFUSED: dict[str, tuple[str, Harm, type[Exception], str]] = {
    # depths
    "a structure nested too deep": ("mlp", _nest, tf.errors.OpError, "nests more than|no SavedModel"),
    # inputs, cycles, recursion
    "a tuple that is part of itself": ("mlp", _tuple_in_itself, INVALID, "part of itself"),
    "a function that calls itself": ("mlp", _calls_itself, INVALID, "calls itself without end"),
    "a node that uses itself": (
        "mlp", lambda m: _node(m, "MatMul").input.__setitem__(0, _node(m, "MatMul").name + ":product:0"), INVALID,
        "circle",
    ),
    "an output that its op has not": (
        "mlp", lambda m: _node(m, "Relu").input.__setitem__(0, _node(m, "MatMul").name + ":product:7"), INVALID,
        "no such output",
    ),
    "a control edge in the place of data": (
        "mlp", lambda m: _node(m, "Relu").input.__setitem__(0, "^" + _node(m, "MatMul").name), INVALID,
        "takes 1 inputs",
    ),
    "a result from nowhere": (
        "mlp", lambda m: [f.ret.__setitem__(k, "nowhere:output:0") for f in _library(m) for k in f.ret], INVALID,
        "'nowhere'",
    ),
    "a result that is not returned": ("mlp", lambda m: [f.ret.clear() for f in _library(m)], INVALID, "result"),
    "an effect that is no node": (
        "mlp", lambda m: [f.signature.control_output.append("nowhere") for f in _library(m)], INVALID, "'nowhere'"
    ),
    # names
    "two functions of one name": (
        "mlp", lambda m: _library(m).add().CopyFrom(_library(m)[0]), INVALID, "two functions"
    ),
    "two nodes of one name": (
        "mlp", lambda m: [f.node_def.add().CopyFrom(f.node_def[0]) for f in _library(m)], INVALID, "Two nodes"
    ),
    "two arguments of one name": (
        "mlp", lambda m: [setattr(a, "name", "x") for f in _library(m) for a in f.signature.input_arg], INVALID,
        "'x', which is no name or taken",
    ),
    # attributes
    "a missing attribute": ("mlp", lambda m: _node(m, "MatMul").attr.pop("T"), INVALID, "lacks the attribute 'T'"),
    "an attribute of another type": (
        "mlp", lambda m: setattr(_node(m, "MatMul").attr["transpose_a"], "i", 1), INVALID, "must be a bool"
    ),
    "a dtype out of range": (
        "mlp", lambda m: setattr(_node(m, "MatMul").attr["T"], "type", 99), INVALID, "no dtype that a value can have"
    ),
    # dtypes against bytes and values
    "an argument of another dtype": (
        "mlp", lambda m: [setattr(f.signature.input_arg[0], "type", 2) for f in _library(m)], INVALID, "float64"
    ),
    "bytes of another size": ("loop", _constant([2], tensor_content=b"123"), INVALID, "tensor_content has 3"),
    # dimensions
    "a negative dimension": (
        "mlp", lambda m: setattr(_objects(m, "variable").shape.dim[0], "size", -5), INVALID, "-5"
    ),
    "dimensions whose product overflows": (
        "mlp", lambda m: [setattr(d, "size", 2**40) for d in _objects(m, "variable").shape.dim], INVALID,
        "more elements than any memory",
    ),
    "a constant of any size": ("loop", _constant([2**40]), INVALID, "larger than"),
    "a constant that grows from two values": ("loop", _constant([2**24], int_val=[1, 2]), INVALID, "in all"),
    # what objects name
    "an asset that is not there": (
        "tables", lambda m: setattr(_objects(m, "asset"), "asset_file_def_index", 7), INVALID, "no asset 7"
    ),
    "more arguments than the function takes": (
        "mlp", lambda m: _concrete(m).canonicalized_input_signature.tuple_value.values[0].tuple_value.values.add()
        .CopyFrom(_concrete(m).canonicalized_input_signature.tuple_value.values[0].tuple_value.values[0]),
        INVALID, "do not take|specifies 2 arguments",
    ),
    "more results than the function gives": (
        "mlp", lambda m: _concrete(m).output_signature.CopyFrom(CLASSES["StructuredValue"](
            tuple_value={"values": [_concrete(m).output_signature] * 2})), INVALID, "which are not those of",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str, tmp_path: Path) -> None:
    model, harm, kind, message = REFUSED[name]
    with pytest.raises(kind, match=message):
        tf.saved_model.load(harmed(tmp_path, model, harm))


def test_files_over_the_limit(tmp_path: Path) -> None:
    os.truncate(harmed(tmp_path, "mlp", lambda m: None) / "saved_model.pb", 2**31)  # takes no room on the disk
    with pytest.raises(DATA_LOSS, match="2147483648 bytes; a SavedModel has at most"):
        tf.saved_model.load(tmp_path / "model")


def test_counts_over_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = harmed(tmp_path, "mlp", lambda m: None)
    monkeypatch.setattr(model_reader, "MOST_OBJECTS", 20)
    with pytest.raises(INVALID, match="objects, functions or nodes; there may be 20"):
        tf.saved_model.load(folder)


def test_tuples_that_double_at_each_level(tmp_path: Path) -> None:
    def harm(meta: Any) -> None:
        nodes = meta.object_graph_def.nodes
        first = len(nodes)
        for level in range(80):
            nodes.add().user_object.identifier = "trackable_tuple_wrapper"
            for name in "01" if level else "":
                nodes[-1].children.add(node_id=first + level - 1, local_name=name)
        nodes[0].children.add(node_id=len(nodes) - 1, local_name="doubled")

    doubled = tf.saved_model.load(harmed(tmp_path, "mlp", harm)).doubled
    assert len(doubled) == 2 and doubled[0] is doubled[1]


def test_messages_nested_without_end(tmp_path: Path) -> None:
    field = b""
    for _ in range(3000):  # SavedVariable has SavedVariables in it
        field = b"\x42" + _varint(len(field)) + field
    node = b"\x3a" + _varint(len(field)) + field
    graph = b"\x0a" + _varint(len(node)) + node
    meta = b"\x3a" + _varint(len(graph)) + graph
    folder = harmed(tmp_path, "mlp", lambda m: None)
    (folder / "saved_model.pb").write_bytes(b"\x12" + _varint(len(meta)) + meta)
    with pytest.raises(DATA_LOSS, match="no SavedModel"):
        tf.saved_model.load(folder)


def _varint(number: int) -> bytes:
    out = b""
    while number > 0x7F:
        out, number = out + bytes([number & 0x7F | 0x80]), number >> 7
    return out + bytes([number])


# ops that are not known ---------------------------------------------------------------------------------------

FOREIGN = ["LMDBDataset", "RpcCall", "LoadLibrary", "DataServiceDatasetV2"]


@pytest.mark.parametrize("op", FOREIGN)
def test_ops_that_reach_files_have_no_kernel(op: str) -> None:
    """A graph keeps them as its OpDefs describe them; what there is no record of can't run."""
    graph = messages.GraphDef()
    graph.node.add(name="x", op=op)
    with pytest.raises(tf.errors.NotFoundError, match=f"'{op}'"):
        import_graph(FuncGraph("g"), graph)


ARG = messages.CLASSES["OpDef.ArgDef"]
ATTR = messages.CLASSES["OpDef.AttrDef"]
DECLARED: dict[str, tuple[dict[str, Any], dict[str, int], str]] = {
    "no dtype": ({"output_arg": [ARG(name="y")]}, {}, "no one dtype"),
    "two dtypes": (
        {"output_arg": [ARG(name="y", type=1, type_attr="T")], "attr": [ATTR(name="T", type="type")]}, {},
        "no one dtype",
    ),
    "a dtype by no attribute": ({"input_arg": [ARG(name="x", type_attr="T")]}, {}, "no attribute 'T' of type type"),
    "a dtype by a number": (
        {"input_arg": [ARG(name="x", type_attr="T")], "attr": [ATTR(name="T", type="int")]}, {}, "no attribute 'T'"
    ),
    "results below none": (
        {"output_arg": [ARG(name="y", type=1, number_attr="N")], "attr": [ATTR(name="N", type="int")]}, {"N": -1},
        "gives -1 results",
    ),
    "results without end": (
        {"output_arg": [ARG(name="y", type=1, number_attr="N")], "attr": [ATTR(name="N", type="int")]}, {"N": 2**40},
        "gives 1099511627776 results",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DECLARED)
def test_what_a_file_declares_of_its_ops(name: str) -> None:
    declaration, provided, message = DECLARED[name]
    graph = messages.GraphDef()
    node = graph.node.add(name="x", op="Strange")
    for attr, number in provided.items():
        node.attr[attr].i = number
    with pytest.raises(INVALID, match=message):
        import_graph(FuncGraph("g"), graph, ops=ForeignOps([messages.OpDef(name="Strange", **declaration)]))


# what resources do as a model is loaded ------------------------------------------------------------------------


def _initializers(meta: Any) -> list[Any]:
    """The functions that fill the tables of a model."""
    objects = meta.object_graph_def.nodes
    children = [c.node_id for n in objects for c in n.children if c.local_name == "_initialize"]
    names = {name for i in children for name in objects[i].function.concrete_functions}
    return [f for f in _library(meta) if f.signature.name in names]


def _large_constant(meta: Any) -> None:
    for function in _initializers(meta):
        node = function.node_def.add(name="large", op="Const")
        node.attr["dtype"].type = 1
        node.attr["value"].tensor.dtype = 1
        node.attr["value"].tensor.tensor_shape.dim.add(size=2**28)
        node.attr["value"].tensor.float_val.append(1)


def _prints(meta: Any) -> None:
    for function in _initializers(meta):
        text = function.node_def.add(name="text", op="Const")
        text.attr["dtype"].type = 7
        text.attr["value"].tensor.dtype = 7
        text.attr["value"].tensor.tensor_shape.SetInParent()
        text.attr["value"].tensor.string_val.append(b"harm")
        printing = function.node_def.add(name="printing", op="PrintV2", input=["text:output:0"])
        printing.attr["output_stream"].s = b"stdout"
        printing.attr["end"].s = b""


def _another_file(meta: Any) -> None:
    """Let a constant stand for the asset: the name of a file elsewhere."""
    for node in meta.object_graph_def.nodes:
        if node.WhichOneof("kind") == "asset":
            node.constant.operation = "elsewhere"
    result = meta.graph_def.node.add(name="elsewhere", op="Const")
    result.attr["dtype"].type = 7
    result.attr["value"].tensor.dtype = 7
    result.attr["value"].tensor.tensor_shape.SetInParent()
    result.attr["value"].tensor.string_val.append(b"/etc/hostname")


@pytest.mark.parametrize(
    "harm, message",
    [
        (_large_constant, "makes a tensor larger than what the file has bytes for"),
        (_prints, "needs the op PrintV2, which does not run without being called"),
        (_another_file, "reads /etc/hostname, which is no asset of its model"),
    ],
)
def test_what_loading_does_not_do(harm: Harm, message: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(tf.errors.OpError, match=message):
        tf.saved_model.load(harmed(tmp_path, "tables", harm)).f(tf.constant(["a"]))
    assert capfd.readouterr().out == ""


def test_circles_of_names_that_meet_in_many_ways(tmp_path: Path) -> None:
    """The model has a circle of 501 objects, its checkpoint one of 500: together they go around 250,500 times."""

    def circle(nodes: Any, count: int, make: Callable[[Any], Any]) -> None:
        first = len(nodes)
        for i in range(count):
            result = nodes.add()
            make(result)
            result.children.add(node_id=first + (i + 1) % count, local_name="next")
        nodes[0].children.add(node_id=first, local_name="circle")

    folder = harmed(
        tmp_path, "mlp",
        lambda m: circle(m.object_graph_def.nodes, 501, lambda n: n.user_object.SetInParent()),
    )  # fmt: skip
    prefix = str(folder / "variables" / "variables")
    reader = BundleReader(prefix)
    values = {key: (reader.read(key), entry.dtype) for key, entry in reader.entries.items()}
    objects = CHECKPOINT_CLASSES["TrackableObjectGraph"].FromString(values[GRAPH_KEY][0].item())
    circle(objects.nodes, 500, lambda n: None)
    values[GRAPH_KEY] = np.array(objects.SerializeToString(), object), values[GRAPH_KEY][1]
    with BundleWriter(prefix) as writer:
        for key, (value, dtype) in values.items():
            writer.add(key, value, dtype)
    with pytest.raises(DATA_LOSS, match="other objects under the names of these"):
        tf.saved_model.load(folder)


# control flow of TensorFlow 1 --------------------------------------------------------------------------------


def _spoilt(graph: Any, random: np.random.Generator) -> None:
    """Change some nodes of a graph: their inputs, their ops, the frames they enter; leave some out."""
    nodes = graph.node
    ops = ["Enter", "Exit", "Merge", "Switch", "NextIteration", "LoopCond", "Identity", "StackPushV2", "ControlTrigger"]
    structural = [n for n in nodes if n.op in ops or n.op.startswith("TensorArray")]
    for _ in range(int(random.integers(1, 4))):
        node = structural[int(random.integers(len(structural)))]
        other = nodes[int(random.integers(len(nodes)))]
        match int(random.integers(7)):
            case 0 if node.input:
                node.input[int(random.integers(len(node.input)))] = f"{other.name}:{int(random.integers(2))}"
            case 1:
                node.op = ops[int(random.integers(len(ops)))]
            case 2:
                node.attr["frame_name"].s = b"other"
            case 3:
                node.attr["is_constant"].b = not node.attr["is_constant"].b
            case 4 if node.input:
                del node.input[int(random.integers(len(node.input)))]
            case 5:
                node.input.append(f"^{other.name}")
            case _:
                nodes.remove(other)
                structural = [n for n in structural if n.name != other.name]


@pytest.mark.parametrize("name", sorted(p.stem for p in PROGRAMS.glob("*.pb")))
def test_spoilt_control_flow_is_refused_or_imported(name: str) -> None:
    data = (PROGRAMS / f"{name}.pb").read_bytes()
    refused = 0
    for seed in range(20):
        graph = messages.GraphDef.FromString(data)
        _spoilt(graph, np.random.default_rng(seed))
        try:
            with tf.Graph().as_default():
                tf.compat.v1.import_graph_def(graph, name="")
        except (tf.errors.OpError, ValueError):
            refused += 1
    assert refused  # among so many changes
