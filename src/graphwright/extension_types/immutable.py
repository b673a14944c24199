"""Objects that do not change after construction."""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, TypeVar

_K = TypeVar("_K")
_V = TypeVar("_V")


class ImmutableDict(Mapping[_K, _V]):
    """A mapping that cannot be changed: what the mappings in fields of ExtensionTypes become."""

    __slots__ = ("_items",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._items: dict[_K, _V] = dict(*args, **kwargs)

    def __getitem__(self, key: _K) -> _V:
        return self._items[key]

    def __iter__(self) -> Iterator[_K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"ImmutableDict({self._items!r})"


class SealingMeta(ABCMeta):
    """Lets an object be written to while its constructor runs, then has it checked, and seals it."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        result: Any = cls.__new__(cls, *args, **kwargs)  # type: ignore[arg-type]
        object.__setattr__(result, "_open", True)
        try:
            result.__init__(*args, **kwargs)
            result._complete()
        finally:
            object.__setattr__(result, "_open", False)
        return result


class Sealed:
    """What sealed classes share: attributes are the fields, written in the constructor only.

    A subclass has a slot `_open`, the names of its fields, and `_complete`, which makes of what the constructor left
    what the object shall hold, or raises.
    """

    __slots__ = ()
    _open: bool
    _field_names: ClassVar[tuple[str, ...]] = ()
    _kind: ClassVar[str] = ""

    def _complete(self) -> None:
        arguments = self.__dict__
        missing = [name for name in self._field_names if name not in arguments]
        if missing:
            raise ValueError(f"Missing required fields: {{{', '.join(map(repr, missing))}}}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._field_names or not self._open:
            raise self._sealed(name)
        self.__dict__[name] = value

    def __delattr__(self, name: str) -> None:
        if name not in self._field_names or not self._open:
            raise self._sealed(name)
        object.__delattr__(self, name)

    def _sealed(self, name: str) -> AttributeError:
        return AttributeError(f"Cannot mutate attribute `{name}` outside the custom constructor of {self._kind}.")


def sealed_from(cls: Any, values: Mapping[str, Any]) -> Any:
    """An object of a sealed class with these fields, past its constructor."""
    result = object.__new__(cls)
    object.__setattr__(result, "_open", False)
    result.__dict__.update(values)
    return result
