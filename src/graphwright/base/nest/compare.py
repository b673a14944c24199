"""Comparison of structures: the same form, or one the upper part of another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphwright.base.nest.kinds import EXPANDED, LIST, PLAIN, TUPLE, Kind, KindTable, sorted_keys, spec_of
from graphwright.base.nest.walk import map_one

# An error found: its class and its text.
_Problem = tuple[type[Exception], str]
_LONGEST_TEXT = 1000
# Two structures of one of these kinds are of the same type and have no keys.
_COMPARED_BY_PARTS = (LIST, TUPLE)


def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True, expand_composites: bool = False) -> None:
    """Check that two structures have the same form.

    Args:
      nest1: one structure.
      nest2: the other.
      check_types: demand the same types of sequence (all lists, and all mappings, are alike) and keys.
      expand_composites: compare tensors made of several by their specs and parts.

    Raises:
      ValueError: if they differ in nesting, number of parts or keys.
      TypeError: if types of sequence differ and `check_types` is true.

    >>> assert_same_structure([1, (2, 3)], [4, (5, 6)])
    >>> assert_same_structure([1], (1,), check_types=False)
    """
    problem = _difference(nest1, nest2, EXPANDED if expand_composites else PLAIN, check_types)
    if problem is None:
        return
    error_class, details = problem
    raise error_class(
        "The two structures don't have the same nested structure.\n\n"
        f"First structure: {_show(nest1)}\n\nSecond structure: {_show(nest2)}\n\n"
        f"More specifically: {details}\n"
        f"Entire first structure:\n{_outline(nest1)}\nEntire second structure:\n{_outline(nest2)}"
    )


def _difference(first: Any, second: Any, table: KindTable, check_types: bool) -> _Problem | None:
    kind1, kind2 = table.kind_of(first), table.kind_of(second)
    if kind1 is None and kind2 is None:
        return None
    if kind1 is None or kind2 is None:
        nested, leaf = (second, first) if kind1 is None else (first, second)
        text = f'Substructure "{_show(nested)}" is a sequence, while substructure "{_show(leaf)}" is not'
        return ValueError, text
    if kind1 is not kind2 or kind1 not in _COMPARED_BY_PARTS:
        problem = _composite_difference(first, second, kind1, kind2)
        if problem is None and check_types:
            problem = _type_difference(first, second, kind1, kind2)
            problem = problem or _key_difference(first, second, kind1, kind2)
        if problem is not None:
            return problem
    parts1, parts2 = kind1.open(first), kind2.open(second)
    if len(parts1) != len(parts2):
        return ValueError, (
            f"The two structures don't have the same number of elements. First structure: {_show(first)}. Second "
            f"structure: {_show(second)}"
        )
    for part1, part2 in zip(parts1, parts2, strict=True):
        problem = _difference(part1, part2, table, check_types)
        if problem is not None:
            return problem
    return None


def _composite_difference(first: Any, second: Any, kind1: Kind, kind2: Kind) -> _Problem | None:
    if kind1.family != "composite" or kind2.family != "composite":
        return None
    spec1, spec2 = spec_of(first), spec_of(second)
    if _specs_agree(spec1, spec2):
        return None
    return ValueError, f"Incompatible CompositeTensor TypeSpecs: {_show(spec1)} vs. {_show(spec2)}"


def _specs_agree(spec1: Any, spec2: Any) -> bool:
    if type(spec1) is not type(spec2):
        return False
    common = getattr(spec1, "most_specific_common_supertype", None)
    return bool(spec1 == spec2) if common is None else common([spec2]) is not None


def _type_difference(first: Any, second: Any, kind1: Kind, kind2: Kind) -> _Problem | None:
    # `__class__`, not `type`: a proxy counts as what it stands for.
    if first.__class__ is second.__class__ or _interchangeable(first, second, kind1, kind2):
        return None
    return TypeError, (
        f"The two structures don't have the same sequence type. First structure {_show(first)} has type "
        f"{type(first).__name__}, while second structure {_show(second)} has type {type(second).__name__}"
    )


def _interchangeable(first: Any, second: Any, kind1: Kind, kind2: Kind) -> bool:
    """Tell whether values of two classes count as one type of structure."""
    if kind1.family != kind2.family:
        return False
    if kind1.family == "namedtuple":
        return bool(first.__class__.__name__ == second.__class__.__name__ and first._fields == second._fields)
    if kind1.family == "sequence":
        return isinstance(first, list) and isinstance(second, list)
    return kind1.family in ("mapping", "composite")


def _key_difference(first: Any, second: Any, kind1: Kind, kind2: Kind) -> _Problem | None:
    if kind1.family != "mapping" or kind2.family != "mapping":
        return None
    if first.keys() == second.keys():
        return None
    keys1, keys2 = sorted_keys(first), sorted_keys(second)
    return ValueError, (
        f"The two dictionaries don't have the same set of keys. First structure has keys {_show(keys1)}, while second "
        f"structure has keys {_show(keys2)}"
    )


def flatten_up_to(shallow: Any, structure: Any, check_types: bool = True, expand_composites: bool = False) -> list[Any]:
    """Return the parts of `structure` that stand where `shallow` has leaves.

    Args:
      shallow: gives how deep to go.
      structure: has at least the form of `shallow`; mappings are matched by key.
      check_types: demand the same types of sequence.
      expand_composites: as for `flatten`.

    Raises:
      TypeError: if `structure` has a leaf where `shallow` has none, or another type of sequence.
      ValueError: if lengths or keys differ.

    >>> flatten_up_to([0, 0], [[1, 2], {"a": 3}])
    [[1, 2], {'a': 3}]
    """
    found: list[Any] = []
    _collect_up_to(shallow, structure, EXPANDED if expand_composites else PLAIN, check_types, found)
    return found


def _collect_up_to(shallow: Any, structure: Any, table: KindTable, check_types: bool, found: list[Any]) -> None:
    kind = table.kind_of(shallow)
    if kind is None:
        found.append(structure)
        return
    other = table.kind_of(structure)
    if other is None:
        raise TypeError(
            f"If shallow structure is a sequence, input must also be a sequence. Input has type: {type(structure)}."
        )
    problem = _composite_difference(shallow, structure, kind, other)
    if problem is not None:
        raise problem[0](problem[1])
    alike = isinstance(structure, shallow.__class__) or _interchangeable(shallow, structure, kind, other)
    if check_types and not alike:
        raise TypeError(
            "The two structures don't have the same sequence type. Input structure has type "
            f"{type(structure)}, while shallow structure has type {type(shallow)}."
        )
    parts = _matching_parts(shallow, structure, kind, other)
    for shallow_part, part in zip(kind.open(shallow), parts, strict=True):
        _collect_up_to(shallow_part, part, table, check_types, found)


def _matching_parts(shallow: Any, structure: Any, kind: Kind, other: Kind) -> list[Any]:
    """Return the parts of `structure` in the order of those of `shallow`."""
    parts = list(other.open(structure))
    length = len(kind.open(shallow))
    if len(parts) != length:
        raise ValueError(
            "The two structures don't have the same sequence length. Input structure has length "
            f"{len(parts)}, while shallow structure has length {length}."
        )
    if kind.family != "mapping":
        return parts
    keys = sorted_keys(shallow)
    contents = structure if isinstance(structure, Mapping) else {}
    missing = [key for key in keys if key not in contents]
    if missing:
        raise ValueError(
            "The shallow_tree's keys are not a subset of the input_tree's keys. The shallow_tree has the "
            f"following keys that are not in the input_tree: {missing}."
        )
    return [contents[key] for key in keys]


# --- text of errors -----------------------------------------------------------------------------------------


class _Dot:
    """Stands for a leaf in the outline of a structure."""

    def __repr__(self) -> str:
        return "."


def _outline(structure: Any) -> str:
    """Return a structure's text with a dot for each leaf."""
    try:
        return _cut(str(map_one(lambda _: _Dot(), structure, PLAIN)))
    except Exception:  # a class that does not take dots must not hide the error being reported
        return f"<{type(structure).__name__}>"


def _show(value: Any) -> str:
    return f"type={type(value).__name__} str={_cut(str(value))}"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT] + "..."
