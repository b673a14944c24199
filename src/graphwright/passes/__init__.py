"""Passes: a traced graph is copied and made smaller and faster, its meaning unchanged."""

from __future__ import annotations

from typing import Final

from graphwright.base.config import options
from graphwright.ir.funcgraph import FuncGraph, copy_graph
from graphwright.passes._rewrite import Rewriter, Visitor
from graphwright.passes.cse import Merge
from graphwright.passes.dce import prune
from graphwright.passes.fold import Fold
from graphwright.passes.inline import OPTIMIZED, Inline, settle_recursion, work
from graphwright.passes.licm import hoist_invariants
from graphwright.passes.simplify import simplify

_ROUNDS: Final = 4
"""One walk does nearly everything; another sees what became known late in it, and more change next to nothing."""


def optimize(graph: FuncGraph) -> FuncGraph:
    """The graph made smaller and faster: calls inlined, constants folded, equal things computed once.

    The given graph stays as it is; the result is frozen too, its operations have the given ones as `origin`.
    It is made once and kept in `graph.derived`, as are the optimised bodies that its If and While operations name.

    Raises:
      RecursionError: a function calls itself and no condition decides about it.
    """
    found: FuncGraph | None = graph.derived.get(OPTIMIZED)
    if found is not None:
        return found
    outermost = not work.bodies
    work.bodies.append(graph)
    if outermost:
        work.calls.append(True)
    try:
        made = _optimized(graph)
        made.frozen = True
        made.derived[OPTIMIZED] = made
        if graph.frozen:
            made = graph.derived.setdefault(OPTIMIZED, made)
        if outermost:
            settle_recursion(lambda body: body.derived.get(OPTIMIZED, body))
        return made
    finally:
        work.bodies.pop()
        if outermost:
            work.calls.clear()
            work.recursive.clear()


def _optimized(source: FuncGraph) -> FuncGraph:
    graph = copy_graph(source)
    prune(graph)
    for _ in range(_ROUNDS):
        if not _round(graph):
            break
    graph._by_name = {op.name: op for op in graph.operations}
    return graph


def _round(graph: FuncGraph) -> bool:
    """One walk with all rewriting passes; says whether it is worth another."""
    passes = _passes()
    if options.verify:
        changed = [_verified(graph, p) for p in passes]
        prune(graph)
        _verify(graph, "prune")
        return any(changed)
    rewriter = Rewriter(graph, passes)
    if not rewriter.run():
        return False
    return prune(graph) or rewriter.late


def _passes() -> list[Visitor]:
    return [Inline(optimize), hoist_invariants, simplify, Fold(), Merge()]


def _verified(graph: FuncGraph, visitor: Visitor) -> bool:
    """One pass on a walk of its own, checked; for finding the pass that breaks a graph."""
    changed = Rewriter(graph, [visitor]).run()
    _verify(graph, getattr(visitor, "__name__", type(visitor).__name__).lower())
    return changed


def _verify(graph: FuncGraph, after: str) -> None:
    from graphwright.ir.verify import verify

    verify(graph, f"after the pass {after}")


__all__ = ["optimize"]
