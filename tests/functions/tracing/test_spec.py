"""Trace types and specs: TensorSpec's face, and specs compared argument by argument."""

import copy
import pickle
from collections import namedtuple
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from graphwright.base import dtypes, spec
from graphwright.base.shape import Symbol, TensorShape
from graphwright.base.spec import TensorSpec, TraceType, TypeSpec

T = TensorSpec
S = TensorShape


def tensor(dims: object, dtype: object = "float32") -> Any:
    """Something that shows itself as a tensor; tensors proper live in a higher layer."""
    return SimpleNamespace(shape=S(dims), dtype=dtypes.as_dtype(dtype))


class Context:
    """Both contexts a spec may ask for a value."""

    def placeholder(self, asked: Any) -> Any:
        return ("placeholder", asked)

    def convert(self, value: Any, asked: Any) -> Any:
        return ("converted", value, asked)


class PairSpec(TypeSpec):
    """A spec of pairs, made of whatever arguments a test wants."""

    def __init__(self, *arguments: Any) -> None:
        self.arguments = arguments

    value_type = tuple

    def _serialize(self) -> tuple[Any, ...]:
        return self.arguments

    @property
    def _component_specs(self) -> Any:
        return {"b": [T([2])], "a": T([], "int32")}

    def _to_components(self, value: Any) -> Any:
        return {"a": value[0], "b": [value[1]]}

    def _from_components(self, components: Any) -> Any:
        return components["a"], components["b"][0]


class OtherSpec(PairSpec):
    pass


@pytest.mark.parametrize(
    ("made", "printed"),
    [
        (T([None], "float32", "x"), "TensorSpec(shape=(None,), dtype=tf.float32, name='x')"),
        (T([None]), "TensorSpec(shape=(None,), dtype=tf.float32, name=None)"),
        (T(None, "int32"), "TensorSpec(shape=<unknown>, dtype=tf.int32, name=None)"),
        (T(3, np.int64), "TensorSpec(shape=(3,), dtype=tf.int64, name=None)"),
        (T(shape=(), dtype=bool), "TensorSpec(shape=(), dtype=tf.bool, name=None)"),
        (PairSpec(1), "PairSpec(1,)"),
        (PairSpec(T([], "int8"), 1), "PairSpec(TensorSpec(shape=(), dtype=tf.int8, name=None), 1)"),
    ],
)
def test_printing(made: TypeSpec, printed: str) -> None:
    assert repr(made) == str(made) == printed


def test_attributes() -> None:
    result = T([2, None], "int32", "x")
    assert (result.shape, result.dtype, result.name) == (S([2, None]), dtypes.int32, "x")
    assert result._serialize() == (S([2, None]), dtypes.int32, "x")
    assert T([2]).name is None
    for attribute in ("shape", "dtype", "name", "anything"):
        with pytest.raises(AttributeError):
            setattr(result, attribute, None)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [(([2], "nope"), TypeError), (([2], None), TypeError), (("a",), TypeError), (([-1],), ValueError), ((), TypeError)],
)
def test_refuses(arguments: tuple[Any, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        T(*arguments)


def test_equality_and_hash() -> None:
    assert T([2]) == T([2])
    assert T([None]) == T([None])
    assert hash(T([None])) == hash(T([None]))
    assert T([2], name="a") == T([2], name="a")
    for other in (T([2], name="a"), T([3]), T([2], "int32"), T(None), [2], None, PairSpec([2])):
        assert T([2]) != other
    assert len({T([2]), T([2]), T([3])}) == 2


def test_from_spec_and_tensor() -> None:
    assert T.from_spec(T([2], name="a")) == T([2], name="a")
    assert T.from_spec(T([2], name="a"), "b") == T([2], name="b")
    assert T.from_spec(SimpleNamespace(shape=[2], dtype="int32")) == T([2], "int32")
    assert T.from_tensor(tensor([2], "int8")) == T([2], "int8")
    assert T.from_tensor(tensor([2]), "q") == T([2], name="q")
    for wrong in (3, np.zeros(3), T([2])):
        with pytest.raises(ValueError, match=r"should be a tf\.Tensor"):
            T.from_tensor(wrong)


@pytest.mark.parametrize(
    ("mine", "other", "holds"),
    [
        (T([None]), tensor([1]), True),
        (T([None]), tensor([1], "int32"), False),
        (T([None]), T([3]), True),
        (T([4]), T([None]), True),
        (T([4]), T([4], name="y"), True),
        (T([4]), T([5]), False),
        (T([4]), np.zeros(4, "f4"), False),
        (T([4]), "a", False),
        (T([]), 3.0, False),
        (T(None), PairSpec(1), False),
    ],
)
def test_compatible(mine: TensorSpec, other: Any, holds: bool) -> None:
    assert mine.is_compatible_with(other) is holds


@pytest.mark.parametrize(
    ("mine", "other", "holds"),
    [
        (T([4]), T([None]), True),
        (T([None]), T([4]), False),
        (T([4], name="a"), T([None], name="b"), False),
        (T([4], name="a"), T([None]), False),
        (T([4]), T([None], name="a"), True),
        (T([4]), T(None), True),
        (T([4], name="a"), T([4], name="a"), True),
        (T([4]), T([None], "int32"), False),
        (T([4]), 3, False),
    ],
)
def test_subtype(mine: TensorSpec, other: Any, holds: bool) -> None:
    assert mine.is_subtype_of(other) is holds


@pytest.mark.parametrize(
    ("mine", "others", "common"),
    [
        (T([4]), [T([5])], T([None])),
        (T([4], name="a"), [T([5], name="b")], None),
        (T([4], name="a"), [T([5], name="a")], T([None], name="a")),
        (T([4], name="a"), [T([5])], None),
        (T([4]), [T([5], name="a")], None),
        (T([4]), [T([5], "int32")], None),
        (T([4]), [T([5, 6])], T(None)),
        (T([4]), [3], None),
        (T([4]), [], T([4])),
        (T([4, 2]), [T([4, 3]), T([5, 2])], T([None, None])),
    ],
)
def test_common_supertype(mine: TensorSpec, others: Any, common: TensorSpec | None) -> None:
    assert mine.most_specific_common_supertype(others) == common
    if len(others) == 1:
        if common is not None:
            assert mine.most_specific_compatible_type(others[0]) == common
        else:
            with pytest.raises(ValueError, match="No TypeSpec is compatible with both"):
                mine.most_specific_compatible_type(others[0])


def test_shared_symbol_is_preserved() -> None:
    batch = Symbol()
    common = T([batch, 2]).most_specific_common_supertype([T([batch, 3])])
    assert common is not None
    assert common.shape.symbolic is not None
    assert common.shape.symbolic[0] is batch


def test_values_of_a_tensor_spec() -> None:
    mine, fits = T([None]), tensor([4])
    assert mine.flatten() == [mine]
    assert mine.to_tensors(fits) == [fits]
    assert mine.from_tensors(iter([fits, "next"])) is fits
    assert mine.placeholder_value(Context()) == ("placeholder", mine)
    assert mine.cast([1.0], Context()) == ("converted", [1.0], mine)
    with pytest.raises(TypeError, match=r"Can not cast TensorSpec\(shape=\(\), .*\) to TensorSpec\(shape"):
        mine.to_tensors(tensor([]))
    with pytest.raises(TypeError, match="Can not cast 3 to"):
        mine.to_tensors(3)


def test_value_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spec, "_tensor_class", object)
    spec.set_tensor_class(SimpleNamespace)
    assert T([2]).value_type is SimpleNamespace


def test_rows() -> None:
    assert T([4], "int8")._batch(3) == T([3, 4], "int8")
    assert T([4])._batch(None) == T([None, 4])
    assert T([4, 5])._unbatch() == T([5])
    assert T(None)._unbatch() == T(None)
    with pytest.raises(ValueError, match="scalar"):
        T([])._unbatch()


@pytest.mark.parametrize("made", [T([None], name="a"), T(None, "int4"), PairSpec(1, [T([2])]), PairSpec()], ids=repr)
def test_pickle_and_copy(made: TypeSpec) -> None:
    assert pickle.loads(pickle.dumps(made)) == made
    assert copy.deepcopy(made) == made
    assert copy.copy(made) == made


def test_abstract() -> None:
    for wanting in (TraceType, TypeSpec):
        with pytest.raises(TypeError, match="abstract"):
            wanting()  # type: ignore[abstract]
    for follower in (T([2]), S([2]), dtypes.float32, PairSpec()):
        assert isinstance(follower, TraceType)
    assert not isinstance(3, TraceType)


Point = namedtuple("Point", "x y")


@pytest.mark.parametrize(
    ("first", "second", "subtype", "compatible", "common"),
    [
        ((1,), (1,), True, True, (1,)),
        ((1,), (2,), False, False, None),
        ((None,), (None,), True, True, (None,)),
        ((None,), (1,), False, False, None),
        ((1,), (1, 2), False, False, None),
        ((T([2]),), (T([None]),), True, True, (T([None]),)),
        ((T([2]),), (T([3]),), False, False, (T([None]),)),
        ((S([2]), "x"), (S([3]), "x"), False, False, (S([None]), "x")),
        ((S([2]), "x"), (S([2]), "y"), False, False, None),
        ((S([None]),), (S([2]),), False, True, (S([None]),)),
        (([1, T([2])],), ([1, T([None])],), True, True, ([1, T([None])],)),
        ((Point(1, T([2])),), (Point(1, T([None])),), True, True, (Point(1, T([None])),)),
        ((Point(1, 2),), ((1, 2),), False, False, None),
        (([1],), ((1,),), False, False, None),
        (({"a": T([2])},), ({"a": T([None])},), True, True, ({"a": T([None])},)),
        (({"a": T([2])},), ({"b": T([2])},), False, False, None),
        (({"a": 1},), ({"a": 2},), False, False, None),
        ((dtypes.float32,), (dtypes.float32,), True, True, (dtypes.float32,)),
        ((dtypes.float32,), (dtypes.int32,), False, False, None),
        ((PairSpec(S([2])),), (PairSpec(S([None])),), True, True, (PairSpec(S([None])),)),
        ((np.zeros(2),), (np.zeros(2),), True, True, (np.zeros(2),)),
        ((np.zeros(2),), (np.zeros(3),), False, False, None),
        ((S([2]),), (3,), False, False, None),
        ((object,), (object,), True, True, (object,)),
    ],
)
def test_argument_by_argument(
    first: tuple[Any, ...],
    second: tuple[Any, ...],
    subtype: bool,
    compatible: bool,
    common: tuple[Any, ...] | None,
) -> None:
    mine, other = PairSpec(*first), PairSpec(*second)
    assert mine.is_subtype_of(other) is subtype
    assert mine.is_compatible_with(other) is compatible
    expected = None if common is None else PairSpec(*common)
    assert mine.most_specific_common_supertype([other]) == expected
    assert mine == PairSpec(*first)
    assert hash(mine) == hash(PairSpec(*first))
    assert not mine.is_subtype_of(OtherSpec(*first))
    assert mine != OtherSpec(*first)
    assert mine.most_specific_common_supertype([OtherSpec(*first)]) is None
    if expected is None:
        with pytest.raises(ValueError, match="No TypeSpec is compatible with both"):
            mine.most_specific_compatible_type(other)


def test_compatible_with_a_value() -> None:
    assert PairSpec(1).is_compatible_with(SimpleNamespace(_type_spec=PairSpec(1)))
    assert not PairSpec(1).is_compatible_with(SimpleNamespace(_type_spec=PairSpec(2)))
    assert not PairSpec(1).is_compatible_with(3)


def test_unhashable_argument() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(PairSpec({1, 2}))


def test_values_of_a_composite() -> None:
    mine, number, row = PairSpec(1), tensor([], "int32"), tensor([2])
    assert mine.flatten() == mine._flat_tensor_specs == [T([], "int32"), T([2])]
    assert mine.to_tensors((number, row)) == mine._to_tensor_list((number, row)) == [number, row]
    assert mine.from_tensors(iter([number, row])) == mine._from_tensor_list([number, row]) == (number, row)
    assert mine.placeholder_value(Context()) == (("placeholder", T([], "int32")), ("placeholder", T([2])))
    value = SimpleNamespace(_type_spec=PairSpec(1))
    assert mine.cast(value, Context()) is value
    assert mine.cast(3, Context()) == ("converted", 3, mine)
    with pytest.raises(TypeError, match="Can not cast"):
        mine.to_tensors((row, number))


class Fruit(TraceType):
    """The least a trace type can be."""

    def __init__(self, name: str) -> None:
        self.name = name

    def is_subtype_of(self, other: TraceType) -> bool:
        return self == other

    def most_specific_common_supertype(self, others: Any) -> Any:
        return self if all(self == other for other in others) else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fruit) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


class NamedFruit(Fruit):
    def placeholder_value(self, placeholder_context: Any) -> Any:
        return self.name


def test_defaults_of_a_trace_type() -> None:
    assert Fruit("fig").placeholder_value(Context()) == ("placeholder", Fruit("fig"))
    fig = NamedFruit("fig")
    assert fig.flatten() == [] == fig.to_tensors("fig")
    assert fig.from_tensors(iter(())) == "fig"
    assert fig.cast("fig", None) == "fig"
    with pytest.raises(AssertionError, match="Can not cast 'plum'"):
        fig.cast("plum", None)
