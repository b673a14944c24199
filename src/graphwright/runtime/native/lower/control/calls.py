"""Calls that are calls: of functions that call themselves, and of those too large to be put in a call's place.

Each is a function of machine code. A call hands over objects, as the body of a program takes them and gives them. How
deep calls go is bounded: by Python's own limit on recursion, and by the stack that is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphwright.runtime.native.fusion.steps import Step
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.runtime.call_depth import FIND, LEVEL, LIMIT, STACK_END

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

SIGNATURE = "ptr %inputs, ptr %outputs, ptr %depth"

_CALLS_BETWEEN_POLLS = 1024


class CalledFunctions:
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
    result = [b.as_object(code.value(v), v.type.dtype.name) for v in op.inputs]
    w.most_arguments = max(w.most_arguments, len(result) + len(op.outputs))
    for i, (pointer, _) in enumerate(result):
        w.line(f"store ptr {pointer}, ptr {w.at('%arguments', 8 * i)}")
    results = w.at("%arguments", 8 * len(result))
    status = w.call_python("i32", f"@{name}", "ptr %arguments", f"ptr {results}", "ptr %depth")
    w.fail_if(w.let(f"icmp ne i32 {status}, 0"))
    for _, buffer in result:
        b.discard(buffer)
    pointers = [w.let(f"load ptr, ptr {w.at(results, 8 * i)}") for i in range(len(op.outputs))]
    for value, pointer in zip(op.outputs, pointers, strict=True):
        if code.is_used(value):
            code.take_object(value, pointer, op)
        else:
            b.decref(pointer)


def depth(w: Writer) -> list[str]:
    """The count of calls that the functions which a program's body calls go by."""
    w.kernels.add(("depth", ""))
    w.module.declare(f"declare ptr @{FIND}()")
    return [f"  %depth = call ptr @{FIND}()"]


def guard_text(w: Writer, name: str, body: str, graph: Any) -> str:
    """The function that is called: the body, if it may go one level deeper."""
    w.module.declare("declare ptr @llvm.frameaddress.p0(i32)")
    called = graph.name.removeprefix("__inference_").rpartition("_")[0] or graph.name
    mend = "which calls itself: use a loop, or raise sys.setrecursionlimit"
    limited = _text(w, f"maximum recursion depth exceeded in '{called}', {mend}")
    refusal = _text(w, f"'{called}' calls itself so often that the stack is full: use a loop")
    no_memory = w.c_function("PyErr_NoMemory", "ptr")
    poll, hold = w.support("gw_poll"), w.support("gw_hold")
    for name_of in ("gw_calls", "gw_call_clock"):
        w.module.declare(f"@{name_of} = internal global i64 0")
    tell = w.c_function("PyErr_SetString", "void", "ptr", "ptr")
    return f"""define internal i32 @{name}({SIGNATURE}) noinline {{
start:
  %unknown = icmp eq ptr %depth, null
  br i1 %unknown, label %no.memory, label %measure
measure:
  %here = call ptr @llvm.frameaddress.p0(i32 0)
  %end.place = getelementptr i8, ptr %depth, i64 {STACK_END}
  %stack.end = load ptr, ptr %end.place
  %full = icmp ult ptr %here, %stack.end
  br i1 %full, label %refuse, label %count
count:
  %calls = load i64, ptr @gw_calls
  %more = add i64 %calls, 1
  store i64 %more, ptr @gw_calls
  %low = and i64 %more, {_CALLS_BETWEEN_POLLS - 1}
  %seldom = icmp eq i64 %low, 0
  br i1 %seldom, label %poll, label %enter
poll:
  %gil = alloca [3 x i64], align 16
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
  %level.place = getelementptr i8, ptr %depth, i64 {LEVEL}
  %limit.place = getelementptr i8, ptr %depth, i64 {LIMIT}
  %level = load i64, ptr %level.place
  %limit = load i64, ptr %limit.place
  %free = icmp slt i64 %level, %limit
  br i1 %free, label %run, label %refuse
run:
  %inner = add i64 %level, 1
  store i64 %inner, ptr %level.place
  %status = call i32 @{body}(ptr %inputs, ptr %outputs, ptr %depth)
  store i64 %level, ptr %level.place
  ret i32 %status
no.memory:
  %nothing = call ptr {no_memory}()
  br label %fail
refuse:
  %told = phi ptr [{refusal}, %measure], [{limited}, %enter]
  %table = load ptr, ptr @gw_table
  %place = getelementptr ptr, ptr %table, i64 {w.table.object(RecursionError)}
  %kind = load ptr, ptr %place
  call void {tell}(ptr %kind, ptr %told)
  br label %fail
fail:
  ret i32 -1
}}"""


def _text(w: Writer, message: str) -> str:
    encoded = message.encode("ascii", "replace")
    escaped = "".join(chr(c) if 32 <= c < 127 and c not in b'"\\' else f"\\{c:02X}" for c in encoded)
    return w.constant(f"[{len(encoded) + 1} x i8]", f'c"{escaped}\\00"')
