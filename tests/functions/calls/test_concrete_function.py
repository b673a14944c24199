"""ConcreteFunction: what one trace shows of itself, how it is called, what it refuses."""

from __future__ import annotations

import copy
from typing import Any, NamedTuple

import numpy as np
import pytest

import graphwright as tf
from graphwright.runtime.selection import executor


@pytest.fixture
def power() -> Any:
    @tf.function
    def power(a: Any, b: Any) -> Any:
        return a**b

    return power


def test_it_is_the_trace_that_calls_use(power: Any) -> None:
    concrete = power.get_concrete_function(tf.TensorSpec([], tf.float32), 2)
    assert concrete is power.get_concrete_function(tf.constant(1.0), 2)
    power(tf.constant(5.0), 2)
    assert power.experimental_get_tracing_count() == 1


def test_python_arguments_may_be_left_out_or_passed_again(power: Any) -> None:
    square = power.get_concrete_function(a=tf.TensorSpec(None, tf.float32), b=2)
    assert float(square(tf.constant(10.0))) == 100.0
    assert float(square(a=tf.constant(10.0))) == 100.0
    assert float(square(tf.constant(10.0), 2)) == 100.0
    assert float(square(tf.constant(10.0), b=2)) == 100.0
    np.testing.assert_allclose(square(tf.constant([2.0, 3.0])).numpy(), [4.0, 9.0])


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        pytest.param(
            lambda f: f(tf.constant(1.0), b=3),
            TypeError,
            r"ConcreteFunction power\(a, b\) was constructed "
            r"with int value 2 in b, but was called with int value 3",
            id="other Python value",
        ),
        pytest.param(
            lambda f: f(tf.constant(1)),
            tf.errors.InvalidArgumentError,
            "was expected to be a float32 tensor but is a int32 tensor",
            id="wrong dtype",
        ),
        pytest.param(
            lambda f: f(tf.constant([1.0])),
            ValueError,
            r"was expected to have "
            r"shape \(\) but has shape \(1,\)",
            id="wrong shape",
        ),
        pytest.param(lambda f: f(), TypeError, "missing required arguments: a", id="missing"),
        pytest.param(
            lambda f: f(tf.constant(1.0), z=1), TypeError, "unexpected keyword arguments: z", id="unknown keyword"
        ),
        pytest.param(
            lambda f: f(tf.constant(1.0), tf.constant(1.0), tf.constant(1.0)),
            TypeError,
            "takes 1 positional arguments but got 3",
            id="too many",
        ),
    ],
)
@pytest.mark.parametrize("calls_before", [0, 3])
def test_wrong_calls(power: Any, call: Any, error: type[Exception], message: str, calls_before: int) -> None:
    square = power.get_concrete_function(tf.TensorSpec([], tf.float32), b=2)
    for _ in range(calls_before):  # the first ones teach compiled code
        assert float(square(tf.constant(3.0), 2)) == float(square(a=tf.constant(3.0))) == 9.0
    with pytest.raises(error, match=message):
        call(square)
    assert float(square(tf.constant(3.0))) == 9.0


def test_printing(power: Any) -> None:
    square = power.get_concrete_function(a=tf.TensorSpec(None, tf.float32), b=2)
    assert str(square) == (
        "ConcreteFunction power(a, b=2)\n  Args:\n    a: float32 Tensor, shape=<unknown>\n  Returns:\n    "
        "float32 Tensor, shape=<unknown>"
    )
    assert square.pretty_printed_signature(verbose=False) == "power(a, b=2)"


def test_printing_of_structures() -> None:
    @tf.function
    def f(pair: Any, scale: float = 2.0) -> Any:
        return {"sum": pair[0] + pair[1]["y"], "scaled": pair[0] * scale}

    f((tf.constant(1.0), {"y": tf.constant([1.0])}))
    assert f.pretty_printed_concrete_signatures() == (
        "f(pair)\n"
        "  Args:\n"
        "    pair: (<1>, {'y': <2>})\n"
        "      <1>: float32 Tensor, shape=()\n"
        "      <2>: float32 Tensor, shape=(1,)\n"
        "  Returns:\n"
        "    {'sum': <2>, 'scaled': <1>}\n"
        "      <1>: float32 Tensor, shape=()\n"
        "      <2>: float32 Tensor, shape=(1,)"
    )


def test_graph_and_names() -> None:
    @tf.function
    def f(a: Any) -> Any:
        return a + a

    graph = f.get_concrete_function(tf.constant("x")).graph
    assert isinstance(graph, tf.Graph)
    assert [(op.name, [v.name for v in op.inputs]) for op in graph.get_operations()] == [
        ("a", []),
        ("add", ["a:0", "a:0"]),
        ("Identity", ["add:0"]),
    ]
    with pytest.raises(RuntimeError, match="finalized"):
        graph.add_op(None, (), {}, (), "x")


def test_signature_variables_and_captures() -> None:
    weight = tf.Variable([[1.0, 2.0]])
    offset = tf.Variable(1.0, trainable=False)

    @tf.function
    def f(x: Any, *, training: bool = False) -> Any:
        return x * weight + offset

    concrete = f.get_concrete_function(tf.TensorSpec([None, 2], tf.float32), training=True)
    assert concrete.structured_input_signature == (
        (tf.TensorSpec([None, 2], tf.float32, name="x"),),
        {"training": True},
    )
    assert concrete.structured_outputs is concrete.outputs[0]
    assert str(concrete.structured_outputs) == 'Tensor("Identity:0", shape=(None, 2), dtype=float32)'
    assert (concrete.output_dtypes, concrete.output_shapes) == (tf.float32, [None, 2])
    assert {v.name for v in concrete.variables} == {"Variable:0"}
    assert len(concrete.variables) == 2
    assert [v is weight for v in concrete.trainable_variables] == [True]
    assert len(concrete.captured_inputs) == 2
    assert len(concrete.inputs) == 3
    weight.assign([[10.0, 20.0]])
    np.testing.assert_allclose(concrete(tf.constant([[1.0, 1.0]])).numpy(), [[11.0, 21.0]])


def test_a_concrete_function_is_called_inside_another_function(power: Any) -> None:
    square = power.get_concrete_function(tf.TensorSpec([], tf.float32), 2)

    @tf.function
    def f(x: Any) -> Any:
        return square(x) + square(x + 1.0)

    assert float(f(tf.constant(2.0))) == 13.0
    with tf.GradientTape() as tape:
        x = tf.constant(2.0)
        tape.watch(x)
        y = f(x)
    assert float(tape.gradient(y, x)) == 10.0


def test_a_printed_graph_shows_its_operations() -> None:
    @tf.function
    def f(a: Any) -> Any:
        return tf.tanh(a)

    text = str(f.get_concrete_function(tf.TensorSpec([None, 2])).graph)
    assert "Tanh" in text
    assert "float32[a,2]" in text


# types ------------------------------------------------------------------------------------------------------

SPEC = "TensorSpec(shape=(), dtype=tf.int32, name=None)"
FLOAT = "TensorSpec(shape=(), dtype=tf.float32, name=None)"
one = tf.constant(1)


class Point(NamedTuple):
    x: Any
    y: Any


@pytest.mark.parametrize(
    ("function", "args", "kwargs", "expected"),
    [
        (lambda x: x, (one,), {}, f"(x: {SPEC}) -> {SPEC}"),
        (lambda x, y=2: x * y, (one,), {}, f"(x: {SPEC}, y: Literal[2]) -> {SPEC}"),
        (lambda x, y=2: x * y, (one,), {"y": 3}, f"(x: {SPEC}, y: Literal[3]) -> {SPEC}"),
        (lambda x, /, y: x, (one, 2), {}, f"(x: {SPEC}, /, y: Literal[2]) -> {SPEC}"),
        (lambda x, *, k: x, (one,), {"k": one}, f"(x: {SPEC}, *, k: {SPEC}) -> {SPEC}"),
        (
            lambda x, *rest: x,
            (one, 1, one),
            {},
            f"(x: {SPEC}, rest_0: Literal[1], rest_1: {SPEC}, /) -> {SPEC}",
        ),
        (lambda x, **k: x, (one,), {"b": one, "a": 2}, f"(x: {SPEC}, *, a: Literal[2], b: {SPEC}) -> {SPEC}"),
        (
            lambda d: d["b"],
            ({"b": one, "a": 2},),
            {},
            f"(d: Dict[['a', Literal[2]], ['b', {SPEC}]]) -> {SPEC}",
        ),
        (
            lambda v: v,
            ([one, (2, None)],),
            {},
            f"(v: List[{SPEC}, Tuple[Literal[2], Literal[None]]]) -> List[{SPEC}, Tuple[{SPEC}, Literal[None]]]",
        ),
        (
            lambda p: p,
            (Point(one, 1.5),),
            {},
            f"(p: Point[['x', {SPEC}], ['y', Literal[1.5]]]) -> Point[['x', {SPEC}], ['y', {FLOAT}]]",
        ),
        (lambda: None, (), {}, "() -> Literal[None]"),
        (
            lambda v: v + 1.0,
            (tf.Variable(1.0),),
            {},
            f"(v: VariableSpec(shape=(), dtype=tf.float32, trainable=True, alias_id=0)) -> {FLOAT}",
        ),
    ],
)
def test_the_type_prints_as_a_signature(function: Any, args: Any, kwargs: Any, expected: str) -> None:
    concrete = tf.function(function).get_concrete_function(*args, **kwargs)
    assert str(concrete.function_type) == expected
    assert str(concrete.inference_fn) == f"<AtomicFunction> {concrete.name}{expected}"


def test_the_type_in_full(power: Any) -> None:
    type_ = power.get_concrete_function(tf.TensorSpec([None]), 2).function_type
    assert isinstance(type_, tf.types.experimental.FunctionType)
    assert repr(type_).splitlines() == [
        "Input Parameters:",
        "  a (POSITIONAL_OR_KEYWORD): TensorSpec(shape=(None,), dtype=tf.float32, name=None)",
        "  b (POSITIONAL_OR_KEYWORD): Literal[2]",
        "Output Type:",
        "  TensorSpec(shape=(None,), dtype=tf.float32, name=None)",
        "Captures:",
        "  None",
    ]
    assert type_.parameters["b"].type_constraint.value == 2
    assert type_.output == tf.TensorSpec([None])
    assert (type_.flat_inputs, type_.flat_outputs, type_.flat_captures) == (
        [tf.TensorSpec([None])],
        [tf.TensorSpec([None])],
        [],
    )
    assert list(type_.bind(1, b=2).arguments) == ["a", "b"]
    with pytest.raises(TypeError, match="missing a required argument: 'b'"):
        type_.bind(1)


def test_types_are_compared(power: Any) -> None:
    wide = power.get_concrete_function(tf.TensorSpec(None), 2).function_type
    narrow = tf.function(power.python_function).get_concrete_function(tf.TensorSpec([2]), 2).function_type
    other = power.get_concrete_function(tf.TensorSpec(None), 3).function_type
    assert wide.is_supertype_of(narrow)
    assert not narrow.is_supertype_of(wide)
    assert not wide.is_supertype_of(other)
    assert wide != narrow
    again = power.get_concrete_function(tf.TensorSpec(None), 2).function_type
    assert wide == again
    assert hash(wide) == hash(again)


def test_the_type_of_a_python_function() -> None:
    type_ = tf.types.experimental.FunctionType.from_callable(lambda x, y=2, *rest: x)
    assert isinstance(type_, tf.types.experimental.FunctionType)
    assert str(type_) == "(x, y=2, *rest)"
    assert (type_.output, type_.flat_inputs, type_.captures) == (None, [], {})
    assert [p.optional for p in type_.parameters.values()] == [False, True, False]
    assert copy.deepcopy(type_) == type_
    assert str(type_.replace(parameters=[])) == "()"


def test_captures_are_part_of_the_type() -> None:
    weight = tf.Variable(2.0)
    type_ = tf.function(lambda x: x * weight).get_concrete_function(1.5).function_type
    (captured,) = type_.captures.values()
    assert captured.dtype == tf.resource
    assert type_.flat_captures == [captured]


def test_what_functions_are(power: Any) -> None:
    kinds = tf.types.experimental
    concrete = power.get_concrete_function(1.0, 2)
    atomic = concrete.inference_fn
    names = ("Callable", "GenericFunction", "PolymorphicFunction", "ConcreteFunction", "AtomicFunction")
    assert [[isinstance(f, getattr(kinds, n)) for n in names] for f in (power, concrete, atomic, len)] == [
        [True, True, True, False, False],
        [True, False, False, True, False],
        [True, False, False, False, True],
        [False, False, False, False, False],
    ]


# the inference function -------------------------------------------------------------------------------------


def test_the_inference_function_takes_captures_too() -> None:
    weight = tf.Variable(3.0)
    concrete = tf.function(lambda x, n: (x * weight, None)).get_concrete_function(tf.TensorSpec([]), 2)
    atomic = concrete.inference_fn
    assert (atomic.name, atomic.graph) == (concrete.name, concrete.graph)
    assert atomic.definition.signature.name == concrete.name
    assert [float(v) for v in atomic.call_flat(tf.constant(2.0), *concrete.captured_inputs)] == [6.0]
    product, nothing = atomic(tf.constant(2.0))
    assert (float(product), nothing) == (6.0, None)
    other = tf.Variable(10.0)
    product, _ = atomic.call_with_captures([tf.constant(2.0)], {}, [other.handle])
    assert float(product) == 20.0
    with pytest.raises(TypeError, match=r"takes 2 tensors \(1 of them captured\), got 1"):
        atomic.call_flat(tf.constant(2.0))
    with pytest.raises(tf.errors.InvalidArgumentError, match="expected to be a float32 tensor"):
        atomic.call_flat(tf.constant(2), *concrete.captured_inputs)


def test_it_runs_inside_functions_and_under_tapes(power: Any) -> None:
    atomic = power.get_concrete_function(tf.TensorSpec([]), 2).inference_fn
    outer = tf.function(lambda x: atomic(x) + 1.0)
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = outer(x)
    assert (float(y), float(tape.gradient(y, x))) == (10.0, 6.0)


# variables as arguments -------------------------------------------------------------------------------------

_OTHER_SHAPE = (
    tf.errors.InvalidArgumentError,
    r"of shape (\(2,\)|\[2\]) but (is|found) one of shape \(3,\); trace the function for it, or for a variable made "
    r"with shape=tf.TensorShape\(None\)",
)


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (lambda: tf.Variable([1.0, 2.0, 3.0]), *_OTHER_SHAPE),
        (lambda: tf.Variable([1.0, 2.0, 3.0], shape=tf.TensorShape(None)), *_OTHER_SHAPE),
        (lambda: tf.Variable([1, 2]), tf.errors.InvalidArgumentError, "be a variable of float32 but is one of int32"),
        (
            lambda: tf.constant([1.0, 2.0]),
            tf.errors.InvalidArgumentError,
            "be a resource tensor but is a float32 tensor",
        ),
        (lambda: [1.0, 2.0], TypeError, "was constructed with|be a resource tensor"),
    ],
)
@pytest.mark.parametrize("options", [{}, {"jit_compile": True}, {"jit_compile": False}], ids=str)
def test_a_variable_that_does_not_fit(value: Any, error: type[Exception], message: str, options: Any) -> None:
    v = tf.Variable([1.0, 2.0])
    concrete = tf.function(lambda v: v * 2.0, **options).get_concrete_function(v)
    outer = tf.function(lambda w: concrete(w))
    for call in (concrete, lambda w: concrete(v=w), outer):
        with pytest.raises(error, match=message):
            call(value())
        assert concrete(v).numpy().tolist() == [2.0, 4.0]


def test_a_variable_of_unknown_shape_is_judged_by_its_value() -> None:
    v, other = tf.Variable([1.0, 2.0]), tf.Variable([3.0, 4.0], shape=tf.TensorShape(None))
    concrete = tf.function(lambda v: v * 2.0).get_concrete_function(v)
    outer = tf.function(lambda: concrete(other))
    for call in (lambda: concrete(other), outer):
        other.assign([3.0, 4.0])
        assert call().numpy().tolist() == [6.0, 8.0]
        other.assign([[1.0]])
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"shape \(1, 1\)"):
            call()
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"shape \[2\] but found one of shape \(1, 1\)"):
        tf.function(lambda: v + 1.0).get_concrete_function().inference_fn.call_flat(other.handle)


# calls ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        lambda f: f(tf.constant(3.0)),
        lambda f: f(tf.constant(3.0), 2),
        lambda f: f(tf.constant(3.0), 2, 1.0),
        lambda f: f(tf.constant(3.0), n=2),
        lambda f: f(x=tf.constant(3.0)),
        lambda f: f(n=2, x=tf.constant(3.0)),
        lambda f: f(3.0),
        lambda f: f(np.float32(3.0)),
        lambda f: f(tf.Variable(3.0)),
    ],
)
def test_calling_conventions(call: Any) -> None:
    concrete = tf.function(lambda x, n, c=1.0: x**n * c).get_concrete_function(tf.TensorSpec([]), 2)
    assert [float(call(concrete)) for _ in range(4)] == [9.0] * 4


def test_calls_under_a_tape_do_not_keep_others_from_compiled_code() -> None:
    pytest.importorskip("llvmlite")
    concrete = tf.function(lambda x: x * x).get_concrete_function(tf.TensorSpec([]))
    x = tf.constant(3.0)
    for _ in range(30):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = concrete(x)
        assert float(tape.gradient(y, x)) == 6.0
    served_by_python = concrete.__call__
    assert float(concrete(x)) == 9.0
    assert (concrete.__call__ is served_by_python) is (executor().name == "numpy")


def test_calls_that_differ_take_turns() -> None:
    x, row, scale = tf.constant(3.0), tf.constant([1.0, 2.0]), tf.Variable(2.0)

    @tf.function
    def scaled(x: Any, n: Any = 2) -> Any:
        return {"sum": tf.reduce_sum(x) * scale, "power": x**n}

    concrete = scaled.get_concrete_function(tf.TensorSpec(None, tf.float32, name="given"))
    outer = tf.function(lambda x: concrete(x)["sum"] + 1.0)
    for round_ in range(5):
        scale.assign(float(round_))
        assert float(concrete(x)["sum"]) == float(concrete(given=x)["sum"]) == 3.0 * round_
        assert concrete(x=row)["power"].numpy().tolist() == [1.0, 4.0]
        assert list(concrete(row.numpy())) == ["sum", "power"]
        with pytest.raises(TypeError, match="int value 2 in n, but was called with int value 3"):
            concrete(x, 3)
        with pytest.raises(TypeError, match="two values for 'x'"):
            concrete(x, given=x)
        with tf.GradientTape() as tape:
            total = concrete(row)["sum"]
        assert float(tape.gradient(total, scale)) == 3.0
        assert float(outer(x)) == 3.0 * round_ + 1.0
    assert scaled.explain().traces[0].calls >= 5 * 5


def test_names_of_specs_are_keywords_too(power: Any) -> None:
    concrete = tf.function(lambda x, y: x - y).get_concrete_function(
        tf.TensorSpec([], name="left"), tf.TensorSpec([], name="right")
    )
    for names in (("left", "right"), ("x", "y"), ("left", "y")):
        assert float(concrete(**{names[0]: tf.constant(3.0), names[1]: tf.constant(1.0)})) == 2.0
    assert [v.name for v in concrete.inputs] == ["left:0", "right:0"]
    with pytest.raises(TypeError, match="unexpected keyword arguments: middle"):
        concrete(left=1.0, middle=2.0)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda f, x, y: f([x], {"k": y, "n": 3}), None, ""),
        (lambda f, x, y: f([x, x], {"k": y, "n": 3}), TypeError, r"with List\[.* in a, .* called with list"),
        (
            lambda f, x, y: f([x], {"k": y, "n": 4}),
            TypeError,
            r"constructed with int value 3 in b\['n'\], but was called with int value 4",
        ),
        (lambda f, x, y: f([x], {"q": y, "n": 3}), TypeError, r"constructed with Dict\[.* in b, .* called with dict"),
        (lambda f, x, y: f([tf.constant(1)], {"k": y, "n": 3}), tf.errors.InvalidArgumentError, "float32"),
        (lambda f, x, y: f([tf.zeros([2, 2])], {"k": y, "n": 3}), ValueError, "expected to have shape"),
    ],
)
def test_calls_with_structures(call: Any, error: Any, message: str) -> None:
    f = tf.function(lambda a, b: a[0] + b["k"])
    x, y = tf.constant([1.0]), tf.constant([2.0])
    concrete = f.get_concrete_function([x], {"k": y, "n": 3})
    if error is None:
        assert float(call(concrete, x, y)[0]) == 3.0
        return
    with pytest.raises(error, match=message):
        call(concrete, x, y)
    assert float(concrete([x], {"k": y, "n": 3})[0]) == 3.0


def test_specs_of_structures_are_named_by_their_position() -> None:
    concrete = tf.function(lambda d: d["k"][0] + d["p"].x).get_concrete_function({"k": [one], "p": Point(one, 2)})
    ((d,), kwargs) = concrete.structured_input_signature
    assert (d["k"][0].name, d["p"].x.name, d["p"].y, kwargs) == ("d_k_0", "d_p_x", 2, {})
