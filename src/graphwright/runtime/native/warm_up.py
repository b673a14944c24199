"""Warm-up: compiles what every function's call needs in the background, while the first one is traced."""

from __future__ import annotations

from graphwright.runtime.native.runtime import capi, support


def begin() -> None:
    """Have LLVM loaded, and the code compiled that every program calls or is called by."""
    if capi.layout_ok():
        from graphwright.runtime.native.entry.entry_module import CODE

        CODE.begin()
    support.CODE.begin()
