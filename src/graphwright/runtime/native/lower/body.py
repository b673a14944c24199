"""The body of a program: a function from the payloads of the inputs to those of the outputs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from graphwright.base import progress
from graphwright.ir.graph import Value
from graphwright.runtime.native.fusion.packed_weights import PackedWeights
from graphwright.runtime.native.fusion.plan import plan_graph
from graphwright.runtime.native.fusion.symbolic_sizes import contiguous
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.loop_ir.function import program_text
from graphwright.runtime.native.loop_ir.nodes import HOLD, Exit, Function, Landing, Region
from graphwright.runtime.native.lower import opt_level
from graphwright.runtime.native.lower.codegen import Code
from graphwright.runtime.native.lower.control import calls
from graphwright.runtime.native.lower.frame import gil
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.lower.frame.region_laps import RegionLaps
from graphwright.runtime.native.lower.frame.values import Array, Scalar
from graphwright.runtime.native.lower.outline import outline
from graphwright.runtime.native.lower.steps import host_callback, packed_weights
from graphwright.runtime.native.lower.steps.buffers import Environment
from graphwright.runtime.native.machine.budgets import STACK_SCRATCH_BYTES
from graphwright.runtime.native.program import BODY
from graphwright.runtime.native.runtime import block_allocator


def write_body(graph: Any, code: Code | None = None) -> Code:
    """The code of a graph: `i32 gw_body(ptr inputs, ptr outputs)`, 0 when it ran, -1 with a Python error set.

    Inputs are borrowed objects, ndarrays being contiguous and of the declared dtype, rank and known sizes. Outputs
    are new references, or are written to the arrays that `outputs` holds (`Embedding.given_results`).

    Args:
      code: what it is written with, where that watches the steps, or is embedded in something else.
    """
    code = code or Code()
    w = code.w
    progress.tell(lambda: f"{w.regions:,} regions")
    _write(code, graph, w.embedding.given_results)
    w.embedding.declare(w)
    top = calls.depth(w) if code.functions else []
    w.module.add(_function_text(w, f"i32 @{BODY}(ptr %inputs, ptr %outputs)", _Scratch(code), top, code.laps))
    while (following := code.functions.next()) is not None:
        _write_function(code, *following)
    return code


def _write_function(outer: Code, graph: Any, name: str) -> None:
    """A function that the bodies of the module call."""
    code = Code(outer)
    _write(code, graph)
    w, body = code.w, f"{name}_body"
    w.module.add(_function_text(w, f"internal i32 @{body}({calls.SIGNATURE})", _OwnScratch(code)))
    w.module.add(calls.guard_text(w, name, body, graph))
    outer.w.regions += w.regions
    outer.w.host_calls += w.host_calls
    outer.w.host_ops += w.host_ops


def _write(code: Code, graph: Any, given: Collection[int] = ()) -> None:
    code.w.is_body = True
    plan = plan_graph(graph)
    code.packed_weights = PackedWeights(plan, graph)
    code.env = env = Environment(plan)
    for i, value in enumerate(plan.inputs):
        _take_input(code, value, i)
    targets = {i: _target(code, plan.outputs[i], i) for i in given}
    for i, value in enumerate(plan.outputs):
        if i in targets:
            env.wanted.setdefault(value, targets[i])
        else:
            env.results.add(value)
    code.run(plan)
    for i, value in enumerate(plan.outputs):
        if i in targets:
            _write_output(code, value, targets[i])
        else:
            _give_output(code, value, i)


def _target(code: Code, value: Value, index: int) -> Array:
    """The caller's memory for an output whose sizes follow from those of the inputs."""
    dims = value.type.dims or ()
    array = code.w.at("%outputs", 8 * index).load("ptr")
    return Array(value.type.dtype.name, code.b.data(array), dims, contiguous(dims))


def _write_output(code: Code, value: Value, target: Array) -> None:
    bound = code.value(value)
    if isinstance(bound, Scalar):
        code.w.emitter.store(bound.operand, target.pointer)
    elif isinstance(bound, Array) and bound.pointer != target.pointer:
        code.b.copy(bound, target)


def _take_input(code: Code, value: Value, index: int) -> None:
    w = code.w
    pointer = w.at("%inputs", 8 * index).load("ptr")
    mismatch = _input_mismatch(code, value, index)
    bound = code.b.from_object(pointer, value.type, None, mismatch)
    code.bind(value, bound)
    packed_weights.write_constant(code, value)


def _input_mismatch(code: Code, value: Value, index: int) -> Any:
    text = (
        f"Input {index} ('{value.op.name}') does not have the shape {value.type!r}: dimensions that must be equal "
        "are not."
    )
    site = host_callback.failing_site(value.op, text)
    return lambda: host_callback.fail_at(code, site)


def _give_output(code: Code, value: Value, index: int) -> None:
    w, b = code.w, code.b
    b.op = value.op
    pointer, buffer = b.as_object(code.value(value), value.type.dtype.name)
    b.incref(pointer)
    w.at("%outputs", 8 * index).store(pointer, "ptr")
    b.discard(buffer)


def _function_text(
    w: Writer, head: str, scratch: _Scratch, top: Sequence[str] | None = None, laps: RegionLaps | None = None
) -> str:
    """The text of a function; `top` is of the program's own, which no other calls, and so are `laps`."""
    slots = max(1, w.slots.count)
    begun = scratch.start()
    is_long = top is not None and opt_level.is_long(w.lines)
    outline(w.module, w.lines, is_long)
    is_glue = top is not None and (is_long or opt_level.is_shared(w.lines)) and opt_level.is_glue(w.lines)
    body = [
        *(top or ()),
        f"  %table = {w.embedding.table}",
        f"  %frame = alloca [{slots} x ptr], align 16",
        f"  store [{slots} x ptr] zeroinitializer, ptr %frame" if slots <= 16 else _clear_frame(w, slots),
        f"  %arguments = alloca [{w.most_arguments} x i64], align 16",
        *(() if laps is None else laps.begin()),
        *gil.start(w),
        *begun,
        *w.head,
        *w.lines,
    ]
    landings = [Landing("fail", after=Function.LEAVE, result="-1")]
    if w.may_lack_memory:
        landings.insert(0, _lost(w))
    ended = () if laps is None else laps.end()
    leave: Region = [HOLD, *scratch.end(), *_release_frame(w), *ended, "  ret i32 %status"]
    function = Function(
        f"define {head} {opt_level.ATTRIBUTES if is_glue else ''}",
        body, landings, leave, result=("%status", "i32", "0"), entry="start",
    )  # fmt: skip
    return program_text(function, offset=w.scratch.offset, disguised=not is_glue, holds=w.lets_go)


def _lost(w: Writer) -> Landing:
    """What is done where there is no memory: an error is set, and explained by the site that each exit names."""
    items = [
        "  %lost.slot = getelementptr ptr, ptr %table, i64 %lost.which",
        "  %lost.site = load ptr, ptr %lost.slot",
        f"  call void {w.support('gw_explain')}(ptr %lost.site)",
    ]
    return Landing("lost", items, after="fail", value=("%lost.which", "i64"))


def _clear_frame(w: Writer, slots: int) -> str:
    w.module.declare("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
    return f"  call void @llvm.memset.p0.i64(ptr %frame, i8 0, i64 {8 * slots}, i1 false)"


def _release_frame(w: Writer) -> list[str]:
    if not w.slots.count:
        return []
    return [f"  call void {w.support('gw_release')}(ptr %frame, i64 {w.slots.count})"]


class _Scratch:
    """The scratch block of a program's body: on the stack, or kept for the next call, or of the store of large blocks.

    A call inside a call has made its own, of which one is kept.
    """

    on_stack = STACK_SCRATCH_BYTES

    def __init__(self, code: Code) -> None:
        self.w, self._largest = code.w, code.b.largest_temporary[1]

    def start(self) -> Region:
        """What makes `%scratch`; the body begins behind it."""
        size = self.w.scratch.size
        if size <= self.on_stack:
            return [f"  %scratch = alloca [{size} x i8], align 64"]
        return [
            *(self.take() if size < block_allocator.LARGE_BLOCK else self.take_large()),
            "  %no_scratch = icmp eq ptr %scratch, null",
            self._leave_without(),
        ]

    def _leave_without(self) -> Exit:
        """Leave where there is no memory."""
        if self._largest is None:
            return Exit("%no_scratch", "fail", "enter")
        site = host_callback.lost_site(self._largest, self.w.scratch.size)
        self.w.may_lack_memory = True
        return Exit("%no_scratch", "lost", "enter", str(self.w.table.site(site)))

    def end(self) -> list[str]:
        """Text that gives it back."""
        size = self.w.scratch.size
        if size <= self.on_stack:
            return []
        if size < block_allocator.LARGE_BLOCK:
            return self.leave()
        return [f"  call void @{block_allocator.GIVE}(ptr %scratch, i64 {size})"]

    def take_large(self) -> list[str]:
        """Text that makes a large `%scratch`, as `take` does."""
        _large_helper(self.w)
        return [f"  %scratch = call ptr @gw_take_large_scratch(i64 {self.w.scratch.size})"]

    def take(self) -> list[str]:
        """Text that makes `%scratch`, null with an error set where there is no memory."""
        take = self.w.support("gw_take_scratch")
        return [*self._place(), f"  %scratch = call ptr {take}(ptr %kept_scratch, i64 {self.w.scratch.size})"]

    def leave(self) -> list[str]:
        """Text that gives `%scratch` back."""
        return [f"  call void {self.w.support('gw_leave_scratch')}(ptr %kept_scratch, ptr %scratch)"]

    def _place(self) -> list[str]:
        return [f"  %kept_scratch = getelementptr ptr, ptr %table, i64 {self.w.table.scratch()}"]


class _OwnScratch(_Scratch):
    """The scratch block of a function that calls itself: each level has its own, and little of it on the stack."""

    on_stack = 1024

    def take(self) -> list[str]:
        make = self.w.support("gw_make_scratch")
        return [f"  %scratch = call ptr {make}(i64 {self.w.scratch.size})"]

    def leave(self) -> list[str]:
        return [f"  call void {self.w.c_function('free', 'void', 'ptr')}(ptr %scratch)"]


def _large_helper(w: Writer) -> None:
    w.need_blocks()
    error = w.c_function("PyErr_NoMemory", "ptr")
    w.module.helper("gw_take_large_scratch", lambda: _take_large_text(w.module, error))


def _take_large_text(module: ModuleText, error: str) -> str:
    """`ptr gw_take_large_scratch(i64 size)`: a block of the store, null with an error set where there is no memory."""
    flow = Flow(module)
    block = flow.call("ptr", f"@{block_allocator.TAKE}", flow.i64("%size"))
    with flow.when(block.is_null()):
        flow.call("ptr", error)
    flow.ret(block)
    return flow.function("define internal ptr @gw_take_large_scratch(i64 %size) noinline optnone")
