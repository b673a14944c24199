"""Lowers random numbers to the kernels of `kernels/philox.py`, which draw what the ops' own kernels draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphwright.ir.graph import Operation, Value
from graphwright.ir.handles import declared_type
from graphwright.ir.lowering import Draw
from graphwright.ops.random._philox import SEED_KEY, reserved_blocks
from graphwright.runtime.native.fusion.random_numbers import drawn_as
from graphwright.runtime.native.fusion.steps import Native
from graphwright.runtime.native.fusion.symbolic_sizes import Size, times
from graphwright.runtime.native.kernels.philox import SYMBOLS
from graphwright.runtime.native.llvm.emitter import TextOperand
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.values import Array
from graphwright.runtime.native.lower.nests.fused_nest import element_at
from graphwright.runtime.native.lower.steps import host_callback
from graphwright.runtime.native.lower.steps.indexed_rows import as_array, discard

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

_NUMBER_COST = 8  # of a number, in additions


def write_drawn(code: Code, step: Native, rule: Draw) -> None:
    """Numbers into new memory."""
    code.w.regions += 1
    if rule.kind == "seed":
        _write_seed(code, step.op)
        return
    if rule.blocks:
        _write_from_stream(code, step, rule)
        return
    what = drawn_as(step.op, rule)
    key, counter = (code.value(v) for v in step.op.inputs[1:3])
    words = [(key, 0), (counter, 0), (counter, 1)]
    arrays = [as_array(code, bound) for bound, _ in words]
    state = [_word(code, array, at) for array, (_, at) in zip(arrays, words, strict=True)]
    result = _room(code, step.op.outputs[0])
    _draw(code, rule, what, result, state)
    _finish(code, step.op.outputs[0], result)
    for (bound, _), array in zip(words, arrays, strict=True):
        discard(code, bound, array)


def _room(code: Code, value: Value) -> Array:
    """Memory for what is drawn; a single number is in it only until it is drawn."""
    return code.make(value) if value.type.dims else code.b.allocate(value.type.dtype.name, ())


def _finish(code: Code, value: Value, drawn: Array) -> None:
    if not value.type.dims:
        code.bind(value, code.b.load_scalar(drawn.dtype, drawn.pointer))
        code.b.discard(drawn.buffer)


def _draw(code: Code, rule: Draw, what: str, result: Array, state: Sequence[str]) -> None:
    """Numbers for all elements of an array, from a key and the two halves of a counter."""
    count = result.size
    if what == "words":
        count = times(count, Size(ELEMENTS[result.dtype].size // 4))
    stride = reserved_blocks(ELEMENTS[result.dtype].size) if rule.kind == "truncated" else 1
    code.add_work(count, 8 * _NUMBER_COST)
    _call(code, what, result.pointer, state, stride, code.w.size(count))


def _write_from_stream(code: Code, step: Native, rule: Draw) -> None:
    """Numbers from where the op's stream is, which then is behind them."""
    op, w = step.op, code.w
    if not w.embedding.has_streams:
        w.regions -= 1
        host_callback.call_kernel(code, step)
        return
    if rule.kind == "integers":
        _require_range(code, op)
    result = _room(code, op.outputs[0])
    stream = w.from_table(w.table.stream(op))
    state = [w.at(stream, 8 * at).load("i64") for at in range(3)]
    taken = w.multiply(w.size(result.size), str(rule.blocks))
    w.at(stream, 8).store(w.i64(state[1]) + taken)
    _draw(code, rule, drawn_as(op, rule), result, state)
    if rule.kind == "integers":
        _bring_into_range(code, op, result)
    _finish(code, op.outputs[0], result)


def write_skip(code: Code, step: Native) -> None:
    """The state of a generator, a variable, whose counter then is behind what will be drawn."""
    op, w = step.op, code.w
    type_, delta = declared_type(op.inputs[0]), op.inputs[2]
    if not w.embedding.has_streams or type_ is None or type_.dims != (3,) or delta.type.dims != ():
        host_callback.call_kernel(code, step)
        return
    variable, count = code.object(op.inputs[0]), code.scalar(delta)
    result = code.make(op.outputs[0])
    w.module.declare("declare i1 @gw_skip_numbers(ptr, i64, ptr)")
    text = w.emitter.text(count.operand)
    done = w.call("i1", "@gw_skip_numbers", w.ptr(variable.pointer), w.i64(text), w.ptr(result.pointer))
    w.unless(done, lambda: host_callback.fail_at(code, host_callback.lost_site(op)))


def _bounds(code: Code, op: Operation) -> list[TextOperand]:
    bounds = []
    for value in op.inputs[1:3]:
        bound = code.scalar(value)
        bounds.append(bound.operand)
    return bounds


def _require_range(code: Code, op: Operation) -> None:
    e = code.w.emitter
    low, high = _bounds(code, op)
    fail = host_callback.failing_site(op, "Need minval < maxval")
    code.w.unless(e.text(e.compare("lt", low, high)), lambda: host_callback.fail_at(code, fail))


def _bring_into_range(code: Code, op: Operation, result: Array) -> None:
    """Words to integers between the bounds, in unsigned arithmetic, which wraps as `_philox.uniform_int` does."""
    w, e = code.w, code.w.emitter
    dtype = f"u{result.dtype}"
    low, high = (e.bitcast(bound, dtype) for bound in _bounds(code, op))
    width = e.sub(high, low)
    with w.nest():
        loop = w.count_to(w.size(result.size))
        place = element_at(w, dtype, result.pointer, loop.index)
        e.store(e.add(e.floormod(e.load(dtype, place), width), low), place)
        loop.close()


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
    low, high = (w.at(block.pointer, 8 * at).load("i64") for at in range(2))
    for pointer, number in ((key.pointer, low), (counter.pointer, "0"), (w.at(counter.pointer, 8), high)):
        w.ptr(pointer).store(number)
    code.b.discard(block.buffer)
    discard(code, bound, seed)


def _word(code: Code, array: Array, at: int) -> str:
    return code.w.at(array.pointer, 8 * at).load("i64")


def _call(code: Code, what: str, to: str, state: Sequence[str], stride: int, count: str) -> None:
    w = code.w
    w.need_kernel("random", what)
    function = f"{SYMBOLS[0]}_{what}"
    w.module.declare(f"declare void @{function}(ptr, i64, i64, i64, i64, i64)")
    numbers = [*state, str(stride), count]
    w.call("void", f"@{function}", f"ptr {to}", *(f"i64 {number}" for number in numbers))
    w.require_completed_work()
