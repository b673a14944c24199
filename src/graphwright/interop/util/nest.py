"""`tensorflow.python.util.nest`: `tf.nest`, with paths and shallow structures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from graphwright.base.nest import (
    assert_same_structure,
    flatten,
    flatten_up_to,
    flatten_with_paths,
    is_nested,
    list_to_tuple,
    map_structure,
    map_structure_up_to,
    map_structure_with_paths,
    pack_sequence_as,
)
from graphwright.base.nest.kinds import EXPANDED, PLAIN

Path = tuple[Any, ...]


def is_nested_or_composite(seq: Any) -> bool:
    """Whether a value is a structure or consists of several tensors."""
    return is_nested(seq) or EXPANDED.kind_of(seq) is not None


def is_mapping(obj: Any) -> bool:
    """Whether a value is a mapping."""
    return isinstance(obj, Mapping)


def is_namedtuple(instance: Any, strict: bool = False) -> bool:
    """Whether a value is a namedtuple; with `strict`, of a class derived from nothing else."""
    kind = type(instance)
    fields = getattr(kind, "_fields", None)
    found = isinstance(instance, tuple) and isinstance(fields, tuple) and all(isinstance(f, str) for f in fields)
    return found and (not strict or kind.__base__ is tuple)


def is_attrs(obj: Any) -> bool:
    """Whether a value is an instance of an attrs class."""
    return hasattr(type(obj), "__attrs_attrs__")


def flatten_with_tuple_paths(structure: Any, expand_composites: bool = False) -> list[tuple[Path, Any]]:
    """The leaves, each with the tuple of keys and positions that leads to it."""
    return flatten_with_paths(structure, expand_composites)


def yield_flat_paths(nest: Any, expand_composites: bool = False) -> Iterator[Path]:
    """The paths of the leaves."""
    return (path for path, _ in flatten_with_paths(nest, expand_composites))


def flatten_with_joined_string_paths(
    structure: Any, separator: str = "/", expand_composites: bool = False
) -> list[tuple[str, Any]]:
    """The leaves, each with its path as one text."""
    found = flatten_with_paths(structure, expand_composites)
    return [(separator.join(map(str, path)), leaf) for path, leaf in found]


def map_structure_with_tuple_paths(func: Callable[..., Any], *structure: Any, **kwargs: Any) -> Any:
    """`map_structure`, with the path of each leaf as the first argument."""
    expand = kwargs.pop("expand_composites", False)
    check = kwargs.pop("check_types", True)
    for other in structure[1:]:
        assert_same_structure(structure[0], other, check_types=check, expand_composites=expand)
    paths = list(yield_flat_paths(structure[0], expand))
    columns = zip(*(flatten(s, expand) for s in structure), strict=True)
    found = [func(path, *leaves, **kwargs) for path, leaves in zip(paths, columns, strict=True)]
    return pack_sequence_as(structure[0], found, expand)


def map_structure_with_tuple_paths_up_to(
    shallow_tree: Any, func: Callable[..., Any], *inputs: Any, **kwargs: Any
) -> Any:
    """`map_structure_up_to`, with the path of each shallow leaf as the first argument."""
    expand = kwargs.pop("expand_composites", False)
    check = kwargs.pop("check_types", True)
    paths = list(yield_flat_paths(shallow_tree, expand))
    columns = [flatten_up_to(shallow_tree, v, check_types=check, expand_composites=expand) for v in inputs]
    found = [func(path, *leaves, **kwargs) for path, *leaves in zip(paths, *columns, strict=True)]
    return pack_sequence_as(shallow_tree, found, expand)


def assert_shallow_structure(
    shallow_tree: Any, input_tree: Any, check_types: bool = True, expand_composites: bool = False
) -> None:
    """Raise unless a structure begins as the shallow one; as `flatten_up_to` does."""
    flatten_up_to(shallow_tree, input_tree, check_types=check_types, expand_composites=expand_composites)


def flatten_with_tuple_paths_up_to(
    shallow_tree: Any, input_tree: Any, check_types: bool = True, expand_composites: bool = False
) -> list[tuple[Path, Any]]:
    """What lies at the leaves of a shallow structure, each with its path."""
    leaves = flatten_up_to(shallow_tree, input_tree, check_types=check_types, expand_composites=expand_composites)
    return list(zip(yield_flat_paths(shallow_tree, expand_composites), leaves, strict=True))


def get_traverse_shallow_structure(
    traverse_fn: Callable[[Any], Any], structure: Any, expand_composites: bool = False
) -> Any:
    """The shallow structure of True and False that a function describes: it says which parts to go into.

    Args:
      traverse_fn: called for each part; True or False, or a structure of them for the parts of a nested part.

    Raises:
      TypeError: `traverse_fn` returns something else.
    """
    table = EXPANDED if expand_composites else PLAIN
    chosen = traverse_fn(structure)
    kind = table.kind_of(structure)
    if kind is None:
        if not isinstance(chosen, bool):
            raise TypeError(f"traverse_fn returned structure: {chosen} for non-structure: {structure}")
        return chosen
    if isinstance(chosen, bool):
        if not chosen:
            return False
        parts = [get_traverse_shallow_structure(traverse_fn, p, expand_composites) for p in kind.open(structure)]
    else:
        choices = flatten_up_to(map_structure(lambda _: None, chosen), chosen)
        if not all(isinstance(c, bool) for c in choices):
            raise TypeError(f"traverse_fn didn't return a structure of bools for {structure}: {chosen}")
        pairs = zip(choices, kind.open(structure), strict=True)
        parts = [c and get_traverse_shallow_structure(traverse_fn, p, expand_composites) for c, p in pairs]
    return kind.rebuild(structure, parts)


def _yield_value(iterable: Any) -> Iterator[Any]:
    """The parts of a structure, mappings in the order of their sorted keys."""
    kind = PLAIN.kind_of(iterable)
    yield from iterable if kind is None else kind.open(iterable)


def _yield_sorted_items(iterable: Any) -> Iterator[tuple[Any, Any]]:
    """The parts of a structure with their keys or positions."""
    if isinstance(iterable, Mapping):
        yield from ((key, iterable[key]) for key in sorted(iterable))
    elif is_namedtuple(iterable):
        yield from zip(iterable._fields, iterable, strict=True)
    else:
        yield from enumerate(_yield_value(iterable))


def _sequence_like(instance: Any, args: Any) -> Any:
    """A structure like another with these parts."""
    kind = PLAIN.kind_of(instance)
    if kind is None:
        raise TypeError(f"{instance!r} is no structure.")
    return kind.rebuild(instance, list(args))


_is_namedtuple = is_namedtuple
is_sequence = is_nested
is_sequence_or_composite = is_nested_or_composite

__all__ = [
    "_is_namedtuple",
    "_sequence_like",
    "_yield_sorted_items",
    "_yield_value",
    "assert_same_structure",
    "assert_shallow_structure",
    "flatten",
    "flatten_up_to",
    "flatten_with_joined_string_paths",
    "flatten_with_tuple_paths",
    "flatten_with_tuple_paths_up_to",
    "get_traverse_shallow_structure",
    "is_attrs",
    "is_mapping",
    "is_namedtuple",
    "is_nested",
    "is_nested_or_composite",
    "is_sequence",
    "is_sequence_or_composite",
    "list_to_tuple",
    "map_structure",
    "map_structure_up_to",
    "map_structure_with_paths",
    "map_structure_with_tuple_paths",
    "map_structure_with_tuple_paths_up_to",
    "pack_sequence_as",
    "yield_flat_paths",
]
