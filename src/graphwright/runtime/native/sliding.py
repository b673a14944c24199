"""Windows that slide over images: calls of the shared kernels of convolution and pooling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Final

from graphwright.ir.lowering import Sliding, Window
from graphwright.runtime.native import convolution_kernels, depthwise_kernels, unfolding
from graphwright.runtime.native.plan import Step
from graphwright.runtime.native.sizes import product, size_of, times
from graphwright.runtime.native.sliding_call import CALL, POINTERS
from graphwright.runtime.native.storage import ELEMENTS
from graphwright.runtime.native.values import Array

if TYPE_CHECKING:
    from graphwright.runtime.native.codegen import Code


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
    target = code.make(op.outputs[0])
    seen = _channels_last(target, form.output, window)
    written = seen if seen.is_contiguous else code.b.allocate(seen.dtype, seen.dims)
    pointers[form.output] = written.pointer
    code.w.regions += 1
    _call(code, form, window, target.dtype, pointers)
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


def _call(code: Code, form: _Form, window: Window, dtype: str, pointers: dict[str, str]) -> None:
    """Set the fields and call the kernel."""
    w = code.w
    w.kernels.add((form.module, dtype))
    numbers = {**_numbers(window), "batch": w.dim(window.batch)}
    rows = None
    if form.module == "convolution":
        w.kernels.add(("gemm", dtype))
        row, size = prod(window.window) * (window.channels // window.groups), ELEMENTS[dtype].size
        block = convolution_kernels.block_rows(row, size)
        numbers["block"] = str(block)
        if _is_pointwise(window):
            numbers["pointwise"] = "1"
        else:
            rows = w.scratch.take(block * row * size)
            pointers["rows"] = w.in_scratch(rows.offset)
            few = window.window[2] * window.channels // window.groups < unfolding.FEW
            numbers["columns"] = str(int(few and form.output != "to"))
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
    if rows is not None:
        w.scratch.give_back(rows)


def _symbol(code: Code, form: _Form, window: Window, dtype: str) -> str:
    """The kernel's name, declared."""
    apart = form.module == "depthwise" and window.result_channels > window.channels
    symbol = f"{form.function}{depthwise_kernels.APART if apart else ''}_{dtype}"
    code.w.module.declare(f"declare void @{symbol}(ptr)")
    return symbol


def _is_pointwise(window: Window) -> bool:
    """Whether the rows of the images are those of the product."""
    one = set((*window.window, *window.strides, window.groups)) == {1}
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
