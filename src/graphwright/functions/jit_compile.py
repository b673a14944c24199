"""`jit_compile=True`: the whole function runs as one compiled program, or the call is an error."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.base import errors
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, called_functions

# families of ops that run Python: users' functions, and datasets
_PYTHON = ("graphwright.data.", "graphwright.control.host_calls")
# compiled code reports a failed assertion; only then is its text needed
_OF_TEXT = ("Assert", "Const")


def check_compilable(graph: FuncGraph) -> None:
    """Raise InvalidArgumentError with every op of the graph that cannot be part of a program, and the user's lines.

    Those are ops on text, calls of Python and datasets. An op on numbers without a native rule calls its kernel:
    `explain()` lists it.
    """
    found = list(_not_native(graph, set()))
    if found:
        listed = "\n".join(f"  {op.type} ({op.name}){f', {op.location}' if op.location else ''}" for op in found)
        raise errors.InvalidArgumentError(
            f"Detected unsupported operations when trying to compile {graph.name} with jit_compile=True:\n{listed}\n"
            "Take them out of the function, or drop jit_compile."
        )


def _not_native(graph: FuncGraph, seen: set[int]) -> Iterator[Operation]:
    for op in graph.operations:
        if _is_outside(op):
            yield op
        for called in called_functions(op):
            if id(called) not in seen:
                seen.add(id(called))
                yield from _not_native(called, seen)


def _is_outside(op: Operation) -> bool:
    """Whether an op cannot be part of a compiled program, and has to be named: results pass through an Identity."""
    if op.type in _OF_TEXT or op.type == "Identity":
        return False
    text = any(v.type.dtype.name == "string" for v in (*op.inputs, *op.outputs))
    return text or op.record.family.startswith(_PYTHON)
