"""What arguments mean for tracing: which share a trace, and trace types that users write."""

from __future__ import annotations

import collections
import dataclasses
import enum
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.functions.tracing.trace_types import trace_type_of

TraceType = tf.types.experimental.TraceType
NAN = float("nan")


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 1


class Flag(enum.Flag):
    A = 1
    B = 2


@dataclasses.dataclass
class Data:
    x: Any
    y: Any = 2


@dataclasses.dataclass(frozen=True)
class Frozen:
    x: Any


@dataclasses.dataclass
class Flattened:
    """A dataclass that says itself what is in it: `x` in tensors, `y` static."""

    x: Any
    y: Any = 2

    def __tf_flatten__(self) -> Any:
        return (self.y,), (self.x,)

    @classmethod
    def __tf_unflatten__(cls, metadata: Any, components: Any) -> Any:
        return cls(components[0], metadata[0])


class FakeAttribute:
    def __init__(self, name: str) -> None:
        self.name, self.init = name, True


class Attrs:
    """What the attrs library makes of a class with two fields, as far as tracing looks."""

    __attrs_attrs__ = (FakeAttribute("x"), FakeAttribute("y"))

    def __init__(self, x: Any, y: Any) -> None:
        self.x, self.y = x, y


Named = collections.namedtuple("Named", "x y")
Others = collections.namedtuple("Others", "p q")


def t(value: Any = 1) -> Any:
    return tf.constant(value)


def default_dict(**items: Any) -> Any:
    result: Any = collections.defaultdict(int)
    result.update(items)
    return result


ROWS = tf.IndexedSlices(tf.constant([[1.0]]), tf.constant([0]), tf.constant([3, 1]))

SAME = [
    (t(1), t(2)), (np.ones(2), np.zeros(2)), (np.float32(1), t(2.0)), (1, 1), (NAN, -NAN), (None, None), ("a", "a"),
    (b"a", b"a"), (Colour.RED, Colour.RED), (Level.LOW, Level.LOW), (Flag.A | Flag.B, Flag.B | Flag.A), (int, int),
    (tf.float32, tf.float32), (slice(1, 2), slice(1, 2)), ((), ()), ([], []), ({}, {}), ([t(1), 2], [t(3), 2]),
    ((1, (t(1),)), (1, (t(5),))), ({"a": t(1), "b": 2}, {"b": 2, "a": t(4)}), (Named(t(1), 2), Named(t(2), 2)),
    (collections.OrderedDict(a=t(1), b=t(2)), collections.OrderedDict(b=t(1), a=t(2))),
    (default_dict(a=t(1)), default_dict(a=t(2))), (Data(t(1)), Data(t(2))), (Frozen(t(1)), Frozen(t(2))),
    (Flattened(t(1)), Flattened(t(2))), (Attrs(t(1), 2), Attrs(t(2), 2)),
    (ROWS, tf.IndexedSlices(tf.constant([[2.0]]), tf.constant([1]), tf.constant([3, 1]))),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second"), SAME)
def test_arguments_that_share_a_trace(first: Any, second: Any) -> None:
    assert trace_type_of(first) == trace_type_of(second)
    assert hash(trace_type_of(first)) == hash(trace_type_of(second))
    assert trace_type_of(first).is_subtype_of(trace_type_of(second))
    assert trace_type_of(first).most_specific_common_supertype([trace_type_of(second)]) == trace_type_of(first)
    f = tf.function(lambda a: tf.constant(0))
    f(first), f(second)
    assert f.experimental_get_tracing_count() == 1


DIFFERENT = [
    (t(1), t(1.0)), (t([1]), t([1, 2])), (t(1), 1), (1, 1.0), (1, True), (0.0, -0.0), (1, Level.LOW), ("a", b"a"),
    (None, 0), (Colour.RED, Colour.BLUE), (Colour.RED, 1), (Flag.A, Flag.B), (int, float), (tf.float32, tf.float64),
    ([t(1)], (t(1),)), ([t(1)], [t(1), t(1)]), ([], ()), ([1], [2]), ({"a": t(1)}, {"b": t(1)}),
    ({"a": t(1)}, {"a": t(1.0)}), (Named(t(1), 2), Others(t(1), 2)), (Named(t(1), 2), (t(1), 2)),
    (Data(t(1)), Data(t(1), 3)), (Data(t(1)), Frozen(t(1))), (Flattened(t(1), 2), Flattened(t(1), 3)),
    (Attrs(t(1), 2), Attrs(t(1), 3)), (slice(1), slice(2)),
    (ROWS, tf.IndexedSlices(tf.constant([[2.0]]), tf.constant([1]))),
    (tf.experimental.ExtensionType, tf.Module),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second"), DIFFERENT)
def test_arguments_that_do_not(first: Any, second: Any) -> None:
    assert trace_type_of(first) != trace_type_of(second)
    assert not trace_type_of(first).is_subtype_of(trace_type_of(second))
    f = tf.function(lambda a: tf.constant(0))
    f(first), f(second)
    assert f.experimental_get_tracing_count() == 2


@pytest.mark.parametrize(
    ("first", "second", "common"),
    [
        ([t([1])], [t([1, 2])], (None,)),
        ({"a": t([1]), "b": 2}, {"b": 2, "a": t([1, 2])}, (None,)),
        (Named(t([1]), 2), Named(t([1, 2]), 2), (None,)),
        (Data(t([1])), Data(t([1, 2])), (None,)),
        (Flattened(t([1])), Flattened(t([1, 2])), (None,)),
        ((t([1]), 2), (t([1]), 3), None),
        ([t([1])], [t([1.0])], None),
        ([t([1])], (t([1]),), None),
    ],
)
def test_common_supertypes(first: Any, second: Any, common: Any) -> None:
    found = trace_type_of(first).most_specific_common_supertype([trace_type_of(second)])
    if common is None:
        assert found is None
        return
    assert found is not None and [tuple(s.shape) for s in found.flatten()] == [common]
    assert trace_type_of(first).is_subtype_of(found) and not found.is_subtype_of(trace_type_of(first))


@pytest.mark.parametrize(
    "value",
    [
        [t(1), 2, (t(2.0), None)], {"b": t(1), "a": {"c": 2}}, collections.OrderedDict(b=t(1), a=t(2)),
        default_dict(b=t(1), a=t(2)), Named(t(1), 2), Data(t(1)), Frozen(t(1)), Flattened(t(1)), Attrs(t(1), 2),
        ROWS, Colour.RED, Level.LOW, None, "text", 3, slice(1, 5),
    ],
)  # fmt: skip
def test_placeholders_of_arguments(value: Any) -> None:
    """The function sees the same classes and the same order, with tensors of the graph in place of tensors."""
    encountered: list[Any] = []
    tf.function(lambda a: (encountered.append(a), tf.constant(0))[1])(value)
    (seen,) = encountered
    assert type(seen) is type(value)
    if isinstance(value, dict):
        assert list(seen) == list(value)
    if isinstance(value, collections.defaultdict):
        assert seen.default_factory is int
    if not isinstance(value, (Data, Frozen, Flattened, Attrs, tf.IndexedSlices)):
        outer, inner = tf.nest.flatten(value), tf.nest.flatten(seen)
        assert all(tf.is_symbolic_tensor(b) if tf.is_tensor(a) else a == b for a, b in zip(outer, inner, strict=True))


RESULTS: list[Any] = [
    [t(1), (t(2), None)], {"b": t(1), "a": [t(2)]}, collections.OrderedDict(b=t(1), a=t(2)),
    default_dict(b=t(1), a=t(2)), Named(t(1), t(2)), Flattened(t(1), 7), Attrs(t(1), t(2)),
]  # fmt: skip


@pytest.mark.parametrize("value", RESULTS)
def test_structures_come_back_as_they_are(value: Any) -> None:
    for result in (tf.function(lambda: value)(), tf.function(lambda a: a)(value)):
        assert type(result) is type(value)
        tf.nest.assert_same_structure(result, value)
        assert [v if v is None else int(v) for v in tf.nest.flatten(result)] == [
            v if v is None else int(v) for v in tf.nest.flatten(value)
        ]
        if isinstance(value, dict):
            assert list(result) == list(value)
        if isinstance(value, Flattened):
            assert result.y == 7


@pytest.mark.parametrize("result", [object(), Colour.RED, Data(t(1)), {1, 2}])
def test_results_that_are_no_tensors(result: Any) -> None:
    with pytest.raises(TypeError, match=f"found return value of type {type(result).__name__}, which is not a Tensor"):
        tf.function(lambda: result)()


# trace types of users -------------------------------------------------------------------------------------------


class Boxed(TraceType):
    """The type of a `Box`, with no more than a trace type must have."""

    def __init__(self, spec: Any) -> None:
        self.spec = spec

    def is_subtype_of(self, other: Any) -> bool:
        return type(other) is type(self) and self.spec.is_subtype_of(other.spec)

    def most_specific_common_supertype(self, others: Any) -> Any:
        spec = self.spec.most_specific_common_supertype([other.spec for other in others])
        return None if spec is None else type(self)(spec)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.spec == other.spec  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash(self.spec)


class Box:
    """Holds a tensor; its trace type is of the class `kind`."""

    def __init__(self, value: Any, kind: type[Boxed]) -> None:
        self.value, self.kind = value, kind

    def __tf_tracing_type__(self, context: Any) -> Any:
        return self.kind(tf.TensorSpec(self.value.shape, self.value.dtype))


class Placeholder(Boxed):
    def placeholder_value(self, placeholder_context: Any) -> Any:
        return Box(self.spec.placeholder_value(placeholder_context), type(self))


class Flat(Boxed):
    def flatten(self) -> Any:
        return [self.spec]


class Tensors(Boxed):
    def to_tensors(self, value: Any) -> Any:
        return [value.value]


class FromTensors(Boxed):
    def from_tensors(self, tensors: Any) -> Any:
        return Box(next(tensors), type(self))


def kind(*parts: type[Boxed]) -> type[Boxed]:
    return type("".join(part.__name__ for part in parts), parts, {})


@pytest.mark.parametrize(
    "parts",
    [(Placeholder, Flat, Tensors, FromTensors), (Placeholder, Flat, Tensors), (Placeholder, Tensors),
     (Flat, Tensors, FromTensors)],
)  # fmt: skip
def test_a_trace_type_may_leave_methods_out(parts: Any) -> None:
    cls = kind(*parts)
    double = tf.function(lambda box, more: box.value * 2 + more["x"][0].value)
    results = [double(Box(t(a), cls), {"x": [Box(t(b), cls)]}) for a, b in ((1, 10), (2, 20), (3, 30))]
    assert [int(r) for r in results] == [12, 24, 36] and double.experimental_get_tracing_count() == 1
    assert double(Box(t([1, 2]), cls), {"x": [Box(t(3), cls)]}).numpy().tolist() == [5, 7]
    assert double.experimental_get_tracing_count() == 2
    relaxed = tf.function(lambda box: box.value, reduce_retracing=True)
    for count in (1, 2, 3, 4):
        assert relaxed(Box(t([1] * count), cls)).shape == [count]
    assert relaxed.experimental_get_tracing_count() == 2


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ((Placeholder,), r"makes 1 placeholder\(s\), but to_tensors gives 0 tensor\(s\)"),
        ((Placeholder, Flat), r"makes 1 placeholder\(s\), but to_tensors gives 0 tensor\(s\)"),
        ((Flat, Tensors), r"names 1 tensor\(s\), but no placeholder_value and no from_tensors"),
        ((Tensors,), r"makes 0 placeholder\(s\), but to_tensors gives 1 tensor\(s\)"),
        ((Tensors, FromTensors), r"makes 0 placeholder\(s\), but to_tensors gives 1 tensor\(s\)"),
        ((Flat, FromTensors), r"makes 1 placeholder\(s\), but to_tensors gives 0 tensor\(s\)"),
    ],
)
def test_a_trace_type_that_contradicts_itself(parts: Any, message: str) -> None:
    cls = kind(*parts)
    double = tf.function(lambda box: box.value * 2)
    with pytest.raises(TypeError, match=f"The trace type {cls.__name__} {message}"):
        double(Box(t(1), cls))
    assert double.experimental_get_tracing_count() == 0
    assert int(double(Box(t(1), kind(Placeholder, Flat, Tensors)))) == 2  # the function is as good as new


class Fruit(TraceType):
    """The type of something without tensors, that stands for itself."""

    def __init__(self, name: str) -> None:
        self.name = name

    def is_subtype_of(self, other: Any) -> bool:
        return isinstance(other, Fruit) and (self == other or other.name == "any")

    def most_specific_common_supertype(self, others: Any) -> Any:
        return self if all(self == other for other in others) else Fruit("any")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fruit) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


class Bowl:
    def __init__(self, name: str, count: int) -> None:
        self.name, self.count = name, count

    def __tf_tracing_type__(self, context: Any) -> Any:
        return Fruit(self.name)


def test_a_type_without_tensors_uses_the_first_value() -> None:
    counted = tf.function(lambda bowl: tf.constant(bowl.count))
    assert [int(counted(Bowl(*b))) for b in (("apple", 1), ("apple", 1), ("pear", 3))] == [1, 1, 3]
    assert counted.experimental_get_tracing_count() == 2


def test_protocol_mistakes() -> None:
    class Wrong:
        def __tf_tracing_type__(self, context: Any) -> Any:
            return 3

    class Raises:
        def __tf_tracing_type__(self, context: Any) -> Any:
            raise KeyError("mine")

    f = tf.function(lambda a: tf.constant(0))
    with pytest.raises(TypeError, match="TraceType"):
        f(Wrong())
    with pytest.raises(KeyError, match="mine"):
        f(Raises())
    with pytest.raises(TypeError, match="abstract"):
        type("Incomplete", (TraceType,), {})()
    assert isinstance(Bowl("apple", 1), tf.types.experimental.SupportsTracingProtocol)


def test_defaults_of_the_protocol() -> None:
    class Stands(Fruit):
        def placeholder_value(self, placeholder_context: Any) -> Any:
            return self.name

    apple = Stands("apple")
    assert (apple.flatten(), apple.to_tensors(3), apple.from_tensors(iter(()))) == ([], [], "apple")
    assert apple.cast("apple", None) == "apple"
    with pytest.raises(AssertionError, match="Can not cast 'pear' to type"):
        apple.cast("pear", None)
