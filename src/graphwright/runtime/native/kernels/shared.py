"""The kernels that graphs share: each is a module of its own, compiled once in a process for each dtype."""

from __future__ import annotations

import threading
from collections.abc import Callable
from importlib import import_module
from typing import Final

from graphwright.base.forks import renewed_after_fork
from graphwright.runtime.native.kernels.gemm import kernel as gemm
from graphwright.runtime.native.machine import blocks, capi, jit, pool

Compiled = tuple[jit.Code, dict[str, int]]

#: Where each kernel's text is written: a module with `kernel_text(dtype, host)` and `SYMBOLS`, what it defines.
MODULES: Final[dict[str, str]] = {
    "convolution": "graphwright.runtime.native.kernels.convolution.unfolded",
    "direct": "graphwright.runtime.native.kernels.convolution.direct",
    "depthwise": "graphwright.runtime.native.kernels.convolution.depthwise",
    "pooling": "graphwright.runtime.native.kernels.convolution.pooling",
    "random": "graphwright.runtime.native.kernels.random",
}

_lock = renewed_after_fork(threading.Lock())
_compiled: dict[tuple[str, str], Compiled] = {}


def kernel(name: str, dtype: str) -> Compiled:
    """The compiled kernel for a dtype, and its symbols for `jit.compile_ir`; it keeps alive what it calls."""
    if name in ("gemm", "gemm, plain"):
        return gemm.kernel(dtype, plain=name != "gemm")
    if name == "pool":
        return pool.kernel()
    if name == "blocks":
        return blocks.kernel()
    product, symbols = gemm.kernel(dtype) if name == "convolution" else (None, {})
    with _lock:
        found = _compiled.get((name, dtype))
        if found is None:
            module = import_module(MODULES[name])
            text: Callable[[str, jit.Host], str] = module.kernel_text
            known = {**capi.symbols(), **pool.kernel()[1], **symbols}
            code = jit.compile_ir(text(dtype, jit.host()), symbols=known)
            found = code, {f"{s}_{dtype}": code.address(f"{s}_{dtype}") for s in module.SYMBOLS}
            _compiled[name, dtype] = found
            _keep_alive.append(product)
        return found


class Needed(set[tuple[str, str]]):
    """The kernels that a program calls, each with its dtype: what is added is begun to be compiled."""

    def add(self, named: tuple[str, str]) -> None:
        if named not in self:
            super().add(named)
            _begin(*named)


def _begin(name: str, dtype: str) -> None:
    if name == "blocks":
        blocks.begin()
        return
    pool.begin()
    if name == "convolution":
        gemm.begin(dtype)
    if name in ("gemm", "gemm, plain"):
        gemm.begin(dtype, plain=name != "gemm")
    elif name in MODULES and (name, dtype) not in _compiled:
        jit.begin(import_module(MODULES[name]).kernel_text(dtype, jit.host()))


_keep_alive: list[jit.Code | None] = []
