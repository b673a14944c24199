"""Windows that slide over images: calls of the shared kernels of convolution and pooling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Final

from graphwright.ir.lowering import Sliding, Window
from graphwright.runtime.native import convolution_kernels, depthwise_kernels, unfolding
from graphwright.runtime.native.products import epilogue
from graphwright.runtime.native.sizes import product, size_of, times
from graphwright.runtime.native.sliding_call import CALL, POINTERS
from graphwright.runtime.native.steps import Step
from graphwright.runtime.native.storage import ELEMENTS
from graphwright.runtime.native.values import Array, Buffer

if TYPE_CHECKING:
    from graphwright.runtime.native.codegen import Code


_WHOLE: Final = 1 << 40  # more pixels than there are


@dataclass(frozen=True, slots=True)
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
    "depthwise": _Form("depthwise", "gw_depthwise", ("x", "filter"), "y"),
    "depthwise into input": _Form("depthwise", "gw_depthwise_into_input", (None, "filter", "y"), "to"),
    "depthwise into filter": _Form("depthwise", "gw_depthwise_into_filter", ("x", None, "y"), "filter"),
    "max": _Form("pooling", "gw_max_pool", ("x",), "y"),
    "max into input": _Form("pooling", "gw_max_pool_into_input", ("x", None, "y"), "to"),
    "average": _Form("pooling", "gw_average_pool", ("x",), "y"),
    "average into input": _Form("pooling", "gw_average_pool_into_input", (None, "y"), "to"),
}


def write_sliding(code: Code, step: Step) -> None:
    """One call of a kernel; its inputs are made contiguous, the channels last."""
    op, rule = step.op, step.rule
    assert isinstance(rule, Sliding)
    window = rule.window(op)
    assert window is not None
    form = _FORMS[rule.kernel]
    copies, pointers = [], {}
    for name, value in zip(form.inputs, op.inputs, strict=True):
        if name is None:
            continue
        given = code.value(value)
        assert isinstance(given, Array)
        seen = _channels_last(given, name, window)
        read = code.b.contiguous(seen)
        if read is not seen:
            copies.append(read)
        pointers[name] = read.pointer
    target = code.make(step.outputs[0])
    seen = _channels_last(target, form.output, window)
    written = seen if seen.is_contiguous else code.b.allocate(seen.dtype, seen.dims)
    pointers[form.output] = written.pointer
    code.w.regions += 1
    with epilogue(code, step) as (pointers["bias"], flags):
        _call(code, form, window, target.dtype, pointers, flags)
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


def _call(code: Code, form: _Form, window: Window, dtype: str, pointers: dict[str, str], flags: str) -> None:
    """Set the fields and call the kernel."""
    w = code.w
    w.kernels.add((form.module, dtype))
    numbers = {**_numbers(window), "batch": w.dim(window.batch), "flags": flags}
    rooms = []
    if form.module == "convolution":
        w.kernels.add(("gemm", dtype))
        rooms = _make_room(code, form, window, dtype, pointers, numbers)
    fields = w.in_head_once("sliding", f"alloca [{len(CALL)} x i64], align 16")
    for at, name in enumerate(CALL):
        if name in POINTERS:
            w.line(f"store ptr {pointers.get(name, 'null')}, ptr {w.at(fields, 8 * at)}")
        else:
            w.line(f"store i64 {numbers.get(name, '0')}, ptr {w.at(fields, 8 * at)}")
    # each position and place of the window; a convolution goes through the channels on both sides
    work = product((*window.result, prod(window.window), window.result_channels))
    if form.module == "convolution":
        work = times(work, size_of(window.channels // window.groups))
    code.add_work(times(work, size_of(window.batch)), 1)
    w.call("void", f"@{_symbol(code, form, window, dtype)}", f"ptr {fields}")
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
    wanted = {}
    if _is_pointwise(window):
        numbers["pointwise"] = "1"
        block = _WHOLE
    else:
        wanted["rows"] = slots * block * row * size
        few = window.window[2] * taken < unfolding.FEW
        numbers["columns"] = str(int(few and form.output != "to"))
    if into_filter and slots > 1:
        wanted["parts"] = slots * row * window.result_channels * size
    numbers["block"], numbers["slots"] = str(block), str(slots)
    rooms = []
    for name, bytes_ in wanted.items():
        room = code.w.scratch.take(bytes_)
        pointers[name] = code.w.in_scratch(room.offset)
        rooms.append(room)
    return rooms


def _symbol(code: Code, form: _Form, window: Window, dtype: str) -> str:
    """The kernel's name, declared."""
    apart = form.module == "depthwise" and window.result_channels > window.channels
    symbol = f"{form.function}{depthwise_kernels.APART if apart else ''}_{dtype}"
    code.w.module.declare(f"declare void @{symbol}(ptr)")
    return symbol


def _is_pointwise(window: Window) -> bool:
    """Whether the rows of the images are those of the product."""
    one = {*window.window, *window.strides, window.groups} == {1}
    return one and window.size == window.result and not any(window.before)


def _numbers(window: Window) -> dict[str, str]:
    made: dict[str, int] = {
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
        made.update(zip(names, values, strict=True))
    return {name: str(number) for name, number in made.items()}
