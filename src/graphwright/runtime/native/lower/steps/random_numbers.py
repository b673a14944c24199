"""Random numbers drawn by the kernels of `kernels/philox.py`, the same as by the ops' own kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.ir.graph import Operation
from graphwright.ir.lowering import Draw
from graphwright.ops.random._philox import SEED_KEY, reserved_blocks
from graphwright.runtime.native.fusion.random_numbers import drawn_as
from graphwright.runtime.native.fusion.steps import Step
from graphwright.runtime.native.fusion.symbolic_sizes import Size, times
from graphwright.runtime.native.kernels.philox import SYMBOLS
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.values import Array
from graphwright.runtime.native.lower.steps.indexed_rows import as_array, discard

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

_COST = 8  # of a number, in additions


def write_drawn(code: Code, step: Step) -> None:
    """Numbers into new memory."""
    rule = step.rule
    assert isinstance(rule, Draw)
    code.w.regions += 1
    if rule.kind == "seed":
        _write_seed(code, step.op)
        return
    what = drawn_as(step.op, rule)
    key, counter = (code.value(v) for v in step.op.inputs[1:3])
    words = [(key, 0), (counter, 0), (counter, 1)]
    arrays = [as_array(code, bound) for bound, _ in words]
    state = [_word(code, array, at) for array, (_, at) in zip(arrays, words, strict=True)]
    result = code.make(step.op.outputs[0])
    count = result.size
    if rule.kind == "words":
        count = times(count, Size(ELEMENTS[result.dtype].size // 4))
    stride = reserved_blocks(ELEMENTS[result.dtype].size) if rule.kind == "truncated" else 1
    code.add_work(count, 8 * _COST)
    _call(code, what, result.pointer, state, stride, code.w.size(count))
    for (bound, _), array in zip(words, arrays, strict=True):
        discard(code, bound, array)


def _write_seed(code: Code, op: Operation) -> None:
    """The key and half of the counter are the four words of the block that the seed is the counter of."""
    w, e = code.w, code.w.emitter
    bound = code.value(op.inputs[0])
    seed = as_array(code, bound)
    pair = []
    for at in range(2):
        size = ELEMENTS[seed.dtype].size
        loaded = e.load(seed.dtype, w.at(seed.pointer, at * size))
        pair.append(e.text(e.convert(loaded, "int64")))
    block = code.b.allocate("uint32", (4,))
    _call(code, "words", block.pointer, [str(SEED_KEY), *pair], 1, "4")
    key, counter = (code.make(value) for value in op.outputs)
    low, high = (w.let(f"load i64, ptr {w.at(block.pointer, 8 * at)}") for at in range(2))
    for pointer, number in ((key.pointer, low), (counter.pointer, "0"), (w.at(counter.pointer, 8), high)):
        w.line(f"store i64 {number}, ptr {pointer}")
    code.b.discard(block.buffer)
    discard(code, bound, seed)


def _word(code: Code, array: Array, at: int) -> str:
    return code.w.let(f"load i64, ptr {code.w.at(array.pointer, 8 * at)}")


def _call(code: Code, what: str, to: str, state: list[str], stride: int, count: str) -> None:
    w = code.w
    w.need_kernel("random", what)
    function = f"{SYMBOLS[0]}_{what}"
    w.module.declare(f"declare void @{function}(ptr, i64, i64, i64, i64, i64)")
    numbers = [*state, str(stride), count]
    w.call("void", f"@{function}", f"ptr {to}", *(f"i64 {number}" for number in numbers))
    w.require_completed_work()
