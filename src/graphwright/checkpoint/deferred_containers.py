"""Lists and dicts that restore items from a checkpoint when the items are added.

A plain list cannot tell that something was appended to it. Where a restored checkpoint has values for items to come,
one of these takes its place as the attribute; whatever is done to it is done to the original, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

_Container = TypeVar("_Container", bound=type)


def _telling(*names: str) -> Callable[[_Container], _Container]:
    """Make these methods of a container also change the original, and then notify."""

    def wrap(name: str, plain: type) -> Callable[..., Any]:
        method = getattr(plain, name)

        def telling(self: Any, *args: Any, **kwargs: Any) -> Any:
            self.check_original()
            args = tuple(list(arg) if isinstance(arg, Iterator) else arg for arg in args)  # it is iterated over twice
            result = method(self, *args, **kwargs)
            method(self._original, *args, **kwargs)
            if self._notice is not None and not self._notice(self):
                self._notice = None
            return result

        telling.__name__ = name
        telling.__doc__ = method.__doc__
        return telling

    def decorate(cls: _Container) -> _Container:
        plain = cls.__mro__[1]
        for name in names:
            setattr(cls, name, wrap(name, plain))
        return cls

    return decorate


class _Changed(ValueError):
    """Raised if the original of a container was modified directly."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"A {what} that was assigned to an attribute was changed by another name, while a restored checkpoint "
            f"waits for its items. Change the attribute itself (obj.attribute, not the {what} assigned to it)."
        )


@_telling("append", "extend", "insert", "__setitem__", "__delitem__", "__iadd__", "__imul__", "pop", "remove", "clear",
          "reverse", "sort")  # fmt: skip
class DeferredList(list[Any]):
    """A list that calls `notice(self)` after every change, as long as it returns True."""

    __slots__ = ("_notice", "_original")

    def __init__(self, original: list[Any], notice: Callable[[Any], bool]) -> None:
        super().__init__(original)
        self._original = original
        self._notice: Callable[[Any], bool] | None = notice

    def tell(self, notice: Callable[[Any], bool]) -> None:
        """Call only `notice` after changes from now on."""
        self._notice = notice

    def put(self, key: int, value: Any) -> None:
        """Replace an item without notification."""
        list.__setitem__(self, key, value)
        self._original[key] = value

    def check_original(self) -> None:
        """ValueError if the original list was modified directly."""
        if len(self) != len(self._original) or any(a is not b for a, b in zip(self, self._original, strict=True)):
            raise _Changed("list")

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        return list, (list(self),)


@_telling("__setitem__", "__delitem__", "update", "setdefault", "pop", "popitem", "clear", "__ior__")
class DeferredDict(dict[Any, Any]):
    """A dict that calls `notice(self)` after every change, as long as it returns True."""

    __slots__ = ("_notice", "_original")

    def __init__(self, original: dict[Any, Any], notice: Callable[[Any], bool]) -> None:
        super().__init__(original)
        self._original = original
        self._notice: Callable[[Any], bool] | None = notice

    def tell(self, notice: Callable[[Any], bool]) -> None:
        """Call only `notice` after changes from now on."""
        self._notice = notice

    def put(self, key: str, value: Any) -> None:
        """Replace an item without notification."""
        dict.__setitem__(self, key, value)
        self._original[key] = value

    def check_original(self) -> None:
        """ValueError if the original dict was modified directly."""
        original = self._original
        if list(self) != list(original) or any(value is not original[key] for key, value in self.items()):
            raise _Changed("dict")

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        return dict, (dict(self),)
