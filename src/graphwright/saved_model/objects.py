"""What the objects of a SavedModel become when they are loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from graphwright.base import errors
from graphwright.core.resource import TrackableResource
from graphwright.ops.array.constants import constant

if TYPE_CHECKING:
    from graphwright.saved_model.resources_out import Saveable


_BESIDE = ("signatures", "function_aliases")  # what a loaded object has besides what belongs to it


class UserObject:
    """An object of a loaded model: what belonged to the saved one are its attributes."""

    def __repr__(self) -> str:
        return f"<graphwright.saved_model.UserObject with {', '.join(vars(self)) or 'nothing'}>"

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in _BESIDE}


class CallableUserObject(UserObject):
    """A loaded object that was callable."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call it as the saved object was called."""
        return vars(self)["__call__"](*args, **kwargs)


class Signatures(Mapping[str, Any]):
    """The signatures of a loaded model, by name: functions of keyword arguments that return dicts."""

    def __init__(self, functions: Mapping[str, Any]) -> None:
        self._functions = dict(functions)

    def __getitem__(self, key: str) -> Any:
        return self._functions[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)

    def __repr__(self) -> str:
        return f"Signatures({self._functions})"


class LoadedResource(TrackableResource):
    """A table or the like of a loaded model, which the model's own functions make, fill and free."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._registered_name = name

    def __repr__(self) -> str:
        return f"<graphwright.saved_model.LoadedResource {getattr(self._resource_handle, '_array', None)!r}>"


class LoadedTable(LoadedResource):
    """A resource of a loaded model with values in the checkpoint: the model's own functions give and take them."""

    def __init__(self, name: str, saveable: Saveable) -> None:
        super().__init__(name)
        self._saveable = saveable
        self._saved_together = saveable.name, saveable.parts

    def _serialize_to_tensors(self) -> dict[str, Any]:
        saved = self._saveable.save(constant(""))
        return {suffix: part["tensor"] for suffix, part in zip(self._saveable.parts, saved, strict=True)}

    def _restore_from_tensors(self, restored: Mapping[str, Any]) -> None:
        self._saveable.restore(*(restored[part] for part in self._saveable.parts))


class Unmade:
    """What stands behind the handle of a resource that could not be made."""

    def __init__(self, name: str, reason: str) -> None:
        self._name, self._reason = name, reason

    def __repr__(self) -> str:
        return f"<resource {self._name} of a loaded model, which was not made: {self._reason}>"


class Unusable:
    """A function of a loaded model that cannot be run; calling it says why."""

    def __init__(self, name: str, error: errors.NotFoundError | errors.UnimplementedError) -> None:
        self.__name__ = name
        self._error = error

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Raises the error that says what the function needs."""
        raise type(self._error)(self._error.message)

    def __repr__(self) -> str:
        return f"<function {self.__name__} of a loaded model, not usable: {self._error.message}>"


__all__ = ["CallableUserObject", "LoadedResource", "LoadedTable", "Signatures", "Unmade", "Unusable", "UserObject"]
