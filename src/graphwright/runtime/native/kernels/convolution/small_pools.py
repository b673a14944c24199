"""Pools with small windows and no padding, generated for their sizes as part of the program.

A window's elements are all in registers, a vector of channels each. Gradients are those of windows that do not overlap,
so that an element is written once; with `relu` the gradient of a ReLU whose results were pooled is taken too. Other
pools go by the shared kernels (`max_pool`, `average_pool`), which compute the same. Sizes that are open are read from
the call.
"""

from __future__ import annotations

from collections.abc import Collection
from math import prod
from typing import Final

from graphwright.ir.lowering import Window
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution.call_block import CALL, POINTERS
from graphwright.runtime.native.kernels.convolution.max_pool import is_greater, lowest
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.loop_ir.typed import TRUE, IRValue
from graphwright.runtime.native.runtime import thread_pool

# Elements that windows are held against from which on threads share the work: some 50 us.
_MIN_PARALLEL_WORK: Final = 1 << 19


#: The sizes that text is written for, where they are known.
_SIZES: Final = ("height", "width", "channels", "out_height", "out_width")


def small_pool(
    module: ModuleText, kernel: str, dtype: str, window: Window, *, relu: bool = False, open: Collection[str] = ()
) -> str:
    """Makes sure of ``void f(ptr call)`` in `module`, and returns its name; `call` is that of the shared kernel.

    `open` are the names of the sizes for which those of the window only stand.
    """
    known = dict(zip(_SIZES, (*window.size[1:], window.channels, *window.result[1:]), strict=True))
    sizes = {name: None if name in open else size for name, size in known.items()}
    texts = ["n" if size is None else str(size) for size in sizes.values()]
    texts += [str(number) for number in (*window.window[1:], *window.strides[1:])]
    name = f"gw_{kernel.replace(' ', '_')}{'_relu' * relu}_{dtype}_{'_'.join(texts)}"
    return module.helper(name, lambda: _Writer(module, kernel, dtype, window, relu, sizes).text(name))


class _Writer:
    def __init__(
        self, module: ModuleText, kernel: str, dtype: str, window: Window, relu: bool, sizes: dict[str, int | None]
    ) -> None:
        self.module, self.element, self.window, self.sizes = module, ELEMENTS[dtype], window, sizes
        self.back, self.is_max, self.relu = kernel.endswith("input"), kernel.startswith("max"), relu
        self.flow = flow = Flow(module)
        self.b = flow.builder(jit.host().lanes(self.element.size), "v")

    def _read_sizes(self) -> None:
        """The sizes, and what follows from them, in front of all loops."""
        self.height, self.width, self.channels, self.rows, self.columns = self._loaded(self.flow)
        self.line = self.width * self.channels
        self.image = self.height * self.line
        self.results = self.columns * self.channels
        down, right = self.window.window[1:]
        self.offsets = [y * self.line + x * self.channels for y in range(down) for x in range(right)]

    def _loaded(self, flow: Flow) -> list[int | IRValue]:
        return [_field(flow, name) if size is None else size for name, size in self.sizes.items()]

    def text(self, name: str) -> str:
        """The function, and that of one image."""
        flow, module = Flow(self.module), self.module
        _, _, channels, rows, columns = self._loaded(flow)
        image = rows * columns * channels * prod(self.window.window)
        over = module.helper("gw_over_images", lambda: _over_images_text(module))
        flow.call("void", f"@{over}", f"ptr @{name}_image", flow.ptr("%call"), image)
        flow.ret()
        whole = flow.function(f"define internal void @{name}(ptr %call) noinline optnone nounwind")
        return "\n".join([self._image_text(f"{name}_image"), whole])

    def _image_text(self, name: str) -> str:
        flow, ty = self.flow, self.element.storage
        self._read_sizes()
        _, down, right = self.window.strides
        images = flow.i64("%image") * self.image
        x, to = (_field(flow, field).at(images, ty) for field in ("x", "to"))
        y = _field(flow, "y").at(flow.i64("%image") * (self.rows * self.results), ty)
        if self.back:
            self._clear_gaps(to)
        with flow.loop(0, self.rows) as lines:
            start, result = lines.index * (down * self.line), lines.index * self.results
            with flow.loop(0, self.columns, carried=[("i64", start), ("i64", result)]) as across:
                place, result = across.carried
                with flow.loop(0, self.channels, self.b.width) as along:
                    self.mask = self._tail_mask(self.channels - along.index)
                    at, created = place + along.index, result + along.index
                    self._position(x.at(at, ty), y.at(created, ty), to.at(at, ty))
                across.next_values = [place + (right * self.channels), result + self.channels]
        flow.ret()
        return flow.function(f"define internal void @{name}(ptr %call, i64 %image) noinline nounwind")

    def _tail_mask(self, left: IRValue) -> str | None:
        """The lanes that there are channels for; None where vectors are whole."""
        whole = isinstance(self.channels, int) and self.channels % self.b.width == 0
        return None if whole else memory_access.tail_mask(self.b, left)

    def _clear_gaps(self, to: IRValue) -> None:
        """Zeros for an image with elements that no window sees."""
        sizes, results = (self.height, self.width), (self.rows, self.columns)
        gaps = [result * taps < size for result, taps, size in zip(results, self.window.window[1:], sizes, strict=True)]
        if True in gaps:
            self._clear(to)
            return
        open_ = [gap for gap in gaps if isinstance(gap, IRValue)]
        if open_:
            with self.flow.when(open_[0] | open_[1] if len(open_) > 1 else open_[0]):
                self._clear(to)

    def _clear(self, to: IRValue) -> None:
        flow, b = self.flow, self.b
        with flow.loop(0, self.image, b.width) as along:
            mask = memory_access.tail_mask(b, self.image - along.index)
            self._store(b.const(self.element.compute, 0), to.at(along.index, self.element.storage), mask)

    def _position(self, x: IRValue, y: IRValue, to: IRValue) -> None:
        """The vectors of one position: `x`, `y` and `to` point to the window's first element and to the result."""
        b, ty = self.b, self.element.compute
        if self.is_max:
            values = [self._load(place) for place in self._taps(x)]
            best, where = self._greatest(values)
            if not self.back:
                self._store(best, y, self.mask)
                return
            grad, zero = self._load(y), b.const(ty, 0)
            if self.relu:
                grad = b.select(is_greater(b, self.element, best, zero), grad, b.mul(grad, zero))
            for tap, place in enumerate(self._taps(to)):
                chosen = b.compare("icmp eq", where, b.const(self._index, tap))
                self._store(b.select(chosen, grad, zero), place, self.mask)
            return
        count = b.const(ty, prod(self.window.window))
        if self.back:
            share = b.div(self._load(y), count)
            for place in self._taps(to):
                self._store(share, place, self.mask)
            return
        total = b.const(ty, 0)
        for place in self._taps(x):
            total = b.add(total, self._load(place))
        self._store(b.div(total, count), y, self.mask)

    @property
    def _index(self) -> str:
        """The type of an element's number in the window: as wide as the elements."""
        return f"i{8 * self.element.size}"

    def _greatest(self, values: list[TypedValue]) -> tuple[TypedValue, TypedValue]:
        """The first element that is greater than all before it, and its number."""
        b = self.b
        best, where = lowest(b, self.element), b.const(self._index, 0)
        for tap, value in enumerate(values):
            better = is_greater(b, self.element, value, best)
            best = b.select(better, value, best)
            if self.back:
                where = b.select(better, b.const(self._index, tap), where)
        return best, where

    def _taps(self, start: IRValue) -> list[IRValue]:
        """Where the elements of the window are."""
        return [start.at(offset, self.element.storage) for offset in self.offsets]

    def _load(self, place: IRValue) -> TypedValue:
        return memory_access.load(self.b, self.element, place, self.mask)

    def _store(self, value: TypedValue, place: IRValue, mask: str | None) -> None:
        memory_access.store(self.b, self.element, value, place, mask)


def _over_images_text(module: ModuleText) -> str:
    """``void gw_over_images(run, call, work)``: ``run(call, i)`` for each image, which is so much work."""
    flow = Flow(module)
    batch = _field(flow, "batch")
    much = batch * flow.i64("%work") >= _MIN_PARALLEL_WORK
    module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")

    def one_by_one() -> None:
        with flow.loop(0, batch) as images:
            flow.call("void", "%run", flow.ptr("%call"), images.index)

    flow.first_of(
        (much, lambda: flow.call("void", f"@{thread_pool.SPLIT}", flow.ptr("%run"), flow.ptr("%call"), batch)),
        (TRUE, one_by_one),
    )
    flow.ret()
    return flow.function(
        "define internal void @gw_over_images(ptr %run, ptr %call, i64 %work) noinline optnone nounwind"
    )


def _field(flow: Flow, name: str) -> IRValue:
    kind = "ptr" if name in POINTERS else "i64"
    return flow.ptr("%call").at(CALL.index(name), "i64").load(kind, align=8)
