"""The graph of a trace at each stage: as traced, after each pass that changed it, as it is compiled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from graphwright.ir.funcgraph import FuncGraph, copy_graph
from graphwright.ir.graph import Graph, Operation
from graphwright.passes import PassLog, optimize, optimize_in_steps
from graphwright.viewer.groups import grouped
from graphwright.viewer.items import Item, Items
from graphwright.viewer.layers import layers_of
from graphwright.viewer.lines import Lines
from graphwright.viewer.regions import Region

_MOST_IN_STEPS: Final = 1500  # operations of a graph that is shown after each pass as well
_MOST_CHANGES: Final = 2000  # that are listed of one pass

Stage = dict[str, Any]


def stage(title: str, graph: Graph, lines: Lines, regions: list[Region] | None = None) -> Stage:
    """A graph as items (`items.py`) with the layers of each group."""
    found = Items(graph, lines)
    if regions:
        _add_regions(found, regions)
    items = grouped(found.items)
    return {
        "title": title,
        "operations": len(found.operations) + found.left_out,
        "left_out": found.left_out,
        "items": items,
        "layers": layers_of(items),
    }


def _add_regions(found: Items, regions: list[Region]) -> None:
    """Say of each item which region runs it, also of a traced one that the passes have replaced."""
    by_operation: dict[int, int] = {}
    by_name: dict[tuple[str, str], int] = {}
    for number, region in enumerate(regions):
        for op in region.ops:
            by_operation.setdefault(id(op), number)
            by_name.setdefault((op.graph.name, op.name), number)
            if op.origin is not None:
                by_operation.setdefault(id(op.origin), number)
    for number, op in found.operations:
        region_number = by_operation.get(id(op), by_name.get((op.graph.name, op.name)))
        if region_number is not None:
            found.items[number]["region"] = region_number


def stages_of(graph: FuncGraph, lines: Lines, regions: list[Region]) -> tuple[list[Stage], list[Item]]:
    """The stages of a graph, and what the passes did to it and to the functions that it calls."""
    stages = [stage("traced", graph, lines, regions)]
    shown_in_steps = stages[0]["operations"] <= _MOST_IN_STEPS
    snapshots: list[tuple[str, FuncGraph]] = []

    def keep(name: str, now: FuncGraph) -> None:
        snapshots.append((f"{len(snapshots) + 1}. after {name}", copy_graph(now)))

    runs = list(_runs(graph, PassLog(keep if shown_in_steps else None), lines))
    for number, (title, now) in enumerate(snapshots[:-1]):  # the last one is the optimized graph
        stages.append({**stage(title, now, lines, regions), "run": number})
    stages.append(stage("optimized", optimize(graph), lines, regions))
    for body in graph.functions():
        runs += _runs(body, PassLog(), lines)
    return stages, runs


def _runs(graph: FuncGraph, log: PassLog, lines: Lines) -> Iterator[Item]:
    """The runs of passes that changed a function."""
    optimize_in_steps(graph, log)
    for run in log.runs:
        if not run.changes:
            continue
        yield {
            "function": graph.name,
            "pass": run.name,
            "before": run.before,
            "after": run.after,
            "count": len(run.changes),
            "changes": [
                {"op": c.op, "type": c.type, "what": c.what, "into": list(c.into), "line": _line(c.operation, lines)}
                for c in run.changes[:_MOST_CHANGES]
            ],
        }


def _line(op: Operation, lines: Lines) -> int | None:
    return lines.row((op.origin or op).location)
