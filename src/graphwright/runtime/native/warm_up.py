"""What the calls of any function need, begun in another thread while the first one is traced."""

from __future__ import annotations

from graphwright.runtime.native.runtime import capi, support


def begin() -> None:
    """Have LLVM loaded, and compiled what every program calls and is called by."""
    if capi.layout_ok():
        from graphwright.runtime.native.entry.entry_module import CODE

        CODE.begin()
    support.CODE.begin()
