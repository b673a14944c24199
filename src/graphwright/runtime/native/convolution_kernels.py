"""Convolution over images and volumes, forwards and both gradients: pixels unfolded into rows, and matrix products.

Three functions ``void gw_convolve...(ptr call)`` for each dtype; `call` points to the fields of `sliding_call.CALL`.
Images have their channels last. A block of output pixels is as long as its rows (the part of the image that the
window sees there, padding as zeros) fit in the second-level cache; the product of the rows and the filter runs in the
packed kernel of `gemm`, the sums in one fixed order. Unfolding costs a few hundredths of the product, for each
element is used as often as there are output channels, and needs no case for strides, dilations or edges. Where the
window is one pixel and goes over all of them, the images are the rows. Each group of channels has rows of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from graphwright.ir.emit import Unsupported
from graphwright.runtime.native import access, gemm, jit
from graphwright.runtime.native.flow import Flow
from graphwright.runtime.native.irtext import ModuleText
from graphwright.runtime.native.sliding_call import load_fields
from graphwright.runtime.native.storage import ELEMENTS, Element
from graphwright.runtime.native.unfolding import Columns, Rows

SYMBOLS: Final = ("gw_convolve", "gw_convolve_into_input", "gw_convolve_into_filter")

#: Bytes of unfolded rows that go by one product.
BLOCK_BYTES: Final = 1 << 20


def block_rows(row: int, size: int) -> int:
    """How many pixels go together, for rows of `row` elements of `size` bytes."""
    return max(16, min(1024, BLOCK_BYTES // max(row * size, 1) // 16 * 16))


def kernel_text(dtype: str, host: jit.Host) -> str:
    """The module of the kernels for a dtype; raises `Unsupported` for those without vectors of their own."""
    if dtype not in ("float32", "float64"):
        raise Unsupported(f"no native convolution of {dtype}")
    element = ELEMENTS[dtype]
    module = ModuleText(fma=host.fma)
    lanes = host.lanes(element.size)
    module.add(Rows(module, element, lanes, folding=False).text())
    module.add(Rows(module, element, lanes, folding=True).text())
    module.add(Columns(module, element, lanes).text())
    module.add(_clear_text(module, element, lanes))
    for write in (_forward_text, _into_input_text, _into_filter_text):
        module.add(write(module, element))
    return module.text()


def _clear_text(module: ModuleText, element: Element, lanes: int) -> str:
    flow = Flow(module)
    b = flow.builder(lanes, "v")
    with flow.loop(0, "%count", lanes) as along:
        mask = access.tail_mask(b, flow.sub("%count", along.index))
        access.store(b, element, b.const(element.compute, 0), flow.at("%target", along.index, element.storage), mask)
    flow.do("ret void")
    return flow.function("define internal void @gw_clear(ptr %target, i64 %count) noinline nounwind")


class _Blocks:
    """What the three drivers share: the sizes, the loop over blocks and groups, and calls of the product."""

    def __init__(self, module: ModuleText, element: Element) -> None:
        self.module, self.element = module, element
        self.flow = flow = Flow(module)
        # in the entry block: an allocation inside a loop would take room in every round
        self.product = flow.value(f"alloca [{len(gemm.CALL)} x i64], align 16")
        self.f = f = load_fields(flow)
        self.pointwise = flow.compare("ne", f["pointwise"], 0)
        self.unfolds = flow.value(f"xor i1 {self.pointwise}, true")
        taken = flow.value(f"udiv i64 {f['channels']}, {f['groups']}")
        self.made = flow.value(f"udiv i64 {f['out_channels']}, {f['groups']}")
        self.row = taken
        for size in ("window_depth", "window_height", "window_width"):
            self.row = flow.mul(self.row, f[size])
        self.pixels = f["batch"]
        for size in ("out_depth", "out_height", "out_width"):
            self.pixels = flow.mul(self.pixels, f[size])
        # how far the rows of two pixels are apart, and two elements of a row
        self.columns = flow.compare("ne", f["columns"], 0)
        self.row_step = flow.select(self.columns, "i64", 1, self.row)
        self.element_step = flow.select(self.columns, "i64", f["block"], 1)

    @contextmanager
    def blocks(self, least: int = 0) -> Iterator[None]:
        """Rounds over the blocks of pixels and, inside, the groups; `least` counts what is no pixel too."""
        flow, f = self.flow, self.f
        with flow.loop(0, flow.smax(self.pixels, least), f["block"]) as blocks, flow.loop(0, f["groups"]) as groups:
            self.first, self.group = blocks.index, groups.index
            self.count = flow.smin(flow.sub(self.pixels, self.first), f["block"])
            yield

    def unfold(self) -> str:
        """The rows of the block."""
        flow = self.flow
        with flow.when(flow.value(f"and i1 {self.unfolds}, {self.columns}")):
            self._call("gw_unfold_columns")
        with flow.when(flow.value(f"and i1 {self.unfolds}, {flow.value(f'xor i1 {self.columns}, true')}")):
            self._call("gw_unfold")
        return self.rows("x")

    def fold(self) -> None:
        """Add the rows of the block where they come from."""
        with self.flow.when(self.unfolds):
            self._call("gw_fold")

    def rows(self, images: str) -> str:
        """Where the rows of the block are."""
        flow, f = self.flow, self.f
        itself = flow.at(f[images], flow.mul(self.first, f["channels"]), self.element.storage)
        return flow.select(self.pointwise, "ptr", itself, f["rows"])

    def of_group(self, field: str, row: str = "0") -> str:
        """A row of what has the out channels last, from the first channel of the group."""
        flow = self.flow
        offset = flow.add(flow.mul(row, self.f["out_channels"]), flow.mul(self.group, self.made))
        return flow.at(self.f[field], offset, self.element.storage)

    def multiply(self, **fields: str) -> None:
        """A product by the shared kernel."""
        flow, symbol = self.flow, gemm.symbol(self.element.name)
        self.module.declare(f"declare void @{symbol}(ptr)")
        for at, name in enumerate(gemm.CALL):
            kind = "ptr" if name in ("a", "b", "c", "bias") else "i64"
            value = fields.get(name, "null" if kind == "ptr" else "0")
            flow.do(f"store {kind} {value}, ptr {flow.at(self.product, at, 'i64')}, align 8")
        flow.do(f"call void @{symbol}(ptr {self.product})")

    def function(self, name: str) -> str:
        """The text of the driver."""
        self.flow.do("ret void")
        return self.flow.function(f"define void @{name}_{self.element.name}(ptr %call) noinline optnone nounwind")

    def _call(self, name: str) -> None:
        self.flow.do(f"call void @{name}(ptr %call, i64 {self.first}, i64 {self.count}, i64 {self.group})")


def _forward_text(module: ModuleText, element: Element) -> str:
    d = _Blocks(module, element)
    f = d.f
    with d.blocks():
        d.multiply(
            a=d.unfold(), b=d.of_group("filter"), c=d.of_group("y", d.first), m=d.count, n=d.made, k=d.row,
            a_row=d.row_step, a_col=d.element_step, b_row=f["out_channels"], b_col="1", c_row=f["out_channels"],
            bias=d.of_group("bias"), flags=f["flags"],
        )  # fmt: skip
    return d.function(SYMBOLS[0])


def _into_input_text(module: ModuleText, element: Element) -> str:
    """Rows of the gradient by the filter transposed, added where the rows come from."""
    d = _Blocks(module, element)
    flow, f = d.flow, d.f
    with flow.when(d.unfolds):
        count = f["batch"]
        for size in ("depth", "height", "width", "channels"):
            count = flow.mul(count, f[size])
        flow.do(f"call void @gw_clear(ptr {f['to']}, i64 {count})")
    with d.blocks():
        d.multiply(
            a=d.of_group("y", d.first), b=d.of_group("filter"), c=d.rows("to"), m=d.count, n=d.row, k=d.made,
            a_row=f["out_channels"], a_col="1", b_row="1", b_col=f["out_channels"], c_row=d.row,
        )  # fmt: skip
        d.fold()
    return d.function(SYMBOLS[1])


def _into_filter_text(module: ModuleText, element: Element) -> str:
    """Rows transposed by the gradient, added up over the blocks; without pixels it is zero."""
    d = _Blocks(module, element)
    flow, f = d.flow, d.f
    with d.blocks(least=1):
        again = flow.compare("sgt", d.first, 0)
        d.multiply(
            a=d.unfold(), b=d.of_group("y", d.first), c=d.of_group("filter"), m=d.row, n=d.made, k=d.count,
            a_row=d.element_step, a_col=d.row_step, b_row=f["out_channels"], b_col="1", c_row=f["out_channels"],
            flags=flow.select(again, "i64", gemm.ACCUMULATE, 0),
        )  # fmt: skip
    return d.function(SYMBOLS[2])
