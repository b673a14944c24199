"""The choice between executors."""

from __future__ import annotations

from graphwright.base.config import options
from graphwright.runtime.executor import Executor


def executor(name: str | None = None) -> Executor:
    """The executor of this name; by default the one chosen by GRAPHWRIGHT_EXECUTOR, or what is there.

    Without LLVM the native executor is not there and `numpy` takes its place. For `xla` without jax raises
    FailedPreconditionError.
    """
    wanted = name or options.executor
    key = wanted, options.hide_llvm
    chosen = _chosen.get(key)
    if chosen is None:
        chosen = _chosen.setdefault(key, _choose(wanted))
    return chosen


def missing() -> str:
    """Why the native executor is not there; empty where it is."""
    from graphwright.runtime.native.jit import jit
    from graphwright.runtime.native.runtime import c_modules, capi

    return jit.missing() or c_modules.missing() or capi.why_unusable()


def why_ctypes() -> str:
    """Why Python enters native programs by ctypes, which takes longer; empty where it calls them as builtins."""
    from graphwright.runtime.native.runtime import capi

    return capi.why_ctypes()


def begin() -> None:
    """A function is going to be traced and called: what any call needs may be begun meanwhile."""
    if options.executor == "native" and not options.hide_llvm:
        from graphwright.runtime.native import warm_up

        warm_up.begin()


_chosen: dict[tuple[str, bool], Executor] = {}


def _choose(wanted: str) -> Executor:
    if wanted == "native" and not missing():
        from graphwright.runtime.native.executor import NativeExecutor

        return _shared(NativeExecutor)
    if wanted == "xla":
        from graphwright.runtime.xla import backend

        backend.require()
        from graphwright.runtime.xla.executor import XlaExecutor

        return _shared(XlaExecutor)
    from graphwright.runtime.reference import NumpyExecutor

    return _shared(NumpyExecutor)


_instances: dict[type[Executor], Executor] = {}


def _shared(cls: type[Executor]) -> Executor:
    return _instances.setdefault(cls, cls())
