"""The body of a program: a function from the payloads of the inputs to those of the outputs."""

from __future__ import annotations

from typing import Any

from graphwright.ir.graph import Value
from graphwright.runtime.native import capi, host
from graphwright.runtime.native.bindings import Environment
from graphwright.runtime.native.codegen import Code
from graphwright.runtime.native.plan import plan_graph
from graphwright.runtime.native.program import BODY, RUN
from graphwright.runtime.native.writer import SMALL_SCRATCH, Writer


def write_body(graph: Any) -> Code:
    """The code of a graph: `i32 gw_body(ptr inputs, ptr outputs)`, 0 when it ran, -1 with a Python error set.

    Inputs are borrowed objects, ndarrays being contiguous and of the declared dtype, rank and known sizes. Outputs
    are new references.
    """
    code = Code()
    w = code.w
    plan = plan_graph(graph)
    code.env = env = Environment(plan)
    env.results.update(plan.outputs)
    env.graphs = (graph,)
    for i, value in enumerate(plan.inputs):
        _take_input(code, value, i)
    code.run(plan)
    for i, value in enumerate(plan.outputs):
        _give_output(code, value, i)
    w.module.declare("@gw_table = global ptr null")
    w.module.add(_function_text(w))
    w.module.add(_run_text(w, len(plan.outputs)))
    return code


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


def _function_text(w: Writer) -> str:
    slots = max(1, w.slots.count)
    return "\n".join(
        [
            f"define i32 @{BODY}(ptr %inputs, ptr %outputs) {{",
            "start:",
            "  %table = load ptr, ptr @gw_table",
            f"  %frame = alloca [{slots} x ptr], align 16",
            f"  store [{slots} x ptr] zeroinitializer, ptr %frame" if slots <= 16 else _clear_frame(w, slots),
            f"  %arguments = alloca [{w.most_arguments} x ptr], align 16",
            *_scratch_start(w),
            "enter:",
            *w.head,
            *w.lines,
            "  br label %leave",
            "fail:",
            "  br label %leave",
            "leave:",
            f"  %status = phi i32 [0, %{w.current}], [-1, %fail]",
            *_scratch_end(w),
            *_release_frame(w),
            "  ret i32 %status",
            *w.cold,
            "}",
        ]
    )


def _run_text(w: Writer, outputs: int) -> str:
    """`gw_run`: the body as a builtin that takes the payloads as its arguments and gives a tuple of payloads."""
    make = w.c_function("PyTuple_New", "ptr", "i64")
    return f"""define ptr @{RUN}(ptr %self, ptr %inputs, i64 %count) {{
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


def _scratch_start(w: Writer) -> list[str]:
    size = w.scratch.size
    if size <= SMALL_SCRATCH:
        return [f"  %scratch = alloca [{size} x i8], align 64", "  br label %enter"]
    place = w.table.scratch()
    allocate = w.c_function("aligned_alloc", "ptr", "i64", "i64")
    error = w.c_function("PyErr_NoMemory", "ptr")
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
  %made = call ptr {allocate}(i64 64, i64 {size})
  %failed = icmp eq ptr %made, null
  br i1 %failed, label %report, label %done
report:
  %nothing = call ptr {error}()
  br label %done
done:
  %block = phi ptr [%kept, %start], [%made, %make], [null, %report]
  ret ptr %block
}}"""
        ),
    )
    return [
        "  %scratch = call ptr @gw_take_scratch(ptr %table)",
        "  %no_scratch = icmp eq ptr %scratch, null",
        "  br i1 %no_scratch, label %fail, label %enter",
    ]


def _scratch_end(w: Writer) -> list[str]:
    """The block is kept for the next call; a call inside a call has made its own, of which one is kept."""
    if w.scratch.size <= SMALL_SCRATCH:
        return []
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
    return ["  call void @gw_leave_scratch(ptr %table, ptr %scratch)"]
