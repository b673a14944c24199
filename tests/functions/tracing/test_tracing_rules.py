"""Which calls share a trace: the trace type of every kind of argument, subtyping, the choice among traces."""

from __future__ import annotations

import collections
import dataclasses
import enum
import fractions
import gc
import itertools
import pathlib
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.functions.tracing.trace_types import trace_type_of

one, two = tf.constant(1), tf.constant(2)
a, b = tf.Variable(1.0), tf.Variable(2.0)
x2, x3 = tf.zeros([2]), tf.zeros([3])

Point = collections.namedtuple("Point", "x y")


@dataclasses.dataclass
class Pair:
    first: Any
    second: Any


class Attrs:
    """What the `attrs` library makes, as far as structures go."""

    __attrs_attrs__ = (type("A", (), {"name": "left"}), type("A", (), {"name": "right"}))

    def __init__(self, left: Any, right: Any) -> None:
        self.left = left
        self.right = right


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Equal:
    """An object that is equal to others with the same key."""

    def __init__(self, key: int) -> None:
        self.key = key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Equal) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


class Unhashable:
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True


class Clashing:
    """An object whose comparison fails."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no comparison")

    def __hash__(self) -> int:
        return 7


class Owner:
    def method(self) -> None:
        pass

    @tf.function
    def function(self) -> None:
        pass


owner = Owner()


class Methods:
    """Methods of one object, looked up anew each time."""

    def __iter__(self) -> Iterator[Any]:
        for _ in range(2):
            yield owner.method
            yield owner.function


objects = [Equal(1), Equal(1), Equal(2), object(), object(), Clashing(), Clashing()]


def traces(*values: Any) -> int:
    """How many traces calls with these values make, each called twice."""
    f = tf.function(lambda x: tf.constant(0))
    for value in [*values, *values]:
        f(value)
    count: int = f.experimental_get_tracing_count()
    return count


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        # tensors: dtype and shape
        pytest.param((one, two), 1, id="tensors"),
        pytest.param((one, tf.constant(1.0), tf.constant(1, tf.int64)), 3, id="dtypes"),
        pytest.param((x2, x3, tf.zeros([2, 2])), 3, id="shapes"),
        pytest.param((tf.constant("a"), tf.constant("longer")), 1, id="text tensors"),
        # NumPy
        pytest.param((np.zeros(2, np.float32), x2), 1, id="array and tensor"),
        pytest.param((np.float64(1), np.float64(2)), 1, id="NumPy scalars"),
        pytest.param((np.float64(1), 1.0), 2, id="NumPy scalar and float"),
        pytest.param((np.bool_(True), np.bool_(False)), 1, id="NumPy bools"),
        pytest.param((np.array("a"), np.array("b")), 1, id="NumPy text"),
        # variables
        pytest.param((a, b), 1, id="variables"),
        pytest.param((a, tf.Variable(1)), 2, id="variables of other dtypes"),
        pytest.param((a, tf.Variable(1.0, trainable=False)), 2, id="trainable or not"),
        pytest.param((a, tf.constant(1.0)), 2, id="variable and tensor"),
        pytest.param(([a, a], [b, b], [a, b]), 2, id="aliasing"),
        # literals, by type and bits
        pytest.param((1, 1.0, True), 3, id="1, 1.0 and True"),
        pytest.param((0.0, -0.0), 2, id="signed zeros"),
        pytest.param((complex(0.0, -0.0), complex(0.0, 0.0), 0.0), 3, id="signed zeros of complex numbers"),
        pytest.param((float("nan"), float("nan"), -float("nan")), 1, id="NaN"),
        pytest.param((10**30, 10**30, 10**30 + 1), 2, id="large integers"),
        pytest.param(("a", "".join(["a"]), "b", b"a"), 3, id="strings"),
        pytest.param((None, None), 1, id="None"),
        pytest.param((Color.RED, Color.RED, Color.BLUE), 2, id="enums"),
        pytest.param((Level.LOW, 1, Level.HIGH), 3, id="integer enums"),
        pytest.param((int, int, float, Pair), 3, id="classes"),
        pytest.param((tf.int32, tf.int32, tf.float32), 2, id="dtypes as values"),
        pytest.param((tf.TensorShape([1]), tf.TensorShape([1]), tf.TensorShape([2])), 2, id="shapes as values"),
        pytest.param((..., ...), 1, id="Ellipsis"),
        pytest.param((frozenset([1]), frozenset([1]), frozenset([True])), 2, id="frozen sets"),
        pytest.param(({1, 2}, {2, 1}, {1}), 2, id="sets"),
        pytest.param((bytearray(b"a"), bytearray(b"a"), bytearray(b"b"), b"a"), 3, id="byte arrays"),
        pytest.param((pathlib.Path("a"), pathlib.Path("a"), pathlib.Path("b")), 2, id="paths"),
        pytest.param((range(3), range(3), range(4)), 2, id="ranges"),
        pytest.param((fractions.Fraction(1, 2), fractions.Fraction(1, 2)), 1, id="fractions"),
        pytest.param((np.dtype("int32"), np.dtype("int32"), np.dtype("int64")), 2, id="NumPy dtypes"),
        pytest.param((len, len, max), 2, id="functions"),
        pytest.param((np, np, itertools), 2, id="modules"),
        # structures
        pytest.param(([1, one], [1, two]), 1, id="lists"),
        pytest.param(([one], [one, one], []), 3, id="lengths"),
        pytest.param(([one], (one,)), 2, id="list and tuple"),
        pytest.param(({"a": 1, "b": 2}, {"b": 2, "a": 1}), 1, id="dicts in another order"),
        pytest.param(({"a": one}, {"b": one}), 2, id="keys"),
        pytest.param(
            (collections.OrderedDict(a=one, b=two), collections.OrderedDict(b=two, a=one)), 1, id="ordered dicts"
        ),
        pytest.param(
            (collections.defaultdict(int, a=1), collections.defaultdict(int, a=1)), 1, id="dicts with defaults"
        ),
        pytest.param((Point(one, 1), Point(two, 1), Point(one, 2)), 2, id="namedtuples"),
        pytest.param((Point(1, 1), (1, 1)), 2, id="namedtuple and tuple"),
        pytest.param((Pair(one, 1), Pair(two, 1), Pair(one, 2)), 2, id="dataclasses"),
        pytest.param((Attrs(one, 1), Attrs(two, 1), Attrs(one, 2)), 2, id="attrs"),
        pytest.param((collections.deque([one]), collections.deque([two]), collections.deque([1, 1])), 2, id="deques"),
        pytest.param((slice(1, 2), slice(1, 2), slice(None, 2), slice(one, 2), slice(two, 2)), 3, id="slices"),
        pytest.param(([[one], {"k": (1, None)}], [[two], {"k": (1, None)}]), 1, id="nests"),
        # other objects: by equality, weakly
        pytest.param(objects[0:3], 2, id="objects that say they are equal"),
        pytest.param(objects[3:5], 2, id="objects"),
        pytest.param(objects[5:7], 2, id="objects whose comparison fails"),
        pytest.param(Methods(), 2, id="bound methods and Functions"),
        # what describes itself
        pytest.param((tf.TensorArray(tf.int32, 2), tf.TensorArray(tf.int32, 2)), 1, id="tensor arrays"),
    ],
)
def test_which_values_share_a_trace(values: Any, expected: int) -> None:
    assert traces(*values) == expected


def test_what_changes_is_checked_on_each_call() -> None:
    seen, f = {1}, tf.function(lambda s: tf.constant(sum(s)))
    assert int(f(seen)) == 1
    seen.add(5)
    assert int(f(seen)) == 6


def test_structures_arrive_as_they_are() -> None:
    got: list[Any] = []
    f = tf.function(lambda value: got.append(value))
    arguments = {
        "z": [1, (2, None)],
        "d": collections.defaultdict(list, k=3),
        "o": collections.OrderedDict(b=1, a=2),
        "q": collections.deque([1], maxlen=4),
        "s": slice(1, None),
        "p": Pair(1, Point(2, 3)),
    }
    f(arguments)
    (value,) = got
    assert value == arguments
    assert list(value) == list(arguments)
    assert list(value["o"]) == ["b", "a"]
    assert value["d"].default_factory is list
    assert value["q"].maxlen == 4


def test_a_trace_keeps_no_argument() -> None:
    f = tf.function(lambda value: tf.constant(0))
    value = {"k": collections.defaultdict(list, t=tf.constant([1.0] * 100)), "o": Equal("o")}
    references = [weakref.ref(value["k"]["t"]), weakref.ref(value["o"])]
    f(value)
    del value
    gc.collect()
    assert [r() for r in references] == [None, None]


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (Unhashable(), TypeError, "Could not generate a generic TraceType"),
        ([Unhashable()], TypeError, "Could not generate a generic TraceType"),
        ({"a": 1, 2: 2}, TypeError, r"must be sortable, got \['a', 2\]"),
        (np.array([object()]), (TypeError, ValueError), "object"),
        (tf.TensorSpec([]), (TypeError, ValueError), "TensorSpec"),
        ({"a": 1}.keys(), TypeError, r"Could not generate a generic TraceType for dict_keys\(\['a'\]\)"),
    ],
)
def test_what_has_no_trace_type(value: Any, error: Any, message: str) -> None:
    f = tf.function(lambda x: tf.constant(0))
    with pytest.raises(error, match=message):
        f(value)
    assert f.experimental_get_tracing_count() <= 1
    assert int(f(one)) == 0


# users' trace types -----------------------------------------------------------------------------------------


class Fruit:
    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def __tf_tracing_type__(self, context: Any) -> Any:
        return self.kind


class Family(tf.types.experimental.TraceType):
    """`apple` is a subtype of `fruit`, which is one of `thing`."""

    order = ("apple", "fruit", "thing")

    def __init__(self, name: str) -> None:
        self.name = name

    def is_subtype_of(self, other: Any) -> bool:
        return isinstance(other, Family) and self.order.index(self.name) <= self.order.index(other.name)

    def most_specific_common_supertype(self, others: Any) -> Any:
        return max([self, *others], key=lambda t: self.order.index(t.name))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Family) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


def test_the_protocol_decides_and_the_most_specific_trace_serves() -> None:
    seen = []
    f = tf.function(lambda fruit: seen.append(fruit.kind.name))
    f(Fruit(Family("thing")))
    f(Fruit(Family("fruit")))
    f(Fruit(Family("apple")))
    assert seen == ["thing"]  # whatever is a thing is served by its trace
    g = tf.function(lambda fruit: seen.append(fruit.kind.name))
    for name in ("apple", "fruit", "thing"):
        g(Fruit(Family(name)))
    assert seen[1:] == ["apple", "fruit", "thing"]
    assert g.get_concrete_function(Fruit(Family("fruit"))) is g._list_all_concrete_functions()[1]


def test_defaults_of_a_trace_type_that_leaves_them_out() -> None:
    kind = Family("apple")
    assert (kind.flatten(), kind.to_tensors(Fruit(kind))) == ([], [])

    class Context:
        @staticmethod
        def placeholder(trace_type: Any) -> Any:
            return trace_type.name

    assert kind.placeholder_value(Context()) == "apple"
    assert kind.cast("apple", Context()) == "apple"
    with pytest.raises(AssertionError, match="Can not cast"):
        kind.cast("pear", Context())


def test_a_tracing_type_must_be_one() -> None:
    with pytest.raises(TypeError, match=r"Fruit.__tf_tracing_type__ must return a .*TraceType, got 'apple'"):
        tf.function(lambda fruit: tf.constant(0))(Fruit("apple"))


# trace types by themselves ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("narrow", "wide", "common"),
    [
        (tf.TensorSpec([2]), tf.TensorSpec([None]), "TensorSpec(shape=(None,), dtype=tf.float32, name=None)"),
        (tf.TensorSpec([2]), tf.TensorSpec(None), "TensorSpec(shape=<unknown>, dtype=tf.float32, name=None)"),
        (
            [tf.TensorSpec([2]), 3],
            [tf.TensorSpec([None]), 3],
            "List[TensorSpec(shape=(None,), dtype=tf.float32, name=None), Literal[3]]",
        ),
        (
            {"k": (tf.TensorSpec([2]),)},
            {"k": (tf.TensorSpec([None]),)},
            "Dict[['k', Tuple[TensorSpec(shape=(None,), dtype=tf.float32, name=None)]]]",
        ),
        (3, 3, "Literal[3]"),
    ],
)
def test_subtypes_and_common_supertypes(narrow: Any, wide: Any, common: str) -> None:
    small, large = trace_type_of(narrow), trace_type_of(wide)
    assert small.is_subtype_of(large)
    assert large.is_subtype_of(small) == (small == large)
    assert repr(small.most_specific_common_supertype([large])) == common
    assert large == trace_type_of(wide)
    assert hash(large) == hash(trace_type_of(wide))


@pytest.mark.parametrize(
    ("left", "right"),
    [(3, 4), (3, one), ([one], (one,)), ([one], [one, one]), ({"a": 1}, {"b": 1}), (a, tf.Variable(1))],
)
def test_what_has_nothing_in_common(left: Any, right: Any) -> None:
    context = tf.types.experimental.TracingContext()
    first, second = trace_type_of(left, context), trace_type_of(right, context)
    assert not first.is_subtype_of(second)
    assert not second.is_subtype_of(first)
    assert first.most_specific_common_supertype([second]) is None


class Conversion:
    """A cast context."""

    @staticmethod
    def convert(value: Any, spec: Any) -> Any:
        return tf.convert_to_tensor(value, spec.dtype)


@pytest.mark.parametrize(
    ("wanted", "value", "fits"),
    [
        ([tf.TensorSpec([]), 3], [1.5, 3], True),
        ([tf.TensorSpec([]), 3], [1.5, 4], False),
        ([tf.TensorSpec([])], (1.5,), False),
        ({"k": tf.TensorSpec([])}, {"k": 2}, True),
        (3, 3.0, False),
        (True, 1, False),
        (a, b, True),
        (a, 1.0, False),
        (objects[0], objects[1], True),
        (objects[0], objects[2], False),
    ],
)
def test_cast(wanted: Any, value: Any, fits: bool) -> None:
    type_ = trace_type_of(wanted)
    if fits:
        cast = type_.cast(value, Conversion())
        assert trace_type_of(cast) == type_
    else:
        for kind in (TypeError, ValueError):
            with pytest.raises(kind, match="Can not cast"):
                type_.cast(value, Conversion())


def test_values_from_tensors() -> None:
    type_ = trace_type_of([one, {"k": x2, "n": 3}])
    value = [two, {"k": x2 + 1.0, "n": 3}]
    result = type_.from_tensors(iter(type_.to_tensors(value)))
    assert result[1]["n"] == 3
    assert int(result[0]) == 2
    np.testing.assert_array_equal(result[1]["k"], [1.0, 1.0])


# the cache --------------------------------------------------------------------------------------------------


def test_the_most_specific_of_several_traces_serves() -> None:
    f = tf.function(lambda x: x)
    wide, narrow = f.get_concrete_function(tf.TensorSpec(None)), f.get_concrete_function(tf.TensorSpec([None]))
    assert wide is narrow  # what is there already serves a narrower spec
    g = tf.function(lambda x: x)
    result = [g.get_concrete_function(tf.TensorSpec(shape)) for shape in ([2, 2], [None, 2], [None, None], None)]
    assert len({id(c) for c in result}) == 4
    found = [g.get_concrete_function(tf.TensorSpec(shape)) for shape in ([2, 2], [3, 2], [3, 3], [3])]
    assert [result.index(c) for c in found] == [0, 1, 2, 3]


def test_specs_and_values_share_traces() -> None:
    f = tf.function(lambda x, y: x)
    assert f.get_concrete_function(tf.TensorSpec([2]), y=[1]) is f.get_concrete_function(x2, [1])
    f(x2, [1])
    assert f.experimental_get_tracing_count() == 1


def test_separate_functions_share_nothing() -> None:
    count = []

    def f(x: Any) -> Any:
        count.append(x)
        return x

    for _ in range(2):
        tf.function(f)(one)
    assert len(count) == 2


@pytest.mark.parametrize(
    ("shapes", "expected"),
    [
        ([[1], [2], [3], [4]], [[1], [None]]),
        ([[1, 2], [1, 3], [1, 4], [5, 4]], [[1, 2], [1, None], [None, None]]),
        ([[1], [1, 1], [2, 2, 2]], [[1], None]),
        ([[], [], []], [[]]),
    ],
)
def test_reduce_retracing_widens_shapes(shapes: Any, expected: Any) -> None:
    f = tf.function(lambda x: x + 1.0, reduce_retracing=True)
    for shape in shapes:
        assert f(tf.zeros(shape)).shape == shape
    result = [c.inputs[0].shape for c in f._list_all_concrete_functions()]
    assert [None if s.rank is None else s.as_list() for s in result] == expected


def test_reduce_retracing_within_structures_and_next_to_values() -> None:
    f = tf.function(lambda batch, n: batch["x"] * n, reduce_retracing=True)
    for size, n in [(1, 2.0), (2, 2.0), (3, 2.0), (4, 3.0), (5, 3.0)]:
        np.testing.assert_array_equal(f({"x": tf.ones([size])}, n), np.full(size, n, np.float32))
    assert f.experimental_get_tracing_count() <= 4
