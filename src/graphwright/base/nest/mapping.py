"""Functions applied to the leaves of one structure or of several alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.base.nest.compare import assert_same_structure, flatten_up_to
from graphwright.base.nest.kinds import EXPANDED, PLAIN
from graphwright.base.nest.walk import flatten, flatten_with_paths, map_one, pack, pack_sequence_as


def map_structure(func: Callable[..., Any], *structure: Any, **kwargs: bool) -> Any:
    """Apply a function to the leaves of a structure, or to the corresponding leaves of several.

    Args:
      func: called with one leaf of each structure, in flattening order.
      *structure: at least one; all have the form of the first, whose types and order of keys the result has.
      check_types=True: demand the same types of sequence, and the same keys, too.
      expand_composites=False: as for `flatten`.

    Raises:
      TypeError: if `func` cannot be called, or types of sequence differ.
      ValueError: if no structure is given, the structures differ in form, or a keyword is neither of these.

    >>> map_structure(lambda x, y: x + y, {"b": 1, "a": (2, 3)}, {"b": 10, "a": (20, 30)})
    {'b': 11, 'a': (22, 33)}
    """
    _check_callable(func)
    if not structure:
        raise ValueError("Must provide at least one structure")
    first, *others = structure
    check_types, expand_composites = kwargs.pop("check_types", True), kwargs.pop("expand_composites", False)
    if kwargs:
        raise ValueError(
            f"Only valid keyword arguments are `check_types` and `expand_composites`, not: `{'`, `'.join(kwargs)}`"
        )
    table = EXPANDED if expand_composites else PLAIN
    if not others:
        return map_one(func, first, table)
    for other in others:
        assert_same_structure(first, other, check_types=check_types, expand_composites=expand_composites)
    columns = [flatten(each, expand_composites) for each in structure]
    results = [func(*leaves) for leaves in zip(*columns, strict=True)]
    return pack(first, iter(results), table)


def _check_callable(func: object) -> None:
    if not callable(func):
        raise TypeError(f"func must be callable, got: {func}")


def map_structure_with_paths(
    func: Callable[..., Any], *structure: Any, check_types: bool = True, expand_composites: bool = False
) -> Any:
    """Like `map_structure`, with the path of the leaf as the first argument of `func`.

    >>> map_structure_with_paths(lambda path, x: (path, x), {"b": 1, "a": [2]})
    {'b': (('b',), 1), 'a': [(('a', 0), 2)]}
    """
    _check_callable(func)
    if not structure:
        raise ValueError("Must provide at least one structure")
    first = structure[0]
    paths = iter([path for path, _ in flatten_with_paths(first, expand_composites)])
    return map_structure(
        lambda *leaves: func(next(paths), *leaves),
        *structure,
        check_types=check_types,
        expand_composites=expand_composites,
    )


def map_structure_up_to(
    shallow: Any,
    func: Callable[..., Any],
    *structure: Any,
    check_types: bool = True,
    expand_composites: bool = False,
) -> Any:
    """Apply a function to the parts of structures that stand where `shallow` has leaves.

    Args:
      shallow: gives how deep to go, and the form of the result.
      func: called with one part of each structure.
      *structure: at least one.
      check_types: as for `flatten_up_to`.
      expand_composites: as for `flatten`.

    Raises:
      TypeError: as `flatten_up_to`, for any of the structures.
      ValueError: as `flatten_up_to`, and if no structure is given.

    >>> map_structure_up_to({"a": 0, "b": 0}, len, {"a": [1, 2], "b": [3]})
    {'a': 2, 'b': 1}
    """
    if not structure:
        raise ValueError("Cannot map over no sequences")
    columns = [flatten_up_to(shallow, each, check_types, expand_composites) for each in structure]
    results = [func(*parts) for parts in zip(*columns, strict=True)]
    return pack_sequence_as(shallow, results, expand_composites)
