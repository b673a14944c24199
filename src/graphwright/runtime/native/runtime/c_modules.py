"""Loads the parts of the runtime that are written in C, as LLVM text that the wheel ships.

The sources are in `c/`, in two parts. `c/core/` knows nothing of Python: it declares no function of Python or NumPy
and would serve compiled programs in a process without an interpreter. `c/python/` reads Python's objects. `make
runtime` compiles both, for each target, into the text in `built/` (`build_c.py`); this module fills in the numbers.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Final

from graphwright.runtime.native.jit import llvm_binding

#: Each module with its sources, which are compiled as one file.
SOURCES: Final[dict[str, tuple[str, ...]]] = {
    "thread_pool": ("core/thread_pool.c", "core/thread_affinity.c", "core/contention_backoff.c"),
    "block_allocator": ("core/block_allocator.c",),
    "block_arrays": ("python/block_arrays.c",),
    "call_depth": ("core/call_depth.c",),
    "crops": ("core/crops.c",),
    "fft": ("core/fft.c",),
    "fp16": ("core/fp16.c",),
    "linear_algebra": ("core/linear_algebra.c",),
    "region_timers": ("core/region_timers.c",),
    "ragged": ("core/ragged.c",),
    "resample": ("core/resample.c",),
    "recursion_limit": ("python/recursion_limit.c",),
    "scratch_memory": ("core/scratch_memory.c",),
    "regex": ("core/regex.c",),
    "sort": ("core/sort.c",),
    "suppression": ("core/suppression.c",),
    "text": (
        "core/text.c",
        "core/text_hash.c",
        "core/text_numbers.c",
        "core/text_unicode.c",
        "python/text_objects.c",
    ),
    "transpose": ("core/transpose.c",),
    "unique": ("core/unique.c",),
    "entry": ("python/entry.c", "python/match_call.c", "python/pack_results.c"),
    "bind": ("python/bind.c",),
    "support": ("python/interpreter.c", "python/calls.c", "python/variables.c"),
}

BUILT: Final = os.path.join(os.path.dirname(__file__), "built")

_DEFINED: Final = re.compile(r"^define [^@]*@([\w.]+)\(", re.MULTILINE)
_DECLARED: Final = re.compile(r"(?:declare [^@]*)?@([\w.]+)(?:\(| = external )")
_NUMBER: Final = re.compile(r"ptrtoint \(ptr @gw_number_(\w+) to i64\)")


def target(triple: str) -> str:
    """The name of the built text for a machine, by LLVM's triple of it."""
    machine = triple.partition("-")[0].replace("arm64", "aarch64")
    systems = {"darwin": "macos", "macos": "macos", "windows": "windows"}
    return f"{machine}-{next((system for part, system in systems.items() if part in triple), 'linux')}"


def scopes(target: str) -> tuple[str, ...]:
    """What a text may be for, the widest first: every machine, all of one system, of one processor, or one target."""
    processor, system = target.split("-")
    return "any", system, processor, target


def path(name: str, target: str) -> str:
    """The file of a module's text for a target; a file that is not there if it has not been built."""
    files = [os.path.join(BUILT, f"{name}.{scope}.ll") for scope in scopes(target)]
    return next((file for file in files if os.path.exists(file)), files[-1])


def _host() -> str:
    return target(llvm_binding.text_of("GetProcessTriple"))


def missing() -> str:
    """Why there is no text for this host; empty where there is."""
    here = _host()
    return "" if os.path.exists(path("thread_pool", here)) else f"the native runtime is not built for {here}"


def text(*names: str, numbers: Mapping[str, int] | None = None) -> str:
    """The text of modules for this host as one module, with each `NUMBER(name)` of the C sources filled in."""
    here = _host()
    built = []
    for name in names:
        with open(path(name, here), encoding="ascii") as file:
            built.append(file.read())
    whole = built[0] if len(built) == 1 else _linked("".join(built))
    return _NUMBER.sub(lambda named: str((numbers or {})[named[1]]), whole)


def _linked(text: str) -> str:
    """A text without the declarations of what it defines or declares before."""
    known = set(_DEFINED.findall(text))
    lines = []
    for line in text.splitlines():
        declared = _DECLARED.match(line)
        name = line.partition(" = type ")[0] if line.startswith("%struct.") else declared and declared[1]
        if name is None or name not in known:
            lines.append(line)
        if name is not None:
            known.add(name)
    return "\n".join(lines) + "\n"
