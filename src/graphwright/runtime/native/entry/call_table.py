"""Call tables: a builtin takes a function's calls, finds the program for each, runs it and wraps the results.

One piece of machine code serves every function. What differs - which arguments a program is for, its captures, the
types of its results - is in arrays of words: one for the function (the head), one for each entry
(`runtime/entry_layout.py`).
"""

from __future__ import annotations

import array
import ctypes
import struct
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base.forks import renewed_after_fork
from graphwright.core import context
from graphwright.core.tensor import EagerTensor, eager
from graphwright.ir.types import TensorType
from graphwright.runtime.calls import (
    Build,
    EntryRequest,
    Equal,
    Exactly,
    Fields,
    NumpyArray,
    OfType,
    OutputLeaf,
    Parts,
    VariableOf,
    Weakly,
)
from graphwright.runtime.native.entry.entry_module import CODE
from graphwright.runtime.native.runtime import capi
from graphwright.runtime.native.runtime.entry_layout import ENTRY, HEAD, Hold, Kind, Piece

if TYPE_CHECKING:
    from graphwright.runtime.native.program import NativeProgram

_CHANGEABLE = (Kind.LIST, Kind.DICT, Kind.FIELDS, Kind.SLOTS)  # their parts may go during a call
_MOST_ENTRIES = 1000  # calls beyond these take the slow path, which is bounded by the number of traces


class CallTable:
    """The entries of one function, and the builtin `call` that chooses among them.

    A call without an entry goes to `miss(*args, **kwargs)`; one whose count is at zero to `due(entry, *args,
    **kwargs)`, which may call again.
    """

    def __init__(
        self,
        name: str,
        miss: Callable[..., Any],
        due: Callable[..., Any],
        slow_path_flags: Any = context.slow_path_flags,
    ) -> None:
        self._lock = renewed_after_fork(threading.Lock())
        self._head = np.zeros(len(HEAD), np.int64)
        self._entries: dict[Any, Entry] = {}
        self._exact: list[tuple[int, Entry]] = []
        self._open: list[Entry] = []
        self._room = 0
        self._blocks: dict[str, Any] = {}  # what the head points to
        self._set("slow_path_flags", slow_path_flags.buffer_info()[0])
        self._set("miss", id(miss))
        self._set("due", id(due))
        self._set("most", 1)
        keep = (CODE.code, slow_path_flags, miss, due, self._entries, self._blocks)
        self.call: Callable[..., Any] = capi.builtin(
            CODE.symbols["gw_entry"], name, self_obj=self._head, keep=keep, keyword=True
        )

    def add(self, program: Any, request: EntryRequest, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
        """Serve calls like this one; False if they have an entry or another executor, or entries are too many."""
        from graphwright.runtime.native.program import NativeProgram

        if program is not None and not isinstance(program, NativeProgram):
            return False
        entry = Entry(program, request)
        with self._lock:
            known = self._entries.get(entry.key)
            if len(self._entries) >= _MOST_ENTRIES or (known is not None and (known.runs or not entry.runs)):
                return False
            self._set("most", max(int(self._head[HEAD.index("most")]), entry.most))
            self._entries[entry.key] = entry
            if known is not None:
                self._replace(known, entry)
                return True
            if entry.is_open:
                self._add_open(entry)
            else:
                self._add_exact(_hash(args, kwargs), entry)
            self._choose_first(entry)
        return True

    def clear(self, which: Callable[[Any], bool] = lambda context: True) -> None:
        """Forget the entries whose request's context is one of these; calls that run stay unharmed."""
        with self._lock:
            gone = [e for e in self._entries.values() if which(e.context)]
            self._set("first", 0)
            self._point("slots", None)
            self._point("open", None)
            entries = {id(e) for e in gone}
            self._exact = [(h, e) for h, e in self._exact if id(e) not in entries]
            self._open = [e for e in self._open if id(e) not in entries]
            for entry in gone:
                del self._entries[entry.key]
            self._room = 0
            if self._exact:
                self._lay_out()
            if self._open:
                self._list_open()

    def clear_open(self) -> None:
        """Forget the entries of traces that serve several types: a trace for some of these types may be there now."""
        opened = {id(e.context) for e in self._entries.values() if e.is_open or e.of_open_trace}
        if opened:
            self.clear(lambda context: id(context) in opened)

    def __len__(self) -> int:
        return len(self._entries)

    def _set(self, name: str, value: int) -> None:
        self._head[HEAD.index(name)] = value

    def _point(self, name: str, block: Any) -> None:
        """Let the head point to a block; the previous one is freed only then."""
        self._set(name, 0 if block is None else _address(block))
        self._blocks[name] = block

    def _choose_first(self, entry: Entry) -> None:
        """Choose the entry that is tried before all others; an open one only where no narrower one could fit."""
        if not entry.is_open or len(self._entries) == 1:
            self._set("first", entry.address)
        elif self._head[HEAD.index("first")] == self._open[0].address:
            self._set("first", 0)

    def _replace(self, known: Entry, entry: Entry) -> None:
        self._open = [entry if e is known else e for e in self._open]
        self._exact = [(h, entry if e is known else e) for h, e in self._exact]
        if entry.is_open:
            self._list_open()
        else:
            self._lay_out()
        if self._head[HEAD.index("first")] == known.address:
            self._set("first", entry.address)

    def _add_exact(self, hashed: int, entry: Entry) -> None:
        self._exact.append((hashed, entry))
        if self._head[HEAD.index("first")] and self._open:
            self._set("first", 0)
        if 2 * len(self._exact) > self._room:
            self._lay_out()
        else:
            _place(self._blocks["slots"], self._room, hashed, entry)

    def _lay_out(self) -> None:
        self._room = 8
        while self._room < 4 * len(self._exact):
            self._room *= 2
        block = np.zeros(2 + 2 * self._room, np.int64)
        block[0] = self._room - 1
        for hashed, entry in self._exact:
            _place(block, self._room, hashed, entry)
        self._point("slots", block)

    def _add_open(self, entry: Entry) -> None:
        self._open.append(entry)
        self._list_open()

    def _list_open(self) -> None:
        block = np.array([len(self._open), *(e.address for e in self._open)], np.int64)
        self._point("open", block)


class _Uncounted:
    """In place of the usage of a trace, for calls that are not counted."""

    left = np.array([2**62], np.int64)


def _nothing(*args: Any) -> None:
    """The result of a flat call for arguments that it does not take."""


_no_slow_path_flags = array.array("q", [0])


def flat_call(
    program: NativeProgram, captures: Sequence[EagerTensor], results: OutputLeaf | Build
) -> Callable[..., Any]:
    """A builtin that takes an eager tensor for each input except the captures, and returns the results.

    It runs at once, even under a tape or while a graph is being built; it returns None for what it does not take.
    """
    table = CallTable("run", _nothing, _nothing, _no_slow_path_flags)
    types = program.input_types[: len(program.input_types) - len(captures)]
    arguments = [OfType(type_, i) for i, type_ in enumerate(types)]
    example = [EagerTensor(None, type_) for type_ in types]
    table.add(program, EntryRequest(arguments, len(arguments), captures, results, _Uncounted), example, {})
    return table.call


def _place(block: Any, room: int, hashed: int, entry: Entry) -> None:
    at = hashed & (room - 1)
    while block[3 + 2 * at]:
        at = (at + 1) & (room - 1)
    block[2 + 2 * at] = hashed
    block[3 + 2 * at] = entry.address  # last: a slot without an entry is empty


class Entry:
    """One kind of call of one program, as words for the machine code; it keeps everything they point to."""

    def __init__(self, program: NativeProgram | None, request: EntryRequest) -> None:
        self.context = request.context
        self.of_open_trace = request.of_open_trace
        self.runs = program is not None
        self._keep: list[Any] = [request]
        plan = [node for pattern in request.arguments for node in _nodes(pattern)]
        self.key = (id(request.context), request.names, *plan)
        self.is_open = any(node[0] in (Kind.OPEN, Kind.NUMPY) and -1 in node[1] for node in plan)
        self.most = max(1, request.inputs + len(request.captures))
        words = {
            "positional": len(request.arguments) - len(request.names),
            "named": len(request.names),
            "names": id(request.names),
            "nodes": self._block([self._word(w) for node in plan for w in node]),
            "left": _address(request.usage.left),
            "owner": id(self),
            "recorder": 0 if request.recorded is None else id(request.recorded),
            "inputs": request.inputs,
            "captures": len(request.captures),
            "program": self._block(self._pieces(request.results)),
            "hold": int(any(node[0] in _CHANGEABLE for node in plan)),
            **({} if program is None else self._running(program, request, plan)),
        }
        self._words = np.array([words.get(name, 0) for name in ENTRY], np.int64)
        self.address = _address(self._words)

    def _running(self, program: NativeProgram, request: EntryRequest, plan: Sequence[Any]) -> dict[str, int]:
        """The words that a call needs when no tape records it."""
        # imported here: the program module is below this one
        from graphwright.runtime.native.program import BODY, readable

        captures = [readable(t._array, t._type) for t in request.captures]
        self._keep += [program.keep_alive, captures]
        copied = {node[3] for node in plan if node[0] is Kind.NUMPY}
        inputs = enumerate(program.input_types[: request.inputs])
        return {
            "body": program.code.address(BODY),
            "captured": self._block([id(c) for c in captures]),
            "outputs": len(program.output_types),
            "types": self._block([w for t in program.output_types for w in self._result_type(t)]),
            "how": self._block([Hold.COPY if i in copied else _how(type_) for i, type_ in inputs]),
        }

    def _block(self, words: Sequence[int]) -> int:
        """The address of words of their own."""
        result = np.array(words or [0], np.int64)
        self._keep.append(result)
        return _address(result)

    def _word(self, word: Any) -> int:
        """A word of a node: a number as it is, an object or a block by its address."""
        if isinstance(word, int):
            return word
        if isinstance(word, _Object):
            self._keep.append(word.value)
            return id(word.value)
        return self._block([self._word(w) for w in word])

    def _result_type(self, type_: TensorType) -> list[int]:
        return [id(type_), 0] if type_.is_static else [0, _memo(type_, self._keep)]

    def _pieces(self, result: Any) -> list[int]:
        """The program that packs the results."""
        if isinstance(result, OutputLeaf):
            return [Piece.LEAF, result.index, 0]
        if isinstance(result, Exactly):
            self._keep.append(result.value)
            return [Piece.OBJECT, 0, id(result.value)]
        assert isinstance(result, Build)
        kind = {tuple: Piece.TUPLE, list: Piece.LIST, dict: Piece.DICT}.get(result.make, Piece.CALL)  # type: ignore[call-overload]
        extra = 0
        if kind is Piece.DICT:
            self._keep.append(result.keys)
            extra = self._block([id(key) for key in result.keys or ()])
        elif kind is Piece.CALL:
            self._keep.append(result.make)
            extra = id(result.make)
        return [kind, len(result.parts), extra, *(w for part in result.parts for w in self._pieces(part))]


class _Object:
    """An object in a node: compared by identity, or by type and value where `by_value`."""

    __slots__ = ("by_value", "value")

    def __init__(self, value: Any, by_value: bool = False) -> None:
        self.value, self.by_value = value, by_value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Object):
            return False
        same = self.value is other.value
        return same or (self.by_value and type(self.value) is type(other.value) and bool(self.value == other.value))

    def __hash__(self) -> int:
        return hash(self.value) if self.by_value else id(self.value)


def _nodes(pattern: Any) -> list[tuple[Any, ...]]:
    """The nodes of a pattern: its own, then those of its parts."""
    if isinstance(pattern, OfType):
        return [_tensor_node(pattern.type, pattern.at)]
    if isinstance(pattern, NumpyArray):
        return [(Kind.NUMPY, _described(pattern.type), 0, pattern.at)]
    if isinstance(pattern, VariableOf):
        others = [w for at, same in pattern.others for w in (at, int(same))]
        about = (_Object(pattern.cls), _Object(pattern.trainable), len(pattern.others), *others)
        return [(Kind.VARIABLE, _Object(pattern.type), about, pattern.at)]
    if isinstance(pattern, Exactly):
        return [(Kind.SAME, _Object(pattern.value), 0, 0)]
    if isinstance(pattern, Weakly):
        return [(Kind.WEAK, id(pattern.reference) + capi.layout().weak_object, _Object(pattern.reference), 0)]
    if isinstance(pattern, Equal):
        value = pattern.value
        if type(value) is float:
            return [(Kind.BITS, struct.unpack("q", struct.pack("d", value))[0], _Object(float), 0)]
        return [(Kind.EQUAL, _Object(value, by_value=True), _Object(type(value)), 0)]
    assert isinstance(pattern, (Parts, Fields))
    own = (_kind_of_container(pattern), _Object(pattern.cls), len(pattern.parts), _keys_of(pattern))
    return [own, *(node for part in pattern.parts for node in _nodes(part))]


def _kind_of_container(pattern: Parts | Fields) -> Kind:
    if isinstance(pattern, Fields):
        return Kind.SLOTS if pattern.in_slots else Kind.FIELDS
    if pattern.keys is not None:
        return Kind.DICT
    return Kind.LIST if issubclass(pattern.cls, list) else Kind.TUPLE


def _keys_of(pattern: Parts | Fields) -> Any:
    """Where the parts are: their keys, or their offsets in the object."""
    if isinstance(pattern, Fields) and pattern.in_slots:
        return tuple(capi.slot_offset(pattern.cls, name) for name in pattern.names)
    keys = pattern.names if isinstance(pattern, Fields) else pattern.keys
    return 0 if keys is None else tuple(_Object(key, by_value=True) for key in keys)


def _tensor_node(type_: TensorType, at: int) -> tuple[Any, ...]:
    if type_.dtype.name in ("resource", "variant"):
        return (Kind.PAYLOAD, _Object(type_), 0, at)
    if type_.is_static:
        return (Kind.ARRAY, _Object(type_), 0, at)
    return (Kind.OPEN, _described(type_), 0, at)


def _described(type_: TensorType) -> tuple[Any, ...]:
    dims = type_.dims
    sizes = [] if dims is None else [d if isinstance(d, int) else -1 for d in dims]
    return (_Object(type_.dtype.numpy), -1 if dims is None else len(dims), *sizes)


def _how(type_: TensorType) -> Hold:
    """How an input is made safe during a call where others could change or drop it."""
    return Hold.REFERENCE if type_.dtype.name in ("resource", "variant") else Hold.COPY_IF_NEEDED


def _memo(type_: TensorType, keep: list[Any]) -> int:
    """The address of what is known of a result whose type differs from call to call.

    Three words - the type of the last result, the function that makes a tensor of an array, the rank or -1 - and
    the dimensions of the last result: while they stay, so does the type.
    """
    rank = -1 if type_.rank is None else type_.rank
    words = np.zeros(3 + max(rank, 0), np.int64)

    def wrap(array: Any) -> EagerTensor:
        result = eager(array)
        if rank >= 0:
            words[0] = id(result._type)  # interned types are kept for good
            words[3:] = array.shape
        return result

    words[1:3] = id(wrap), rank
    keep += [words, wrap]
    return _address(words)


def _address(words: Any) -> int:
    address: int = words.__array_interface__["data"][0]
    return address


def _hash(args: Sequence[Any], kwargs: Mapping[str, Any]) -> int:
    """The hash by which the machine code finds a call in the table."""
    arguments = [*args, *kwargs.values()]
    objects = (ctypes.py_object * max(1, len(arguments)))(*arguments)
    names = tuple(kwargs)
    hashed: int = _hasher()(ctypes.addressof(objects), len(args), id(names) if names else None)
    return hashed


@cache
def _hasher() -> Any:
    prototype = ctypes.PYFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)
    return prototype(CODE.symbols["gw_hash"])
