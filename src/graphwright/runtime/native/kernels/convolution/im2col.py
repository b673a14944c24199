"""Convolution by im2col, forwards and both gradients: unfold pixels into rows, then multiply matrices.

Three functions ``void gw_convolve...(ptr call)`` for each dtype; `call` points to the fields of `call_block.CALL`.
Images have their channels last. A block of output pixels is as long as its rows (the part of the image that the
window sees there, padding as zeros) fit in the second-level cache; the product of the rows and the filter runs in the
kernel of `gemm`. The pixels are cut into chunks of blocks for several threads, by the sizes alone, and what chunks
share is added up in their order. The first block packs the filter, and the others find it. Unfolding costs a few
hundredths of the product, for each element is used as often as there are output channels, and needs no case for
strides, dilations or edges. Where the window is one pixel and goes over all of them, the images are the rows. Each
group of channels has rows of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from graphwright.ir.emit import Unsupported
from graphwright.runtime.native.epilogue import Flag
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.cancellation import unless_cancelled
from graphwright.runtime.native.kernels.convolution.call_block import CALL, load_fields
from graphwright.runtime.native.kernels.convolution.common import (
    Sizes,
    add_parts,
    add_parts_text,
    clear_text,
    even_number,
    share_of,
)
from graphwright.runtime.native.kernels.convolution.im2col_copy import Columns, PatchRows
from graphwright.runtime.native.kernels.gemm import kernel as gemm
from graphwright.runtime.native.kernels.gemm.blocking import Blocking
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.llvm.storage import ELEMENTS, ElementType
from graphwright.runtime.native.loop_ir.typed import TRUE, IROperand, IRValue
from graphwright.runtime.native.runtime import thread_pool

SYMBOLS: Final = ("gw_convolve", "gw_convolve_into_input", "gw_convolve_into_filter")

#: Pixels of a chunk, at least.
_LEAST_ROWS: Final = 64
# Multiplications that are worth a chunk: some 20 us.
_SLOT_WORK: Final = 1 << 20


def kernel_text(dtype: str, host: jit.Host) -> str:
    """The module of the kernels for a dtype; raises `Unsupported` for those that no product is computed in."""
    if dtype not in ("float32", "float64", "int32"):
        raise Unsupported(f"no native convolution of {dtype}")
    element = ELEMENTS[dtype]
    module = ModuleText(fma=host.fma)
    lanes = host.lanes(element.size)
    module.add(PatchRows(module, element, lanes, folding=False).text())
    module.add(PatchRows(module, element, lanes, folding=True).text())
    module.add(Columns(module, element, lanes).text())
    module.add(clear_text(module, element, lanes))
    module.add(add_parts_text(module, element, lanes))
    rows = Blocking.of(element, host).rows
    module.add(_forward_text(module, element, rows))
    module.add(_into_input_text(module, element))
    module.add(_into_filter_text(module, element, rows))
    return module.text()


class _Part:
    """Writes the function ``(ptr shared, i64 chunk)`` that does the pixels of one chunk, block by block."""

    def __init__(self, module: ModuleText, element: ElementType, name: str) -> None:
        self.module, self.element, self.name = module, element, name
        self.flow = flow = Flow(module)
        # in the entry block: an allocation inside a loop would take room in every round
        self.product = flow.alloca(f"[{len(gemm.CALL)} x i64]", align=16)
        # the fields of its own are where what it calls looks for them
        flow.alloca(f"[{len(CALL)} x i64]", align=16, name="call")
        flow.memcpy(flow.ptr("%call"), flow.ptr("%shared"), 8 * len(CALL))
        self.f = f = load_fields(flow)
        self.sizes = sizes = Sizes(flow, f)
        self.row, self.made = sizes.row, sizes.made
        self._move("rows", flow.i64("%chunk") * (f["block"] * sizes.row))
        self.pointwise = f["pointwise"].ne(0)
        self.unfolds = ~self.pointwise
        self.begin, self.end = share_of(flow, sizes.pixels, f["unit"], f["chunks"])
        # how far the rows of two pixels are apart, and two elements of a row
        self.columns = f["columns"].ne(0)
        self.row_step = self.columns.select(1, self.row)
        self.element_step = self.columns.select(f["block"], 1)

    def _move(self, field: str, by: IRValue) -> None:
        """Let a field point so many elements further."""
        flow = self.flow
        self.f[field] = self.f[field].at(by, self.element.storage)
        flow.ptr("%call").at(CALL.index(field), "i64").store(self.f[field], align=8)

    def own_filter(self) -> None:
        """Write to a filter of its own, one behind the other in `parts`, where there are several chunks."""
        flow = self.flow
        several = self.f["chunks"] > 1
        own = self.f["parts"].at(flow.i64("%chunk") * self.sizes.filter, self.element.storage)
        self.f["filter"] = several.select(own, self.f["filter"])

    @contextmanager
    def blocks(self, least: int = 0) -> Iterator[None]:
        """Rounds over the blocks of pixels and, inside, the groups; `least` counts what is no pixel too."""
        flow, f = self.flow, self.f
        end = self.end.max(least)
        every_block = flow.loop(self.begin, end, f["block"])
        with every_block as blocks, flow.loop(0, f["groups"]) as groups, unless_cancelled(flow):
            self.first, self.group = blocks.index, groups.index
            self.count = (self.end - self.first).min(f["block"])
            yield

    def unfold(self) -> IRValue:
        """The rows of the block."""
        flow = self.flow
        with flow.when(self.unfolds & self.columns):
            self._call("gw_unfold_columns")
        with flow.when(self.unfolds & ~self.columns):
            self._call("gw_unfold")
        return self.rows("x")

    def fold(self) -> None:
        """Add the rows of the block where they come from."""
        with self.flow.when(self.unfolds):
            self._call("gw_fold")

    def rows(self, images: str) -> IRValue:
        """Where the rows of the block are."""
        f = self.f
        itself = f[images].at(self.first * f["channels"], self.element.storage)
        return self.pointwise.select(itself, f["rows"])

    def of_group(self, field: str, row: IROperand = 0) -> IRValue:
        """A row of what has the out channels last, from the first channel of the group."""
        offset = row * self.f["out_channels"] + self.group * self.made
        return self.f[field].at(offset, self.element.storage)

    def multiply(self, **fields: str) -> None:
        """A product by the shared kernel."""
        flow, symbol = self.flow, gemm.symbol(self.element.name)
        self.module.declare(f"declare void @{symbol}(ptr)")
        for at, name in enumerate(gemm.CALL):
            kind = "ptr" if name in gemm.POINTERS else "i64"
            value = fields.get(name, "null" if kind == "ptr" else flow.i64(0))
            self.product.at(at, "i64").store(value, kind, align=8)
        flow.call("void", f"@{symbol}", self.product)

    def text(self) -> str:
        """The function."""
        self.flow.ret()
        return self.flow.function(
            f"define internal void @{self.name}_part(ptr %shared, i64 %chunk) noinline optnone nounwind"
        )

    def _call(self, name: str) -> None:
        self.flow.call("void", f"@{name}", self.flow.ptr("%call"), self.first, self.count, self.group)


def _whole(module: ModuleText, name: str, rows: int, *, into_filter: bool = False) -> Flow:
    """The function of a kernel, up to the end of the work of its part, which is cut into chunks.

    A tile has so many `rows`, which go together; 0: whole images do. Where the cuts are depends on the sizes alone, and
    so do the results.
    """
    flow = Flow(module)
    f = load_fields(flow)
    sizes = Sizes(flow, f)
    unit: str | int = rows or sizes.image.max(1)
    least = _LEAST_ROWS if rows else unit
    worth, fit = sizes.work // _SLOT_WORK, sizes.pixels // least
    chunks = even_number(worth.min(fit).min(f["slots"]))
    for field, value in (("unit", unit), ("chunks", chunks)):
        flow.ptr("%call").at(CALL.index(field), "i64").store(value, align=8)
    one = chunks.eq(1)
    module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
    part = f"@{name}_part"
    flow.first_of(
        (one, lambda: flow.call("void", part, flow.ptr("%call"), 0)),
        (TRUE, lambda: flow.call("void", f"@{thread_pool.SPLIT}", part, flow.ptr("%call"), chunks)),
    )
    if into_filter:
        add_parts(flow, f, sizes, chunks)
    return flow


def _end(flow: Flow, element: ElementType, name: str) -> str:
    flow.ret()
    return flow.function(f"define void @{name}_{element.name}(ptr %call) noinline optnone nounwind")


def _forward_text(module: ModuleText, element: ElementType, rows: int) -> str:
    d = _Part(module, element, SYMBOLS[0])
    f = d.f
    with d.blocks():
        d.multiply(
            a=d.unfold(), b=d.of_group("filter"), c=d.of_group("y", d.first), m=d.count, n=d.made, k=d.row,
            a_row=d.row_step, a_col=d.element_step, b_row=f["out_channels"], b_col="1", c_row=f["out_channels"],
            bias=d.of_group("bias"), packed=f["packed"], residual=f["residual"], flags=f["flags"],
            epilogue=f["epilogue"],
        )  # fmt: skip
    whole = _whole(module, SYMBOLS[0], rows)
    return "\n".join([d.text(), _end(whole, element, SYMBOLS[0])])


def _into_input_text(module: ModuleText, element: ElementType) -> str:
    """Rows of the gradient by the filter transposed, added where the rows come from."""
    d = _Part(module, element, SYMBOLS[1])
    flow, f = d.flow, d.f
    with flow.when(d.unfolds):
        image = f["depth"] * f["height"] * (f["width"] * f["channels"])
        first = d.begin // d.sizes.image * image
        last = d.end // d.sizes.image * image
        target = f["to"].at(first, element.storage)
        flow.call("void", "@gw_clear", target, last - first)
    with d.blocks():
        d.multiply(
            a=d.of_group("y", d.first), b=d.of_group("filter"), c=d.rows("to"), m=d.count, n=d.row, k=d.made,
            a_row=f["out_channels"], a_col=flow.i64(1), b_row=flow.i64(1), b_col=f["out_channels"], c_row=d.row,
            packed=f["packed"],
        )  # fmt: skip
        d.fold()
    whole = _whole(module, SYMBOLS[1], 0)
    return "\n".join([d.text(), _end(whole, element, SYMBOLS[1])])


def _into_filter_text(module: ModuleText, element: ElementType, rows: int) -> str:
    """Rows transposed by the gradient, added up over the blocks and the chunks; without pixels it is zero."""
    d = _Part(module, element, SYMBOLS[2])
    flow, f = d.flow, d.f
    d.own_filter()
    with d.blocks(least=1):
        again = d.first > d.begin
        d.multiply(
            a=d.unfold(), b=d.of_group("y", d.first), c=d.of_group("filter"), m=d.row, n=d.made, k=d.count,
            a_row=d.element_step, a_col=d.row_step, b_row=f["out_channels"], b_col=flow.i64(1),
            c_row=f["out_channels"],
            flags=again.select(Flag.ACCUMULATE, 0),
        )  # fmt: skip
    whole = _whole(module, SYMBOLS[2], rows, into_filter=True)
    return "\n".join([d.text(), _end(whole, element, SYMBOLS[2])])
