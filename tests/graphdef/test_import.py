"""GraphDefs read back: the same graph, the same values, and files that contradict themselves are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.core.tracing import TracingGraph
from graphwright.functions.calls.run_graph import run_graph
from graphwright.graphdef import messages
from graphwright.graphdef.export import Library
from graphwright.graphdef.import_ import FunctionLibrary
from graphwright.runtime.reference import NumpyProgram
from tests.golden.cases_graphs import PROGRAMS
from tests.ir.test_golden_graphs import trace

OpError = tf.errors.OpError


def written(graph: Any) -> tuple[str, dict[str, Any]]:
    """A function and those it calls as FunctionDefs, by name."""
    library = Library()
    name = library.name_of(graph)
    return name, {d.signature.name: d for d in library.write(add_shapes=True, handle_data=True)}


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_was_written_is_read_and_written_the_same(name: str) -> None:
    start, first = written(trace(name).graph)
    read = FunctionLibrary(first.values(), TracingGraph).get(start)
    again, second = written(read)
    assert again == start
    assert second.keys() == first.keys()
    for function in first:
        assert second[function] == first[function], function


def made(body: Callable[..., Any], *specs: Any) -> Any:
    return tf.function(body).get_concrete_function(*specs)


def _loop(x: Any) -> Any:
    i = tf.constant(0)
    while i < 4:
        if tf.reduce_sum(x) > 3.0:
            x = x * 0.5
        else:
            x = tf.sin(x) + 1.0
        i += 1
    return x, {"n": i}


_state = tf.Variable([1.0, 2.0])


def _effects(x: Any) -> Any:
    _state.assign_add(x)
    before = _state * 1.0
    _state.assign(before * x)
    return before, _state.read_value()


VALUES: dict[str, Callable[..., Any]] = {
    "loop": _loop,
    "effects": _effects,
    "text": lambda x: tf.strings.as_string(x) + "!",
    "rows": lambda x: (tf.concat([x, x], 0), tf.shape(x), tf.cast(x, tf.int64)),
}


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.parametrize("size", [2, None])
def test_values_on_both_executors(name: str, size: int | None) -> None:
    concrete = made(VALUES[name], tf.TensorSpec([size], tf.float32))
    start, functions = written(concrete.graph)
    read = FunctionLibrary(functions.values(), TracingGraph).get(start)
    x = tf.constant([0.5, 3.0])
    inputs = [x, *concrete.graph.captures]
    _state.assign([1.0, 2.0])
    wanted = [t.numpy().tolist() for t in tf.nest.flatten(concrete(x))]
    _state.assign([1.0, 2.0])
    assert [t.numpy().tolist() for t in run_graph(read, inputs)] == wanted
    _state.assign([1.0, 2.0])
    assert [np.asarray(a).tolist() for a in NumpyProgram(read).run([t._array for t in inputs])] == wanted


def test_a_declared_recursion_comes_back() -> None:
    @tf.function(output_signature=tf.TensorSpec([], tf.int32))
    def factorial(n: Any) -> Any:
        if n < 2:
            return tf.constant(1)
        return n * factorial(n - 1)

    start, functions = written(factorial.get_concrete_function(tf.TensorSpec([], tf.int32)).graph)
    read = FunctionLibrary(functions.values(), TracingGraph).get(start)
    assert int(run_graph(read, [tf.constant(5)])[0]) == 120


# what contradicts itself ------------------------------------------------------------------------------------


def _graph(*nodes: tuple[str, str, list[str], dict[str, Any]]) -> Any:
    """A GraphDef; attributes as keywords of AttrValue."""
    graph = messages.GraphDef()
    for name, op, inputs, attrs in nodes:
        node = graph.node.add(name=name, op=op, input=inputs)
        for key, value in attrs.items():
            node.attr[key].CopyFrom(messages.AttrValue(**value))
    return graph


_F = {"T": {"type": 1}}


def _x(**more: Any) -> tuple[str, str, list[str], dict[str, Any]]:
    return ("x", "Placeholder", [], {"dtype": {"type": 1}, **more})


def _const(**tensor: Any) -> tuple[str, str, list[str], dict[str, Any]]:
    return ("c", "Const", [], {"dtype": {"type": 1}, "value": {"tensor": messages.TensorProto(**tensor)}})


def _shape(*dims: int) -> Any:
    shape = messages.TensorShapeProto()
    for dim in dims:
        shape.dim.add(size=dim)
    return shape


INVALID = tf.errors.InvalidArgumentError
BROKEN: dict[str, tuple[Any, type[Exception], str]] = {
    "an unknown op": (_graph(_x(), ("y", "Frobnicate", ["x"], {})), tf.errors.NotFoundError, "'Frobnicate'.*'y'"),
    "two nodes of one name": (_graph(_x(), _x()), INVALID, "Two nodes.*'x'"),
    "an input from nowhere": (_graph(("y", "Neg", ["z"], _F)), INVALID, "'y' \\(Neg\\).*'z'"),
    "a control input from nowhere": (_graph(_x(), ("y", "Neg", ["x", "^z"], _F)), INVALID, "'z'"),
    "an output out of range": (_graph(_x(), ("y", "Neg", ["x:1"], _F)), INVALID, "'x:1'.*no such output"),
    "an input that is none": (_graph(_x(), ("y", "Neg", ["x:-1"], _F)), INVALID, "names no value"),
    "data behind control": (_graph(_x(), ("y", "Add", ["x", "^x", "x"], _F)), INVALID, "behind control inputs"),
    "a circle": (_graph(("a", "Neg", ["b"], _F), ("b", "Neg", ["a"], _F)), INVALID, "circle: 'a'"),
    "itself": (_graph(("a", "Neg", ["a"], _F)), INVALID, "circle"),
    "too many inputs": (_graph(_x(), ("y", "Neg", ["x", "x"], _F)), INVALID, "takes 1 inputs.*has 2"),
    "too few inputs": (_graph(_x(), ("y", "Add", ["x"], _F)), INVALID, "takes 2 inputs.*has 1|'y'"),
    "a dtype that differs": (_graph(_x(), ("y", "Neg", ["x"], {"T": {"type": 2}})), INVALID, "must be float64"),
    "a missing attribute": (_graph(_x(), ("y", "Neg", ["x"], {})), INVALID, "lacks the attribute 'T'"),
    "an attribute too many": (_graph(_x(q={"i": 1})), INVALID, "attribute 'q'"),
    "an ill-typed attribute": (_graph(_x(), ("y", "Neg", ["x"], {"T": {"i": 1}})), INVALID, "'T': it must be a type"),
    "a dtype not allowed": (_graph(_x(), ("y", "Neg", ["x"], {"T": {"type": 7}})), INVALID, "string, which is none of"),
    "a reference dtype": (_graph(("x", "Placeholder", [], {"dtype": {"type": 101}})), INVALID, "DT_FLOAT_REF"),
    "no dtype at all": (_graph(("x", "Placeholder", [], {"dtype": {"type": 0}})), INVALID, "DT_INVALID"),
    "a dtype out of range": (_graph(("x", "Placeholder", [], {"dtype": {"type": 77}})), INVALID, "77"),
    "a negative dimension": (_graph(_x(shape={"shape": _shape(-3)})), INVALID, "-3"),
    "overflowing dimensions": (_graph(_x(shape={"shape": _shape(2**40, 2**40)})), INVALID, "more elements"),
    "too high a rank": (_graph(_x(shape={"shape": _shape(*[1] * 300)})), INVALID, "300 dimensions"),
    "too few bytes": (_graph(_const(dtype=1, tensor_shape=_shape(2), tensor_content=b"1234567")), INVALID, "8 bytes"),
    "too many values": (_graph(_const(dtype=1, tensor_shape=_shape(1), float_val=[1, 2])), INVALID, "more than 1"),
    "a constant of another dtype": (_graph(_const(dtype=3, int_val=[1])), INVALID, "'c'"),
    "a huge constant": (_graph(_const(dtype=1, tensor_shape=_shape(2**33), float_val=[1])), INVALID, "larger than"),
    "an unknown size in a constant": (_graph(_const(dtype=1, tensor_shape=_shape(-1))), INVALID, "known shape"),
    "an illegal name": (_graph(("a b", "NoOp", [], {})), INVALID, "'a b' is not a valid name"),
    "an empty name": (_graph(("", "NoOp", [], {})), INVALID, "not a valid name"),
    "control flow of old": (_graph(_x(), ("y", "Switch", ["x"], _F)), INVALID, "a value and a predicate"),
    "shapes that do not fit": (
        _graph(_x(shape={"shape": _shape(2, 3)}), ("y", "MatMul", ["x", "x"], _F)), INVALID, "'y'"
    ),
    "a shape that is not so": (
        _graph(_x(shape={"shape": _shape(2)}),
               ("y", "Neg", ["x"], {**_F, "_output_shapes": {"list": messages.CLASSES["AttrValue.ListValue"](
                   shape=[_shape(3)])}})),
        INVALID, "declared to have the shape \\(3,\\)",
    ),
    "a function that is not there": (
        _graph(("y", "PartitionedCall", [], {"Tin": {"list": {}}, "Tout": {"list": {}}, "f": {
            "func": messages.NameAttrList(name="g")}})),
        tf.errors.NotFoundError, "'g'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_what_contradicts_itself_is_told(name: str) -> None:
    graph, kind, message = BROKEN[name]
    with pytest.raises(kind, match=message):
        tf.compat.v1.wrap_function(lambda: tf.graph_util.import_graph_def(graph, name=""), [])


def _calls(*pairs: tuple[str, str]) -> Any:
    """A GraphDef with functions that call each other by PartitionedCall."""
    graph = messages.GraphDef()
    for caller, callee in pairs:
        function = graph.library.function.add()
        function.signature.name = caller
        node = function.node_def.add(name="call", op="PartitionedCall")
        node.attr["Tin"].list.SetInParent()
        node.attr["Tout"].list.SetInParent()
        node.attr["f"].func.name = callee
    graph.node.add().CopyFrom(graph.library.function[0].node_def[0])
    graph.node[0].attr["f"].func.name = pairs[0][0]
    return graph


@pytest.mark.parametrize("pairs", [[("f", "f")], [("f", "g"), ("g", "f")], [("f", "g"), ("g", "h"), ("h", "g")]])
def test_a_recursion_without_end_is_told(pairs: Any) -> None:
    with pytest.raises(INVALID, match="calls itself without end"):
        tf.compat.v1.wrap_function(lambda: tf.graph_util.import_graph_def(_calls(*pairs)), [])


def test_calls_nested_too_deep_are_told() -> None:
    chain = [(f"f{i}", f"f{i + 1}") for i in range(5000)]
    with pytest.raises(INVALID, match="more than 100 deep"):
        tf.compat.v1.wrap_function(lambda: tf.graph_util.import_graph_def(_calls(*chain)), [])


def test_two_functions_of_one_name_are_told() -> None:
    with pytest.raises(INVALID, match="two functions of the name 'f'"):
        tf.compat.v1.wrap_function(lambda: tf.graph_util.import_graph_def(_calls(("f", "g"), ("f", "g"))), [])


def test_later_versions_are_told() -> None:
    graph = _graph(_x())
    graph.versions.min_consumer = 10**6
    with pytest.raises(INVALID, match="reader of version 1000000"):
        tf.compat.v1.wrap_function(lambda: tf.graph_util.import_graph_def(graph), [])


def test_a_python_call_is_not_run() -> None:
    ran: list[int] = []

    def body(x: Any) -> Any:
        return tf.py_function(lambda v: ran.append(1) or v, [x], tf.float32)

    graph = made(body, tf.TensorSpec([], tf.float32)).graph.as_graph_def()
    wrapped = tf.compat.v1.wrap_function(lambda: tf.graph_util.import_graph_def(graph, name=""), [])
    with pytest.raises(INVALID, match=r"EagerPyFunc.*calls a Python function"):
        wrapped.prune("x:0", "Identity:0")(tf.constant(1.0))
    assert ran == []


def test_a_loop_that_changes_a_shape_it_promised_to_keep_fails_as_it_runs() -> None:
    """The shapes that compiled code relies on are made sure of, whatever the file says."""

    def body(x: Any) -> Any:
        return tf.while_loop(lambda v: tf.shape(v)[0] > 1, lambda v: [tf.unique(v)[0]], [x], [tf.TensorShape([None])])[
            0
        ]

    graph = made(body, tf.TensorSpec([None], tf.float32)).graph.as_graph_def()
    for function in graph.library.function:
        for index, arg in enumerate(function.signature.input_arg):
            if arg.type == 1 and index in function.arg_attr:
                function.arg_attr[index].attr["_output_shapes"].list.shape[0].CopyFrom(_shape(2))
    wrapped = tf.compat.v1.wrap_function(lambda: tf.graph_util.import_graph_def(graph, name=""), [])
    run = wrapped.prune("x:0", "Identity:0")
    with pytest.raises(INVALID):
        run(tf.constant([1.0, 1.0]))


# import_graph_def and wrap_function -------------------------------------------------------------------------

ADDED = made(lambda x: tf.add(tf.add(x, 1.0, name="one"), 2.0, name="two"), tf.TensorSpec([], tf.float32))


def imported(*args: Any, **kwargs: Any) -> Any:
    kept: list[Any] = []
    graph = ADDED.graph.as_graph_def()
    add = lambda: kept.append(tf.graph_util.import_graph_def(graph, *args, **kwargs))  # noqa: E731
    return tf.compat.v1.wrap_function(add, []), kept[0]


def test_names_begin_with_the_name_given() -> None:
    assert imported()[0].graph.get_operations()[0].name == "import/x"
    assert imported(name="a")[0].graph.get_operations()[0].name == "a/x"
    assert imported(name="")[0].graph.get_operations()[0].name == "x"


def test_elements_are_returned() -> None:
    _, (op, tensor) = imported(return_elements=["one", "two:0"])
    assert (op.type, tensor.name) == ("AddV2", "import/two:0")


def test_inputs_are_replaced() -> None:
    graph = ADDED.graph.as_graph_def()

    @tf.function
    def f(y: Any) -> Any:
        return tf.compat.v1.import_graph_def(graph, {"one:0": y}, ["two:0"])[0]

    assert float(f(tf.constant(10.0))) == 12.0


def test_bytes_will_do() -> None:
    data = ADDED.graph.as_graph_def().SerializeToString()
    wrapped = tf.compat.v1.wrap_function(lambda: tf.graph_util.import_graph_def(data, name=""), [])
    assert float(wrapped.prune("x:0", ["two:0", "one:0"])(tf.constant(1.0))[0]) == 4.0
    with pytest.raises(tf.errors.DataLossError, match="no GraphDef"):
        tf.compat.v1.wrap_function(lambda: tf.graph_util.import_graph_def(b"\xff\xff"), [])


@pytest.mark.parametrize(
    ("kwargs", "kind", "message"),
    [
        ({"input_map": {"q": 1.0}}, ValueError, "not found in graph_def: \\[q:0\\]"),
        ({"return_elements": ["q"]}, ValueError, "'q' not found"),
        ({"return_elements": ["one:3"]}, ValueError, "'one:3' not found"),
        ({"return_elements": "one"}, TypeError, "list of strings"),
        ({"input_map": [1]}, TypeError, "dictionary"),
        ({"name": 3}, TypeError, "must be a string"),
    ],
)
def test_wrong_arguments(kwargs: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        imported(**kwargs)


def test_outside_of_functions_there_is_no_graph() -> None:
    with pytest.raises(ValueError, match="none is"):
        tf.graph_util.import_graph_def(ADDED.graph.as_graph_def())
    with pytest.raises(TypeError, match="GraphDef proto"):
        tf.compat.v1.wrap_function(lambda: tf.graph_util.import_graph_def(3), [])


def test_a_failed_import_leaves_nothing() -> None:
    graph = _graph(_x(), ("y", "Neg", ["x"], _F), ("z", "Neg", ["nothing"], _F))
    bad = _graph(_x(), ("y", "Neg", ["x"], _F), ("w", "Neg", ["y"], {"T": {"type": 2}}))

    @tf.function
    def f() -> Any:
        for each in (graph, bad):
            with pytest.raises(INVALID):
                tf.graph_util.import_graph_def(each)
        return len(tf.compat.v1.get_default_graph().get_operations())

    assert int(f()) == 0


def test_prune() -> None:
    v = tf.Variable(2.0)
    kept: list[Any] = []

    def body(x: Any, y: Any) -> Any:
        first = tf.multiply(x, v, name="first")
        kept.append(tf.identity(first + y, name="second"))
        v.assign_add(1.0)
        return kept[0]

    wrapped = tf.compat.v1.wrap_function(body, [tf.TensorSpec([], tf.float32), tf.TensorSpec([], tf.float32)])
    first = wrapped.prune("x:0", "first:0")
    assert float(first(tf.constant(4.0))) == 8.0
    assert float(v) == 2.0
    assert first.variables == (v,)
    both = wrapped.prune(["first:0", "y:0"], {"s": "second:0", "f": "first:0"})
    assert {k: float(t) for k, t in both(tf.constant(1.0), y=tf.constant(2.0)).items()} == {"s": 3.0, "f": 1.0}
    with tf.GradientTape() as tape:
        result = first(tf.constant(4.0))
    assert float(tape.gradient(result, v)) == 4.0
    with pytest.raises(ValueError, match="placeholder 'y', which is not among the feeds"):
        wrapped.prune("x:0", "second:0")
    with pytest.raises(KeyError, match="third"):
        wrapped.prune("x:0", "third:0")


def test_variables_are_created_once() -> None:
    made_: list[Any] = []

    def body(x: Any) -> Any:
        made_.append(tf.Variable(3.0))
        return made_[-1].assign_add(x) * 1.0

    wrapped = tf.compat.v1.wrap_function(body, [tf.TensorSpec([], tf.float32)])
    assert [float(wrapped(tf.constant(1.0))) for _ in range(2)] == [4.0, 5.0]
    assert len(made_) == 1


def test_a_shape_that_a_placeholder_was_given_later_is_kept() -> None:
    with tf.Graph().as_default() as graph:
        x = tf.compat.v1.placeholder(tf.float32, name="x")
        x.set_shape([2, None])
        tf.identity(x, name="y")
    with tf.Graph().as_default() as again:
        tf.import_graph_def(graph.as_graph_def(add_shapes=True), name="")
    assert again.get_tensor_by_name("y:0").shape == [2, None]
    with pytest.raises(ValueError), tf.compat.v1.Session(graph=again) as session:
        session.run("y:0", {"x:0": [1.0]})
