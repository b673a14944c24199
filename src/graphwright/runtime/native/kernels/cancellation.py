"""Long work of a kernel in pieces: what is left of it is not done once its call is interrupted."""

from __future__ import annotations

from contextlib import AbstractContextManager

from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.runtime import thread_pool


def piece(flow: Flow, at: str | None = None) -> AbstractContextManager[object]:
    """What is written in the block is left out when the work is not wanted any more; a millisecond is a good size.

    It is done in any case where the i64 `at` is 0: short work has one piece, and nothing to ask.
    """
    flow.module.declare(f"declare i1 @{thread_pool.GOES_ON}()")

    def ask() -> list[str]:
        return [flow.value(f"call i1 @{thread_pool.GOES_ON}()")]

    if at is None:
        return flow.when(*ask())
    return flow.when(*flow.either(flow.compare("ne", at, 0), ["i1"], ask, ["true"]))
