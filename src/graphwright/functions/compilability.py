"""`jit_compile=True`: the whole function compiles to native code, or the call is an error."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.base import errors
from graphwright.ir.emit import NATIVE_DTYPES
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, called_functions

_NATIVE_KINDS = NATIVE_DTYPES | {"resource"}


def check_compilable(graph: FuncGraph) -> None:
    """Raise InvalidArgumentError that names every op of the graph which has no native form, with the user's lines."""
    found = list(_not_native(graph, set()))
    if found:
        listed = "\n".join(f"  {op.type} ({op.name}){f', {op.location}' if op.location else ''}" for op in found)
        raise errors.InvalidArgumentError(
            f"Detected unsupported operations when trying to compile {graph.name} with jit_compile=True:\n{listed}\n"
            "Take them out of the function, or drop jit_compile."
        )


def _not_native(graph: FuncGraph, seen: set[int]) -> Iterator[Operation]:
    for op in graph.operations:
        if op.type == "Placeholder" or (
            op.record.native is not None and all(v.dtype.name in _NATIVE_KINDS for v in op.outputs)
        ):
            for called in called_functions(op):
                if id(called) not in seen:
                    seen.add(id(called))
                    yield from _not_native(called, seen)
        else:
            yield op
