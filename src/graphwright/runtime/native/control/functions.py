"""Calls that are calls: of functions that call themselves, and of those too large to be put in a call's place.

Each is a function of machine code. A call hands over objects, as the body of a program takes them and gives them. How
deep calls go is bounded: by Python's own limit on recursion, and by the stack that is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphwright.runtime.native.frame.writer import Writer
from graphwright.runtime.native.planning.steps import Step

if TYPE_CHECKING:
    from graphwright.runtime.native.codegen import Code

SIGNATURE = "ptr %inputs, ptr %outputs, ptr %stack_end"

_CALLS_BETWEEN_POLLS = 1024
_STACK = 4 << 20
"""Bytes of the machine's stack that one call of a program may use for its recursion."""


class Functions:
    """The functions of a module that its bodies call."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._graphs: list[Any] = []
        self._written = 0

    def name(self, graph: Any) -> str:
        """The name of a graph's function, which will be written."""
        found = self._names.get(id(graph))
        if found is None:
            found = self._names[id(graph)] = f"gw_function{len(self._graphs)}"
            self._graphs.append(graph)
        return found

    def next(self) -> tuple[Any, str] | None:
        """A graph whose function is still to be written, with its name."""
        if self._written == len(self._graphs):
            return None
        graph = self._graphs[self._written]
        self._written += 1
        return graph, self.name(graph)

    def __bool__(self) -> bool:
        return bool(self._graphs)


def write_call(code: Code, step: Step) -> None:
    """A call of another graph, or of the one that is being written."""
    w, b, op = code.w, code.b, step.op
    name = code.functions.name(op.attrs["f"])
    made = [b.as_object(code.value(v), v.type.dtype.name) for v in op.inputs]
    w.most_arguments = max(w.most_arguments, len(made) + len(op.outputs))
    for i, (pointer, _) in enumerate(made):
        w.line(f"store ptr {pointer}, ptr {w.at('%arguments', 8 * i)}")
    results = w.at("%arguments", 8 * len(made))
    status = w.call_python("i32", f"@{name}", "ptr %arguments", f"ptr {results}", "ptr %stack_end")
    w.fail_if(w.let(f"icmp ne i32 {status}, 0"))
    for _, buffer in made:
        b.discard(buffer)
    pointers = [w.let(f"load ptr, ptr {w.at(results, 8 * i)}") for i in range(len(op.outputs))]
    for value, pointer in zip(op.outputs, pointers, strict=True):
        if code.is_used(value):
            code.take_object(value, pointer, op)
        else:
            b.decref(pointer)


def stack_end(w: Writer) -> list[str]:
    """How far down the stack the functions that a program's body calls may go."""
    w.module.declare("declare ptr @llvm.frameaddress.p0(i32)")
    return [
        "  %stack_top = call ptr @llvm.frameaddress.p0(i32 0)",
        f"  %stack_end = getelementptr i8, ptr %stack_top, i64 -{_STACK}",
    ]


def guard_text(w: Writer, name: str, body: str, graph: Any) -> str:
    """The function that is called: the body, if it may go one level deeper."""
    w.module.declare("declare ptr @llvm.frameaddress.p0(i32)")
    called = graph.name.removeprefix("__inference_").rpartition("_")[0] or graph.name
    where = _text(w, f" in '{called}', which calls itself: use a loop, or raise sys.setrecursionlimit")
    refusal = _text(w, f"'{called}' calls itself so often that the stack is full: use a loop")
    enter = w.c_function("Py_EnterRecursiveCall", "i32", "ptr")
    leave = w.c_function("Py_LeaveRecursiveCall", "void")
    poll, hold = w.support("gw_poll"), w.support("gw_hold")
    for name_of in ("gw_calls", "gw_call_clock"):
        w.module.declare(f"@{name_of} = internal global i64 0")
    tell = w.c_function("PyErr_SetString", "void", "ptr", "ptr")
    return f"""define internal i32 @{name}({SIGNATURE}) noinline {{
start:
  %here = call ptr @llvm.frameaddress.p0(i32 0)
  %full = icmp ult ptr %here, %stack_end
  br i1 %full, label %refuse, label %count
count:
  %calls = load i64, ptr @gw_calls
  %more = add i64 %calls, 1
  store i64 %more, ptr @gw_calls
  %low = and i64 %more, {_CALLS_BETWEEN_POLLS - 1}
  %seldom = icmp eq i64 %low, 0
  br i1 %seldom, label %poll, label %enter
poll:
  %gil = alloca [2 x i64], align 16
  store ptr null, ptr %gil
  %clock = getelementptr i8, ptr %gil, i64 8
  %before = load i64, ptr @gw_call_clock
  store i64 %before, ptr %clock
  %polled = call i32 {poll}(ptr %gil)
  call void {hold}(ptr %gil)
  %after = load i64, ptr %clock
  store i64 %after, ptr @gw_call_clock
  %interrupted = icmp ne i32 %polled, 0
  br i1 %interrupted, label %fail, label %enter
enter:
  %refused = call i32 {enter}(ptr {where})
  %fine = icmp eq i32 %refused, 0
  br i1 %fine, label %run, label %fail
run:
  %status = call i32 @{body}(ptr %inputs, ptr %outputs, ptr %stack_end)
  call void {leave}()
  ret i32 %status
refuse:
  %table = load ptr, ptr @gw_table
  %place = getelementptr ptr, ptr %table, i64 {w.table.object(RecursionError)}
  %kind = load ptr, ptr %place
  call void {tell}(ptr %kind, ptr {refusal})
  br label %fail
fail:
  ret i32 -1
}}"""


def _text(w: Writer, message: str) -> str:
    encoded = message.encode("ascii", "replace")
    escaped = "".join(chr(c) if 32 <= c < 127 and c not in b'"\\' else f"\\{c:02X}" for c in encoded)
    return w.constant(f"[{len(encoded) + 1} x i8]", f'c"{escaped}\\00"')
