"""Trackable: the base of what takes part in checkpoints and SavedModels, by which libraries know such objects."""

from __future__ import annotations

import collections
from typing import Any

from graphwright.core.deferred_restore import report, waiting

_CHILDREN = "_self_tracked_children"
LISTS = "_self_tracked_lists"
_CONTAINERS = (list, dict, tuple, collections.OrderedDict)


class _Children:
    """What belongs to an object, by name; no dict itself, for libraries look through the dicts among attributes."""

    __slots__ = ("named",)

    def __init__(self) -> None:
        self.named: dict[str, Any] = {}


class Lists:
    """The lists in the attributes of an object, with the items they had when they were assigned or last saved.

    What is restored finds its place in a list by its number, so that a list may only grow. A plain list cannot tell
    that it was changed in another way; that is seen when it is saved.
    """

    __slots__ = ("named",)

    def __init__(self) -> None:
        self.named: dict[str, list[tuple[list[Any], tuple[Any, ...]]]] = {}


def note_lists(owner: Any, name: str, value: Any) -> None:
    """Remember the lists in a list, dict or tuple that becomes an attribute of an object."""
    found: list[tuple[list[Any], tuple[Any, ...]]] = []
    _find_lists(value, found, set())
    stored: Lists | None = vars(owner).get(LISTS)
    if found and stored is None:
        stored = vars(owner)[LISTS] = Lists()
    if stored is not None:
        stored.named[name] = found


def _find_lists(value: Any, found: list[tuple[list[Any], tuple[Any, ...]]], seen: set[int]) -> None:
    if type(value) not in _CONTAINERS or id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, list):
        found.append((value, tuple(value)))
    for item in value.values() if isinstance(value, dict) else value:
        _find_lists(item, found, seen)


def _named_children(owner: Any) -> dict[str, Any]:
    stored: _Children | None = vars(owner).get(_CHILDREN)
    return {} if stored is None else stored.named


class Trackable:
    """An object that has trackable children and lists them when it is saved."""

    __slots__ = ()

    def _track_trackable(self, trackable: Any, name: str, overwrite: bool = False) -> Any:
        """Say that something belongs to this object under a name; gives it back.

        Raises ValueError where something else belongs to it under the name, unless `overwrite`.
        """
        children = vars(self).setdefault(_CHILDREN, _Children()).named
        if not overwrite and children.get(name, trackable) is not trackable:
            raise ValueError(
                f"Called Trackable._track_trackable() with name='{name}', but a Trackable with this name is already "
                "declared as a dependency. Names must be unique (or overwrite=True)."
            )
        children[name] = trackable
        if waiting:
            report(self, name)
        return trackable

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """What belongs to this object, by name."""
        return dict(_named_children(self))

    def _no_dependency(self, value: Any) -> Any:
        """A value that an attribute keeps without belonging to the object; a module names such attributes itself."""
        return value

    def _lookup_dependency(self, name: str, cached_dependencies: Any = None) -> Any:
        """What belongs to this object under a name, or None."""
        return _named_children(self).get(name)


class Traced:
    """The base of functions with graphs, which belong to objects where models are saved and hold no state."""

    __slots__ = ()


class NoDependency:
    """A value that an attribute keeps by itself, and that does not belong to the object: libraries assign these."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class AutoTrackable(Trackable):
    """An object to which belongs what is assigned to its attributes; functions do where a model is saved."""

    def __setattr__(self, name: str, value: Any) -> None:
        if type(value) is NoDependency:
            super().__setattr__(name, value.value)
            _named_children(self).pop(name, None)
            return
        super().__setattr__(name, value)
        if not getattr(self, "_self_setattr_tracking", True):
            return
        if type(value) in _CONTAINERS:
            note_lists(self, name, value)
        if isinstance(value, Trackable) or type(value) in _CONTAINERS:
            self._track_trackable(value, name, overwrite=True)
        else:
            _named_children(self).pop(name, None)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """What belongs to this object, by name."""
        found = super()._trackable_children(save_type, **kwargs)
        if save_type == "savedmodel":
            found.update((name, value) for name, value in vars(self).items() if isinstance(value, Traced))
        return found

    def __delattr__(self, name: str) -> None:
        _named_children(self).pop(name, None)
        super().__delattr__(name)


__all__ = ["LISTS", "AutoTrackable", "Lists", "NoDependency", "Traced", "Trackable", "note_lists"]
