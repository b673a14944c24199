"""Walks over one structure: flatten it, pack it, with paths or without."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from graphwright.base.nest.kinds import EXPANDED, PLAIN, UNSEEN, KindTable

Path = tuple[Any, ...]


def is_nested(seq: Any) -> bool:
    """Tell whether a value is a structure, and not a leaf.

    >>> is_nested([]), is_nested({"a": 1}), is_nested("text"), is_nested(None)
    (True, True, False, False)
    """
    return PLAIN.kind_of(seq) is not None


def flatten(structure: Any, expand_composites: bool = False) -> list[Any]:
    """Return the leaves of a structure, mappings in the order of their sorted keys.

    Args:
      structure: any value; a leaf gives a list of itself.
      expand_composites: open tensors made of several, too.

    Raises:
      TypeError: if the keys of a mapping cannot be sorted.

    >>> flatten({"b": [1, (2, 3)], "a": None})
    [None, 1, 2, 3]
    """
    leaves: list[Any] = []
    _collect((structure,), leaves, EXPANDED if expand_composites else PLAIN)
    return leaves


def _collect(parts: Iterable[Any], leaves: list[Any], table: KindTable) -> None:
    kind_of_type = table.known.get
    for part in parts:
        kind = kind_of_type(type(part), UNSEEN)
        if kind is UNSEEN:
            kind = table.classify(part)
        if kind is None:
            leaves.append(part)
        else:
            _collect(kind.open(part), leaves, table)


class _TooFewLeavesError(Exception):
    """The leaves ran out before the structure was full."""


_NONE_LEFT: Any = object()


def pack_sequence_as(structure: Any, flat_sequence: Any, expand_composites: bool = False) -> Any:
    """Return a structure like `structure` with the leaves of `flat_sequence`: the inverse of `flatten`.

    Args:
      structure: gives the form; its own leaves do not matter.
      flat_sequence: a list, tuple or other sequence, as long as `structure` has leaves.
      expand_composites: as for `flatten`.

    Raises:
      ValueError: if the number of leaves differs, or several are to be packed into one leaf.
      TypeError: if `flat_sequence` is not a sequence, or the keys of a mapping cannot be sorted.

    >>> pack_sequence_as({"b": [0, 0], "a": 0}, [1, 2, 3])
    {'b': [2, 3], 'a': 1}
    """
    table = EXPANDED if expand_composites else PLAIN
    source = PLAIN.kind_of(flat_sequence)
    if source is None or source.family not in ("sequence", "namedtuple"):
        raise TypeError(
            f"Attempted to pack value:\n  {flat_sequence}\ninto a structure, but found incompatible type "
            f"`{type(flat_sequence)}` instead."
        )
    items: Sequence[Any] = source.open(flat_sequence)
    if table.kind_of(structure) is None:
        if len(items) != 1:
            raise ValueError(
                f"The target structure is of type `{type(structure)}`\n  {structure}\nHowever the input is a "
                f"sequence ({type(flat_sequence)}) of length {len(items)}.\n  {flat_sequence}\nnest cannot "
                "guarantee that it is safe to map one to the other."
            )
        return items[0]
    leaves = iter(items)
    try:
        result = pack(structure, leaves, table)
        complete = next(leaves, _NONE_LEFT) is _NONE_LEFT
    except _TooFewLeavesError:
        complete = False
    if not complete:
        raise ValueError(
            f"Could not pack sequence. Structure had {len(flatten(structure, expand_composites))} atoms, but "
            f"flat_sequence had {len(items)} items.  Structure: {structure}, flat_sequence: {flat_sequence}."
        )
    return result


def pack(structure: Any, leaves: Iterator[Any], table: KindTable) -> Any:
    """Build a structure from as many leaves as it needs; the working part of `pack_sequence_as`."""
    kind = table.known.get(type(structure), UNSEEN)
    if kind is UNSEEN:
        kind = table.classify(structure)
    if kind is None:
        leaf = next(leaves, _NONE_LEFT)
        if leaf is _NONE_LEFT:
            raise _TooFewLeavesError
        return leaf
    return kind.rebuild(structure, [pack(part, leaves, table) for part in kind.open(structure)])


def map_one(func: Callable[[Any], Any], structure: Any, table: KindTable) -> Any:
    """Apply a function to the leaves of one structure; the working part of `map_structure`."""
    kind = table.known.get(type(structure), UNSEEN)
    if kind is UNSEEN:
        kind = table.classify(structure)
    if kind is None:
        return func(structure)
    return kind.rebuild(structure, [map_one(func, part, table) for part in kind.open(structure)])


def flatten_with_paths(structure: Any, expand_composites: bool = False) -> list[tuple[Path, Any]]:
    """Return the leaves of a structure with the way to each: positions, keys and field names.

    >>> flatten_with_paths({"b": [1, 2], "a": 3})
    [(('a',), 3), (('b', 0), 1), (('b', 1), 2)]
    """
    found: list[tuple[Path, Any]] = []
    _collect_with_paths(structure, (), found, EXPANDED if expand_composites else PLAIN)
    return found


def _collect_with_paths(structure: Any, path: Path, found: list[tuple[Path, Any]], table: KindTable) -> None:
    kind = table.kind_of(structure)
    if kind is None:
        found.append((path, structure))
        return
    for name, part in zip(kind.names(structure), kind.open(structure), strict=True):
        _collect_with_paths(part, (*path, name), found, table)


def list_to_tuple(structure: Any) -> Any:
    """Return a structure with every list in it, at any depth, made a tuple.

    >>> list_to_tuple([1, {"a": [2]}])
    (1, {'a': (2,)})
    """
    kind = PLAIN.kind_of(structure)
    if kind is None:
        return structure
    parts = [list_to_tuple(part) for part in kind.open(structure)]
    return tuple(parts) if isinstance(structure, list) else kind.rebuild(structure, parts)
