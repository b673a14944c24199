"""Memory of large eager results: what was freed is used again, where compiled programs keep it."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable, Sequence
from math import prod
from typing import Any, Final

import numpy as np

from graphwright.base.services import EXECUTOR
from graphwright.ir.record import OpRecord
from graphwright.ir.types import TensorType

_LEAST_BYTES: Final = 1 << 20
"""Of the largest tensor, from which on its memory is worth keeping: the system would clear every page of it anew."""


class _Memory(threading.local):
    """What runs a kernel with its large arrays in that memory, once it is ready."""

    run: Callable[..., Any] | None = None


_memory = _Memory()


def in_kept_memory(record: OpRecord, types: Sequence[TensorType], kernel: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel, its large results and temporaries in memory that is used again."""
    if record.runs_code or not any(_is_large(type_) for type_ in types):
        return kernel

    def run(*arrays: Any) -> Any:
        entered = _memory.run or _enter()
        return kernel(*arrays) if entered is None else entered(kernel, *arrays)

    return run


def _is_large(type_: TensorType) -> bool:
    dims: Any = type_.dims
    return type_.is_static and prod(dims) * type_.dtype.size >= _LEAST_BYTES


def _enter() -> Callable[..., Any] | None:
    allocate = EXECUTOR.get()().block_memory()
    if allocate is None:
        return None
    context = contextvars.copy_context()
    context.run(np.seterr, all="ignore")
    context.run(allocate)
    _memory.run = context.run
    return context.run


__all__ = ["in_kept_memory"]
