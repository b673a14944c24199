"""Values made of tensors through functions, structures, control flow, gradients and maps."""

from __future__ import annotations

import collections
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.config import options

ExtensionType = tf.experimental.ExtensionType


class Masked(ExtensionType):
    values: tf.Tensor
    keep: tf.Tensor
    label: int = 0

    @tf.function
    def total(self) -> Any:
        return tf.reduce_sum(tf.where(self.keep, self.values, 0.0))


class Pair(ExtensionType):
    first: Masked
    rest: tuple[Masked, ...]
    named: collections.abc.Mapping[str, tf.Tensor]


class Point(tf.experimental.BatchableExtensionType):
    x: tf.Tensor
    y: tf.Tensor
    name: str = "p"


ONE = Masked([1.0, 2.0, 3.0], [True, False, True])
TWO = Masked(ONE.values * 2, ONE.keep)
PAIR = Pair(ONE, [TWO, ONE], {"b": 1.0, "a": [2.0]})
SPEC = Masked.Spec(tf.TensorSpec([None]), tf.TensorSpec([None], tf.bool), 0)


def plainly(value: Any) -> Any:
    """A value with tensors as lists, for comparing."""
    if isinstance(value, ExtensionType):
        return type(value).__name__, plainly(tf.experimental.extension_type.as_dict(value))
    if isinstance(value, tf.IndexedSlices):
        return "rows", plainly([value.values, value.indices, value.dense_shape])
    if isinstance(value, tf.Tensor):
        return value.dtype.name, value.numpy().tolist()
    if isinstance(value, collections.abc.Mapping):
        return {key: plainly(item) for key, item in value.items()}
    return type(value)(map(plainly, value)) if isinstance(value, (list, tuple)) else value


# functions: eagerly, staged, on both executors -----------------------------------------------------------------


def staged_if(m: Any, k: Any) -> Any:
    if k > 2:
        m = Masked(m.values * 10.0, m.keep)
    else:
        m = Masked(m.values, tf.logical_not(m.keep))
    return m


def staged_while(m: Any, k: Any) -> Any:
    i = tf.constant(0)
    while i < k:
        m = Masked(m.values + 1.0, tf.logical_not(m.keep))
        i = i + 1
    return m, i


def staged_for(m: Any, k: Any) -> Any:
    for value in m.values:
        m = Masked(m.values + value, m.keep)
    return m


def staged_return(m: Any, k: Any) -> Any:
    if k > 2:
        return Masked(m.values * 10.0, m.keep)
    return m


def late_in_loop(m: Any, k: Any) -> Any:
    for i in tf.range(k):
        last = Masked(m.values * tf.cast(i, tf.float32), m.keep)
    return last


def nested_state(m: Any, k: Any) -> Any:
    state = {"pair": Pair(m, (), {"n": tf.constant(0.0)})}
    for i in tf.range(k):
        pair = state["pair"]
        state = {"pair": Pair(pair.first, (), {"n": pair.named["n"] + tf.cast(i, tf.float32)})}
    return state


def conditional_expression(m: Any, k: Any) -> Any:
    return Masked(m.values, m.keep) if k > 2 else Masked(m.values * 2.0, m.keep)


def library_cond(m: Any, k: Any) -> Any:
    return tf.cond(k > 2, lambda: m, lambda: Masked(m.values * 2.0, m.keep))


def library_switch(m: Any, k: Any) -> Any:
    return tf.switch_case(k - 2, [lambda: m, lambda: Masked(m.values * 2.0, m.keep)])


def library_loop(m: Any, k: Any) -> Any:
    return tf.while_loop(lambda i, m: i < k, lambda i, m: (i + 1, Masked(m.values * 2.0, m.keep)), (0, m))


def growing_loop(m: Any, k: Any) -> Any:
    grow = lambda i, m: (i + 1, Masked(tf.concat([m.values, [1.0]], 0), m.keep))  # noqa: E731
    return tf.while_loop(lambda i, m: i < k, grow, (0, m), shape_invariants=(tf.TensorShape([]), SPEC))


def declared_growth(m: Any, k: Any) -> Any:
    i = 0
    while i < k:
        tf.autograph.experimental.set_loop_options(shape_invariants=[(m, SPEC)])
        m = Masked(tf.concat([m.values, [1.0]], 0), m.keep)
        i = i + 1
    return m


def structures(m: Any, k: Any) -> Any:
    return {"b": [m, None, (Pair(m, [m], {"z": k}),)], "a": m.values}


def passed_on(m: Any, k: Any) -> Any:
    return tf.identity(m), tf.stop_gradient(m), tf.nest.map_structure(lambda t: t, m, expand_composites=True)


PROGRAMS = [
    staged_if, staged_while, staged_for, staged_return, late_in_loop, nested_state, conditional_expression,
    library_cond, library_switch, library_loop, growing_loop, declared_growth, structures, passed_on,
]  # fmt: skip


@pytest.mark.executors
@pytest.mark.parametrize("executor", ["native", "numpy"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_staged_as_eager(program: Any, executor: str) -> None:
    with options.overridden(executor=executor):
        staged = tf.function(program)
        for k in (2, 3):
            assert plainly(staged(ONE, tf.constant(k))) == plainly(program(ONE, tf.constant(k)))


def test_traces_by_spec() -> None:
    seen: list[Any] = []

    @tf.function
    def double(m: Any) -> Any:
        seen.append(m)
        return Masked(m.values * 2, m.keep, m.label)

    assert plainly(double(ONE)) == plainly(TWO)
    double(TWO)
    assert len(seen) == 1 and isinstance(seen[0], Masked) and tf.is_symbolic_tensor(seen[0])
    double(Masked([1.0], [True]))
    double(Masked(ONE.values, ONE.keep, 1))
    double(Masked(ONE.values, ONE.keep, True))
    assert [m.label for m in seen] == [0, 0, 1, True] and type(seen[3].label) is bool
    double.get_concrete_function(SPEC)
    assert len(seen) == 5
    double(Masked([1.0, 2.0], [True, True]))  # a subtype of the spec
    assert len(seen) == 5
    relaxed = tf.function(lambda m: m.values, reduce_retracing=True)
    for count in (1, 2, 3, 4):
        relaxed(Masked([1.0] * count, [True] * count))
    assert relaxed.experimental_get_tracing_count() == 2


def test_concrete_functions() -> None:
    concrete = tf.function(lambda m: Masked(m.values * 2, m.keep)).get_concrete_function(ONE)
    assert plainly(concrete(ONE)) == plainly(TWO) and plainly(concrete(m=ONE)) == plainly(TWO)
    assert concrete.structured_input_signature == ((ONE._type_spec,), {})
    assert [t.name for t in concrete.inputs] == ["m:0", "m_1:0"]
    assert [t.dtype for t in concrete.outputs] == [tf.float32, tf.bool]
    with pytest.raises(TypeError):
        concrete(3)


@pytest.mark.parametrize(
    "wrong", [3, tf.constant([1.0]), Masked([1], [True]), Masked([[1.0]], [True]), Masked([1.0], [True], 4)]
)
def test_input_signatures(wrong: Any) -> None:
    calls: list[int] = []

    @tf.function(input_signature=[SPEC, {"pair": [SPEC, tf.TensorSpec([])]}])
    def total(m: Any, more: Any) -> Any:
        calls.append(1)
        return tf.reduce_sum(m.values) + more["pair"][0].values[0] + more["pair"][1]

    assert float(total(ONE, {"pair": [TWO, 1]})) == 9.0
    assert float(total(Masked([1.0], [True]), {"pair": [TWO, 1]})) == 4.0
    assert len(calls) == 1
    with pytest.raises(TypeError):
        total(wrong, {"pair": [TWO, 1]})
    with pytest.raises(TypeError):
        total(ONE, {"pair": [wrong, 1]})


def test_captures_methods_keywords_and_nesting() -> None:
    assert plainly(tf.function(lambda: ONE)()) == plainly(ONE)
    assert tf.function(lambda: ONE.values + 1)().numpy().tolist() == [2.0, 3.0, 4.0]
    assert float(ONE.total()) == 4.0 and float(tf.function(lambda m: m.total())(TWO)) == 8.0
    assert plainly(tf.function(lambda *, m: m)(m=ONE)) == plainly(ONE)
    inner = tf.function(lambda p: Pair(p.rest[0], (), {"q": p.named["a"]}))
    expected = ("Pair", {"first": plainly(TWO), "rest": (), "named": {"q": ("float32", [2.0])}})
    assert plainly(tf.function(lambda p: inner(p))(PAIR)) == plainly(inner(PAIR)) == expected


@pytest.mark.parametrize(
    ("program", "error", "message"),
    [
        (lambda k: tf.cond(k > 2, lambda: ONE, lambda: ONE.values), TypeError, "same nested structure"),
        (lambda k: tf.cond(k > 2, lambda: ONE, lambda: Masked(ONE.values, ONE.keep, 3)), TypeError,
         "Incompatible CompositeTensor TypeSpecs"),
        (lambda k: tf.while_loop(lambda i, m: i < k, lambda i, m: (i + 1, Masked(m.values, m.keep, 1)), (0, ONE)),
         ValueError, "Incompatible CompositeTensor TypeSpecs"),
        (lambda k: tf.while_loop(lambda m: m.values[0] < 3.0,
                                 lambda m: [Masked(tf.concat([m.values, [1.0]], 0), m.keep)], [ONE]),
         ValueError, "but has shape (4,) after one iteration"),
        (lambda k: tf.convert_to_tensor(ONE), ValueError, "with an unsupported type"),
    ],
)  # fmt: skip
def test_mistakes_in_control_flow(program: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        tf.function(program)(tf.constant(3))
    assert message in str(caught.value)


def test_a_static_field_must_not_depend_on_a_tensor() -> None:
    @tf.function
    def relabelled(m: Any, k: Any) -> Any:
        if k > 2:
            m = Masked(m.values, m.keep, 1)
        return m

    with pytest.raises(TypeError, match="'m' must have the same nested structure in the main and else branches"):
        relabelled(ONE, tf.constant(3))


# structures -------------------------------------------------------------------------------------------------------


def test_structures() -> None:
    nest = tf.nest
    assert nest.flatten(ONE) == [ONE] and not nest.is_nested(ONE)
    assert [t is u for t, u in zip(nest.flatten(ONE, True), (ONE.values, ONE.keep), strict=True)] == [True, True]
    assert len(nest.flatten([PAIR, {"a": ONE}], expand_composites=True)) == 10
    assert nest.flatten(PAIR._type_spec, True) == PAIR._type_spec.flatten()
    assert nest.map_structure(lambda m: 1, {"q": PAIR}) == {"q": 1}
    added = nest.map_structure(lambda a, b: a + b if a.dtype == tf.float32 else a, ONE, TWO, expand_composites=True)
    assert plainly(added.values) == ("float32", [3.0, 6.0, 9.0])
    packed = nest.pack_sequence_as(PAIR, list(range(8)), expand_composites=True)
    assert (packed.rest[1].keep, dict(packed.named)) == (5, {"b": 7, "a": 6})
    nest.assert_same_structure(ONE, Masked([1.0], [True]), expand_composites=True)
    for other, error in ((Masked(ONE.values, ONE.keep, 1), ValueError), ([1, 2], TypeError)):
        with pytest.raises(error):
            nest.assert_same_structure(ONE, other, expand_composites=True)


def test_questions_about_values() -> None:
    assert not tf.is_tensor(ONE) and tf.is_tensor(tf.IndexedSlices([1.0], [0]))
    for value in (ONE, PAIR, tf.IndexedSlices([1.0], [0], [2])):
        assert tf.type_spec_from_value(value) == value._type_spec
        assert tf.type_spec_from_value(value).is_compatible_with(value)
    with pytest.raises(ValueError, match=r"`tensor` should be a tf\.Tensor, but got type"):
        tf.TensorSpec.from_tensor(ONE)
    for wrong in (None, object(), {"a": 1}):
        with pytest.raises(TypeError, match="Could not build a TypeSpec for"):
            tf.type_spec_from_value(wrong)


# gradients --------------------------------------------------------------------------------------------------------


def square(m: Any) -> Any:
    return Masked(m.values**2, m.keep)


@pytest.mark.parametrize("function", [lambda f: f, tf.function])
@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (square, [2.0, 4.0, 6.0]),
        (lambda m: [square(m), m.values], [3.0, 5.0, 7.0]),
        (lambda m: m.values[0] * m.values, [7.0, 1.0, 1.0]),
        (lambda m: tf.gather(m.values, [0, 0]), [2.0, 0.0, 0.0]),
        (lambda m: m.total(), [1.0, 0.0, 1.0]),
        (lambda m: tf.cond(m.values[0] > 0, lambda: square(m), lambda: m), [2.0, 4.0, 6.0]),
        (lambda m: tf.stop_gradient(square(m)), None),
    ],
)
def test_gradients(target: Any, expected: Any, function: Any) -> None:
    target = function(target)
    with tf.GradientTape() as tape:
        tape.watch(ONE)
        result = target(ONE)
    found = tape.gradient(result, {"m": [ONE]})["m"][0]
    if expected is None:
        assert found is None
        return
    assert isinstance(found, Masked) and found.values.numpy().tolist() == expected
    assert found.keep is ONE.keep and found.label == 0


def test_gradients_inside_a_function_and_by_finite_differences() -> None:
    @tf.function
    def gradient(m: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(m)
            y = tf.reduce_sum(tf.sin(m.values) * m.values)
        return tape.gradient(y, m)

    x = ONE.values.numpy().astype(np.float64)
    step = 1e-5
    expected = [(np.sin(v + step) * (v + step) - np.sin(v - step) * (v - step)) / (2 * step) for v in x]
    np.testing.assert_allclose(gradient(ONE).values.numpy(), expected, rtol=1e-4)


def test_more_of_gradients() -> None:
    two = Pair(Masked([1.0], [True]), [], {"a": 2.0, "b": [3]})
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(two)
        y = two.named["a"] * 5.0
        z = square(two.first)
    found = tape.gradient(y, two)
    assert plainly(found.first.values) == ("float32", [0.0]) and float(found.named["a"]) == 5.0
    assert found.named["b"] is two.named["b"]
    assert tape.gradient(tf.constant(1.0), two) is None
    zeros = tape.gradient(tf.constant(1.0), two, unconnected_gradients="zero")
    assert float(zeros.named["a"]) == 0.0
    incoming = Masked([10.0], [True])
    assert plainly(tape.gradient(z, two.first, output_gradients=incoming).values) == ("float32", [20.0])
    with pytest.raises(TypeError, match="must be a tensor or a variable"):
        tape.gradient(y, object())


# rows -------------------------------------------------------------------------------------------------------------

POINTS = Point([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [1, 2, 3])
ROW = Point.Spec(tf.TensorSpec([2]), tf.TensorSpec([], tf.int32), "p")


class Halved(tf.experimental.ExtensionTypeBatchEncoder):
    """Keeps twice the value, in one tensor, and the rank of a row in the spec."""

    def batch(self, spec: Any, batch_size: Any) -> Any:
        return Encoded.Spec(tf.TensorSpec(tf.TensorShape([batch_size]) + spec.v.shape, spec.v.dtype))

    def unbatch(self, spec: Any) -> Any:
        return Encoded.Spec(tf.TensorSpec(spec.v.shape[1:], spec.v.dtype))

    def encode(self, spec: Any, value: Any, minimum_rank: int = 0) -> Any:
        return [value.v * 2]

    def decode(self, spec: Any, encoded_value: Any) -> Any:
        return Encoded(encoded_value[0] / 2)

    def encoding_specs(self, spec: Any) -> Any:
        return [spec.v]


class Encoded(tf.experimental.BatchableExtensionType):
    __batch_encoder__ = Halved()
    v: tf.Tensor


MAPS: list[tuple[Any, Any]] = [
    (lambda p: tf.map_fn(lambda r: Point(r.x + 1.0, r.y * 2), p),
     ("Point", {"x": ("float32", [[2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]), "y": ("int32", [2, 4, 6]), "name": "p"})),
    (lambda p: tf.map_fn(lambda r: tf.reduce_sum(r.x), p, fn_output_signature=tf.float32),
     ("float32", [3.0, 7.0, 11.0])),
    (lambda p: tf.map_fn(lambda r: {"a": r[0].y, "b": r[1]}, (p, p.y),
                         fn_output_signature={"a": tf.int32, "b": tf.int32}),
     {"a": ("int32", [1, 2, 3]), "b": ("int32", [1, 2, 3])}),
    (lambda p: tf.map_fn(lambda y: Point(tf.stack([1.0, 2.0]), y), p.y, fn_output_signature=ROW),
     ("Point", {"x": ("float32", [[1.0, 2.0]] * 3), "y": ("int32", [1, 2, 3]), "name": "p"})),
    (lambda p: tf.vectorized_map(lambda r: Point(r.x * 2.0, r.y), p),
     ("Point", {"x": ("float32", [[2.0, 4.0], [6.0, 8.0], [10.0, 12.0]]), "y": ("int32", [1, 2, 3]), "name": "p"})),
    (lambda p: tf.vectorized_map(lambda r: r.x[0], p), ("float32", [1.0, 3.0, 5.0])),
    (lambda p: tf.map_fn(lambda r: Encoded(r.v + 1.0), Encoded(p.x[:, 0])),
     ("Encoded", {"v": ("float32", [2.0, 4.0, 6.0])})),
    (lambda p: tf.foldl(lambda total, r: total + r.x, p, tf.zeros([2])), ("float32", [9.0, 12.0])),
    (lambda p: tf.foldl(lambda total, r: Point(total.x + r.x, r.y), p),
     ("Point", {"x": ("float32", [9.0, 12.0]), "y": ("int32", 3), "name": "p"})),
    (lambda p: tf.scan(lambda total, r: Point(total.x + r.x, r.y), p).x[:, 0], ("float32", [1.0, 4.0, 9.0])),
]  # fmt: skip


@pytest.mark.parametrize("function", [lambda f: f, tf.function])
@pytest.mark.parametrize(("program", "expected"), MAPS)
def test_maps(program: Any, expected: Any, function: Any) -> None:
    assert plainly(function(program)(POINTS)) == expected


def test_batches_of_specs() -> None:
    assert ROW._batch(3) == Point.Spec(tf.TensorSpec([3, 2]), tf.TensorSpec([3], tf.int32), "p")
    assert POINTS._type_spec._unbatch() == ROW and ROW._batch(None)._unbatch() == ROW
    assert POINTS._type_spec._to_batched_tensor_list(POINTS)[0] is POINTS.x
    with pytest.raises(ValueError, match="scalar"):
        ROW._unbatch()
    with pytest.raises(TypeError, match=r"Derive Masked from tf\.experimental\.BatchableExtensionType"):
        tf.map_fn(lambda m: m.values, ONE)


# other values made of tensors -------------------------------------------------------------------------------------

ROWS = tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([1]), tf.constant([3, 2]))


@pytest.mark.parametrize(
    ("program", "arguments", "expected"),
    [
        (lambda s: s, (ROWS,), plainly(ROWS)),
        (lambda: ROWS, (), plainly(ROWS)),
        (lambda s: tf.convert_to_tensor(s), (ROWS,), ("float32", [[0.0, 0.0], [1.0, 2.0], [0.0, 0.0]])),
        (lambda s: tf.IndexedSlices(s.values * 2, s.indices), (ROWS,),
         ("rows", [("float32", [[2.0, 4.0]]), ("int32", [1]), None])),
        (lambda s: {"a": (s, s.indices)}, (ROWS,), {"a": (plainly(ROWS), ("int32", [1]))}),
        (lambda x: tf.TensorArray(tf.float32, 2).unstack(x), (tf.constant([1.0, 2.0]),), None),
        (lambda x: [tf.TensorArray(tf.float32, 2).unstack(x), x], (tf.constant([1.0, 2.0]),), None),
    ],
)  # fmt: skip
def test_other_values_made_of_tensors(program: Any, arguments: Any, expected: Any) -> None:
    result = tf.function(program)(*arguments)
    if expected is None:
        array = result[0] if isinstance(result, list) else result
        assert isinstance(array, tf.TensorArray) and array.stack().numpy().tolist() == [1.0, 2.0]
        assert float(tf.function(lambda a: a.read(1))(array)) == 2.0
    else:
        assert plainly(result) == expected


def test_signatures_of_other_values() -> None:
    spec = tf.IndexedSlicesSpec([3, 2], indices_dtype=tf.int32, dense_shape_dtype=tf.int32)
    rows = tf.function(lambda s: s.values, input_signature=[spec])
    assert rows(ROWS).numpy().tolist() == [[1.0, 2.0]]
    for wrong in (tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([1])), tf.constant(1.0), 3):
        with pytest.raises(TypeError):
            rows(wrong)


# functions of Python, and gradients of one's own ------------------------------------------------------------------


@pytest.mark.parametrize("function", [lambda f: f, tf.function])
def test_host_calls(function: Any) -> None:
    def called(m: Any, k: Any) -> Any:
        assert isinstance(m, Masked) and not tf.is_symbolic_tensor(m)
        return [Masked(m.values * float(k), m.keep), k + 1]

    def program(m: Any) -> Any:
        return tf.py_function(called, [m, tf.constant(2)], [SPEC, tf.int32])

    created, number = function(program)(ONE)
    assert plainly(created) == plainly(TWO) and int(number) == 3
    one = function(lambda m: tf.py_function(lambda m: tf.reduce_sum(m.values), [m], tf.TensorSpec([])))(ONE)
    assert float(one) == 6.0 and one.shape == []
    with tf.GradientTape() as tape:
        tape.watch(ONE)
        result = function(lambda m: tf.py_function(square, [m], SPEC))(ONE)
    assert tape.gradient(result, ONE).values.numpy().tolist() == [2.0, 4.0, 6.0]
    for wrong in (lambda m: 3, lambda m: Masked([1], [True]), lambda m: [m, m]):
        with pytest.raises(tf.errors.InvalidArgumentError):
            function(lambda m, wrong=wrong: tf.py_function(wrong, [m], SPEC))(ONE)


@pytest.mark.parametrize("function", [lambda f: f, tf.function])
@pytest.mark.parametrize("as_value", [False, True])
def test_custom_gradients(function: Any, as_value: bool) -> None:
    @tf.custom_gradient
    def tenfold(m: Any, scale: Any) -> Any:
        def gradient(upstream: Any) -> Any:
            own = tf.fill([3], 10.0) * upstream
            return (Masked(own, m.keep) if as_value else own), upstream * 5.0

        return tf.reduce_sum(m.values) * scale, gradient

    scale = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch([ONE, scale])
        result = function(lambda m, s: tenfold(m, s))(ONE, scale)
    of_value, of_scale = tape.gradient(result, [ONE, scale])
    assert float(result) == 12.0 and float(of_scale) == 5.0
    assert of_value.values.numpy().tolist() == [10.0, 10.0, 10.0]


# one way in ---------------------------------------------------------------------------------------------------------


class Iterable(ExtensionType):
    """A value that looks like a sequence; it is no row of a tensor all the same."""

    values: tf.Tensor

    def __len__(self) -> int:
        return 2

    def __getitem__(self, item: int) -> float:
        if item >= 2:
            raise IndexError(item)
        return float(item)


@pytest.mark.parametrize(
    "attempt",
    [
        lambda v: tf.convert_to_tensor(v), lambda v: tf.constant(v), lambda v: tf.stack([v, v]),
        lambda v: tf.constant([[1.0, 2.0], v]), lambda v: tf.constant([v]), lambda v: tf.concat([v, v], 0),
        lambda v: tf.Variable(v), lambda v: tf.add(v, 1.0), lambda v: tf.constant([1.0, 2.0]) + v,
    ],
)  # fmt: skip
@pytest.mark.parametrize("function", [lambda f: f, tf.function])
def test_no_value_becomes_a_tensor_unasked(attempt: Any, function: Any) -> None:
    with pytest.raises(ValueError, match="with an unsupported type"):
        function(lambda: attempt(Iterable([1.0])))()
