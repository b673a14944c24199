"""Matrix products: calls of the shared kernels, one matrix after the other where there are several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from graphwright.ir.lowering import Contract
from graphwright.runtime.native import gemm
from graphwright.runtime.native.epilogues import Product
from graphwright.runtime.native.loops import element_at
from graphwright.runtime.native.sizes import Size, product, size_of, times
from graphwright.runtime.native.space import Space, broadcast_strides
from graphwright.runtime.native.steps import Step
from graphwright.runtime.native.values import Array
from graphwright.runtime.native.writer import Loop, Writer

if TYPE_CHECKING:
    from graphwright.runtime.native.codegen import Code

_ROW, _COLUMN = -2, -1


def write_product(code: Code, step: Step) -> None:
    """A product of two matrices, or of two stacks of them, either read transposed."""
    op, rule = step.op, step.rule
    assert isinstance(rule, Contract)
    a, b = (code.value(v) for v in op.inputs)
    assert isinstance(a, Array) and isinstance(b, Array)
    target = code.make(step.outputs[0])
    if any(d == 0 for d in target.dims):
        return
    w = code.w
    w.regions += 1
    code.add_work(times(product(target.dims), size_of(a.dims[-1])), 1)
    a_axes = (_COLUMN, _ROW) if op.attrs[rule.transpose_a] else (_ROW, _COLUMN)
    b_axes = (_COLUMN, _ROW) if op.attrs[rule.transpose_b] else (_ROW, _COLUMN)
    plain = gemm.is_plain(target.dims[_ROW], target.dims[_COLUMN]) and not isinstance(step, Product)
    call = _Call(w, a.dtype, plain)
    call.set_sizes(
        m=w.dim(target.dims[_ROW]), n=w.dim(target.dims[_COLUMN]), k=w.dim(a.dims[a_axes[1]]),
        a_row=w.size(a.strides[a_axes[0]]), a_col=w.size(a.strides[a_axes[1]]),
        b_row=w.size(b.strides[b_axes[0]]), b_col=w.size(b.strides[b_axes[1]]),
        c_row=w.size(target.strides[_ROW]),
    )  # fmt: skip
    with epilogue(code, step) as (bias, flags):
        call.set_epilogue(bias, flags)
        _over_stacks(w, call, a, b, target)


@contextmanager
def epilogue(code: Code, step: Step) -> Iterator[tuple[str, str]]:
    """Where what is added to each row of the results lies, and the flags, for a call that is written in the block."""
    flags = gemm.RELU if isinstance(step, Product) and step.relu else 0
    if not isinstance(step, Product) or step.bias is None:
        yield "null", str(flags)
        return
    given = code.value(step.bias)
    assert isinstance(given, Array)
    bias = code.b.contiguous(given)
    yield bias.pointer, str(flags | gemm.BIAS)
    if bias is not given:
        code.b.discard(bias.buffer)


def _over_stacks(w: Writer, call: _Call, a: Array, b: Array, target: Array) -> None:
    dims = target.dims[:_ROW]
    strides: list[Sequence[Size]] = [broadcast_strides(x.dims[:_ROW], x.strides[:_ROW], dims) for x in (a, b, target)]
    space = Space(dims, strides, [False] * len(dims))
    extents = [w.size(e) for e in space.extents]
    steps = [[w.size(s) for s in own] for own in space.strides]
    loops = [Loop(w, extent) for extent in extents]
    pointers = []
    for array, own in zip((a, b, target), steps, strict=True):
        offset = "0"
        for loop, step in zip(loops, own, strict=True):
            offset = w.sum(offset, w.multiply(loop.index, step))
        pointers.append(element_at(w, array.dtype, array.pointer, offset))
    call.run(*pointers)
    for loop in reversed(loops):
        loop.close()


class _Call:
    """The fields of a kernel call, in memory of the frame."""

    def __init__(self, w: Writer, dtype: str, plain: bool) -> None:
        self.w = w
        self.symbol = gemm.symbol(dtype, plain)
        w.kernels.add(("gemm, plain" if plain else "gemm", dtype))
        w.module.declare(f"declare void @{self.symbol}(ptr)")
        # one block for all products: the kernel has read it when it returns
        self.fields = w.in_head_once("product", f"alloca [{len(gemm.CALL)} x i64], align 16")

    def set_sizes(self, **sizes: str) -> None:
        """Store the fields that are the same for every matrix of a stack."""
        for name, text in sizes.items():
            self.w.line(f"store i64 {text}, ptr {self._place(name)}")

    def set_epilogue(self, bias: str, flags: str) -> None:
        """Store what is done with the results."""
        self.w.line(f"store ptr {bias}, ptr {self._place('bias')}")
        self.w.line(f"store i64 {flags}, ptr {self._place('flags')}")

    def run(self, a: str, b: str, c: str) -> None:
        """Multiply two matrices."""
        for name, pointer in (("a", a), ("b", b), ("c", c)):
            self.w.line(f"store ptr {pointer}, ptr {self._place(name)}")
        self.w.call("void", f"@{self.symbol}", f"ptr {self.fields}")

    def _place(self, name: str) -> str:
        return self.w.at(self.fields, 8 * gemm.CALL.index(name))
