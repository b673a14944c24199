"""The objects of loaded models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from graphwright.base import errors
from graphwright.core.resource import TrackableResource
from graphwright.ops.array.constants import constant

if TYPE_CHECKING:
    from graphwright.saved_model.resource_writer import Saveable


_BESIDE = ("signatures", "function_aliases")  # attributes of a loaded object that are not dependencies


class UserObject:
    """An object of a loaded model, with the dependencies of the saved one as attributes."""

    def __repr__(self) -> str:
        return f"<graphwright.saved_model.UserObject with {', '.join(vars(self)) or 'nothing'}>"

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in _BESIDE}


class CallableUserObject(UserObject):
    """A loaded object that can be called."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the object."""
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
    """A resource of a loaded model, such as a table, which the model's functions create, initialize and destroy."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._registered_name = name

    def __repr__(self) -> str:
        return f"<graphwright.saved_model.LoadedResource {getattr(self._resource_handle, '_array', None)!r}>"


class LoadedTable(LoadedResource):
    """A resource with values in the checkpoint, which the model's functions save and restore."""

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
    """The object in the handle of a resource that could not be created."""

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
        """Raise the error that says what is missing."""
        raise type(self._error)(self._error.message)

    def __repr__(self) -> str:
        return f"<function {self.__name__} of a loaded model, not usable: {self._error.message}>"


__all__ = ["CallableUserObject", "LoadedResource", "LoadedTable", "Signatures", "Unmade", "Unusable", "UserObject"]
