"""The kernels that programs call, by name and dtype. Each is a module of its own, compiled once per process."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.jit.shared_modules import SharedCode, one_per_key
from graphwright.runtime.native.kernels.gemm import kernel as gemm
from graphwright.runtime.native.runtime import block_allocator, c_modules, call_depth, region_timers, thread_pool

#: The module that writes each kernel: it has `kernel_text(dtype, host)` and `SYMBOLS`, the functions it defines.
MODULES: Final[dict[str, str]] = {
    "convolution": "graphwright.runtime.native.kernels.convolution.im2col",
    "direct": "graphwright.runtime.native.kernels.convolution.direct",
    "indirect": "graphwright.runtime.native.kernels.convolution.indirect",
    "indirect filter": "graphwright.runtime.native.kernels.convolution.indirect_filter",
    "depthwise": "graphwright.runtime.native.kernels.convolution.depthwise",
    "depthwise filter": "graphwright.runtime.native.kernels.convolution.depthwise_filter",
    "depthwise tiles": "graphwright.runtime.native.kernels.convolution.depthwise_tiles",
    "max_pool": "graphwright.runtime.native.kernels.convolution.max_pool",
    "pooling": "graphwright.runtime.native.kernels.convolution.average_pool",
    "random": "graphwright.runtime.native.kernels.philox",
    "sampling": "graphwright.runtime.native.kernels.sampling",
}

#: The functions of the runtime's library (`runtime/c/core/library.h`), by the module that contains them.
LIBRARY: Final[dict[str, tuple[str, ...]]] = {
    "crops": ("gw_crop_image_float32", "gw_crop_image_float64", "gw_crop_boxes"),
    "fft": (
        *(f"gw_fft_{dtype}" for dtype in ("complex64", "complex128")),
        *(f"gw_{name}_{dtype}" for name in ("rfft", "irfft") for dtype in ("float32", "float64")),
    ),
    "linear_algebra": tuple(
        f"gw_{name}_{dtype}"
        for name in ("cholesky", "triangular_solve", "solve", "inverse")
        for dtype in ("float32", "float64")
    ),
    "ragged": ("gw_pad_rows",),
    "resample": tuple(
        f"gw_resample_{dtype}"
        for dtype in ("float32", "float64", "float16", "bfloat16", "int8", "uint8", "int16", "uint16", "int32", "int64")
    ),
    "sort": ("gw_top_k",),
    "suppression": ("gw_best_boxes", "gw_detections"),
    "transpose": ("gw_transpose",),
    "unique": ("gw_unique",),
}


@one_per_key
def kernel(name: str, dtype: str) -> SharedCode[Any]:
    """The kernel of this name for a dtype."""
    if name in ("gemm", "gemm, plain"):
        return gemm.kernel(dtype, name != "gemm")
    if name == "pool":
        return thread_pool.CODE
    if name == "blocks":
        return block_allocator.CODE
    if name == "timers":
        return region_timers.CODE
    if name == "depth":
        return call_depth.CODE
    if name in LIBRARY:
        return SharedCode(lambda: c_modules.text(name), LIBRARY[name])
    module = import_module(MODULES[name])
    text: Callable[[str, jit.Host], str] = module.kernel_text
    products = (gemm.kernel(dtype, False),) if name == "convolution" else ()
    names = tuple(f"{symbol}_{dtype}" for symbol in module.SYMBOLS)
    calls = (thread_pool.CODE, *products)
    return SharedCode(lambda: text(dtype, jit.host()), names, calls=calls, name=f"{name}, {dtype}")


class Needed(set[tuple[str, str]]):
    """The kernels that a program calls, each with its dtype; adding one starts its compilation in the background."""

    def __init__(self) -> None:
        super().__init__()
        self._begun: list[tuple[str, str]] = []

    def add(self, named: tuple[str, str]) -> None:
        if named not in self:
            super().add(named)
            self._begun.append(named)
            kernel(*named).begin()

    def last_first(self) -> list[SharedCode[Any]]:
        """The kernels to be loaded, the last one first.

        The background thread compiles the first one first: from the other end this thread finds what it can compile
        itself, instead of waiting for one after the other.
        """
        return [kernel(*named) for named in reversed(self._begun)]
