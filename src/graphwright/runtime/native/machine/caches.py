"""Reads the sizes of a processor's caches: sysfs on Linux, sysctl on macOS, the API of Windows."""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from graphwright.base.frozen import frozen

_SYSFS: Final = "/sys/devices/system/cpu/cpu0/cache"
#: What the letters behind a size stand for.
UNITS: Final = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_SMALLEST, _LARGEST = 4 << 10, 4 << 30  # what lies outside is a mistake of a virtual machine


@frozen
class Cache:
    """A cache for data: its size, and the cores that share it."""

    bytes: int
    cores: int


def read() -> dict[int, Cache]:
    """The caches for data of the first core, by level; those of which the system tells nothing are left out."""
    found: dict[int, Cache] = {}
    with suppress(OSError, ValueError, AttributeError):
        if sys.platform == "darwin":
            found = of_macos(_sysctl)
        elif sys.platform == "win32":
            found = of_windows(_windows_table())
        else:
            found = of_linux(_SYSFS)
    return {level: cache for level, cache in found.items() if _SMALLEST <= cache.bytes <= _LARGEST}


def of_linux(folder: str) -> dict[int, Cache]:
    """From sysfs, which is alike for AMD, Intel and ARM. Hardware threads of one core share its first level."""
    sharing: dict[int, tuple[int, int]] = {}
    for entry in sorted(os.listdir(folder)):
        if not entry.startswith("index"):
            continue
        with suppress(OSError, ValueError, IndexError, KeyError):  # an entry may lack a file
            level, kind, size, processors = (
                _line(os.path.join(folder, entry, name)) for name in ("level", "type", "size", "shared_cpu_list")
            )
            if kind != "Instruction":
                sharing[int(level)] = _bytes(size), count(processors)
    threads = sharing[1][1] if 1 in sharing else 1
    return {level: Cache(size, max(1, by // threads)) for level, (size, by) in sharing.items()}


def _line(path: str) -> str:
    with open(path, encoding="ascii") as file:
        return file.readline().strip()


def _bytes(text: str) -> int:
    return int(text[:-1]) * UNITS[text[-1]] if text[-1] in UNITS else int(text)


def count(ranges: str) -> int:
    """How many numbers a list of ranges has.

    >>> count("0-3,8-11")
    8
    """
    ends = [part.split("-") for part in ranges.split(",")]
    return sum(int(end[-1]) - int(end[0]) + 1 for end in ends)


# macOS -----------------------------------------------------------------------------------------------------


def of_macos(sysctl: Callable[[str], int]) -> dict[int, Cache]:
    """From sysctl, of the fast cores where there are two kinds."""
    found: dict[int, Cache] = {}
    for level, name in enumerate(("l1dcachesize", "l2cachesize", "l3cachesize"), 1):
        size = sysctl(f"hw.perflevel0.{name}") or sysctl(f"hw.{name}")
        if size:
            cores = sysctl("hw.perflevel0.cpusperl2") if level == 2 else sysctl("hw.physicalcpu") if level == 3 else 1
            found[level] = Cache(size, cores or 1)
    return found


def _sysctl(name: str) -> int:
    """A number by its name; 0 where there is none."""
    value, size = ctypes.c_int64(0), ctypes.c_size_t(8)
    failed = ctypes.CDLL(None).sysctlbyname(name.encode(), ctypes.byref(value), ctypes.byref(size), None, 0)
    return 0 if failed else int(value.value)


# Windows ---------------------------------------------------------------------------------------------------

_RECORD: Final = struct.Struct("<QixxxxBBHIixxxx")  # 64 bits: what Python runs in here
_IS_CACHE, _IS_CORE, _INSTRUCTION = 2, 0, 1


def of_windows(table: bytes) -> dict[int, Cache]:
    """From the records of GetLogicalProcessorInformation: a mask of processors, what they share, and its size."""
    threads, found = 1, dict[int, tuple[int, int]]()
    for mask, relation, level, _, _, size, kind in _RECORD.iter_unpack(table):
        if mask & 1 and relation == _IS_CORE:
            threads = mask.bit_count()
        elif mask & 1 and relation == _IS_CACHE and kind != _INSTRUCTION:
            found[level] = size, mask.bit_count()
    return {level: Cache(size, max(1, by // threads)) for level, (size, by) in found.items()}


def _windows_table() -> bytes:
    ask = ctypes.CDLL("kernel32").GetLogicalProcessorInformation
    size = ctypes.c_uint32(0)
    ask(None, ctypes.byref(size))
    table = ctypes.create_string_buffer(size.value)
    return table.raw if ask(table, ctypes.byref(size)) else b""
