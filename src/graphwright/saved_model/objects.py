"""What the objects of a SavedModel become when they are loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graphwright.base import errors


class UserObject:
    """An object of a loaded model: what belonged to the saved one are its attributes."""

    def __repr__(self) -> str:
        return f"<graphwright.saved_model.UserObject with {', '.join(vars(self)) or 'nothing'}>"

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "signatures"}


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


class Resource:
    """A table or the like: what it does is done by ops that there are none of here."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"<resource {self.name} of a loaded model>"


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


__all__ = ["CallableUserObject", "Resource", "Signatures", "Unusable", "UserObject"]
