"""The body of a program: a function from the payloads of the inputs to those of the outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphwright.ir.graph import Value
from graphwright.runtime.native import capi, functions, gil, host
from graphwright.runtime.native.bindings import Environment
from graphwright.runtime.native.codegen import Code
from graphwright.runtime.native.plan import Plan, plan_graph
from graphwright.runtime.native.program import BODY, RUN
from graphwright.runtime.native.writer import SMALL_SCRATCH, Writer


def write_body(graph: Any) -> Code:
    """The code of a graph: `i32 gw_body(ptr inputs, ptr outputs)`, 0 when it ran, -1 with a Python error set.

    Inputs are borrowed objects, ndarrays being contiguous and of the declared dtype, rank and known sizes. Outputs
    are new references.
    """
    code = Code()
    plan = _write(code, graph)
    w = code.w
    w.module.declare("@gw_table = global ptr null")
    top = functions.stack_end(w) if code.functions else []
    w.module.add(_function_text(w, f"i32 @{BODY}(ptr %inputs, ptr %outputs)", _Scratch(w), top))
    while (following := code.functions.next()) is not None:
        _write_function(code, *following)
    w.module.add(_run_text(w, len(plan.outputs)))
    return code


def _write_function(outer: Code, graph: Any, name: str) -> None:
    """A function that the bodies of the module call."""
    code = Code(outer)
    _write(code, graph)
    w, body = code.w, f"{name}_body"
    w.module.add(_function_text(w, f"internal i32 @{body}({functions.SIGNATURE})", _OwnScratch(w)))
    w.module.add(functions.guard_text(w, name, body, graph))
    outer.w.regions += w.regions
    outer.w.host_calls += w.host_calls


def _write(code: Code, graph: Any) -> Plan:
    plan = plan_graph(graph)
    code.env = env = Environment(plan)
    env.results.update(plan.outputs)
    for i, value in enumerate(plan.inputs):
        _take_input(code, value, i)
    code.run(plan)
    for i, value in enumerate(plan.outputs):
        _give_output(code, value, i)
    return plan


def _take_input(code: Code, value: Value, index: int) -> None:
    w = code.w
    pointer = w.let(f"load ptr, ptr {w.at('%inputs', 8 * index)}")
    mismatch = _input_mismatch(code, value, index)
    bound = code.b.from_object(pointer, value.type, None, mismatch)
    code.bind(value, bound)


def _input_mismatch(code: Code, value: Value, index: int) -> Any:
    text = (
        f"Input {index} ('{value.op.name}') does not have the shape {value.type!r}: dimensions that must be equal "
        "are not."
    )
    site = host.failing_site(value.op, text)
    return lambda: host.fail_at(code, site)


def _give_output(code: Code, value: Value, index: int) -> None:
    w, b = code.w, code.b
    pointer, buffer = b.as_object(code.value(value), value.type.dtype.name)
    b.incref(pointer)
    w.line(f"store ptr {pointer}, ptr {w.at('%outputs', 8 * index)}")
    b.discard(buffer)


def _function_text(w: Writer, head: str, scratch: _Scratch, top: Sequence[str] = ()) -> str:
    slots = max(1, w.slots.count)
    return "\n".join(
        [
            f"define {head} {{",
            "start:",
            *top,
            "  %table = load ptr, ptr @gw_table",
            f"  %frame = alloca [{slots} x ptr], align 16",
            f"  store [{slots} x ptr] zeroinitializer, ptr %frame" if slots <= 16 else _clear_frame(w, slots),
            f"  %arguments = alloca [{w.most_arguments} x ptr], align 16",
            *gil.start(w),
            *scratch.start(),
            "enter:",
            *w.head,
            *gil.held(w, w.lines),
            "  br label %leave",
            "fail:",
            "  br label %leave",
            "leave:",
            f"  %status = phi i32 [0, %{w.current}], [-1, %fail]",
            *gil.held(w, [gil.HOLD]),
            *scratch.end(),
            *_release_frame(w),
            "  ret i32 %status",
            *gil.held(w, w.cold),
            "}",
        ]
    )


def _run_text(w: Writer, outputs: int) -> str:
    """`gw_run`: the body as a builtin that takes the payloads as its arguments and gives a tuple of payloads.

    Every program has it: it is compiled the quick way, for its time is that of what it calls.
    """
    make = w.c_function("PyTuple_New", "ptr", "i64")
    return f"""define ptr @{RUN}(ptr %self, ptr %inputs, i64 %count) noinline optnone {{
start:
  %result = call ptr {make}(i64 {outputs})
  %failed = icmp eq ptr %result, null
  br i1 %failed, label %none, label %body
body:
  %items = getelementptr i8, ptr %result, i64 {capi.layout().tuple_items}
  %status = call i32 @{BODY}(ptr %inputs, ptr %items)
  %ran = icmp eq i32 %status, 0
  br i1 %ran, label %done, label %raise
raise:
  call void {w.c_function("Py_DecRef", "void", "ptr")}(ptr %result)
  br label %none
done:
  ret ptr %result
none:
  ret ptr null
}}"""


def _clear_frame(w: Writer, slots: int) -> str:
    w.module.declare("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
    return f"  call void @llvm.memset.p0.i64(ptr %frame, i8 0, i64 {8 * slots}, i1 false)"


def _release_frame(w: Writer) -> list[str]:
    if not w.slots.count:
        return []
    decref = w.c_function("Py_DecRef", "void", "ptr")
    w.module.helper(
        "gw_release",
        lambda: (
            f"""define internal void @gw_release(ptr %frame, i64 %count) noinline {{
start:
  br label %next
next:
  %i = phi i64 [0, %start], [%following, %next]
  %place = getelementptr ptr, ptr %frame, i64 %i
  %object = load ptr, ptr %place
  call void {decref}(ptr %object)
  %following = add i64 %i, 1
  %more = icmp slt i64 %following, %count
  br i1 %more, label %next, label %done
done:
  ret void
}}"""
        ),
    )
    return [f"  call void @gw_release(ptr %frame, i64 {w.slots.count})"]


class _Scratch:
    """The scratch block of a program's body: kept for the next call, where it is not on the stack.

    A call inside a call has made its own, of which one is kept.
    """

    on_stack = SMALL_SCRATCH

    def __init__(self, w: Writer) -> None:
        self.w = w

    def start(self) -> list[str]:
        """Text that makes `%scratch` and goes on to `enter`."""
        size = self.w.scratch.size
        if size <= self.on_stack:
            return [f"  %scratch = alloca [{size} x i8], align 64", "  br label %enter"]
        return [
            *self.take(),
            "  %no_scratch = icmp eq ptr %scratch, null",
            "  br i1 %no_scratch, label %fail, label %enter",
        ]

    def end(self) -> list[str]:
        """Text that gives it back."""
        return [] if self.w.scratch.size <= self.on_stack else self.leave()

    def take(self) -> list[str]:
        """Text that makes `%scratch`, null with an error set where there is no memory."""
        _take_helper(self.w)
        return ["  %scratch = call ptr @gw_take_scratch(ptr %table)"]

    def leave(self) -> list[str]:
        """Text that gives `%scratch` back."""
        _leave_helper(self.w)
        return ["  call void @gw_leave_scratch(ptr %table, ptr %scratch)"]


class _OwnScratch(_Scratch):
    """The scratch block of a function that calls itself: each level has its own, and little of it on the stack."""

    on_stack = 1024

    def take(self) -> list[str]:
        _make_helper(self.w)
        return [f"  %scratch = call ptr @gw_make_scratch(i64 {self.w.scratch.size})"]

    def leave(self) -> list[str]:
        return [f"  call void {self.w.c_function('free', 'void', 'ptr')}(ptr %scratch)"]


def _make_helper(w: Writer) -> None:
    allocate = w.c_function("aligned_alloc", "ptr", "i64", "i64")
    error = w.c_function("PyErr_NoMemory", "ptr")
    w.module.helper(
        "gw_make_scratch",
        lambda: (
            f"""define internal ptr @gw_make_scratch(i64 %size) noinline optnone {{
start:
  %made = call ptr {allocate}(i64 64, i64 %size)
  %failed = icmp eq ptr %made, null
  br i1 %failed, label %report, label %done
report:
  %nothing = call ptr {error}()
  br label %done
done:
  ret ptr %made
}}"""
        ),
    )


def _take_helper(w: Writer) -> None:
    size = w.scratch.size
    place = w.table.scratch()
    _make_helper(w)
    w.module.helper(
        "gw_take_scratch",
        lambda: (
            f"""define internal ptr @gw_take_scratch(ptr %table) noinline {{
start:
  %place = getelementptr ptr, ptr %table, i64 {place}
  %kept = atomicrmw xchg ptr %place, ptr null acq_rel
  %none = icmp eq ptr %kept, null
  br i1 %none, label %make, label %done
make:
  %made = call ptr @gw_make_scratch(i64 {size})
  br label %done
done:
  %block = phi ptr [%kept, %start], [%made, %make]
  ret ptr %block
}}"""
        ),
    )


def _leave_helper(w: Writer) -> None:
    free = w.c_function("free", "void", "ptr")
    w.module.helper(
        "gw_leave_scratch",
        lambda: (
            f"""define internal void @gw_leave_scratch(ptr %table, ptr %block) noinline {{
  %place = getelementptr ptr, ptr %table, i64 {w.table.scratch()}
  %other = atomicrmw xchg ptr %place, ptr %block acq_rel
  call void {free}(ptr %other)
  ret void
}}"""
        ),
    )
