"""The stages of a compilation as text: plan, schedule, loops."""

from __future__ import annotations

from collections.abc import Callable

from graphwright.ir.funcgraph import FuncGraph
from graphwright.runtime.native.fusion.plan import plan_graph
from graphwright.runtime.native.fusion.show import show as show_plan
from graphwright.runtime.native.loop_ir.function import shown
from graphwright.runtime.native.lower.body import write_body
from graphwright.runtime.native.schedule.listing import listed


def _plan(graph: FuncGraph) -> str:
    return show_plan(plan_graph(graph))


def _schedule(graph: FuncGraph) -> str:
    with listed() as lines:
        write_body(graph)
    return "\n".join(lines)


def _loops(graph: FuncGraph) -> str:
    with shown() as functions:
        write_body(graph)
    return "\n\n".join(functions)


_STAGES: dict[str, Callable[[FuncGraph], str]] = {"plan": _plan, "schedule": _schedule, "loops": _loops}


def show(graph: FuncGraph, stage: str) -> str | None:
    """The text of a stage; None if there is none of this name.

    Plans, nests and functions print themselves: `fusion/show.py`, `schedule/loop_nest.py`, `loop_ir/show.py`.
    """
    return _STAGES[stage](graph) if stage in _STAGES else None
