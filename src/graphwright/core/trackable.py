"""Trackable: the base of what takes part in checkpoints and SavedModels, by which libraries know such objects."""

from __future__ import annotations

import collections
from typing import Any

from graphwright.core.awaited import tell, waiting

_CHILDREN = "_self_tracked_children"
_CONTAINERS = (list, dict, tuple, collections.OrderedDict)


class Trackable:
    """An object that is told what belongs to it, and says so when it is saved."""

    __slots__ = ()

    def _track_trackable(self, trackable: Any, name: str, overwrite: bool = False) -> Any:
        """Say that something belongs to this object under a name; gives it back.

        Raises ValueError where something else belongs to it under the name, unless `overwrite`.
        """
        children = vars(self).setdefault(_CHILDREN, {})
        if not overwrite and children.get(name, trackable) is not trackable:
            raise ValueError(
                f"Called Trackable._track_trackable() with name='{name}', but a Trackable with this name is already "
                "declared as a dependency. Names must be unique (or overwrite=True)."
            )
        children[name] = trackable
        if waiting:
            tell(self, name)
        return trackable

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """What belongs to this object, by name."""
        return dict(vars(self).get(_CHILDREN, ()))

    def _lookup_dependency(self, name: str, cached_dependencies: Any = None) -> Any:
        """What belongs to this object under a name, or None."""
        return vars(self).get(_CHILDREN, {}).get(name)


class AutoTrackable(Trackable):
    """An object to which belongs what is assigned to its attributes."""

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if not getattr(self, "_self_setattr_tracking", True):
            return
        if isinstance(value, Trackable) or type(value) in _CONTAINERS:
            self._track_trackable(value, name, overwrite=True)
        else:
            vars(self).get(_CHILDREN, {}).pop(name, None)

    def __delattr__(self, name: str) -> None:
        vars(self).get(_CHILDREN, {}).pop(name, None)
        super().__delattr__(name)


__all__ = ["AutoTrackable", "Trackable"]
