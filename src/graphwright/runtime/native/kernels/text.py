"""Text ops in C: arrays of `bytes` objects are read as pieces, addresses and sizes, and results are new objects.

`runtime/c/core/text.h` describes the functions. A function here returns None for what the C code does not compute: an
element that is not a `bytes` object, or text that is not valid UTF-8. The caller's Python code handles these.
"""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, Protocol

import numpy as np

from graphwright.base import errors
from graphwright.base.forks import renewed_after_fork
from graphwright.runtime.native.jit.shared_modules import SharedCode
from graphwright.runtime.native.runtime import c_modules, capi

Array = np.ndarray[Any, Any]

_PYTHON: Final = ("gw_text_pieces", "gw_text_objects")  # need the GIL
_CORE: Final = (
    "gw_find_buckets", "gw_murmur_buckets", "gw_sip_buckets", "gw_text_sizes", "gw_text_change_case", "gw_text_strip",
    "gw_text_substrings", "gw_text_split", "gw_text_decode", "gw_text_to_integers", "gw_text_to_floats",
    "gw_text_of_integers", "gw_text_of_floats", "gw_text_join", "gw_text_unique", "gw_text_encode",
    "gw_text_index", "gw_text_find",
)  # fmt: skip
_REGEX: Final = ("gw_regex_new", "gw_regex_free", "gw_regex_full_match", "gw_regex_replace", "gw_regex_release")
_INVALID: Final = 2  # for a string that is not valid UTF-8
_REGEX_CODE: Final = SharedCode[None](lambda: c_modules.text("regex"), _REGEX)
_CODE: Final = SharedCode[None](
    lambda: c_modules.text("text", numbers=capi.layout_numbers()),
    (*_PYTHON, *_CORE),
    objects=lambda: {"gw_bytes": id(bytes), "gw_none": id(None)},
)


@cache
def _functions() -> dict[str, Callable[..., int]]:
    """The functions of the C code: arguments are integers, addresses among them."""
    return {
        **{name: ctypes.PYFUNCTYPE(ctypes.c_int64)(_CODE.symbols[name]) for name in _PYTHON},
        **{name: ctypes.CFUNCTYPE(ctypes.c_int64)(_CODE.symbols[name]) for name in _CORE},
    }


@cache
def _regex_functions() -> dict[str, Callable[..., int]]:
    """Those of regular expressions, which are a module of their own."""
    return {name: ctypes.CFUNCTYPE(ctypes.c_int64)(_REGEX_CODE.symbols[name]) for name in _REGEX}


def _call(name: str, *arguments: int | Array | None) -> int:
    """Call a function with integers, and with the addresses of arrays."""
    words = [ctypes.c_void_p(a.ctypes.data) if isinstance(a, np.ndarray) else ctypes.c_int64(a or 0) for a in arguments]
    functions = _regex_functions() if name in _REGEX else _functions()
    return functions[name](*words)


class _Pieces:
    """An array of text as addresses and sizes, which hold while the array does."""

    def __init__(self, texts: Array) -> None:
        self.texts = np.ascontiguousarray(texts)
        self.count = texts.size
        self.places = np.empty((self.count, 2), np.int64)
        self.size = _call("gw_text_pieces", self.texts, self.count, self.places)
        self.is_text = self.size >= 0


def _objects(places: Array, shape: tuple[int, ...], of: _Pieces | None = None) -> Array:
    """An array of objects for pieces; `of` are those whose objects serve again where nothing changed."""
    result = np.empty(shape, object)
    sources, whole = (of.texts, of.places) if of is not None else (None, None)
    if _call("gw_text_objects", places, len(places), sources, whole, result):
        raise errors.ResourceExhaustedError(f"Out of memory for {len(places)} strings.")
    return result


def _left(places: Array) -> Array:
    """The positions of pieces that were not computed."""
    return np.flatnonzero(places[:, 0] == 0)


def buckets(texts: Array, kind: str, count: int, key: tuple[int, int] | None = None) -> Array | None:
    """The bucket of each string by a hash: "find" (FarmHash), "murmur" or "sip"."""
    pieces, result = _Pieces(texts), np.empty(texts.shape, np.int64)
    if not pieces.is_text:
        return None
    words = () if key is None else (np.array([word & 2**64 - 1 for word in key], np.uint64),)
    _call(f"gw_{kind}_buckets", pieces.places, pieces.count, count, *words, result)
    return result


def sizes(texts: Array, characters: bool) -> Array | None:
    """The size of each string in bytes, or in characters of UTF-8, as int32."""
    pieces, result = _Pieces(texts), np.empty(texts.shape, np.int32)
    if not pieces.is_text:
        return None
    _call("gw_text_sizes", pieces.places, pieces.count, characters, result)
    return result


def change_case(texts: Array, upper: bool, only_ascii: bool) -> tuple[Array, Array] | None:
    """Each string in lower or upper case, and the positions of those left: not ASCII, with `only_ascii`."""
    pieces = _Pieces(texts)
    if not pieces.is_text:
        return None
    room, places = np.empty(pieces.size, np.uint8), np.empty_like(pieces.places)
    _call("gw_text_change_case", pieces.places, pieces.count, upper, only_ascii, room, places)
    return _objects(places, texts.shape, pieces), _left(places)


def strip(texts: Array) -> Array | None:
    """Each string without whitespace at its ends."""
    pieces = _Pieces(texts)
    if not pieces.is_text:
        return None
    places = np.empty_like(pieces.places)
    _call("gw_text_strip", pieces.places, pieces.count, places)
    return _objects(places, texts.shape, pieces)


def substrings(texts: Array, starts: Array, counts: Array, characters: bool) -> Array | int | None:
    """Parts of strings, with one start and count for all, or for each; the position of a string without its start."""
    pieces = _Pieces(texts)
    if not pieces.is_text:
        return None
    places = np.empty_like(pieces.places)
    starts, counts = (np.ascontiguousarray(x, np.int64) for x in (starts, counts))
    step = starts.size == pieces.count
    bad = _call("gw_text_substrings", pieces.places, pieces.count, starts, counts, step, characters, places)
    return bad if bad >= 0 else _objects(places, texts.shape, pieces)


def split(texts: Array, separator: bytes, most: int) -> tuple[Array, Array] | None:
    """The tokens of all strings, and how many each has."""
    pieces, separators = _Pieces(texts), _Pieces(np.array([separator], object))
    if not pieces.is_text:
        return None
    counts = np.empty(pieces.count, np.int64)
    arguments = (pieces.places, pieces.count, separators.places, most, counts)
    total = _call("gw_text_split", *arguments, None)
    places = np.empty((total, 2), np.int64)
    _call("gw_text_split", *arguments, places)
    return _objects(places, (total,)), counts


def decode(texts: Array, lowest: int, replacement: int) -> tuple[Array, Array, Array] | None:
    """Row splits, code points and byte offsets of UTF-8. Characters below `lowest` are replaced, or dropped if -1."""
    pieces = _Pieces(texts)
    if not pieces.is_text:
        return None
    splits, offsets = np.empty(pieces.count + 1, np.int64), np.empty(pieces.size, np.int64)
    points = np.empty(pieces.size, np.int32)
    found = _call("gw_text_decode", pieces.places, pieces.count, lowest, replacement, points, offsets, splits)
    return None if found < 0 else (splits, points[:found].copy(), offsets[:found].copy())


def to_integers(texts: Array, least: int, greatest: int) -> tuple[Array, Array] | None:
    """The integers that strings spell, and the positions of those left."""
    pieces = _Pieces(texts)
    if not pieces.is_text:
        return None
    result, done = np.empty(texts.shape, np.int64), np.empty(texts.shape, np.bool_)
    limit = ctypes.c_int64(greatest).value
    _call("gw_text_to_integers", pieces.places, pieces.count, least, limit, result, done)
    return result, np.flatnonzero(~done)


def to_floats(texts: Array, narrow: bool) -> tuple[Array, Array] | None:
    """The doubles that strings spell, to be rounded to float32 if `narrow`, and the positions of those left."""
    pieces = _Pieces(texts)
    if not pieces.is_text:
        return None
    result, done = np.empty(texts.shape, np.float64), np.empty(texts.shape, np.bool_)
    _call("gw_text_to_floats", pieces.places, pieces.count, narrow, result, done)
    return result, np.flatnonzero(~done)


def of_integers(numbers: Array) -> tuple[Array, Array]:
    """Integers in decimal; none are left."""
    wide = np.ascontiguousarray(numbers, np.int64)
    room, places = np.empty(20 * wide.size, np.uint8), np.empty((wide.size, 2), np.int64)
    _call("gw_text_of_integers", wide, wide.size, room, places)
    return _objects(places, numbers.shape), _left(places)


def of_floats(numbers: Array, precision: int) -> tuple[Array, Array]:
    """Numbers with digits after the point, as `%f` prints them, and the positions of those with more than 18 digits."""
    wide = np.ascontiguousarray(numbers, np.float64)
    room, places = np.empty(40 * wide.size, np.uint8), np.empty((wide.size, 2), np.int64)
    _call("gw_text_of_floats", wide, wide.size, precision, room, places)
    return _objects(places, numbers.shape), _left(places)


def join(texts: Array, splits: Array, separator: bytes) -> Array | None:
    """The strings of each group, joined; groups begin at `splits`, which end with the number of strings."""
    pieces, separators = _Pieces(texts), _Pieces(np.array([separator], object))
    if not pieces.is_text:
        return None
    count = len(splits) - 1
    room = np.empty(pieces.size + len(separator) * pieces.count, np.uint8)
    places = np.empty((count, 2), np.int64)
    _call("gw_text_join", pieces.places, splits.astype(np.int64), count, separators.places, room, places)
    return _objects(places, (count,))


def split_bytes(texts: Array) -> tuple[Array, Array] | None:
    """Each byte of all strings as a string, and how many each has."""
    pieces = _Pieces(texts)
    if not pieces.is_text:
        return None
    counts = pieces.places[:, 1].copy()
    places = np.ones((pieces.size, 2), np.int64)
    begins = np.cumsum(counts) - counts
    places[:, 0] = np.repeat(pieces.places[:, 0] - begins, counts) + np.arange(pieces.size)
    return _objects(places, (pieces.size,)), counts


def unique(texts: Array) -> tuple[Array, Array] | None:
    """The number of each string among the distinct ones, and where each of these appears first."""
    pieces = _Pieces(texts)
    if not pieces.is_text:
        return None
    numbers, first = np.empty(pieces.count, np.int64), np.empty(pieces.count, np.int64)
    found = _call("gw_text_unique", pieces.places, pieces.count, numbers, first)
    return None if found < 0 else (numbers, first[:found])


def encode(points: Array, splits: Array, bits: int) -> Array | None:
    """Rows of code points in UTF-8, UTF-16-BE or UTF-32-BE; None if one of them is not valid."""
    points, splits = np.ascontiguousarray(points, np.int32), np.ascontiguousarray(splits, np.int64)
    room, places = np.empty(4 * points.size, np.uint8), np.empty((len(splits) - 1, 2), np.int64)
    if _call("gw_text_encode", points, splits, len(places), bits, room, places):
        return None
    return _objects(places, (len(places),))


class Index:
    """Where each of many distinct strings stands among them."""

    def __init__(self, keys: Array) -> None:
        self._keys = _Pieces(keys)
        self._table = np.empty(max(16, 1 << (2 * keys.size).bit_length()), np.int64)
        _call("gw_text_index", self._keys.places, self._keys.count, self._table, self._table.size)

    def find(self, texts: Array) -> Array | None:
        """The position of each string among the keys, or -1."""
        pieces, result = _Pieces(texts), np.empty(texts.size, np.int64)
        if not (pieces.is_text and self._keys.is_text):
            return None
        table = (self._keys.places, self._table, self._table.size)
        _call("gw_text_find", *table, pieces.places, pieces.count, result)
        return result


class RegexProgram(Protocol):
    """A pattern as instructions (`ops/text/_regex_program.py`)."""

    forward: Array
    backward: Array | None
    classes: Array


class Regex:
    """A regular expression that C runs."""

    def __init__(self, program: RegexProgram) -> None:
        self._kept = [program.forward, program.backward, program.classes]  # read by the C code
        backward, size = program.backward, 0 if program.backward is None else len(program.backward)
        classes = int(program.classes[-1]) + 1
        self._address = _call(
            "gw_regex_new", program.forward, len(program.forward), backward, size, program.classes, classes
        )
        if not self._address:
            raise errors.ResourceExhaustedError("Out of memory for a regular expression.")
        weakref.finalize(self, _call, "gw_regex_free", self._address).atexit = False
        self._lock = renewed_after_fork(threading.Lock())

    def full_match(self, texts: Array) -> tuple[Array, Array] | None:
        """Whether each string matches, and the positions of those that are not valid UTF-8."""
        pieces, result = _Pieces(texts), np.empty(texts.shape, np.uint8)
        if not pieces.is_text:
            return None
        with self._lock:
            failed = _call("gw_regex_full_match", self._address, pieces.places, pieces.count, result)
        return None if failed else (result == 1, np.flatnonzero(result == _INVALID))

    def replace(self, texts: Array, parts: Sequence[bytes | int], everywhere: bool) -> tuple[Array, Array] | None:
        """The strings with matches replaced by literals and groups, and the positions of those that are no UTF-8."""
        pieces = _Pieces(texts)
        if not pieces.is_text:
            return None
        literals = _Pieces(np.array([b"" if isinstance(p, int) else p for p in parts], object))
        groups = [i for i, p in enumerate(parts) if isinstance(p, int)]
        for i in groups:
            literals.places[i] = 0, parts[i]
        room, places = np.zeros(1, np.int64), np.empty_like(pieces.places)
        arguments = (literals.places, len(parts), any(parts[i] for i in groups), everywhere)
        with self._lock:
            failed = _call("gw_regex_replace", self._address, *arguments, pieces.places, pieces.count, places, room)
        try:
            return None if failed else (_objects(places, texts.shape, pieces), _left(places))
        finally:
            _call("gw_regex_release", int(room[0]))


_ROUTINES: Final[dict[str, Callable[..., Any]]] = {
    "buckets": buckets, "sizes": sizes, "change case": change_case, "strip": strip, "substrings": substrings,
    "split": split, "decode": decode, "to integers": to_integers, "to floats": to_floats, "of integers": of_integers,
    "of floats": of_floats, "join": join, "split bytes": split_bytes, "unique": unique, "encode": encode,
    "regex": Regex, "index": Index,
}  # fmt: skip


def routines(wait: bool) -> dict[str, Callable[..., Any]] | None:
    """See `Executor.text_routines`."""
    if not wait and not _CODE.is_loaded:
        _CODE.begin()
        return None
    return _ROUTINES
