"""Shapes: TensorFlow's public face, and the symbols behind each None."""

import copy
import pickle
import re
from types import SimpleNamespace

import numpy as np
import pytest

from graphwright.base.shape import Dimension, Symbol, TensorShape, as_shape, static_view, unknown_shape

S = TensorShape


@pytest.mark.parametrize(
    ("dims", "represented", "printed"),
    [
        (None, "TensorShape(None)", "<unknown>"),
        ([], "TensorShape([])", "()"),
        ([3], "TensorShape([3])", "(3,)"),
        ([None, 3], "TensorShape([None, 3])", "(None, 3)"),
        ([None], "TensorShape([None])", "(None,)"),
        (3, "TensorShape([3])", "(3,)"),
        (0, "TensorShape([0])", "(0,)"),
        (np.int64(3), "TensorShape([3])", "(3,)"),
        (np.array(3), "TensorShape([3])", "(3,)"),
        (np.array([1, 2]), "TensorShape([1, 2])", "(1, 2)"),
        ([np.int32(1), None], "TensorShape([1, None])", "(1, None)"),
        ((1, 2), "TensorShape([1, 2])", "(1, 2)"),
        (range(3), "TensorShape([0, 1, 2])", "(0, 1, 2)"),
        (S([1, None]), "TensorShape([1, None])", "(1, None)"),
        ([Dimension(2), Dimension(None)], "TensorShape([2, None])", "(2, None)"),
        ([True], "TensorShape([1])", "(1,)"),
        ([10**30], f"TensorShape([{10**30}])", f"({10**30},)"),
        (SimpleNamespace(unknown_rank=True, dim=[]), "TensorShape(None)", "<unknown>"),
        (
            SimpleNamespace(unknown_rank=False, dim=[SimpleNamespace(size=-1), SimpleNamespace(size=4)]),
            "TensorShape([None, 4])",
            "(None, 4)",
        ),
    ],
)
def test_making_and_printing(dims: object, represented: str, printed: str) -> None:
    shape = S(dims)
    assert (repr(shape), str(shape)) == (represented, printed)
    assert S(iter(dims)) == shape if isinstance(dims, list) else True
    assert eval(represented.replace("TensorShape", "S")) == shape


@pytest.mark.parametrize("dims", [-1, [-1], [2, -2], np.array([-1])])
def test_negative(dims: object) -> None:
    with pytest.raises(ValueError, match=r"Dimension -\d must be >= 0"):
        S(dims)


@pytest.mark.parametrize("dims", [2.0, [2.0], "ab", b"ab", ["a"], [[1]], [S([1])], object(), [object()]])
def test_no_shape(dims: object) -> None:
    with pytest.raises(TypeError, match="A dimension must be an integer or None"):
        S(dims)
    assert (S([1]) == dims) is False
    assert (S([1]) != dims) is True


def test_no_shape_in_an_array() -> None:
    with pytest.raises(TypeError, match="A dimension must be an integer or None"):
        S(np.array([1.5]))


def test_symbols() -> None:
    batch = Symbol()
    shape = S([batch, None, 3])
    assert shape.symbolic is not None
    assert shape.symbolic[0] is batch
    assert isinstance(shape.symbolic[1], Symbol)
    assert shape.symbolic[1] is not batch
    assert shape.symbolic[2] == 3
    assert shape.as_list() == [None, None, 3]
    assert shape.static_dims == (None, None, 3)
    assert shape == [None, None, 3]
    assert S(batch).symbolic == (batch,)
    assert S(shape).symbolic is shape.symbolic
    assert S(None).symbolic is None


def test_symbol() -> None:
    a, b = Symbol(), Symbol()
    assert a == a
    assert a != b
    assert len({a, b, a}) == 2
    assert re.fullmatch(r"\?\d+", repr(a))
    assert repr(a) != repr(b)
    assert copy.copy(a) is a
    assert copy.deepcopy(a) is a
    with pytest.raises(AttributeError):
        a.anything = 1  # type: ignore[attr-defined]


def test_from_dims_keeps_the_tuple() -> None:
    for dims in ((2, Symbol()), (2, 3), (), None):
        shape = S.from_dims(dims)
        assert shape.symbolic is dims
    static = (2, 3)
    assert S.from_dims(static).static_dims is static
    assert static_view(static) is static


def test_symbols_survive() -> None:
    a = Symbol()
    shape = S.from_dims((a, 2, 5))
    assert shape[:2].symbolic == (a, 2)
    assert shape.concatenate([7]).symbolic == (a, 2, 5, 7)
    assert S([7]).concatenate(shape).symbolic == (7, a, 2, 5)
    assert shape.merge_with([None, None, None]).symbolic == (a, 2, 5)
    assert shape.merge_with([4, None, 5]).symbolic == (4, 2, 5)
    common = shape.most_specific_common_supertype([S.from_dims((a, 3, 5))])
    assert common is not None
    assert common.symbolic is not None
    assert common.symbolic[0] is a
    assert isinstance(common.symbolic[1], Symbol)
    fresh = shape.most_specific_compatible_shape([None, 2, 5])
    assert fresh.symbolic is not None
    assert fresh.symbolic[0] is not a


@pytest.mark.parametrize(
    ("dims", "rank", "elements", "defined"),
    [
        (None, None, None, False),
        ([], 0, 1, True),
        ([2, 3], 2, 6, True),
        ([2, None], 2, None, False),
        ([0, None], 2, None, False),
        ([0, 3], 2, 0, True),
    ],
)
def test_facts(dims: object, rank: int | None, elements: int | None, defined: bool) -> None:
    shape = S(dims)
    assert (shape.rank, shape.ndims) == (rank, rank)
    assert shape.num_elements() == elements
    assert shape.is_fully_defined() is defined
    assert bool(shape) is (rank is not None)
    if defined:
        shape.assert_is_fully_defined()
    else:
        with pytest.raises(ValueError, match=f"Shape {re.escape(str(shape))} is not fully defined"):
            shape.assert_is_fully_defined()


@pytest.mark.parametrize(
    ("dims", "key", "expected"),
    [
        ([1, 2, 3], 0, 1),
        ([1, 2, 3], -1, 3),
        ([1, None, 3], 1, None),
        ([1, 2], np.int64(1), 2),
        (None, 0, None),
        (None, -5, None),
    ],
)
def test_index(dims: object, key: int, expected: int | None) -> None:
    assert S(dims)[key] == expected


@pytest.mark.parametrize(
    ("dims", "key", "expected"),
    [
        ([1, 2, 3], slice(1, None), [2, 3]),
        ([1, 2, 3], slice(None, -1), [1, 2]),
        ([1, 2, 3], slice(None, None, -1), [3, 2, 1]),
        ([1, None, 3], slice(1, 2), [None]),
        ([1, 2, 3], slice(5, 9), []),
        (None, slice(1, None), None),
        (None, slice(None, 2), [None, None]),
        (None, slice(1, 3), [None, None]),
        (None, slice(None, -1), None),
        (None, slice(-2, None), None),
        (None, slice(-1, 2), None),
        (None, slice(None), None),
        (None, slice(3, 1), []),
        (None, slice(0, 0), []),
        (None, slice(0, 5, 2), [None, None, None]),
        (None, slice(None, None, -1), None),
    ],
)
def test_slice(dims: object, key: slice, expected: object) -> None:
    part = S(dims)[key]
    assert isinstance(part, TensorShape)
    assert repr(part) == repr(S(expected))


def test_bad_index() -> None:
    with pytest.raises(IndexError, match=r"Index 5 is out of range for the shape \(1, 2\)"):
        S([1, 2])[5]
    for key in ("a", None, 1.0):
        with pytest.raises(TypeError):
            S([1])[key]  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="zero"):
        S(None)[::0]


def test_sequence() -> None:
    shape = S([1, None])
    assert list(shape) == [1, None]
    assert len(shape) == 2
    assert None in shape
    assert 1 in shape
    assert 7 not in shape
    assert list(reversed(shape)) == [None, 1]
    assert np.zeros(S([2, 3])).shape == (2, 3)  # type: ignore[call-overload]
    assert np.prod(S([2, 3])) == 6  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="Cannot iterate over a shape with unknown rank"):
        list(S(None))
    with pytest.raises(ValueError, match="Cannot take the length of shape with unknown rank"):
        len(S(None))
    with pytest.raises(ValueError, match="as_list"):
        S(None).as_list()


def test_dims_for_old_code() -> None:
    dims = S([1, None]).dims
    assert dims is not None
    assert [dim.value for dim in dims] == [1, None]
    assert repr(dims) == "[Dimension(1), Dimension(None)]"
    assert [str(dim) for dim in dims] == ["1", "?"]
    assert S(None).dims is None
    assert (int(dims[0]), [5, 6][dims[0]]) == (1, 6)
    assert dims[0] == 1 == Dimension(1)
    assert dims[0] != 2
    assert dims[0] != "1"
    assert hash(dims[0]) == hash(1)
    assert (bool(dims[0]), bool(Dimension(0)), bool(dims[1])) == (True, False, False)
    assert dims[1].is_compatible_with(4)
    assert not dims[0].is_compatible_with(4)
    with pytest.raises(TypeError, match="not known"):
        int(dims[1])


@pytest.mark.parametrize(
    ("dims", "other", "equal"),
    [
        ([1], [1], True),
        ([1], (1,), True),
        ([1], 1, True),
        ([1], S([1]), True),
        ([1], None, False),
        (None, None, True),
        (None, S(None), True),
        ([None], S([None]), True),
        ([None], [None], True),
        ([None], S([1]), False),
        ([1], "a", False),
        ([1], [-1], False),
        (None, [], False),
        ([1, 2], [2, 1], False),
    ],
)
def test_equality(dims: object, other: object, equal: bool) -> None:
    assert (S(dims) == other) is equal
    assert (other == S(dims)) is equal
    assert (S(dims) != other) is not equal


def test_hash() -> None:
    assert hash(S([1, 2])) == hash(S((1, 2)))
    assert hash(S([None])) == hash(S([None]))
    assert hash(S(None)) == hash(S(None))
    assert len({S([None, 2]), S([None, 2]), S([2])}) == 2


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (S([1]), S([2]), [1, 2]),
        (S([1]), [2, None], [1, 2, None]),
        ([1], S([2]), [1, 2]),
        ((1,), S([2]), [1, 2]),
        (S([1]), 2, [1, 2]),
        (2, S([1]), [2, 1]),
        (S(None), [1], None),
        ([1], S(None), None),
        (S([1]), None, None),
        (None, S([1]), None),
        (S([]), S([]), []),
    ],
)
def test_add(left: object, right: object, expected: object) -> None:
    assert left + right == S(expected)  # type: ignore[operator]
    assert as_shape(left).concatenate(right) == S(expected)


def test_add_refuses() -> None:
    with pytest.raises(TypeError, match="'a'"):
        S([1]) + "a"
    with pytest.raises(TypeError, match="'a'"):
        "a" + S([1])


@pytest.mark.parametrize(
    ("dims", "other", "merged", "common"),
    [
        ([1, None], [None, 2], [1, 2], [None, None]),
        ([1, None], [2, 2], ValueError, [None, None]),
        ([1, None], [2], ValueError, None),
        ([1, None], None, [1, None], None),
        (None, [1], [1], None),
        (None, None, None, None),
        ([1, 2], [1, 2], [1, 2], [1, 2]),
        ([1, 2], [1, 3], ValueError, [1, None]),
    ],
)
def test_merge_and_common(dims: object, other: object, merged: object, common: object) -> None:
    shape = S(dims)
    compatible = merged is not ValueError
    assert shape.is_compatible_with(other) is compatible
    if compatible:
        assert shape.merge_with(other) == S(merged)
        shape.assert_is_compatible_with(other)
    else:
        with pytest.raises(ValueError, match=r"Shapes .* and .* are not compatible"):
            shape.merge_with(other)
        with pytest.raises(ValueError, match=r"Shapes .* and .* are incompatible"):
            shape.assert_is_compatible_with(other)
    assert shape.most_specific_compatible_shape(other) == S(common)
    assert shape.most_specific_common_supertype([S(other)]) == S(common)
    assert shape.is_subtype_of(S(common))
    assert S(other).is_subtype_of(S(common))


def test_supertype_of_several() -> None:
    assert S([1, 2]).most_specific_common_supertype([]) == [1, 2]
    assert S([1, 2]).most_specific_common_supertype([S([1, 3]), S([4, 3])]) == [None, None]
    assert S([1, 2]).most_specific_common_supertype([S([1, 3]), S([1])]) == S(None)
    assert S([1, 2]).most_specific_common_supertype([[1, 2]]) is None


@pytest.mark.parametrize(
    ("dims", "other", "holds"),
    [
        ([1], [1], True),
        ([1], [None], True),
        ([None], [None], True),
        ([None], [1], False),
        (None, [1], False),
        ([1], None, True),
        (None, None, True),
        ([1], [1, 2], False),
        ([1, None], [None, 2], False),
    ],
)
def test_subtype(dims: object, other: object, holds: bool) -> None:
    assert S(dims).is_subtype_of(S(other)) is holds
    assert not S(dims).is_subtype_of(other)


def test_ranks() -> None:
    shape = S([1, None])
    assert shape.with_rank(2) is shape.with_rank_at_least(1) is shape.with_rank_at_most(2) is shape
    assert S(None).with_rank(3) == [None, None, None]
    assert S(None).with_rank_at_least(1) == S(None) == S(None).with_rank_at_most(1)
    for check, match in (
        (lambda: shape.with_rank(3), r"Shape \(1, None\) must have rank 3"),
        (lambda: shape.assert_has_rank(3), r"Shape \(1, None\) must have rank 3"),
        (lambda: shape.with_rank_at_least(3), "must have rank at least 3"),
        (lambda: shape.with_rank_at_most(1), "must have rank at most 1"),
        (lambda: shape.assert_same_rank([1]), r"Shapes \(1, None\) and \(1,\) must have the same rank"),
    ):
        with pytest.raises(ValueError, match=match):
            check()
    shape.assert_has_rank(2)
    S(None).assert_has_rank(2)
    shape.assert_same_rank([5, 6])
    shape.assert_same_rank(None)


def test_unknown_shape() -> None:
    assert unknown_shape() == S(None)
    assert unknown_shape(2) == [None, None]
    dims = unknown_shape(2).symbolic
    assert dims is not None
    assert dims[0] is not dims[1]
    shape = S([1])
    assert as_shape(shape) is shape


def test_pickle_and_copy() -> None:
    a = Symbol()
    for shape in (S([1, None]), S(None), S([])):
        assert pickle.loads(pickle.dumps(shape)) == shape
        assert copy.copy(shape) is shape is copy.deepcopy(shape)
    first, second = pickle.loads(pickle.dumps([S.from_dims((a, 1)), S.from_dims((a, a))]))
    assert first.symbolic[0] is second.symbolic[0] is second.symbolic[1]
    assert isinstance(first.symbolic[0], Symbol)


def test_immutable() -> None:
    shape = S([1])
    for attribute in ("rank", "dims", "symbolic", "anything"):
        with pytest.raises(AttributeError):
            setattr(shape, attribute, 1)
    with pytest.raises(TypeError):
        shape[0] = 2  # type: ignore[index]


def test_trace_type_methods() -> None:
    shape = S([None])
    assert shape.flatten() == [] == shape.to_tensors(shape)
    assert shape.from_tensors(iter(())) is shape is shape.placeholder_value(None)
    assert shape.cast([3], None) == [3]
    with pytest.raises(TypeError, match="Cannot cast"):
        shape.cast([3, 4], None)
