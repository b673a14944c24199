"""Windows that slide over images: calls of the shared kernels of convolution and pooling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from graphwright.ir.lowering import Sliding, Window
from graphwright.runtime.native import convolution_kernels, pooling_kernels
from graphwright.runtime.native.plan import Step
from graphwright.runtime.native.sizes import product, size_of, times
from graphwright.runtime.native.storage import ELEMENTS
from graphwright.runtime.native.values import Array

if TYPE_CHECKING:
    from graphwright.runtime.native.codegen import Code

# for each kernel: its module, its function, and which fields the inputs (None: not looked at) and the output go to
_FORMS: Final[Mapping[str, tuple[str, str, tuple[str | None, ...], str]]] = {
    "convolution": ("convolution", "gw_convolve", ("x", "filter"), "y"),
    "convolution into input": ("convolution", "gw_convolve_into_input", (None, "filter", "y"), "x"),
    "convolution into filter": ("convolution", "gw_convolve_into_filter", ("x", None, "y"), "filter"),
    "max": ("pooling", "gw_max_pool", ("x",), "y"),
    "max into input": ("pooling", "gw_max_pool_into_input", ("x", None, "y"), "to"),
    "average": ("pooling", "gw_average_pool", ("x",), "y"),
    "average into input": ("pooling", "gw_average_pool_into_input", (None, "y"), "to"),
}


def write_sliding(code: Code, step: Step) -> None:
    """One call of a kernel; its inputs are made contiguous."""
    op, rule = step.op, step.rule
    assert isinstance(rule, Sliding)
    window = rule.window(op)
    assert window is not None
    module, function, inputs, output = _FORMS[rule.kernel]
    w = code.w
    copies, pointers = [], {}
    for name, value in zip(inputs, op.inputs, strict=True):
        if name is None:
            continue
        given = code.value(value)
        assert isinstance(given, Array)
        read = code.b.contiguous(given)
        if read is not given:
            copies.append(read)
        pointers[name] = read.pointer
    target = code.make(op.outputs[0])
    pointers[output] = target.pointer
    w.regions += 1
    w.kernels.add((module, target.dtype))
    if module == "convolution":
        w.kernels.add(("gemm", target.dtype))
    row = window.window[0] * window.window[1] * window.channels
    size = ELEMENTS[target.dtype].size
    block = convolution_kernels.block_rows(row, size)
    rows = w.scratch.take(block * row * size) if module == "convolution" else None
    if rows is not None:
        pointers["rows"] = w.let(f"getelementptr i8, ptr %scratch, i64 {rows.offset}")
    names = convolution_kernels.CALL if module == "convolution" else pooling_kernels.CALL
    numbers = {**_numbers(window), "batch": w.dim(window.batch), "block": str(block)}
    fields = w.in_head_once(module, f"alloca [{len(names)} x i64], align 16")
    for at, name in enumerate(names):
        if name in pointers:
            w.line(f"store ptr {pointers[name]}, ptr {w.at(fields, 8 * at)}")
        elif name in numbers:
            w.line(f"store i64 {numbers[name]}, ptr {w.at(fields, 8 * at)}")
    symbol = f"{function}_{target.dtype}"
    w.module.declare(f"declare void @{symbol}(ptr)")
    w.call("void", f"@{symbol}", f"ptr {fields}")
    code.add_work(times(product(window.result), times(size_of(row), size_of(window.batch))))
    if rows is not None:
        w.scratch.give_back(rows)
    for copy in copies:
        code.b.discard(copy.buffer)


def _numbers(window: Window) -> dict[str, str]:
    height, width = window.size
    made = {
        "height": height, "width": width, "channels": window.channels,
        "out_height": window.result[0], "out_width": window.result[1], "out_channels": window.result[2],
        "window_height": window.window[0], "window_width": window.window[1],
        "down": window.strides[0], "right": window.strides[1],
        "apart_down": window.dilations[0], "apart_right": window.dilations[1],
        "above": window.before[0], "left": window.before[1],
    }  # fmt: skip
    return {name: str(number) for name, number in made.items()}
