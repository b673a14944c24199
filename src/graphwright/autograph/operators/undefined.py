"""Names without a value: where plain Python would leave a variable unbound, generated code keeps a marker."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import Any, NoReturn


class Undefined:
    """The value of an unbound variable; using it raises the error of Python or of the staged code.

    Args:
      name: the variable.
      reason: why it has none, if staged code is to blame: the text of the ValueError that its use raises.
    """

    __slots__ = ("_name", "_reason")

    def __init__(self, name: str, reason: str | None = None) -> None:
        self._name = name
        self._reason = reason

    def reason(self) -> str | None:
        """What staged code says about why there is no value."""
        return self._reason

    def error(self) -> Exception:
        """The error that using the variable raises."""
        if self._reason is not None:
            return ValueError(self._reason)
        if sys.version_info >= (3, 11):
            text = f"cannot access local variable '{self._name}' where it is not associated with a value"
        else:
            text = f"local variable '{self._name}' referenced before assignment"
        return UnboundLocalError(text)

    def __repr__(self) -> str:
        return f"<undefined {self._name}>"

    def _raise_undefined(self, *_: Any, **__: Any) -> NoReturn:
        raise self.error()

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(str(self.error()))

    __bool__ = __call__ = __iter__ = __len__ = __getitem__ = __setitem__ = __contains__ = _raise_undefined
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _raise_undefined
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = __matmul__ = __rmatmul__ = _raise_undefined
    __neg__ = __pos__ = __abs__ = __invert__ = __lt__ = __le__ = __gt__ = __ge__ = _raise_undefined
    __int__ = __float__ = __index__ = _raise_undefined


class UndefinedReturnValue(Undefined):
    """The value of a function before it has returned."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("the return value")


def ld(value: Any) -> Any:
    """The value of a variable that may have none."""
    if isinstance(value, Undefined):
        raise value.error()
    return value


def peek(read: Callable[[], Any], name: str) -> Any:
    """The value of a variable, attribute or item, or `Undefined`."""
    try:
        return read()
    except (NameError, AttributeError, LookupError):
        return Undefined(name)


def locals_(reads: dict[str, Callable[[], Any]]) -> dict[str, Any]:
    """The user's local variables that have a value."""
    values = {name: peek(read, name) for name, read in reads.items()}
    return {name: value for name, value in values.items() if is_defined(value)}


def is_defined(value: Any) -> bool:
    """Whether a value is one, and not the marker of a missing one."""
    return not isinstance(value, Undefined)


def missing_ok() -> contextlib.AbstractContextManager[None]:
    """For the removal of what may not be there."""
    return contextlib.suppress(NameError, AttributeError, LookupError)


def ret(value: Any, done: Any) -> Any:
    """What a function returns, whose `return`s were rewritten."""
    del done  # a function that can end without a `return` has had one added
    if isinstance(value, UndefinedReturnValue):
        return None
    return ld(value)
