"""Lowers calls of functions that call themselves, or that are too large to inline.

Each is a function of machine code. A call hands over objects, as the body of a program takes them and gives them. How
deep calls go is bounded: by Python's own limit on recursion, and by the stack that is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphwright.runtime.native.fusion.steps import Native
from graphwright.runtime.native.loop_ir.builder import BlockBuilder
from graphwright.runtime.native.loop_ir.function import program_text
from graphwright.runtime.native.loop_ir.nodes import Function, Landing
from graphwright.runtime.native.loop_ir.typed import NULL
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.machine.budgets import CALLS_BETWEEN_POLLS
from graphwright.runtime.native.runtime.call_depth import FIND, LEVEL_AT, LIMIT_AT, STACK_END

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

SIGNATURE = "ptr %inputs, ptr %outputs, ptr %depth"


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


def write_call(code: Code, step: Native) -> None:
    """A call of another graph, or of the one that is being written."""
    w, b, op = code.w, code.b, step.op
    name = code.functions.name(op.attrs["f"])
    result = [b.as_object(code.value(v), v.type.dtype.name) for v in op.inputs]
    w.most_arguments = max(w.most_arguments, len(result) + len(op.outputs))
    for i, (pointer, _) in enumerate(result):
        w.at("%arguments", 8 * i).store(pointer, "ptr")
    results = w.at("%arguments", 8 * len(result))
    status = w.call_python("i32", f"@{name}", "ptr %arguments", f"ptr {results}", "ptr %depth")
    w.fail_if(status.ne(0))
    for _, buffer in result:
        b.discard(buffer)
    pointers = [w.at(results, 8 * i).load("ptr") for i in range(len(op.outputs))]
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
    for name_of in ("gw_calls", "gw_call_clock"):
        w.module.declare(f"@{name_of} = internal global i64 0")
    b = BlockBuilder([], "entry")
    b.exit_if(b.ptr("%depth").is_null(), "no_memory")
    here = b.call("ptr", "@llvm.frameaddress.p0", "i32 0")
    stack_end = b.ptr("%depth").at(STACK_END).load("ptr")
    b.exit_if(here.ult(stack_end), "refuse", refusal)
    _poll_sometimes(w, b)
    slot = b.ptr("%depth").at(LEVEL_AT)
    level = slot.load("i64")
    limit = b.ptr("%depth").at(LIMIT_AT).load("i64")
    b.exit_if(level < limit, "refuse", limited, when=False)
    slot.store(level + 1)
    status = b.call("i32", f"@{body}", b.ptr("%inputs"), b.ptr("%outputs"), b.ptr("%depth"))
    slot.store(level)
    landings = [
        Landing("no_memory", [f"  %nothing = call ptr {no_memory}()"], after="fail"),
        Landing("refuse", _set_recursion_error(w), after="fail", value=("%message", "ptr")),
        Landing("fail", after=Function.LEAVE, result="-1"),
    ]
    head = f"define internal i32 @{name}({SIGNATURE}) noinline"
    return program_text(Function(head, b.lines, landings, ["  ret i32 %status"], result=("%status", "i32", status)))


def _poll_sometimes(w: Writer, b: BlockBuilder) -> None:
    """Look for signals once in so many calls."""
    if not w.embedding.polls:
        return
    calls = b.ptr("@gw_calls").load("i64") + 1
    b.ptr("@gw_calls").store(calls)
    low = calls & (CALLS_BETWEEN_POLLS - 1)
    with b.when(low.eq(0), "poll"):
        gil = b.alloca("[3 x i64]", align=16)
        gil.store(NULL, "ptr")
        clock = gil.at(8)
        clock.store(b.ptr("@gw_call_clock").load("i64"))
        polled = b.call("i32", w.support("gw_poll"), gil)
        b.call("void", w.support("gw_hold"), gil)
        b.ptr("@gw_call_clock").store(clock.load("i64"))
        b.exit_if(polled.ne(0), "fail")


def _set_recursion_error(w: Writer) -> list[str]:
    set_error = w.c_function("PyErr_SetString", "void", "ptr", "ptr")
    return [
        f"  %table = {w.embedding.table}",
        f"  %class.slot = getelementptr ptr, ptr %table, i64 {w.table.object(RecursionError)}",
        "  %class = load ptr, ptr %class.slot",
        f"  call void {set_error}(ptr %class, ptr %message)",
    ]


def _text(w: Writer, message: str) -> str:
    encoded = message.encode("ascii", "replace")
    escaped = "".join(chr(c) if 32 <= c < 127 and c not in b'"\\' else f"\\{c:02X}" for c in encoded)
    return w.constant(f"[{len(encoded) + 1} x i8]", f'c"{escaped}\\00"')
