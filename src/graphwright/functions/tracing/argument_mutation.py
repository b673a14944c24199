"""A function must not modify its list and dict arguments: that would happen only while tracing."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphwright.functions.tracing.spec import FunctionSpec


class ArgumentSnapshot:
    """The contents of the arguments before the function runs."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        self._arguments = arguments
        self._copies = {name: _copy(value) for name, value in arguments.items()}

    def check(self, spec: FunctionSpec, function: Any) -> None:
        """Raise ValueError if an argument has been changed."""
        changed = [name for name, value in self._copies.items() if not _is_same(value, self._arguments[name])]
        if changed:
            name = getattr(function, "__qualname__", spec.name)
            raise ValueError(
                f"{name}{spec.signature} should not modify its Python input arguments: the change would happen while "
                "it is traced, and not when it is called. Modifying a copy is allowed. The following parameter(s) "
                f"were modified: {', '.join(changed)}"
            )


def _copy(value: Any) -> Any:
    """A value's containers copied, the leaves themselves."""
    if isinstance(value, Mapping):
        return [(key, _copy(value[key])) for key in value]
    if isinstance(value, (list, tuple, deque)):
        return [_copy(part) for part in value]
    return value


def _is_same(stored: Any, value: Any) -> bool:
    if isinstance(value, Mapping):
        if not isinstance(stored, list) or len(stored) != len(value):
            return False
        now = zip(stored, value, strict=True)
        return all(pair[0] == key and _is_same(pair[1], value[key]) for pair, key in now)
    if isinstance(value, (list, tuple, deque)):
        if not isinstance(stored, list) or len(stored) != len(value):
            return False
        return all(_is_same(old, new) for old, new in zip(stored, value, strict=True))
    return stored is value


__all__ = ["ArgumentSnapshot"]
