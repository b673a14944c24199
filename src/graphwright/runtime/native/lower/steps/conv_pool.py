"""Windows that slide over images: calls of the shared kernels of convolution and pooling."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import TYPE_CHECKING, Final

from graphwright.base.config import uses
from graphwright.base.frozen import frozen, replace
from graphwright.ir.lowering import Sliding, Window
from graphwright.runtime.native.fusion.relu_pool_fusion import PoolGradient
from graphwright.runtime.native.fusion.steps import Step
from graphwright.runtime.native.fusion.symbolic_sizes import ONE, Size, product, size_of, times
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution import depthwise as depthwise_kernels
from graphwright.runtime.native.kernels.convolution import (
    depthwise_filter,
    depthwise_tiles,
    direct_tables,
    im2col_copy,
    indirect,
    indirect_filter,
    indirect_table,
    small_pools,
    tail_columns,
)
from graphwright.runtime.native.kernels.convolution import direct as direct_kernels
from graphwright.runtime.native.kernels.convolution import im2col as convolution_kernels
from graphwright.runtime.native.kernels.convolution.call_block import CALL, POINTERS
from graphwright.runtime.native.kernels.gemm import packed_weights as kept_panels
from graphwright.runtime.native.kernels.gemm.blocking import Blocking
from graphwright.runtime.native.llvm.storage import ELEMENTS, ElementType
from graphwright.runtime.native.lower.frame.values import Array, Buffer
from graphwright.runtime.native.lower.steps import packed_weights
from graphwright.runtime.native.lower.steps.epilogue_fields import epilogue

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


_WHOLE: Final = 1 << 40  # more pixels than there are
_LARGE_FILTER: Final = 384 << 10  # bytes of a filter that is read from where it lies
_MOST_COPIED: Final = 2 << 20  # bytes of a block's copy
_FEW_RESULTS: Final = 4  # results of a group of channels that leave most lanes of a vector empty


@frozen
class _Form:
    """A kernel: its module, its function, the fields its inputs (None: not looked at) and its output go to."""

    module: str
    function: str
    inputs: tuple[str | None, ...]
    output: str


_FORMS: Final[Mapping[str, _Form]] = {
    "convolution": _Form("convolution", "gw_convolve", ("x", "filter"), "y"),
    "convolution into input": _Form("convolution", "gw_convolve_into_input", (None, "filter", "y"), "to"),
    "convolution into filter": _Form("convolution", "gw_convolve_into_filter", ("x", None, "y"), "filter"),
    "indirect convolution": _Form("indirect", "gw_convolve_indirect", ("x", "filter"), "y"),
    "indirect convolution into input": _Form("indirect", "gw_convolve_indirect_into_input", (None, "filter", "x"), "y"),
    "indirect convolution into filter": _Form(
        "indirect filter", "gw_convolve_indirect_into_filter", ("x", None, "y"), "filter"
    ),
    "direct convolution": _Form("direct", "gw_convolve_direct", ("x", "filter"), "y"),
    # with the window rotated by half a turn
    "direct convolution into input": _Form("direct", "gw_convolve_direct", (None, "filter", "x"), "y"),
    "direct convolution into filter": _Form("direct", "gw_convolve_direct_into_filter", ("x", None, "y"), "filter"),
    "depthwise": _Form("depthwise", "gw_depthwise", ("x", "filter"), "y"),
    "depthwise tiles": _Form("depthwise tiles", "", ("x", "filter"), "y"),  # a function for each width of the window
    "depthwise tiles into filter": _Form("depthwise filter", "", ("x", None, "y"), "filter"),
    # with the window rotated by half a turn
    "depthwise tiles into input": _Form("depthwise tiles", "", (None, "filter", "x"), "y"),
    "depthwise into input": _Form("depthwise", "gw_depthwise_into_input", (None, "filter", "y"), "to"),
    "depthwise into filter": _Form("depthwise", "gw_depthwise_into_filter", ("x", None, "y"), "filter"),
    "max": _Form("max_pool", "gw_max_pool", ("x",), "y"),
    "max into input": _Form("max_pool", "gw_max_pool_into_input", ("x", None, "y"), "to"),
    "average": _Form("pooling", "gw_average_pool", ("x",), "y"),
    "average into input": _Form("pooling", "gw_average_pool_into_input", (None, "y"), "to"),
}


def write_sliding(code: Code, step: Step) -> None:
    """One call of a kernel; its inputs are made contiguous, the channels last."""
    op, rule = step.op, step.rule
    assert isinstance(rule, Sliding)
    window = rule.window(op)
    assert window is not None
    element = ELEMENTS[step.outputs[0].type.dtype.name]
    kernel = _tiled_gradient(rule.kernel, window, element) or _kernel(rule.kernel, window, element)
    form = _FORMS[kernel]
    copies, pointers = [], {}
    for name, value in zip(form.inputs, op.inputs, strict=True):
        if name is None:
            continue
        arguments = code.value(value)
        assert isinstance(arguments, Array)
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
    if kernel == "direct convolution into input":
        rotated = _rotate_filter(code, window, target.dtype, pointers)
        window = _turned(window)
    elif kernel == "depthwise tiles into input":
        copies.append(_reversed_taps(code, window, target.dtype, pointers))
        window = _turned(window)
    with epilogue(code, step, written) as more:
        pointers |= {name: more[name] for name in ("bias", "epilogue")}
        if small_pools.fits(kernel, window):
            code.w.need_kernel("pool", "")
            relu = isinstance(step, PoolGradient)
            symbol = small_pools.small_pool(code.w.module, kernel, target.dtype, window, relu=relu)
        else:
            code.w.need_kernel(form.module, target.dtype)
            symbol = _symbol(code, form, window, target.dtype)
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


def _kernel(kernel: str, window: Window, element: ElementType) -> str:
    """The kernel of a rule, or the form of it that is better.

    The direct form serves windows with few channels, and has tiles of its own for a few last columns.
    """
    host = jit.host()
    if kernel == "depthwise" and depthwise_tiles.chosen(window, element, host):
        return "depthwise tiles"
    into_filter = kernel == "convolution into filter" and not _is_pointwise(window)
    if into_filter and indirect_filter.chosen(window, element, host):
        return "indirect convolution into filter"
    form = _direct_or_not(kernel, window, element)
    if kernel == "convolution" and indirect.chosen(window, element, host):
        return form if form != kernel and tail_columns.run_of(window, element, host) else "indirect convolution"
    if kernel == "convolution into input" and not _is_pointwise(window):
        phase = indirect.phase(window)
        better = form != kernel and tail_columns.run_of(_turned(window), element, host)
        if phase is not None and indirect.chosen(phase, element, host) and not better:
            return "indirect convolution into input"
    return form


def _direct_or_not(kernel: str, window: Window, element: ElementType) -> str:
    """The kernel of a rule, or its direct form where that is better.

    It is not where the filter, or one line of what the window sees, is too large to stay in the cache, nor where
    results fill few lanes. A filter rotated by half a turn lies in one piece where it is used, so it may be larger.
    """
    direct, size = f"direct {kernel}", element.size
    serves = direct in _FORMS and not _is_pointwise(window) and direct_kernels.serves(element, jit.host())
    if not uses("direct_convolution") or not serves:
        return kernel
    into_input, into_filter = kernel.endswith("input"), kernel.endswith("filter")
    result = (window.channels if into_input else window.result_channels) // window.groups
    row = prod(window.window) * window.channels // window.groups
    filter_bytes = row * window.result_channels * size
    _, slots = convolution_kernels.cut(row, window.result_channels, size, into_filter=into_filter)
    large = convolution_kernels.LARGE_FILTER if into_input else _LARGE_FILTER
    stays = filter_bytes <= large and slots > 1
    steps = set(window.strides) == {1} or not into_input
    seen = _turned(window) if into_input else window
    empty = result < _FEW_RESULTS and (into_filter or not tail_columns.run_of(seen, element, jit.host()))
    if empty or not stays or not steps:
        return kernel
    blocks = direct_tables.Blocks.of(seen, size)
    return direct if blocks.copied * size <= _MOST_COPIED else kernel


def _tiled_gradient(kernel: str, window: Window, element: ElementType) -> str | None:
    """The form by tiles of a gradient of a depthwise convolution, if there is one."""
    if kernel == "depthwise into filter":
        serves = depthwise_tiles.chosen(window, element, jit.host())
        return "depthwise tiles into filter" if serves else None
    if kernel == "depthwise into input" and set(window.strides) == {1}:
        serves = depthwise_tiles.chosen(_turned(window), element, jit.host())
        return "depthwise tiles into input" if serves else None
    return None


def _turned(window: Window) -> Window:
    """How the window slides over the results' gradient, for that of the images: the strides are one."""
    axes = zip(window.window, window.dilations, window.before, strict=True)
    deep, down, right = ((size - 1) * apart - before for size, apart, before in axes)
    return replace(
        window, size=window.result, channels=window.result_channels, result=window.size,
        result_channels=window.channels, before=(deep, down, right),
    )  # fmt: skip


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
    code: Code, form: _Form, symbol: str, window: Window, dtype: str, pointers: dict[str, str], more: dict[str, str]
) -> None:
    """Set the fields and call the kernel."""
    w = code.w
    numbers = {**_numbers(window), "batch": w.dim(window.batch), **more}
    rooms = []
    if form.module == "convolution":
        w.need_kernel("gemm", dtype)
        rooms = _make_room(code, form, window, dtype, pointers, numbers)
    elif form.module == "depthwise filter":
        filter_bytes = prod(window.window) * window.channels * ELEMENTS[dtype].size
        rooms = _take_rooms(code, {"parts": depthwise_filter.SLOTS * filter_bytes}, pointers)
    elif form.module == "direct":
        rooms = _make_direct_room(code, form, window, dtype, pointers, numbers)
    elif form.module == "indirect":
        into_input = form.function != "gw_convolve_indirect"
        rooms = _make_indirect_room(code, window, dtype, pointers, numbers, into_input=into_input)
    elif form.module == "indirect filter":
        rooms = _make_indirect_filter_room(code, window, dtype, pointers, numbers)
    fields = _store_fields(code, pointers, numbers)
    # each position and place of the window; a convolution goes through the channels on both sides
    work = product((*window.result, prod(window.window), window.result_channels))
    if form.module in ("convolution", "direct", "indirect", "indirect filter"):
        work = times(work, size_of(window.channels // window.groups))
    code.add_work(times(work, size_of(window.batch)), 1)
    w.call("void", f"@{symbol}", f"ptr {fields}")
    for room in rooms:
        w.scratch.give_back(room)


def _make_room(
    code: Code, form: _Form, window: Window, dtype: str, pointers: dict[str, str], numbers: dict[str, str]
) -> list[Buffer]:
    """Scratch for what a convolution unfolds, and how it is cut into blocks and chunks."""
    size = ELEMENTS[dtype].size
    taken = window.channels // window.groups
    row = prod(window.window) * taken
    into_filter = form.output == "filter"
    block, slots = convolution_kernels.cut(row, window.result_channels, size, into_filter=into_filter)
    wanted, packs = {}, False
    if _is_pointwise(window):
        numbers["pointwise"] = "1"
        block = _WHOLE
    else:
        wanted["rows"] = slots * block * row * size
        few = window.window[2] * taken < im2col_copy.FEW
        numbers["columns"] = str(int(few and form.output != "to"))
        packs = not into_filter and window.groups == 1 and pointers.get("packed", "null") == "null"
    if into_filter and slots > 1:
        wanted["parts"] = slots * row * window.result_channels * size
    if packs:
        inner, columns = (window.result_channels, row) if form.output == "to" else (row, window.result_channels)
        wanted["packed"] = kept_panels.room(inner, columns, Blocking.of(ELEMENTS[dtype], jit.host()).columns, size)
    numbers["block"], numbers["slots"] = str(block), str(slots)
    rooms = _take_rooms(code, wanted, pointers)
    if packs:  # the header: nothing is packed yet, the first block does it for all
        code.w.ptr(pointers["packed"]).store(0)
    return rooms


def _make_direct_room(
    code: Code, form: _Form, window: Window, dtype: str, pointers: dict[str, str], numbers: dict[str, str]
) -> list[Buffer]:
    """Scratch for what a direct convolution copies and for its tables, and how it is cut into blocks and chunks."""
    size = ELEMENTS[dtype].size
    blocks = direct_tables.Blocks.of(window, size)
    row = prod(window.window) * window.channels // window.groups
    into_filter = form.output == "filter"
    _, slots = convolution_kernels.cut(row, window.result_channels, size, into_filter=into_filter)
    entries = row + blocks.pixels + 2 * direct_tables.SLACK
    provided = {
        "slots": slots,
        "sheets": blocks.sheets,
        "lines": blocks.lines,
        "room": blocks.copied,
        "entries": entries,
    }
    numbers.update((name, str(number)) for name, number in provided.items())
    wanted = {"tables": slots * entries * 8}
    if blocks.copied:
        wanted["rows"] = slots * blocks.copied * size
    run = 0 if into_filter else tail_columns.run_of(window, ELEMENTS[dtype], jit.host())
    numbers["run"] = str(run)
    if into_filter:
        wanted["parts"] = slots * row * window.result_channels * size
    elif run:
        wanted["parts"] = tail_columns.room_for(row, run, jit.host().lanes(size)) * size
    return _take_rooms(code, wanted, pointers)


def _make_indirect_room(
    code: Code, window: Window, dtype: str, pointers: dict[str, str], numbers: dict[str, str], *, into_input: bool
) -> list[Buffer]:
    """Scratch for an indirect convolution's tables, zeros and panels, and how its window goes by.

    The images' gradient is one from the results' gradient to the images, by a phase after the other.
    """
    element, host = ELEMENTS[dtype], jit.host()
    phase, panel_rows = window, prod(window.window) * window.channels
    sizes, channels, strides = window.result, window.result_channels, (1, 1, 1)
    if into_input:
        phase, panel_rows = indirect.phase(window) or window, prod(window.window) * window.result_channels
        sizes, channels, strides = window.size, window.channels, window.strides
        exchanged = replace(
            window, size=window.result, channels=window.result_channels, result=sizes, result_channels=channels
        )
        numbers |= _numbers(exchanged)
    passes, block, taps = indirect.Passes.of(phase), indirect.block_of(phase, element, host), prod(phase.window)
    entries = indirect_table.entries(block, taps)
    line = sizes[2] * channels
    steps = (sizes[1] * line, line, channels)  # how far results are apart that are neighbours along each axis
    provided = {"block": block, "entries": entries, "pass_taps": passes.taps, "pass_channels": passes.channels}
    provided |= {"to_image": sizes[0] * steps[0], "panel_rows": panel_rows}
    for name, stride, step in zip(("to_deep", "to_down", "to_right"), strides, steps, strict=True):
        provided[name] = stride * step
    numbers.update((name, str(number)) for name, number in provided.items())
    lanes = host.lanes(element.size)
    wanted = {"tables": indirect.SLOTS * entries * 8, "rows": phase.channels * element.size}
    wanted["parts"] = -(-channels // lanes) * lanes * panel_rows * element.size
    return _take_rooms(code, wanted, pointers)


def _make_indirect_filter_room(
    code: Code, window: Window, dtype: str, pointers: dict[str, str], numbers: dict[str, str]
) -> list[Buffer]:
    """Scratch for the tables, zeros and panels of a filter's gradient, and for the filters of its chunks."""
    element, taps = ELEMENTS[dtype], prod(window.window)
    lanes, slots = jit.host().lanes(element.size), indirect_filter.shares(window, element)
    block, room = indirect_filter.PIECE, indirect_filter.room(window, lanes)
    entries = indirect_table.entries(block, taps)
    provided = {"block": block, "slots": slots, "room": room, "entries": entries}
    numbers.update((name, str(number)) for name, number in provided.items())
    wanted = {"tables": indirect_filter.SLOTS * entries * 8}
    wanted["rows"] = (indirect_filter.zeros(window, lanes) + indirect_filter.SLOTS * room) * element.size
    if slots > 1:
        wanted["parts"] = slots * taps * window.channels * window.result_channels * element.size
    return _take_rooms(code, wanted, pointers)


def _take_rooms(code: Code, wanted: Mapping[str, int], pointers: dict[str, str]) -> list[Buffer]:
    """Scratch of so many bytes for each of the fields."""
    rooms = []
    for name, bytes_ in wanted.items():
        room = code.w.scratch.take(bytes_)
        pointers[name] = code.w.in_scratch(room)
        rooms.append(room)
    return rooms


def _symbol(code: Code, form: _Form, window: Window, dtype: str) -> str:
    """The kernel's name, declared."""
    if form.module in ("depthwise tiles", "depthwise filter"):
        named = depthwise_tiles if form.module == "depthwise tiles" else depthwise_filter
        symbol = f"{named.symbol(window)}_{dtype}"
        code.w.module.declare(f"declare void @{symbol}(ptr)")
        return symbol
    apart = form.module == "depthwise" and window.result_channels > window.channels
    symbol = f"{form.function}{depthwise_kernels.APART if apart else ''}_{dtype}"
    code.w.module.declare(f"declare void @{symbol}(ptr)")
    return symbol


def _is_pointwise(window: Window) -> bool:
    """Whether the rows of the images are those of the product."""
    one = {*window.window, *window.strides, window.groups} == {1}
    return one and window.size == window.result and not any(window.before)


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
