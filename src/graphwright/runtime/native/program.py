"""`NativeProgram`: compiled code ready to be called, and what it needs to stay alive."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.phases import phase
from graphwright.base.shape import Dim
from graphwright.core.tensor import EagerTensor
from graphwright.ir.graph import Value
from graphwright.ir.types import TensorType
from graphwright.runtime.calls import Build, OutputLeaf
from graphwright.runtime.executor import Program
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.machine.budgets import STACK_SCRATCH_BYTES
from graphwright.runtime.native.runtime import block_allocator, capi, support
from graphwright.runtime.regions import RegionTable

BODY = "gw_body"


class NativeProgram(Program):
    """A graph as machine code.

    `regions` counts the native loop nests and kernels in it, `host_calls` the places where it calls back into
    Python, `host_ops` the operations whose kernels it calls there; `ir` is the text it was compiled from.
    `timed_regions` are those of a program that has timers around them, else None; `decisions` counts those that
    followed from the machine.
    """

    decisions: Mapping[str, int]

    def __init__(
        self, w: Writer, inputs: Sequence[Value], outputs: Sequence[Value], timed_regions: RegionTable | None = None
    ) -> None:
        self.timed_regions = timed_regions
        self.ir = w.module.text()
        self.regions = w.regions
        self.host_calls = w.host_calls
        self.host_ops = w.host_ops
        self.input_types = [v.type for v in inputs]
        self.output_types = [v.type for v in outputs]
        with phase("LLVM"):
            object_code = jit.object_of(self.ir)
        # asked for last: other threads may have compiled them meanwhile
        shared = [support.CODE, *w.kernels.last_first()]
        symbols = dict(capi.symbols())
        for one in shared:
            symbols.update(one.symbols)
        with phase("loading"):
            self.code = jit.load_object(object_code, symbols=symbols)
        words = (ctypes.c_void_p * max(1, len(w.table.words)))(*w.table.words)
        self.code.set_pointer("gw_table", ctypes.addressof(words))
        kept = STACK_SCRATCH_BYTES < w.scratch.size < block_allocator.LARGE_BLOCK
        scratch = _KeptScratch(words, w.table.scratch()) if kept else None
        # what the machine code refers to, and itself: everything that may run it has a reference to this
        self.keep_alive = (self.code, words, w.table.keep, shared, scratch)
        self._run_wrapped: Callable[..., Any] | None = None

    def run(self, inputs: Sequence[Any]) -> list[Any]:
        arguments = [readable(x, type_) for x, type_ in zip(inputs, self.input_types, strict=True)]
        return list(self._run(*arguments))

    def run_tensors(self, inputs: Sequence[EagerTensor], outputs: Sequence[Value]) -> Sequence[EagerTensor]:
        if self._run_wrapped is None:
            every = Build(tuple, tuple(OutputLeaf(i) for i in range(len(outputs))))
            self._run_wrapped = self.entered((), outputs, every) if capi.layout_ok() else _never
        found: tuple[EagerTensor, ...] | None = self._run_wrapped(*inputs)
        return super().run_tensors(inputs, outputs) if found is None else found

    def entered(
        self, captures: Sequence[EagerTensor], outputs: Sequence[Value], results: OutputLeaf | Build
    ) -> Callable[..., Any]:
        if not capi.layout_ok():
            return super().entered(captures, outputs, results)
        from graphwright.runtime.native.entry.call_table import flat_call

        return flat_call(self, captures, results)

    @cached_property
    def _run(self) -> Callable[..., Any]:
        return self._builtin() if capi.layout_ok() else self._through_ctypes()

    def _builtin(self) -> Callable[..., Any]:
        about = np.array([self.code.address(BODY), len(self.output_types)], np.int64)
        run = support.CODE.symbols[support.RUN]
        return capi.builtin(run, "run", self_obj=about, keep=self.keep_alive)  # type: ignore[no-any-return]

    def _through_ctypes(self) -> Callable[..., Any]:
        """The body called with bare words: the references it gives are taken over here."""
        body = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(self.code.address(BODY))
        arguments = ctypes.py_object * max(1, len(self.input_types))
        count = len(self.output_types)
        results = ctypes.py_object * max(1, count)

        def run(*inputs: Any) -> list[Any]:
            provided, found = arguments(*inputs), results()
            if body(ctypes.addressof(provided), ctypes.addressof(found)):
                raise SystemError("compiled code failed without an error")
            result = found[:count]
            for item in result:
                ctypes.pythonapi.Py_DecRef(ctypes.py_object(item))
            return result

        return run


def _never(*inputs: Any) -> None:
    """The entry where there are none."""


class _KeptScratch:
    """The scratch block that a program keeps from call to call; freed with the program."""

    def __init__(self, words: Any, place: int) -> None:
        self._words, self._place = words, place
        self._free = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(capi.address("free"))

    def __del__(self) -> None:
        block, self._words[self._place] = self._words[self._place], None
        if block:
            self._free(block)


def readable(payload: Any, type_: TensorType) -> Any:
    """The payload as compiled code reads it: an array contiguous and aligned, of exactly this type."""
    if type_.dtype.name in ("resource", "variant"):
        return payload
    array = np.asarray(payload)
    dims = type_.dims
    if array.dtype != type_.dtype.numpy or (dims is not None and not _fits(array.shape, dims)):
        raise errors.InvalidArgumentError(
            f"An argument must be {type_!r}, but is an array of {array.dtype} with shape {array.shape}."
        )
    flags = array.flags
    return array if flags.c_contiguous and flags.aligned else np.require(array, requirements=["C", "A"])


def _fits(shape: tuple[int, ...], dims: tuple[Dim, ...]) -> bool:
    return len(shape) == len(dims) and all(
        have == want or not isinstance(want, int) for have, want in zip(shape, dims, strict=True)
    )
