"""Comparison of nested structures, as recorded from `tf.nest`; comments tell where we differ."""

from __future__ import annotations

import types
from collections import OrderedDict, UserDict, UserList, defaultdict, deque, namedtuple

import numpy as np
import pytest

from graphwright.base import nest
from tests.base.test_nest import ListSub, Plain, Tagged, TupleSub

P = namedtuple("P", "x y")
Q = namedtuple("Q", "x y")
P3 = namedtuple("P3", "x y z")


class SubP(P):
    pass


class OtherListSub(list):
    pass


class TaggedSub(Tagged):
    pass


class NeedsTwo(list):
    def __init__(self, a, b):
        super().__init__([a, b])


def od(*pairs):
    return OrderedDict(pairs)


OK, TYPE, VALUE = None, TypeError, ValueError
SAME_NAME = namedtuple("P", "x y")
OTHER_FIELDS = namedtuple("P", "x z")
# first, second, the error with check_types, the error without, a part of the error's text
PAIRS = {
    "lists": ([1, 2], [3, 4], OK, OK, ""),
    "leaves": (1, None, OK, OK, ""),
    "list and tuple": ([1], (1,), TYPE, OK, "has type list, while second structure .* has type tuple"),
    "lengths": (
        [1],
        [1, 2],
        VALUE,
        VALUE,
        r"First structure: type=list str=\[1\]. Second structure: type=list",
    ),
    "leaf and list": (
        1,
        [1],
        VALUE,
        VALUE,
        r'"type=list str=\[1\]" is a sequence, while substructure "type=int',
    ),
    "list and leaf": ([1], None, VALUE, VALUE, 'is a sequence, while substructure "type=NoneType str=None"'),
    "text and list": ("ab", ["a", "b"], VALUE, VALUE, "is a sequence"),
    "array and list": (np.arange(2), [0, 1], VALUE, VALUE, "is a sequence"),
    "deeper": ([1, [2]], [1, 2], VALUE, VALUE, r'"type=list str=\[2\]" is a sequence'),
    "deep length": ([1, {"a": [1, 2]}], [1, {"a": [1]}], VALUE, VALUE, "same number of elements"),
    "deep type": ([1, {"a": [1, 2]}], [1, {"a": (1, 2)}], TYPE, OK, "same sequence type"),
    "empty list and tuple": ([], (), TYPE, OK, "same sequence type"),
    "dicts": ({"a": 1}, {"a": 2}, OK, OK, ""),
    "keys": ({"a": 1}, {"b": 1}, VALUE, OK, r"has keys type=list str=\['a'\], while second .* str=\['b'\]"),
    "more keys": ({"a": 1}, {"a": 1, "b": 2}, VALUE, VALUE, ""),
    "dict and OrderedDict": ({"a": 1}, od(("a", 1)), OK, OK, ""),
    "dict and defaultdict": ({"a": 1}, defaultdict(int, a=1), OK, OK, ""),
    "dict and other mapping": ({"a": 1}, types.MappingProxyType({"a": 1}), OK, OK, ""),
    "UserDict and dict": (UserDict(a=1), {"a": 1}, OK, OK, ""),
    "dict and list": ({"a": 1}, [1], TYPE, OK, "same sequence type"),
    "namedtuples": (P(1, 2), P(3, 4), OK, OK, ""),
    "namedtuples of other names": (P(1, 2), Q(1, 2), TYPE, OK, "has type P, while .* has type Q"),
    "namedtuples of one name": (SAME_NAME(1, 2), P(1, 2), OK, OK, ""),
    "namedtuples of other fields": (OTHER_FIELDS(1, 2), P(1, 2), TYPE, OK, "same sequence type"),
    "longer namedtuple": (P(1, 2), P3(1, 2, 3), (TYPE), VALUE, ""),
    "namedtuple and tuple": (P(1, 2), (1, 2), TYPE, OK, "same sequence type"),
    "namedtuple and subclass": (P(1, 2), SubP(1, 2), TYPE, OK, "same sequence type"),
    "list and subclass": ([1], ListSub([1]), OK, OK, ""),
    "subclasses of list": (ListSub([1]), OtherListSub([1]), OK, OK, ""),
    "tuple and subclass": ((1,), TupleSub((1,)), TYPE, OK, "same sequence type"),
    "UserList and list": (UserList([1]), [1], TYPE, OK, "same sequence type"),
    "deque and list": (deque([1]), [1], TYPE, OK, "same sequence type"),
    "range and list": (range(2), [0, 1], TYPE, OK, "same sequence type"),
    "protocol": (Tagged("t", 1, 2), Tagged("t", 3, 4), OK, OK, ""),
    "protocol, other metadata": (Tagged("t", 1, 2), Tagged("u", 3, 4), OK, OK, ""),
    "protocol, deeper": (Tagged("t", 1, 2), Tagged("t", 3, [4]), VALUE, VALUE, "is a sequence"),
    "protocol and subclass": (Tagged("t", 1, 2), TaggedSub("t", 1, 2), TYPE, OK, "same sequence type"),
    "plain dataclasses": (Plain(1, 2), Plain(3, [4]), OK, OK, ""),
    "plain dataclass and list": (Plain(1, 2), [1, 2], VALUE, VALUE, "is a sequence"),
}


@pytest.mark.parametrize("check_types", [True, False])
@pytest.mark.parametrize("name", PAIRS)
def test_assert_same_structure(name: str, check_types: bool) -> None:
    first, second, strict_error, loose_error, pattern = PAIRS[name]
    error_class = strict_error if check_types else loose_error
    if error_class is None:
        assert nest.assert_same_structure(first, second, check_types=check_types) is None
        return
    with pytest.raises(error_class, match=f"(?s)^The two structures don't have the same nested .*{pattern}"):
        nest.assert_same_structure(first, second, check_types=check_types)


def test_the_whole_text_of_a_difference() -> None:
    with pytest.raises(ValueError) as caught:
        nest.assert_same_structure([1, {"a": P(1, 2)}], [1, {"a": 3}])
    assert str(caught.value) == (
        "The two structures don't have the same nested structure.\n\n"
        "First structure: type=list str=[1, {'a': P(x=1, y=2)}]\n\n"
        "Second structure: type=list str=[1, {'a': 3}]\n\n"
        'More specifically: Substructure "type=P str=P(x=1, y=2)" is a sequence, while substructure '
        '"type=int str=3" is not\n'
        "Entire first structure:\n[., {'a': P(x=., y=.)}]\n"
        "Entire second structure:\n[., {'a': .}]"
    )


def test_a_difference_is_reported_though_a_class_takes_no_dots() -> None:
    with pytest.raises(ValueError, match="Entire first structure:\n<NeedsTwo>\n"):
        nest.assert_same_structure(NeedsTwo(1, 2), [1])


def test_a_long_text_is_cut() -> None:
    with pytest.raises(ValueError, match="number of elements") as caught:
        nest.assert_same_structure(list(range(100_000)), [1])
    assert len(str(caught.value)) < 5000


# shallow, structure, options, what flatten_up_to gives: leaves, or the error with a part of its text
UP_TO = {
    "lists": ([1, 2], [[3], (4, 5)], {}, [[3], (4, 5)]),
    "leaf": (1, [[3], 4], {}, [[[3], 4]]),
    "empty": ([], [], {}, []),
    "by key": ({"a": 1, "b": 2}, od(("b", [1]), ("a", 2)), {}, [2, [1]]),
    "subclass of list": ([1], ListSub([3]), {}, [3]),
    "list for a subclass": (ListSub([1]), [[2]], {}, [[2]]),
    "subclass of tuple": ((1,), TupleSub((2,)), {}, [2]),
    "tuple for a subclass": (
        TupleSub((1,)),
        (2,),
        {},
        (TypeError, "same sequence type. Input structure has type"),
    ),
    "subclass of namedtuple": (P(1, 2), SubP(3, 4), {}, [3, 4]),
    "namedtuple for a subclass": (SubP(1, 2), P(3, 4), {}, (TypeError, "same sequence type")),
    "namedtuple of one name": (SAME_NAME(1, 2), P(3, 4), {}, [3, 4]),
    "other namedtuple": (P(1, 2), Q([3], 4), {}, (TypeError, "same sequence type")),
    "tuple for a list": (
        [1, 2],
        ([3], 4),
        {},
        (TypeError, "has type <class 'tuple'>, while shallow structure has"),
    ),
    "tuple for a list, loose": ([1, 2], ([3], 4), {"check_types": False}, [[3], 4]),
    "length": (
        [1, 2],
        [[3]],
        {},
        (ValueError, "Input structure has length 1, while shallow structure has length 2"),
    ),
    "length, loose": ([1], [1, 2], {"check_types": False}, (ValueError, "same sequence length")),
    "leaf for a list": (
        [1, [2]],
        [[3], 4],
        {},
        (TypeError, "input must also be a sequence. Input has type: <class 'i"),
    ),
    "text for a list": ([1], "a", {}, (TypeError, "input must also be a sequence")),
    "other keys": ({"a": 1}, {"b": 1}, {}, (ValueError, r"keys that are not in the input_tree: \['a'\]")),
    "other keys, loose": ({"a": 1}, {"b": 1}, {"check_types": False}, (ValueError, "not a subset")),
    "list for a dict, loose": ({"a": 1}, [1], {"check_types": False}, (ValueError, "not a subset")),
    "more keys": ({"a": 1}, {"a": 1, "b": 2}, {}, (ValueError, "same sequence length")),
    "deep length": (
        [1, {"a": (1, 2)}],
        [5, {"a": (1, 2, 3)}],
        {},
        (ValueError, "length 3, while .* length 2"),
    ),
    # TensorFlow fails here on the lack of __len__.
    "protocol": (Tagged("t", 1, 2), Tagged("u", [3], 2), {}, [[3], 2]),
}


@pytest.mark.parametrize("name", UP_TO)
def test_flatten_up_to(name: str) -> None:
    shallow, structure, options, expected = UP_TO[name]
    if isinstance(expected, list):
        assert nest.flatten_up_to(shallow, structure, **options) == expected
        return
    error_class, pattern = expected
    with pytest.raises(error_class, match=pattern):
        nest.flatten_up_to(shallow, structure, **options)


def test_map_structure_up_to() -> None:
    pair = nest.map_structure_up_to([1, 2], lambda a, b: (a, b), [1, [2]], [[3], 4])
    assert pair == [(1, [3]), ([2], 4)]
    assert list(nest.map_structure_up_to({"b": 1, "a": 2}, len, {"a": [1], "b": [2, 3]}).items()) == [
        ("b", 2),
        ("a", 1),
    ]
    loose = nest.map_structure_up_to((1, 2), lambda a, b: (a, b), (1, [2]), [[3], 4], check_types=False)
    assert loose == ((1, [3]), ([2], 4))
    with pytest.raises(TypeError, match="same sequence type"):
        nest.map_structure_up_to((1, 2), max, [1, 2])
    with pytest.raises(ValueError, match="Cannot map over no sequences"):
        nest.map_structure_up_to([1], str)
