"""Inlining: replace calls by the bodies of functions, and conditionals with a constant predicate by the branch taken.

Bodies that are not inlined are optimized too, once each, and the If, Case and While operations refer to the result.
"""

from __future__ import annotations

import threading
import weakref
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from graphwright.base.shape import Dim, Symbol
from graphwright.ir.funcgraph import FuncGraph, copy_graph, next_function_name
from graphwright.ir.graph import Operation, Value, call_instead, called_functions
from graphwright.ir.record import OpRecord
from graphwright.ir.types import TensorType, resized
from graphwright.passes._rewrite import Rewriter, Rule, constant_of
from graphwright.passes.implementations import choose_implementation

OPTIMIZED: Final = "optimized"
"""Key of the optimized form in `graph.derived`."""

CALLS: Final = frozenset({"PartitionedCall", "StatefulPartitionedCall"})
BRANCHES: Final = frozenset({"If", "StatelessIf", "Case", "StatelessCase"})

_MAX_GRAPH: Final = 50_000
"""Operations; a body with a single call is inlined unless the graph becomes larger than this."""
_MAX_GROWTH: Final = 5_000
"""Operations by which bodies with several calls may enlarge a graph: nested calls multiply."""
_SMALL: Final = 50
"""Operations; bodies of at most this size are always inlined."""
_SOLE_CALLER: Final = "sole caller"  # the first graph to inline a body that it calls once


class _Work(threading.local):
    """The bodies that are being optimized on this thread, outermost first.

    `calls[i]` is whether body i is called whenever body i - 1 runs, and not only in a branch or loop of it.
    """

    def __init__(self) -> None:
        self.bodies: list[FuncGraph] = []
        self.calls: list[bool] = []
        # recursive calls, and which body of the operation: they refer to the unoptimized body until all are optimized
        self.recursive: list[tuple[Operation, int]] = []


work = _Work()


class Inline:
    """The visitor; `optimize` returns the optimized form of a body."""

    def __init__(self, optimize: Callable[[FuncGraph], FuncGraph]) -> None:
        self._optimize = optimize
        self._calls: Counter[FuncGraph] | None = None  # of each body, in the graph as it was before the walk
        self._decided: dict[FuncGraph, bool] = {}
        self._growth = 0  # operations that inlining has added to the graph, or will add

    def __call__(self, record: OpRecord) -> Sequence[Rule]:
        return (self._visit,) if record.calls_functions else ()

    def _visit(self, op: Operation, rewriter: Rewriter) -> list[Value] | None:
        name = op.record.name
        if name in CALLS:
            choose_implementation(op, work.bodies)
            body = self._optimize_body(op, 0, always=True)
            return (
                None if body is None or not self._is_inlined(body, rewriter) else expand(body, op.inputs, op, rewriter)
            )
        if name in BRANCHES:
            chosen = _chosen_branch(op)
            if chosen is not None:
                body = self._optimize_body(op, chosen, always=True)
                return None if body is None else expand(body, op.inputs[1:], op, rewriter)
        for i in range(len(called_functions(op))):
            self._optimize_body(op, i, always=False)
        return None

    def _optimize_body(self, op: Operation, i: int, always: bool) -> FuncGraph | None:
        """Optimize one of an operation's bodies and make it refer to the result; None for a recursive call."""
        bodies = called_functions(op)
        body = bodies[i]
        if any(body is b for b in work.bodies):
            _check_conditional(body, op, always)
            work.recursive.append((op, i))
            return None
        work.calls.append(always)
        try:
            optimized_body = self._optimize(body)
        finally:
            work.calls.pop()
        if optimized_body is not body:
            bodies[i] = optimized_body
            call_instead(op, bodies)
        return optimized_body

    def _is_inlined(self, body: FuncGraph, rewriter: Rewriter) -> bool:
        """Whether a body is inlined: at all of its calls in the graph, or at none."""
        if len(body.operations) <= _SMALL:
            return True
        decided = self._decided.get(body)
        if decided is None:
            decided = self._decided[body] = self._decide(body, rewriter)
        return decided

    def _decide(self, body: FuncGraph, rewriter: Rewriter) -> bool:
        if self._calls is None:
            called = (called_functions(op)[0] for op in rewriter.graph.operations if op.record.name in CALLS)
            self._calls = Counter(b.derived.get(OPTIMIZED, b) for b in called)
        calls, size = self._calls[body], len(body.operations)
        if not calls:  # the call came with an inlined body that had kept it
            return False
        caller = work.bodies[-1]
        if calls == 1 and body.derived.setdefault(_SOLE_CALLER, weakref.ref(caller))() is caller:
            return size + len(rewriter.operations) <= _MAX_GRAPH
        self._growth += calls * size
        return self._growth <= _MAX_GROWTH


def _check_conditional(body: FuncGraph, op: Operation, always: bool) -> None:
    """Refuse a function that calls itself unconditionally: its calls would never end."""
    first = next(i for i, b in enumerate(work.bodies) if b is body)
    if always and all(work.calls[first + 1 :]):
        location = (op.origin or op).location
        raise RecursionError(
            f"Function '{body.name}' calls itself whenever it runs, so that a call would never end. Let a tensor's "
            f"value decide about the call (an `if`, or tf.cond)." + (f"\n  {location}" if location else "")
        )


def _chosen_branch(op: Operation) -> int | None:
    """The index of the branch taken if the predicate is a constant."""
    predicate = constant_of(op.inputs[0])
    if predicate is None:
        return None
    if op.record.name.endswith("Case"):
        last = len(op.attrs["branches"]) - 1
        index = int(predicate[()]) if not predicate.ndim else -1
        return index if 0 <= index <= last else last
    is_true = bool(predicate.size) if predicate.ndim else bool(predicate[()])
    return 0 if is_true else 1


def expand(body: FuncGraph, arguments: Sequence[Value], like: Operation, rewriter: Rewriter) -> list[Value]:
    """Copy the operations of a body, applied to these arguments, before the operation `like`; returns the outputs.

    Symbols of the body are replaced by the sizes of the arguments, or by new symbols if the arguments do not determine
    them: another call of the same body has sizes of its own.
    """
    values: dict[Value, Value] = dict(zip(body.inputs, arguments, strict=True))
    sizes: dict[Symbol, Dim] = {}
    for parameter, argument in values.items():
        if parameter.type is not argument.type:
            bind_symbols(parameter.type, argument.type, sizes)
            rewriter.refined.add(argument)
    placeholders = {v.op for v in body.inputs}
    for op in body.operations:
        if op in placeholders:
            continue
        copy = Operation(
            rewriter.graph,
            op.record,
            rewriter.unique_name(f"{like.name}/{op.name}"),
            [values[v] for v in op.inputs],
            op.attrs,
            [resized(v.type, sizes) for v in op.outputs],
            op.location,
            op.origin or op,
        )
        values.update(zip(op.outputs, rewriter.process(copy), strict=True))
    return [values[v] for v in body.outputs]


def bind_symbols(parameter: TensorType, argument: TensorType, sizes: dict[Symbol, Dim]) -> None:
    """Add the sizes that the symbols of a parameter have for an argument."""
    if parameter.dims is None or argument.dims is None:
        return
    for inner, outer in zip(parameter.dims, argument.dims, strict=False):
        if isinstance(inner, Symbol) and not isinstance(sizes.get(inner), int):
            sizes[inner] = outer


def copy_body(body: FuncGraph) -> FuncGraph:
    """A copy of a loop's body or condition under a new name, whose recursive calls will be resolved too."""
    copied = copy_graph(body, next_function_name(body.name.rpartition("_")[0] or body.name))
    if work.recursive:
        counterpart = dict(zip(body.operations, copied.operations, strict=True))
        work.recursive += [(counterpart[op], i) for op, i in work.recursive if op in counterpart]
    return copied


def resolve_recursive_calls(optimized: Callable[[FuncGraph], Any]) -> None:
    """Have recursive calls refer to the optimized bodies, now that all of them exist."""
    for op, i in work.recursive:
        bodies = called_functions(op)
        bodies[i] = optimized(bodies[i])
        call_instead(op, bodies)
    work.recursive.clear()


__all__ = ["Inline", "copy_body", "expand", "resolve_recursive_calls", "work"]
