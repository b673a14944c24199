"""Programs of TensorFlow 1 with loops and conditionals of the old form, against what TensorFlow gave."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.golden.encoding import decode
from tests.graphdef.record_v1_programs import FEEDS, PROGRAMS, fed

v1 = tf.compat.v1
EXPECTED = json.loads((PROGRAMS / "expected.json").read_text())


def definition(name: str) -> Any:
    """The graph of a program."""
    return v1.GraphDef.FromString((PROGRAMS / f"{name}.pb").read_bytes())


@pytest.mark.parametrize("name", EXPECTED)
def test_programs_give_what_they_gave(name: str) -> None:
    fetches = EXPECTED[name]["fetches"]
    with tf.Graph().as_default() as graph:
        v1.import_graph_def(definition(name), name="")
    steps = "step" in {op.name for op in graph.get_operations()}
    for feeds, results in zip(FEEDS, EXPECTED[name]["results"], strict=True):
        with v1.Session(graph=graph) as session:
            session.run("initialize")
            for _ in range(2 if steps else 0):
                session.run("step", fed(graph, feeds))
            found = session.run(fetches, fed(graph, feeds))
        for fetch, value, encoded in zip(fetches, found, results, strict=True):
            wanted = decode(encoded)
            if wanted.dtype.kind == "f":
                np.testing.assert_allclose(value, wanted, rtol=2e-5, atol=1e-6, err_msg=fetch)
            else:
                np.testing.assert_array_equal(value, wanted, err_msg=fetch)


GRADIENTS = {
    # a program, which of its fetches are summed, and which is TensorFlow's gradient of the sum
    "loop": ([1, 2], 4),
    "loops_in_loops": ([0], 1),
    "conditional": ([0, 1], 2),
    "conditionals_in_conditionals": ([0], 1),
    "several_cases": ([0], 1),
    "conditional_in_loop": ([0], 1),
    "loop_in_conditional": ([0], 1),
    "mapped": ([0, 1], 2),
    "scanned": ([0, 1, 2], 3),
}


def _imported(name: str, fetches: list[str], feeds: dict[str, Any]) -> Any:
    """A concrete function of x that gives fetches of a program."""
    used = {reference for node in definition(name).node for reference in node.input}
    fixed = {k: tf.constant(v) for k, v in feeds.items() if k != "x:0" and k.partition(":")[0] in used}

    def program(x: Any) -> Any:
        return v1.import_graph_def(definition(name), {"x:0": x, **fixed}, fetches, name="")

    return v1.wrap_function(program, [tf.TensorSpec([None, 3], tf.float32)])


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients_go_through_what_was_imported(name: str) -> None:
    """The gradient of If and While, of the part without the gradient that the graph itself has."""
    summed, gradient = GRADIENTS[name]
    for feeds, results in zip(FEEDS, EXPECTED[name]["results"], strict=True):
        function = _imported(name, [EXPECTED[name]["fetches"][i] for i in summed], feeds)
        x = tf.constant(feeds["x:0"])
        with tf.GradientTape() as tape:
            tape.watch(x)
            total = tf.add_n([tf.reduce_sum(y) for y in function(x)])
        np.testing.assert_allclose(tape.gradient(total, x), decode(results[gradient]), rtol=1e-4, atol=1e-5)


def test_variables_learn_through_what_was_imported() -> None:
    """tf.gradients of an imported loop in a session, against the step that the graph has."""
    with tf.Graph().as_default() as graph:
        v1.import_graph_def(definition("recurrent"), name="")
        outputs = graph.get_tensor_by_name(EXPECTED["recurrent"]["fetches"][0])
        gradient = tf.gradients(tf.reduce_sum(outputs), graph.get_tensor_by_name("x:0"))[0]
    feeds = fed(graph, FEEDS[0])
    with v1.Session(graph=graph) as session:
        session.run("initialize")
        found = session.run(gradient, feeds)
        numeric = np.zeros_like(found)
        for index in np.ndindex(*found.shape):
            sums = []
            for step in (1e-2, -1e-2):
                moved = np.array(feeds["x:0"], np.float32)
                moved[index] += step
                sums.append(session.run(outputs, {**feeds, "x:0": moved}).sum())
            numeric[index] = (sums[0] - sums[1]) / 2e-2
    np.testing.assert_allclose(found, numeric, rtol=2e-2, atol=2e-3)


def test_what_is_imported_is_structured() -> None:
    with tf.Graph().as_default() as graph:
        made = v1.import_graph_def(definition("conditional_in_loop"), name="", return_elements=["while/Exit_1:0"])
    ops = {op.type for op in graph.get_operations()} | {o.type for f in graph.functions() for o in f.get_operations()}
    assert {"StatelessWhile", "StatelessIf", "TensorListPushBack", "TensorListPopBack"} <= ops
    assert not ops & {"Switch", "Merge", "Enter", "Exit", "NextIteration", "LoopCond", "StackV2", "ControlTrigger"}
    assert made[0].shape.as_list() == [None, 3]
    with pytest.raises(KeyError, match="while/add"):
        graph.get_operation_by_name("while/add")


def test_what_is_imported_is_exported_and_imported_again() -> None:
    name = "loops_in_loops"
    with tf.Graph().as_default() as graph:
        v1.import_graph_def(definition(name), name="")
    with tf.Graph().as_default() as again:
        v1.import_graph_def(graph.as_graph_def(), name="")
    with v1.Session(graph=again) as session:
        value = session.run(EXPECTED[name]["fetches"][0], fed(again, FEEDS[0]))
    np.testing.assert_allclose(value, decode(EXPECTED[name]["results"][0][0]), rtol=2e-5)


def test_one_conditional_runs_without_another_of_its_predicate() -> None:
    """Two conditionals of a predicate stay two: who fetches one feeds nothing of the other."""
    graph_def = _graph(("x", "Placeholder", []), ("y", "Placeholder", []), ("p", "Placeholder", []))
    graph_def.node[2].attr["dtype"].type = 10
    for name in "xy":
        _add(graph_def, f"{name}1/s", "Switch", [name, "p"])
        _add(graph_def, f"{name}1/n", "Neg", [f"{name}1/s:1"])
        _add(graph_def, f"{name}1/m", "Merge", [f"{name}1/s", f"{name}1/n"])
    with tf.Graph().as_default() as graph:
        v1.import_graph_def(graph_def, name="")
    with v1.Session(graph=graph) as session:
        assert session.run("x1/m:0", {"x:0": 3.0, "p:0": True}) == -3.0
        assert session.run("y1/m:0", {"y:0": 3.0, "p:0": False}) == 3.0


# malformed graphs ----------------------------------------------------------------------------------------------


def _add(graph: Any, name: str, op: str, inputs: list[str], **attrs: Any) -> None:
    node = graph.node.add(name=name, op=op)
    node.input.extend(inputs)
    key = "dtype" if op == "Placeholder" else "T"
    if op != "LoopCond":
        node.attr[key].type = 1
    if op == "Merge":
        node.attr["N"].i = len(inputs)
    for attr, value in attrs.items():
        if isinstance(value, bool):
            node.attr[attr].b = value
        else:
            node.attr[attr].s = value.encode()


def _graph(*nodes: tuple[Any, ...]) -> Any:
    graph = v1.GraphDef()
    for name, op, inputs, *attrs in nodes:
        _add(graph, name, op, inputs, **(attrs[0] if attrs else {}))
    return graph


_X = ("x", "Placeholder", [])
_IN = {"frame_name": "f"}
_LOOP: tuple[tuple[Any, ...], ...] = (
    ("x", "Placeholder", []),
    ("e", "Enter", ["x"], _IN),
    ("m", "Merge", ["e", "n"]),
    ("c", "IsFinite", ["m"]),
    ("l", "LoopCond", ["c"]),
    ("s", "Switch", ["m", "l"]),
    ("b", "Neg", ["s:1"]),
    ("n", "NextIteration", ["b"]),
    ("y", "Exit", ["s"]),
)


def _loop(**changed: tuple[Any, ...] | None) -> Any:
    """A loop with some of its nodes replaced, or left out."""
    nodes = [changed.pop(node[0], node) for node in _LOOP]
    return _graph(*(node for node in [*nodes, *changed.values()] if node is not None))


INVALID = tf.errors.InvalidArgumentError
MALFORMED: dict[str, tuple[Any, type[Exception], str]] = {
    "a Switch without a predicate": (_graph(("x", "Placeholder", []), ("y", "Switch", ["x"])), INVALID, "has 1 inputs"),
    "a Merge of no conditional": (
        _graph(("x", "Placeholder", []), ("y", "Merge", ["x", "x"])), INVALID, "two sides of one conditional"
    ),
    "a Merge of three values": (
        _graph(("x", "Placeholder", []), ("y", "Merge", ["x", "x", "x"])), INVALID, "joins 3 values"
    ),
    "a predicate that is no bool": (
        _graph(_X, ("s", "Switch", ["x", "x"]), ("n", "Neg", ["s:1"]), ("y", "Merge", ["s", "n"])),
        INVALID, "must be a scalar bool",
    ),
    "a loop without a condition": (_loop(l=None, s=("s", "Switch", ["m", "c"])), INVALID, "no condition"),
    "two conditions": (_loop(l2=("l2", "LoopCond", ["c"])), INVALID, "second condition"),
    "a condition that is no bool": (_loop(l=("l", "LoopCond", ["m"])), INVALID, "must be a scalar bool"),
    "a loop that nothing enters": (_loop(m=("m", "Merge", ["n", "e"])), INVALID, "must join a value that enters"),
    "a frame without a name": (_loop(e=("e", "Enter", ["x"])), INVALID, "names no frame"),
    "an Exit of no loop": (_graph(("x", "Placeholder", []), ("y", "Exit", ["x"])), INVALID, "leaves a loop"),
    "an Exit of the body": (_loop(y=("y", "Exit", ["b"])), INVALID, "must take a variable"),
    "a value of two frames": (_loop(b=("b", "AddV2", ["s:1", "x"])), INVALID, "different frames: 'f', no frame"),
    "a value from a loop that is not left": (_loop(w=("w", "AddV2", ["b", "x"])), INVALID, "different frames"),
    "a circle without NextIteration": (_loop(n=("n", "Neg", ["b"])), INVALID, "circle"),
    "a round that needs the loop's result": (_loop(e=("e", "Enter", ["y"], _IN)), INVALID, "circle"),
    "an input that is no node": (_loop(b=("b", "Neg", ["nowhere"])), INVALID, "'nowhere', which is no node"),
    "an output that its op has not": (_loop(b=("b", "Neg", ["s:7"])), INVALID, "'s:7'"),
    "an input that names nothing": (_loop(b=("b", "Neg", ["s:x"])), INVALID, "names no value"),
    "data behind control inputs": (_loop(b=("b", "Neg", ["^m", "s:1"])), INVALID, "behind control inputs"),
    "a variable that is a value of the first round": (
        _loop(e2=("e2", "Enter", ["x"], _IN), b=("b", "AddV2", ["s:1", "e2"])), INVALID, "in the first round only"
    ),
    "a handle from nowhere": (
        _graph(_X, ("y", "StackPushV2", ["x", "x"])), tf.errors.UnimplementedError, "a handle that"
    ),
    "an array op with too few inputs": (
        _graph(("x", "Placeholder", []), ("y", "TensorArrayReadV3", ["x"])), INVALID, "takes 3 inputs, and has 1"
    ),
    "two nodes of one name": (_loop(e2=("e", "Enter", ["x"], _IN)), INVALID, "Two nodes"),
}  # fmt: skip


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_control_flow_is_told(name: str) -> None:
    graph_def, kind, message = MALFORMED[name]
    with tf.Graph().as_default(), pytest.raises(kind, match=message):
        v1.import_graph_def(graph_def, name="")


def test_a_loop_of_nodes_runs() -> None:
    """What the malformed graphs are made of is no error itself."""
    with tf.Graph().as_default() as graph:
        v1.import_graph_def(_loop(b=("b", "AddV2", ["s:1", "s:1"])), name="")
    with v1.Session(graph=graph) as session:
        assert session.run("y:0", {"x:0": 1.0}) == np.inf


def test_loops_and_conditionals_nested_too_deep() -> None:
    nodes: list[tuple[Any, ...]] = [("x", "Placeholder", [])]
    for i in range(120):
        nodes.append((f"e{i}", "Enter", [nodes[-1][0]], {"frame_name": f"f{i}"}))
    with tf.Graph().as_default(), pytest.raises(INVALID, match="more than 100 deep"):
        v1.import_graph_def(_graph(*nodes), name="")
    nodes = [("x", "Placeholder", [])]
    for i in range(120):
        nodes += [(f"p{i}", "IsFinite", [nodes[-1][0]]), (f"s{i}", "Switch", [nodes[-1][0], f"p{i}"])]
        nodes.append((f"n{i}", "Neg", [f"s{i}:1"]))
    with tf.Graph().as_default(), pytest.raises(INVALID, match="more than 100 deep"):
        v1.import_graph_def(_graph(*nodes), name="")


def test_control_flow_of_old_in_a_function() -> None:
    """A function names the outputs of its nodes."""
    graph = v1.GraphDef()
    function = graph.library.function.add()
    function.signature.name = "f"
    function.signature.input_arg.add(name="x", type=1)
    function.signature.output_arg.add(name="y", type=1)
    function.signature.output_arg.add(name="parts", type=1)
    function.ret["y"] = "y:output:0"
    function.ret["parts"] = "parts:output:1"
    outputs = {"e": "e:output", "m": "m:output:0", "n": "n:output", "c": "c:z:0", "l": "l:output:0", "b": "b:z:0"}
    outputs |= {"s:1": "s:output_true:0", "s": "s:output_false:0"}
    for node in _loop(b=("b", "AddV2", ["s:1", "s:1"]), c=("c", "Less", ["m", "most"])).node[1:]:
        own = function.node_def.add()
        own.CopyFrom(node)
        own.input[:] = [outputs.get(i, i) for i in node.input]
    for name, value, op in (("ten", 10.0, "Const"), ("axis", 0, "Const")):
        node = function.node_def.add(name=name, op=op)
        kind = 1 if isinstance(value, float) else 3
        node.attr["dtype"].type = node.attr["value"].tensor.dtype = kind
        (node.attr["value"].tensor.float_val if kind == 1 else node.attr["value"].tensor.int_val).append(value)
        node.attr["value"].tensor.tensor_shape.SetInParent()
    enter = function.node_def.add(name="most", op="Enter", input=["ten:output:0"])
    enter.attr["T"].type, enter.attr["frame_name"].s, enter.attr["is_constant"].b = 1, b"f", True
    function.node_def.add(name="pair", op="Pack", input=["y:output:0", "ten:output:0"])
    function.node_def[-1].attr["N"].i, function.node_def[-1].attr["T"].type = 2, 1
    function.node_def.add(name="parts", op="Split", input=["axis:output:0", "pair:output:0"])
    function.node_def[-1].attr["num_split"].i, function.node_def[-1].attr["T"].type = 2, 1
    _add(graph, "x", "Placeholder", [])
    call = graph.node.add(name="call", op="PartitionedCall", input=["x"])
    call.attr["Tin"].list.type.append(1)
    call.attr["Tout"].list.type.extend([1, 1])
    call.attr["f"].func.name = "f"
    with tf.Graph().as_default() as made:
        v1.import_graph_def(graph, name="")
    with v1.Session(graph=made) as session:
        result = session.run(["call:0", "call:1"], {"x:0": 1.5})
    assert result[0] == 12.0 and result[1].tolist() == [10.0]
