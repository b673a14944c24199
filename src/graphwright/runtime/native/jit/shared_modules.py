"""Modules of machine code that a process compiles once, for all its programs."""

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
class _Loaded(Generic[_S]):
    code: jit.MachineCode
    symbols: dict[str, int]
    state: _S


class SharedCode(Generic[_S]):
    """A module that is compiled when it is first needed, by whichever thread needs it first.

    `text` returns its text, and `names` are its functions that programs may call. It may call Python's, NumPy's and C's
    functions and those of `calls`, and refer to the objects whose addresses `objects` returns. `set_up` gets the code
    before anybody else does, and returns the module's state. `served_by` has equivalent functions, in the same order;
    where that module was compiled first, they are used instead. A text with a `name` follows from that, from our
    sources and from the machine: it is not written where the machine code is on disk.
    """

    def __init__(
        self,
        text: Callable[[], str],
        names: Sequence[str],
        *,
        opt: int = 2,
        calls: Sequence[SharedCode[Any]] = (),
        objects: Callable[[], Mapping[str, int]] = dict,
        set_up: Callable[[jit.MachineCode], Any] = lambda code: None,
        served_by: SharedCode[_S] | None = None,
        name: str = "",
    ) -> None:
        self._name = name
        self._write, self._names, self._opt = text, names, opt
        self._calls, self._objects, self._set_up, self._served_by = calls, objects, set_up, served_by
        # held while it is compiled, because a symbol must not get two addresses
        self._lock = renewed_after_fork(threading.Lock())
        self._text: str | None = None  # between `begin` and the compilation
        self._object: bytes | None = None  # between `begin` and the loading, if it was on disk
        self._loaded: _Loaded[_S] | None = None

    def begin(self) -> None:
        """Have the background thread compile it and what it calls, for a program that will be loaded soon."""
        begun = self._text is not None or self._object is not None
        if self._loaded is not None or begun or self._existing() is not None:
            return
        for other in self._calls:
            other.begin()
        self._object = self._stored()
        if self._object is None:
            self._text = text = self._write()
            jit.begin(text, opt=self._opt, name=self._name)

    def _stored(self) -> bytes | None:
        return jit.stored(self._name, opt=self._opt) if self._name else None

    def text(self) -> str:
        """Its text, for the machine that code is written for (`jit.host`)."""
        return self._write()

    @property
    def is_loaded(self) -> bool:
        """Whether it has been compiled in this process."""
        return self._loaded is not None

    @property
    def code(self) -> jit.MachineCode:
        """The machine code."""
        return self._get().code

    @property
    def symbols(self) -> dict[str, int]:
        """The addresses of its functions, for `jit.load_object`."""
        return self._get().symbols

    @property
    def state(self) -> _S:
        """What `set_up` returned."""
        return self._get().state

    def _get(self) -> _Loaded[_S]:
        loaded = self._loaded
        if loaded is None:
            with self._lock:
                loaded = self._loaded
                if loaded is None:
                    loaded = self._loaded = self._load()
        return loaded

    def _existing(self) -> _Loaded[_S] | None:
        return self._served_by._loaded if self._served_by is not None else None

    def _load(self) -> _Loaded[_S]:
        existing = self._existing()
        if existing is not None:
            symbols = dict(zip(self._names, existing.symbols.values(), strict=True))
            return _Loaded(existing.code, symbols, existing.state)
        symbols = {**capi.symbols(), **self._objects()}
        for other in self._calls:
            symbols.update(other.symbols)
        code = jit.load_object(self._object_code(), symbols=symbols)
        return _Loaded(code, {name: code.address(name) for name in self._names}, self._set_up(code))

    def _object_code(self) -> bytes:
        text, self._text = self._text, None
        found, self._object = self._object, None
        if found is None and text is None:
            found = self._stored()
        if found is not None:
            return found
        return jit.object_of(text or self._write(), opt=self._opt, name=self._name)


_K = TypeVar("_K", bound=Callable[..., SharedCode[Any]])


def one_per_key(create: _K) -> _K:
    """Have each module created once for its key, the positional arguments, also where several threads ask at once."""
    result: dict[tuple[Any, ...], SharedCode[Any]] = {}

    @wraps(create)
    def found(*key: Any) -> SharedCode[Any]:
        known = result.get(key)
        return result.setdefault(key, create(*key)) if known is None else known

    return found  # type: ignore[return-value]
