"""Modules of machine code that a process compiles once and all its programs share."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Generic, TypeVar

from graphwright.base.forks import renewed_after_fork
from graphwright.base.frozen import frozen
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.runtime import capi

_S = TypeVar("_S")


@frozen
class _Made(Generic[_S]):
    code: jit.Code
    symbols: dict[str, int]
    state: _S


class SharedCode(Generic[_S]):
    """A module that is compiled when it is first asked for, by whichever thread asks first.

    `text` writes it, and `names` are its functions that programs may call. It may call Python's, NumPy's and C's
    functions, those of `calls`, and refer to what `objects` gives the addresses of. `set_up` gets the code before
    anybody else does; what it gives is the module's state. `served_by` has functions that do as much, in the same
    order; where they are there first, they are taken.
    """

    def __init__(
        self,
        text: Callable[[], str],
        names: Sequence[str],
        *,
        opt: int = 2,
        calls: Sequence[SharedCode[Any]] = (),
        objects: Callable[[], Mapping[str, int]] = dict,
        set_up: Callable[[jit.Code], Any] = lambda code: None,
        served_by: SharedCode[_S] | None = None,
    ) -> None:
        self._write, self._names, self._opt = text, names, opt
        self._calls, self._objects, self._set_up, self._served_by = calls, objects, set_up, served_by
        # held while it is compiled, because a symbol must not get two addresses
        self._lock = renewed_after_fork(threading.Lock())
        self._text: str | None = None  # between `begin` and the compilation
        self._made: _Made[_S] | None = None

    def begin(self) -> None:
        """Have it compiled by another thread, with what it calls, for a program that will be loaded soon."""
        if self._made is None and self._text is None and self._served() is None:
            for other in self._calls:
                other.begin()
            self._text = text = self._write()
            jit.begin(text, opt=self._opt)

    @property
    def is_made(self) -> bool:
        """Whether it has been compiled in this process."""
        return self._made is not None

    @property
    def code(self) -> jit.Code:
        """The machine code."""
        return self._get().code

    @property
    def symbols(self) -> dict[str, int]:
        """Where its functions are, for `jit.load_object`."""
        return self._get().symbols

    @property
    def state(self) -> _S:
        """What `set_up` gave."""
        return self._get().state

    def _get(self) -> _Made[_S]:
        made = self._made
        if made is None:
            with self._lock:
                made = self._made
                if made is None:
                    made = self._made = self._make()
        return made

    def _served(self) -> _Made[_S] | None:
        return self._served_by._made if self._served_by is not None else None

    def _make(self) -> _Made[_S]:
        served = self._served()
        if served is not None:
            symbols = dict(zip(self._names, served.symbols.values(), strict=True))
            return _Made(served.code, symbols, served.state)
        symbols = {**capi.symbols(), **self._objects()}
        for other in self._calls:
            symbols.update(other.symbols)
        text, self._text = self._text or self._write(), None
        code = jit.compile_ir(text, opt=self._opt, symbols=symbols)
        return _Made(code, {name: code.address(name) for name in self._names}, self._set_up(code))


_K = TypeVar("_K", bound=Callable[..., SharedCode[Any]])


def one_for_each(make: _K) -> _K:
    """Has each module made once for its key, the positional arguments: also where several threads ask at once."""
    made: dict[tuple[Any, ...], SharedCode[Any]] = {}

    @wraps(make)
    def found(*key: Any) -> SharedCode[Any]:
        known = made.get(key)
        return made.setdefault(key, make(*key)) if known is None else known

    return found  # type: ignore[return-value]
