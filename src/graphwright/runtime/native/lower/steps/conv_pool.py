"""Lowers sliding windows: calls of the shared kernels of convolution and pooling."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import TYPE_CHECKING

from graphwright.base.config import uses
from graphwright.base.frozen import frozen, replace
from graphwright.base.shape import Symbol
from graphwright.ir.graph import Operation
from graphwright.ir.lowering import OpenWindow, Sliding, Window
from graphwright.runtime.native.fusion.open_sizes import has_open_filter, open_window, stand_in
from graphwright.runtime.native.fusion.steps import Native, PoolGradient
from graphwright.runtime.native.fusion.symbolic_sizes import ONE, Size, product, size_of, times
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution import open_blocking
from graphwright.runtime.native.kernels.convolution.blocking import SlidingBlocking, turned
from graphwright.runtime.native.kernels.convolution.call_block import CALL, POINTERS
from graphwright.runtime.native.kernels.convolution.forms import (
    Form,
    direct_of,
    form_of,
    has_tiles,
    open_form_of,
    open_small_pool,
    sees_no_padding,
)
from graphwright.runtime.native.kernels.convolution.open_blocking import (
    Number,
    Numbers,
    OpenBlocking,
    differs,
    quotient,
)
from graphwright.runtime.native.kernels.convolution.small_pools import small_pool
from graphwright.runtime.native.kernels.gemm.blocking import Blocking
from graphwright.runtime.native.kernels.gemm.packed_weights import HEADER
from graphwright.runtime.native.llvm.storage import ELEMENTS, ElementType
from graphwright.runtime.native.loop_ir.typed import NULL
from graphwright.runtime.native.lower.frame.values import Array, Buffer
from graphwright.runtime.native.lower.nests.open_depthwise import choose_form
from graphwright.runtime.native.lower.nests.open_windows import is_empty, numbers_of
from graphwright.runtime.native.lower.steps import packed_weights
from graphwright.runtime.native.lower.steps.epilogue_fields import epilogue_fields, epilogue_of
from graphwright.runtime.native.schedule import listing

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


@frozen
class _Sliding:
    """How the window of a step slides; with `open` sizes it stands for one that has the `numbers`."""

    window: Window
    open: OpenWindow | None
    numbers: Numbers

    @property
    def has_open_filter(self) -> bool:
        """Whether sizes of the filter or channels are open."""
        return self.open is not None and has_open_filter(self.open)


def _sliding(code: Code, op: Operation, rule: Sliding) -> _Sliding:
    open_ = open_window(op, rule)
    if open_ is not None:
        return _Sliding(stand_in(open_), open_, numbers_of(code, open_))
    window = rule.window(op)
    assert window is not None
    return _Sliding(window, None, {})


def write_sliding(code: Code, step: Native, rule: Sliding) -> None:
    """One call of a kernel; its inputs are made contiguous, the channels last."""
    op = step.op
    element = ELEMENTS[step.outputs[0].type.dtype.name]
    sliding = _sliding(code, op, rule)
    window, open_ = sliding.window, sliding.open
    if open_ is None:
        form = form_of(rule.kernel, window, element, jit.host())
    else:
        form = open_form_of(rule.kernel, window, element, jit.host(), open_filter=sliding.has_open_filter)
    listing.add(op.type, lambda: form.show(window, element, jit.host()))
    pointers, copies = _inputs(code, op, form, sliding)
    target = code.make(step.outputs[0])
    seen = _channels_last(target, form.output, window)
    written = seen if seen.is_contiguous else code.b.allocate(seen.dtype, seen.dims)
    pointers[form.output] = written.pointer
    code.w.regions += 1
    rotated = None
    if form.turns:
        if form.module == "direct":
            rotated = _rotate_filter(code, window, target.dtype, pointers)
        else:
            copies.append(_reversed_taps(code, window, target.dtype, pointers))
        numbers = open_blocking.turned(sliding.numbers) if open_ is not None else sliding.numbers
        sliding = replace(sliding, window=turned(window), numbers=numbers)
    with epilogue_fields(code, epilogue_of(step), written) as more:
        pointers |= {name: more[name] for name in ("bias", "epilogue")}
        found = None
        if form.module == "convolution" and form.output != "to" and sliding.has_open_filter:
            symbol, found = _direct_or_im2col(code, form, sliding, target.dtype)
        elif form.kernel.startswith("depthwise") and open_ is not None and sliding.has_open_filter:
            symbol, numbers, copy = choose_form(code, form, open_, sliding.numbers, pointers, target.dtype)
            sliding, copies = replace(sliding, numbers=numbers), [*copies, *([copy] if copy else [])]
        else:
            symbol = _function(code, step, form, sliding, target.dtype)
        rest = {key: more[key] for key in ("residual", "flags")}
        _call(code, form, symbol, sliding, written, pointers, rest, found)
    if rotated is not None:
        code.w.scratch.give_back(rotated)
    for copy in copies:
        code.b.discard(copy.buffer)
    if written is not seen:
        code.b.copy(written, seen)
        code.b.discard(written.buffer)


def _inputs(code: Code, op: Operation, form: Form, sliding: _Sliding) -> tuple[dict[str, str], list[Array]]:
    """Where the inputs are, made contiguous and their channels the last; and what was copied for that."""
    window, open_ = sliding.window, sliding.open
    copies: list[Array] = []
    pointers: dict[str, str] = {}
    for name, value in zip(form.inputs, op.inputs, strict=True):
        if name is None:
            continue
        arguments = code.array(value)
        seen = _channels_last(arguments, name, window)
        read = code.b.contiguous(seen)
        if read is not seen:
            copies.append(read)
        pointers[name] = read.pointer
        if sliding.has_open_filter:
            continue
        if name == "filter" and form.function == "gw_convolve_indirect":
            pointers["packed"] = packed_weights.filter_panels_for(code, read)
        elif name == "filter" and form.function == "gw_convolve" and window.groups == 1:
            pixels = product((*window.result, window.batch) if open_ is None else open_.results[:-1])
            pointers["packed"] = packed_weights.matrix_panels_for(code, read, pixels)
    return pointers, copies


def _function(code: Code, step: Native, form: Form, sliding: _Sliding, dtype: str) -> str:
    """The kernel's function; of a pool of open sizes the one that is chosen by what its window sees."""
    kernel, window, open_, w = form.kernel, sliding.window, sliding.open, code.w
    relu, small = isinstance(step, PoolGradient), None
    if form.module == "pool" or (open_ is not None and open_small_pool(kernel, open_)):
        w.need_kernel("pool", "")
        open_sizes = {name for name, number in sliding.numbers.items() if not isinstance(number, int)}
        small = f"@{small_pool(w.module, kernel, dtype, window, relu=relu, open=open_sizes)}"
        if form.module == "pool" or (open_ is not None and sees_no_padding(open_)):
            return small
    w.need_kernel(form.module, dtype)
    symbol = f"@{form.symbol(window, dtype)}"
    w.module.declare(f"declare void {symbol}(ptr)")
    if small is None:
        return symbol
    padded = open_blocking.padded(sliding.numbers)
    if isinstance(padded, bool):
        return symbol if padded else small
    return padded.select(w.ptr(symbol), w.ptr(small), "ptr")


def _direct_or_im2col(code: Code, form: Form, sliding: _Sliding, dtype: str) -> tuple[str, OpenBlocking]:
    """The function for an open filter, chosen when the program runs, and what it needs."""
    w, element, host = code.w, ELEMENTS[dtype], jit.host()
    numbers, columns = sliding.numbers, Blocking.of(element, host).columns
    w.need_kernel(form.module, dtype)
    w.module.declare(f"declare void @{form.function}_{dtype}(ptr)")
    unfolds, into_filter = f"@{form.function}_{dtype}", form.output == "filter"
    if not (uses("direct_convolution") and has_tiles(element, host)):
        return unfolds, open_blocking.im2col(numbers, element.size, columns, form.output)
    direct = direct_of(form.kernel)
    found, serves = open_blocking.direct_or_im2col(numbers, element.size, columns, into_filter=into_filter)
    if serves is False:
        return unfolds, open_blocking.im2col(numbers, element.size, columns, form.output)
    w.need_kernel(direct.module, dtype)
    w.module.declare(f"declare void @{direct.function}_{dtype}(ptr)")
    symbol = f"@{direct.function}_{dtype}"
    return (symbol if isinstance(serves, bool) else serves.select(w.ptr(symbol), w.ptr(unfolds), "ptr")), found


def _channels_last(array: Array, field: str, window: Window) -> Array:
    """Images or results seen with their channels last."""
    if field == "filter" or not window.channels_first:
        return array
    order = (0, *range(2, len(array.dims)), 1)
    dims, strides = (tuple(values[axis] for axis in order) for values in (array.dims, array.strides))
    return Array(array.dtype, array.pointer, dims, strides, array.buffer, array.object)


def _rotate_filter(code: Code, window: Window, dtype: str, pointers: dict[str, str]) -> Buffer:
    """Room with the filter rotated by half a turn, which takes its place."""
    w = code.w
    room = w.scratch.take(
        prod(window.window) * window.channels // window.groups * window.result_channels * ELEMENTS[dtype].size
    )
    place = w.in_scratch(room)
    fields = _store_fields(code, {**pointers, "to": place}, _numbers(window))
    w.module.declare(f"declare void @gw_rotate_filter_{dtype}(ptr)")
    w.call("void", f"@gw_rotate_filter_{dtype}", f"ptr {fields}")
    pointers["filter"] = place
    return room


def _reversed_taps(code: Code, window: Window, dtype: str, pointers: dict[str, str]) -> Array:
    """The filter of a depthwise convolution rotated by half a turn, which takes its place."""
    taps, channels = prod(window.window), window.channels
    last = code.w.at(pointers["filter"], (taps - 1) * channels * ELEMENTS[dtype].size)
    result = code.b.allocate(dtype, (taps, channels))
    code.b.copy(Array(dtype, last, (taps, channels), (Size(-channels), ONE)), result)
    pointers["filter"] = result.pointer
    return result


def _store_fields(code: Code, pointers: Mapping[str, str], numbers: Mapping[str, str]) -> str:
    """The block of fields: a copy of the numbers that are known, in which the others and the pointers are put."""
    w = code.w
    fields = w.alloca_once("sliding", f"[{len(CALL)} x i64]", align=16)
    given = {name: pointers.get(name, "null") if name in POINTERS else numbers.get(name, "0") for name in CALL}
    known = [text if text.lstrip("-").isdigit() else "0" for text in given.values()]
    template = w.constant(f"[{len(CALL)} x i64]", "[" + ", ".join([f"i64 {text}" for text in known]) + "]")
    w.module.declare("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
    w.call("void", "@llvm.memcpy.p0.p0.i64", fields, w.ptr(template), w.i64(8 * len(CALL)), "i1 false")
    for at, (name, text) in enumerate(given.items()):
        if text != known[at] and text != "null":
            kind = "ptr" if name in POINTERS else "i64"
            w.at(fields, 8 * at).store(text, kind)
    return fields


def _call(
    code: Code,
    form: Form,
    symbol: str,
    sliding: _Sliding,
    written: Array,
    pointers: dict[str, str],
    more: dict[str, str],
    open_: OpenBlocking | None,
) -> None:
    """Set the fields and call the kernel, with the scratch that it needs."""
    w, element = code.w, ELEMENTS[written.dtype]
    kept = pointers.get("packed", "null") != "null"
    blocking = None if sliding.has_open_filter else form.blocking(sliding.window, element, jit.host(), kept)
    numbers, scratch = dict(more), {}
    if blocking is not None:
        known = {name: str(number) for name, number in blocking.fields.items()}
        numbers |= {**_numbers(blocking.window), "batch": w.dim(blocking.window.batch), **more, **known}
        scratch = dict(blocking.scratch)
    if sliding.open is not None and open_ is None:
        open_ = _open_blocking(form, blocking, sliding.numbers, element)
    if open_ is not None:
        numbers |= {name: str(number) for name, number in {**open_.numbers, **open_.fields}.items()}
        scratch = {name: bytes_ for name, bytes_ in scratch.items() if name not in open_.scratch}
    if form.module == "convolution":
        w.need_kernel("gemm", written.dtype)
    rooms, arrays = [], []
    for name, bytes_ in scratch.items():
        room = w.scratch.take(bytes_)
        pointers[name] = w.in_scratch(room)
        rooms.append(room)
    for name, open_bytes in ({} if open_ is None else open_.scratch).items():
        arrays.append(_open_room(code, open_bytes))
        pointers[name] = arrays[-1].pointer
    if "packed" in scratch:  # the header: nothing is packed yet, the first block does it for all
        w.ptr(pointers["packed"]).store(0)
    elif open_ is not None and "packed" in open_.scratch:
        w.ptr(pointers["packed"]).store(0)
        packs = differs(open_.scratch["packed"], 0)
        pointers["packed"] = w.i1(str(packs).lower()).select(w.ptr(pointers["packed"]), NULL, "ptr")
    fields = _store_fields(code, pointers, numbers)
    code.add_work(_work(form, sliding), 1)
    _run(code, form, sliding, written, symbol, fields)
    for room in rooms:
        w.scratch.give_back(room)
    for array in arrays:
        code.b.discard(array.buffer)


def _work(form: Form, sliding: _Sliding) -> Size:
    """Each position and place of the window; a convolution goes through the channels on both sides."""
    window, open_, convolves = sliding.window, sliding.open, form.kernel.startswith("convolution")
    if open_ is not None:
        taken = open_.filters[:1] if convolves and open_.filters is not None else ()
        return product((*open_.results, *open_.window, *taken))
    work = product((*window.result, prod(window.window), window.result_channels))
    if convolves:
        work = times(work, size_of(window.channels // window.groups))
    return times(work, size_of(window.batch))


def _open_blocking(form: Form, known: SlidingBlocking | None, numbers: Numbers, element: ElementType) -> OpenBlocking:
    """What depends on open sizes."""
    if known is not None:
        return open_blocking.resized(form, known, numbers, element.size)
    if form.module != "convolution":
        return open_blocking.depthwise(form, numbers, element.size)
    return open_blocking.im2col(numbers, element.size, Blocking.of(element, jit.host()).columns, form.output)


def _open_room(code: Code, bytes_: Number) -> Array:
    """Memory of a size that is found at run time; there is room for a header in any case."""
    words = Symbol()
    code.w.bind_symbol(words, code.w.i64(quotient(bytes_ + (HEADER + 7), 8)))
    return code.b.allocate("int64", (words,))


def _run(code: Code, form: Form, sliding: _Sliding, written: Array, symbol: str, fields: str) -> None:
    """Call the kernel; without results, or with nothing that they would come from, there is nothing to call it for."""
    w, back = code.w, form.kernel.endswith(("into input", "into filter"))
    sides = () if sliding.open is None else (True, False) if back else (True,)
    conditions = [is_empty(sliding.numbers, results=results) for results in sides]
    found = [condition for condition in conditions if condition is not None]
    if not found:
        w.call("void", symbol, f"ptr {fields}")
        return
    empty = found[0] | found[1] if len(found) > 1 else found[0]
    if back:
        w.module.declare("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
        bytes_ = w.multiply(w.size(written.size), str(ELEMENTS[written.dtype].size))
        with w.when(empty):
            w.call("void", "@llvm.memset.p0.i64", w.ptr(written.pointer), "i8 0", bytes_, "i1 false")
    with w.when(empty, holds=False):
        w.call("void", symbol, f"ptr {fields}")


def _numbers(window: Window) -> dict[str, str]:
    result: dict[str, int] = {
        "channels": window.channels, "out_channels": window.result_channels, "groups": window.groups,
    }  # fmt: skip
    axes = (
        (("depth", "height", "width"), window.size),
        (("out_depth", "out_height", "out_width"), window.result),
        (("window_depth", "window_height", "window_width"), window.window),
        (("deep", "down", "right"), window.strides),
        (("apart_deep", "apart_down", "apart_right"), window.dilations),
        (("front", "above", "left"), window.before),
    )
    for names, values in axes:
        result.update(zip(names, values, strict=True))
    return {name: str(number) for name, number in result.items()}
