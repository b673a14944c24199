"""Flatten, pack and map nested structures, as recorded from `tf.nest`; comments tell where we differ."""

from __future__ import annotations

import array
import collections
import dataclasses
import gc
import types
import typing
import weakref
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, defaultdict, deque, namedtuple
from typing import Any

import numpy as np
import pytest

from graphwright.base import nest

P = namedtuple("P", "x y")


class Typed(typing.NamedTuple):
    a: Any
    b: Any


class SubP(P):
    pass


class ListSub(list):
    pass


class TupleSub(tuple):
    pass


class DictSub(dict):
    pass


class Frozen(collections.abc.Mapping):
    """A mapping that cannot be assigned to."""

    def __init__(self, contents):
        self.contents = dict(contents)

    def __getitem__(self, key):
        return self.contents[key]

    def __iter__(self):
        return iter(self.contents)

    def __len__(self):
        return len(self.contents)


class MySequence(collections.abc.Sequence):
    def __init__(self, items):
        self.items = list(items)

    def __getitem__(self, index):
        return self.items[index]

    def __len__(self):
        return len(self.items)

    def __eq__(self, other):
        return isinstance(other, MySequence) and self.items == other.items

    __hash__ = None


@dataclasses.dataclass
class Plain:
    a: Any
    b: Any


@dataclasses.dataclass
class Tagged:
    """A dataclass with TensorFlow's protocol: `tag` is not a part."""

    tag: str
    a: Any
    b: Any

    def __tf_flatten__(self):
        return (self.tag,), (self.a, self.b)

    @classmethod
    def __tf_unflatten__(cls, metadata, parts):
        assert isinstance(parts, tuple)
        return cls(metadata[0], *parts)


class Field:
    """A field as attrs declares it; attrs itself is not needed."""

    def __init__(self, name, init=True):
        self.name, self.init = name, init


class AttrsLike:
    __attrs_attrs__ = (Field("x"), Field("_y"), Field("z", init=False))

    def __init__(self, x, y):  # attrs drops the underscore
        self.x, self._y, self.z = x, y, "default"

    def __eq__(self, other):
        return isinstance(other, AttrsLike) and vars(self) == vars(other)

    __hash__ = None


def od(*pairs):
    return OrderedDict(pairs)


# value, its leaves, what it is with every leaf x made (x,) [a list: the type must be as given here]
STRUCTURES = {
    "list": ([1, [2]], [1, 2], ["1", ["2"]]),
    "tuple": ((1, (2,)), [1, 2], ("1", ("2",))),
    "empty list": ([], [], []),
    "empty tuple": ((), [], ()),
    "empty dict": ({}, [], {}),
    "dict by sorted keys": ({"b": 1, "a": 2}, [2, 1], {"b": "1", "a": "2"}),
    "OrderedDict": (od(("b", 1), ("a", 2)), [2, 1], od(("b", "1"), ("a", "2"))),
    "defaultdict": (defaultdict(int, b=1, a=2), [2, 1], defaultdict(int, b="1", a="2")),
    "numeric keys": ({3: 1, 2: 2}, [2, 1], {3: "1", 2: "2"}),
    "bool and int keys": ({True: 1, 0: 2}, [2, 1], {True: "1", 0: "2"}),
    "tuple keys": ({(1, 2): 1, (0, 5): 2}, [2, 1], {(1, 2): "1", (0, 5): "2"}),
    "one key of any type": ({None: 1}, [1], {None: "1"}),
    "namedtuple": (P(1, [2]), [1, 2], P("1", ["2"])),
    "subclass of a namedtuple": (SubP(1, 2), [1, 2], SubP("1", "2")),
    "NamedTuple": (Typed(1, 2), [1, 2], Typed("1", "2")),
    "subclass of list": (ListSub([1, 2]), [1, 2], ListSub(["1", "2"])),
    "subclass of tuple": (TupleSub((1, 2)), [1, 2], TupleSub(("1", "2"))),
    "subclass of dict": (DictSub(b=1, a=2), [2, 1], DictSub(b="1", a="2")),
    "range": (range(1, 3), [1, 2], ["1", "2"]),
    "keys": ({"b": 1}.keys(), ["b"], ["b"]),
    "values": ({"b": 1}.values(), [1], ["1"]),
    "items": ({"b": 1}.items(), ["b", 1], [("b", "1")]),
    "deque": (deque([1, 2]), [1, 2], deque(["1", "2"])),
    "UserDict": (UserDict(b=1, a=2), [2, 1], UserDict(b="1", a="2")),
    "UserList": (UserList([1, 2]), [1, 2], UserList(["1", "2"])),
    "Counter": (Counter(a=2, b=1), [2, 1], Counter(a="2", b="1")),
    "ChainMap": (ChainMap({"b": 1}, {"a": 2}), [2, 1], ChainMap({"a": "2", "b": "1"})),
    "frozen mapping": (Frozen({"b": 1, "a": 2}), [2, 1], Frozen({"b": "1", "a": "2"})),
    "other sequence": (MySequence([1, [2]]), [1, 2], MySequence(["1", ["2"]])),
    "class with the protocol": (Tagged("t", 1, [2, 3]), [1, 2, 3], Tagged("t", "1", ["2", "3"])),
    # TensorFlow opens these too, but cannot build them again.
    "mappingproxy": (
        types.MappingProxyType({"b": 1, "a": 2}),
        [2, 1],
        types.MappingProxyType({"b": "1", "a": "2"}),
    ),
    "memoryview": (memoryview(b"\1\2"), [1, 2], ["1", "2"]),
}


def as_text(leaf: object) -> str:
    return str(leaf)


@pytest.mark.parametrize("name", STRUCTURES)
def test_flatten_and_rebuild(name: str) -> None:
    value, leaves, as_texts = STRUCTURES[name]
    assert nest.is_nested(value)
    assert nest.flatten(value) == leaves
    for rebuilt in (
        nest.pack_sequence_as(value, [str(leaf) for leaf in leaves]),
        nest.map_structure(as_text, value),
        nest.map_structure(lambda x, y: str(x), value, value),
    ):
        assert rebuilt == as_texts
        assert type(rebuilt) is type(as_texts)
        if isinstance(rebuilt, collections.abc.Mapping):
            assert list(rebuilt) == list(as_texts)


@pytest.mark.parametrize(
    "leaf",
    [
        1,
        None,
        "ab",
        b"ab",
        np.arange(2),
        np.array([1, 2], object),
        np.float32(1),
        {1, 2},
        frozenset([1]),
        iter([1]),
        slice(1, 2),
        P,
        Tagged,
        AttrsLike,
        Plain(1, [2]),
        types.SimpleNamespace(a=1),
        ...,
    ],
)
def test_leaves(leaf: object) -> None:
    assert not nest.is_nested(leaf)
    for expand in (False, True):
        assert nest.flatten(leaf, expand_composites=expand)[0] is leaf
        assert nest.map_structure(lambda x: [x], leaf, expand_composites=expand)[0] is leaf
    assert nest.pack_sequence_as(leaf, ["x"]) == "x"


def test_order_of_keys_is_the_original_and_the_factory_is_kept() -> None:
    assert list(nest.map_structure(as_text, {"b": 1, "a": 2, "c": 3})) == ["b", "a", "c"]
    assert nest.map_structure(as_text, defaultdict(list, b=1)).default_factory is list
    both = nest.map_structure(lambda x, y: x + y, od(("b", 1), ("a", 2)), {"a": 10, "b": 20})
    assert list(both.items()) == [("b", 21), ("a", 12)]


def test_attrs_classes() -> None:
    value = AttrsLike(1, [2])
    assert nest.flatten(value) == [1, 2, "default"]
    assert nest.flatten_with_paths(value) == [(("x",), 1), (("_y", 0), 2), (("z",), "default")]
    rebuilt = nest.pack_sequence_as(value, [10, 20, 30])
    assert vars(rebuilt) == {"x": 10, "_y": [20], "z": 30}


def test_a_proxy_counts_as_what_it_stands_for() -> None:
    class Proxy:
        def __init__(self, wrapped):
            self.__wrapped__ = wrapped

        @property
        def __class__(self):
            return self.__wrapped__.__class__

    rebuilt = nest.map_structure(as_text, [Proxy({"b": 1, "a": (2,)}), Proxy([3]), Proxy(4)])
    assert type(rebuilt[0]) is Proxy
    assert rebuilt[0].__wrapped__ == {"b": "1", "a": ("2",)}
    assert rebuilt[1].__wrapped__ == ["3"]
    assert isinstance(rebuilt[2], str)
    nest.assert_same_structure([1], Proxy([2]))
    with pytest.raises(TypeError, match="same sequence type"):
        nest.assert_same_structure([1], Proxy((2,)))


def test_a_class_made_at_run_time_is_not_kept_alive() -> None:
    result = namedtuple("made", "x")
    assert nest.flatten(result(1)) == [1]
    gone = weakref.ref(result)
    del result
    gc.collect()
    assert gone() is None


def test_register_leaf_wins_over_the_looks_of_a_type() -> None:
    class Text(list):
        pass

    assert nest.flatten(Text([1])) == [1]
    nest.register_leaf(Text)
    value = Text([1])
    assert nest.flatten([value])[0] is value
    assert nest.flatten([value], expand_composites=True)[0] is value


class NeedsKeyword(dict):
    def __init__(self, *, k):
        super().__init__(k=k)


class NeedsTwo(list):
    def __init__(self, a, b):
        super().__init__([a, b])


UNSORTABLE = {1: 1, "a": 2}
ERRORS = {
    "mixed keys": (
        lambda: nest.flatten([UNSORTABLE]),
        TypeError,
        "nest only supports dicts with sortable keys",
    ),
    "mixed keys named": (
        lambda: nest.flatten(UNSORTABLE),
        TypeError,
        r"The keys \[1, 'a'\] cannot be ordered",
    ),
    "mixed keys, pack": (lambda: nest.pack_sequence_as(UNSORTABLE, [1, 2]), TypeError, "sortable keys"),
    "mixed keys, same": (lambda: nest.assert_same_structure(UNSORTABLE, UNSORTABLE), TypeError, "sortable"),
    "None among keys": (lambda: nest.flatten({None: 1, "a": 2}), TypeError, "sortable keys"),
    "complex keys": (lambda: nest.flatten({1j: 1, 2j: 2}), TypeError, "sortable keys"),
    "pack too few": (
        lambda: nest.pack_sequence_as({"a": [1, 2], "b": (3,)}, [1]),
        ValueError,
        r"^Could not pack sequence. Structure had 3 atoms, but flat_sequence had 1 items.  "
        r"Structure: \{'a': \[1, 2\], 'b': \(3,\)\}, flat_sequence: \[1\].$",
    ),
    "pack too many": (lambda: nest.pack_sequence_as([1], [1, 2]), ValueError, "had 1 atoms, .* had 2 items"),
    "pack into empty": (lambda: nest.pack_sequence_as([], [1]), ValueError, "had 0 atoms, .* had 1 items"),
    "pack two into a leaf": (
        lambda: nest.pack_sequence_as(1, [1, 2]),
        ValueError,
        r"(?s)^The target structure is of type `<class 'int'>`\n  1\nHowever the input is a sequence "
        r"\(<class 'list'>\) of length 2.\n  \[1, 2\]\nnest cannot guarantee",
    ),
    "pack none into a leaf": (lambda: nest.pack_sequence_as(1, []), ValueError, "of length 0"),
    "pack a number": (
        lambda: nest.pack_sequence_as([1, 2], 5),
        TypeError,
        r"^Attempted to pack value:\n  5\ninto a structure, but found incompatible type "
        r"`<class 'int'>` instead.$",
    ),
    "pack text": (
        lambda: nest.pack_sequence_as([1, 2], "ab"),
        TypeError,
        "incompatible type `<class 'str'>`",
    ),
    "pack an array": (lambda: nest.pack_sequence_as([1, 2], np.arange(2)), TypeError, "numpy.ndarray"),
    "pack an iterator": (lambda: nest.pack_sequence_as([1], iter([1])), TypeError, "list_iterator"),
    "pack into a leaf a leaf": (lambda: nest.pack_sequence_as(1, 3), TypeError, "Attempted to pack value"),
    # TensorFlow: KeyError(0).
    "pack a dict": (lambda: nest.pack_sequence_as([1], {"a": 1}), TypeError, "Attempted to pack value"),
    "map nothing": (lambda: nest.map_structure(as_text), ValueError, "Must provide at least one structure"),
    "map with paths nothing": (lambda: nest.map_structure_with_paths(as_text), ValueError, "at least one"),
    "map no function": (lambda: nest.map_structure(3, [1]), TypeError, "func must be callable, got: 3"),
    "map other type": (lambda: nest.map_structure(max, [1], (1,)), TypeError, "same sequence type"),
    "map other length": (lambda: nest.map_structure(max, [1], [2], [3, 4]), ValueError, "number of elements"),
    "map other depth": (
        lambda: nest.map_structure(max, [1, [2]], [1, 2]),
        ValueError,
        "is a sequence, while",
    ),
    "class that needs a keyword": (
        lambda: nest.map_structure(as_text, NeedsKeyword(k=1)),
        TypeError,
        "keyword",
    ),
    "class that needs two": (lambda: nest.map_structure(as_text, NeedsTwo(1, 2)), TypeError, "missing 1"),
    "array.array of text": (lambda: nest.map_structure(as_text, array.array("i", [1])), TypeError, "array"),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name: str) -> None:
    call, error_class, pattern = ERRORS[name]
    with pytest.raises(error_class, match=pattern) as caught:
        call()
    assert type(caught.value) is error_class


@pytest.mark.parametrize("flat", [[3, 4], (3, 4), deque([3, 4]), P(3, 4), range(3, 5)], ids=repr)
def test_any_sequence_is_packed(flat: object) -> None:
    assert nest.pack_sequence_as({"b": 0, "a": [0]}, flat) == {"b": 4, "a": [3]}


def test_map_structure() -> None:
    assert nest.map_structure(lambda x: x + 1, {"b": 1, "a": (2, [3])}) == {"b": 2, "a": (3, [4])}
    assert nest.map_structure(lambda *x: x, [1], [2], [3]) == [(1, 2, 3)]
    assert nest.map_structure(lambda x, y: x + y, [1, 2], (3, 4), check_types=False) == [4, 6]
    assert nest.map_structure(lambda *x: x, P(1, 2), (3, 4), check_types=False) == P((1, 3), (2, 4))
    assert nest.map_structure(lambda x: [x], [1, 2]) == [[1], [2]]
    assert nest.map_structure(lambda x, y: x + y, 1, 2) == 3
    assert nest.map_structure(lambda *x: x, Tagged("a", 1, 2), Tagged("a", 3, 4)) == Tagged("a", (1, 3), (2, 4))


def test_the_function_is_called_in_flattening_order() -> None:
    for others in ([], [{"b": 0, "a": [0, 0]}]):
        seen: list[int] = []
        nest.map_structure(lambda x, *rest: seen.append(x), {"b": 3, "a": [1, 2]}, *others)  # noqa: B023
        assert seen == [1, 2, 3]


def test_an_error_of_the_function_passes() -> None:
    with pytest.raises(StopIteration):
        nest.map_structure(next, [iter([])])
    with pytest.raises(StopIteration):
        nest.map_structure(lambda x, y: next(x), [iter([])], [1])


def test_paths() -> None:
    value = {"b": [1, 2], "a": P(3, {"c": 4}), "d": Tagged("t", 5, [6]), "e": []}
    expected = [
        (("a", "x"), 3),
        (("a", "y", "c"), 4),
        (("b", 0), 1),
        (("b", 1), 2),
        (("d", 0), 5),
        (("d", 1, 0), 6),
    ]
    assert nest.flatten_with_paths(value) == expected
    assert nest.flatten_with_paths(3) == [((), 3)]
    mapped = nest.map_structure_with_paths(lambda path, x, y: (path, x + y), {"b": [1], "a": 2}, {"b": [3], "a": 4})
    assert mapped == {"b": [(("b", 0), 4)], "a": (("a",), 6)}


def test_list_to_tuple() -> None:
    assert nest.list_to_tuple([1, [2, {"a": [3]}], (4, [5]), P([6], 7)]) == (
        1,
        (2, {"a": (3,)}),
        (4, (5,)),
        P((6,), 7),
    )
    assert type(nest.list_to_tuple(ListSub([1]))) is tuple
