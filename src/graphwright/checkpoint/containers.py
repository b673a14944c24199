"""Lists and dicts whose items a checkpoint holds before they are there.

A plain list cannot tell that something was appended to it. Where a restored checkpoint has values for items to come,
one of these takes its place as the attribute; whatever is done to it is done to the original, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

_Container = TypeVar("_Container", bound=type)


def _telling(*names: str) -> Callable[[_Container], _Container]:
    """Have these methods of a container change the original likewise, and then tell of it."""

    def wrap(name: str, plain: type) -> Callable[..., Any]:
        method = getattr(plain, name)

        def telling(self: Any, *args: Any, **kwargs: Any) -> Any:
            self.check_original()
            args = tuple(list(arg) if isinstance(arg, Iterator) else arg for arg in args)  # it is gone through twice
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
    """Raised where the original of a container was changed by itself."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"A {what} that was assigned to an attribute was changed by another name, while a restored checkpoint "
            f"waits for its items. Change the attribute itself (obj.attribute, not the {what} assigned to it)."
        )


@_telling("append", "extend", "insert", "__setitem__", "__delitem__", "__iadd__", "__imul__", "pop", "remove", "clear",
          "reverse", "sort")  # fmt: skip
class AwaitedList(list[Any]):
    """A list that tells `notice(self)` of every change, for as long as that gives True."""

    __slots__ = ("_notice", "_original")

    def __init__(self, original: list[Any], notice: Callable[[Any], bool]) -> None:
        super().__init__(original)
        self._original = original
        self._notice: Callable[[Any], bool] | None = notice

    def tell(self, notice: Callable[[Any], bool]) -> None:
        """Tell of changes from here on, to `notice` alone."""
        self._notice = notice

    def put(self, key: int, value: Any) -> None:
        """Replace an item without telling."""
        list.__setitem__(self, key, value)
        self._original[key] = value

    def check_original(self) -> None:
        """ValueError if the list that this one stands for was changed by itself."""
        if len(self) != len(self._original) or any(a is not b for a, b in zip(self, self._original, strict=True)):
            raise _Changed("list")

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        return list, (list(self),)


@_telling("__setitem__", "__delitem__", "update", "setdefault", "pop", "popitem", "clear", "__ior__")
class AwaitedDict(dict[Any, Any]):
    """A dict that tells `notice(self)` of every change, for as long as that gives True."""

    __slots__ = ("_notice", "_original")

    def __init__(self, original: dict[Any, Any], notice: Callable[[Any], bool]) -> None:
        super().__init__(original)
        self._original = original
        self._notice: Callable[[Any], bool] | None = notice

    def tell(self, notice: Callable[[Any], bool]) -> None:
        """Tell of changes from here on, to `notice` alone."""
        self._notice = notice

    def put(self, key: str, value: Any) -> None:
        """Replace an item without telling."""
        dict.__setitem__(self, key, value)
        self._original[key] = value

    def check_original(self) -> None:
        """ValueError if the dict that this one stands for was changed by itself."""
        original = self._original
        if list(self) != list(original) or any(value is not original[key] for key, value in self.items()):
            raise _Changed("dict")

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        return dict, (dict(self),)
