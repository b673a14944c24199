"""Cancels long work in kernels: once its call is interrupted, the rest is skipped."""

from __future__ import annotations

from contextlib import AbstractContextManager

from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.loop_ir.typed import TRUE, IRValue
from graphwright.runtime.native.runtime import thread_pool


def unless_cancelled(flow: Flow, index: IRValue | None = None) -> AbstractContextManager[object]:
    """The code of the block is skipped once the call is interrupted; a millisecond of work is a good size.

    Where the i64 `index` is 0 it runs without asking, so that short work of a single block costs nothing more.
    """
    flow.module.declare(f"declare i1 @{thread_pool.GOES_ON}()")

    def ask() -> list[IRValue]:
        return [flow.call("i1", f"@{thread_pool.GOES_ON}")]

    if index is None:
        return flow.when(*ask())
    return flow.when(*flow.either(index.ne(0), ["i1"], ask, [TRUE]))
