"""Passes: a traced graph is copied, and the copy is made smaller and faster without changing its results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphwright.base.config import options
from graphwright.ir.funcgraph import FuncGraph, copy_graph
from graphwright.passes._rewrite import Rewriter, Visitor
from graphwright.passes.cse import CSE
from graphwright.passes.dce import eliminate_dead_code
from graphwright.passes.fold import Fold
from graphwright.passes.inline import OPTIMIZED, Inline, resolve_recursive_calls, work
from graphwright.passes.licm import hoist_invariants
from graphwright.passes.loop_shapes import infer_loop_shapes
from graphwright.passes.pass_log import PassLog, pass_name
from graphwright.passes.simplify import simplify

if TYPE_CHECKING:
    from graphwright.ir.verify import Verified

_MAX_WALKS: Final = 4
"""One walk does nearly everything; a second sees what became known late in the first; more change hardly anything."""


def optimize(graph: FuncGraph) -> FuncGraph:
    """An optimized copy of the graph: calls inlined, constants folded, common subexpressions computed once.

    The graph itself does not change. The copy is frozen, and the `origin` of its operations are those of the graph.
    It is computed once and cached in `graph.derived`, as are the optimized bodies of If and While operations.

    Raises:
      RecursionError: a function calls itself unconditionally.
    """
    existing: FuncGraph | None = graph.derived.get(OPTIMIZED)
    if existing is not None:
        return existing
    outermost = not work.bodies
    work.bodies.append(graph)
    if outermost:
        work.calls.append(True)
    try:
        optimized = _optimized_copy(graph)
        optimized.frozen = True
        optimized.derived[OPTIMIZED] = optimized
        if graph.frozen:
            optimized = graph.derived.setdefault(OPTIMIZED, optimized)
        if outermost:
            resolve_recursive_calls(lambda body: body.derived.get(OPTIMIZED, body))
        return optimized
    finally:
        work.bodies.pop()
        if outermost:
            work.calls.clear()
            work.recursive.clear()


def _optimized_copy(source: FuncGraph) -> FuncGraph:
    graph = copy_graph(source)
    verified: Verified = {}
    eliminate_dead_code(graph)
    for _ in range(_MAX_WALKS):
        if not _walk(graph, verified):
            break
    infer_loop_shapes(graph)
    if options.verify:
        _verify(graph, "loop_shapes", {})
    graph._by_name = {op.name: op for op in graph.operations}
    return graph


def _walk(graph: FuncGraph, verified: Verified) -> bool:
    """One walk with all rewriting passes; returns whether another walk may find more."""
    passes = _passes()
    if options.verify:
        changed = [_verified(graph, p, verified) for p in passes]
        eliminate_dead_code(graph)
        _verify(graph, "dce", verified)
        return any(changed)
    rewriter = Rewriter(graph, passes)
    if not rewriter.run():
        return False
    return eliminate_dead_code(graph) or rewriter.late


def _passes() -> list[Visitor]:
    return [Inline(optimize), hoist_invariants, simplify, Fold(), CSE()]


def _verified(graph: FuncGraph, visitor: Visitor, verified: Verified) -> bool:
    """One pass on a walk of its own, followed by the verifier, which finds the pass that breaks a graph."""
    changed = Rewriter(graph, [visitor]).run()
    _verify(graph, pass_name(visitor), verified)
    return changed


def _verify(graph: FuncGraph, after: str, verified: Verified) -> None:
    from graphwright.ir.verify import verify

    verify(graph, f"after the pass {after}", verified)


def optimize_in_steps(graph: FuncGraph, watch: PassLog) -> FuncGraph:
    """What `optimize` does, with each pass on a walk of its own and each change noted in `watch`; nothing is cached.

    The passes share walks otherwise, so that the order of changes is another one; the functions that the graph calls
    are taken as `optimize` has left them.
    """
    optimize(graph)
    work.bodies.append(graph)
    work.calls.append(True)
    try:
        copy = copy_graph(graph)
        watch.run(copy, "dce", lambda: eliminate_dead_code(copy))
        for _ in range(_MAX_WALKS):
            changed = [watch.run(copy, pass_name(p), Rewriter(copy, [watch.watched(p)]).run) for p in _passes()]
            watch.run(copy, "dce", lambda: eliminate_dead_code(copy))
            if not any(changed):
                break
        return copy
    finally:
        work.bodies.pop()
        work.calls.clear()
        work.recursive.clear()


__all__ = ["PassLog", "optimize", "optimize_in_steps"]
