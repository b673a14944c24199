"""Windows that slide over images: calls of the shared kernels of convolution and pooling."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import TYPE_CHECKING

from graphwright.ir.lowering import Sliding, Window
from graphwright.runtime.native.fusion.steps import Native, PoolGradient
from graphwright.runtime.native.fusion.symbolic_sizes import ONE, Size, product, size_of, times
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution.blocking import turned
from graphwright.runtime.native.kernels.convolution.call_block import CALL, POINTERS
from graphwright.runtime.native.kernels.convolution.forms import Form, form_of
from graphwright.runtime.native.kernels.convolution.small_pools import small_pool
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.values import Array, Buffer
from graphwright.runtime.native.lower.steps import packed_weights
from graphwright.runtime.native.lower.steps.epilogue_fields import epilogue_fields, epilogue_of

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


def write_sliding(code: Code, step: Native, rule: Sliding) -> None:
    """One call of a kernel; its inputs are made contiguous, the channels last."""
    op = step.op
    window = rule.window(op)
    assert window is not None
    element = ELEMENTS[step.outputs[0].type.dtype.name]
    form = form_of(rule.kernel, window, element, jit.host())
    copies, pointers = [], {}
    for name, value in zip(form.inputs, op.inputs, strict=True):
        if name is None:
            continue
        arguments = code.array(value)
        seen = _channels_last(arguments, name, window)
        read = code.b.contiguous(seen)
        if read is not seen:
            copies.append(read)
        pointers[name] = read.pointer
        if name == "filter" and form.function == "gw_convolve_indirect":
            pointers["packed"] = packed_weights.filter_panels_for(code, read)
        elif name == "filter" and form.function == "gw_convolve" and window.groups == 1:
            pixels = times(product(window.result), size_of(window.batch))
            pointers["packed"] = packed_weights.matrix_panels_for(code, read, pixels)
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
        window = turned(window)
    with epilogue_fields(code, epilogue_of(step), written) as more:
        pointers |= {name: more[name] for name in ("bias", "epilogue")}
        if form.module == "pool":
            code.w.need_kernel("pool", "")
            relu = isinstance(step, PoolGradient)
            symbol = small_pool(code.w.module, rule.kernel, target.dtype, window, relu=relu)
        else:
            code.w.need_kernel(form.module, target.dtype)
            symbol = form.symbol(window, target.dtype)
            code.w.module.declare(f"declare void @{symbol}(ptr)")
        _call(code, form, symbol, window, target.dtype, pointers, {key: more[key] for key in ("residual", "flags")})
    if rotated is not None:
        code.w.scratch.give_back(rotated)
    for copy in copies:
        code.b.discard(copy.buffer)
    if written is not seen:
        code.b.copy(written, seen)
        code.b.discard(written.buffer)


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
    code: Code, form: Form, symbol: str, window: Window, dtype: str, pointers: dict[str, str], more: dict[str, str]
) -> None:
    """Set the fields and call the kernel, with the scratch that it needs."""
    w = code.w
    kept = pointers.get("packed", "null") != "null"
    blocking = form.blocking(window, ELEMENTS[dtype], jit.host(), kept)
    known = {name: str(number) for name, number in blocking.fields.items()}
    numbers = {**_numbers(blocking.window), "batch": w.dim(window.batch), **more, **known}
    if form.module == "convolution":
        w.need_kernel("gemm", dtype)
    rooms = []
    for name, bytes_ in blocking.scratch.items():
        room = w.scratch.take(bytes_)
        pointers[name] = w.in_scratch(room)
        rooms.append(room)
    if "packed" in blocking.scratch:  # the header: nothing is packed yet, the first block does it for all
        w.ptr(pointers["packed"]).store(0)
    fields = _store_fields(code, pointers, numbers)
    # each position and place of the window; a convolution goes through the channels on both sides
    work = product((*window.result, prod(window.window), window.result_channels))
    if form.kernel.startswith("convolution"):
        work = times(work, size_of(window.channels // window.groups))
    code.add_work(times(work, size_of(window.batch)), 1)
    w.call("void", f"@{symbol}", f"ptr {fields}")
    for room in rooms:
        w.scratch.give_back(room)


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
