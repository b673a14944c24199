"""Divides the operations of a fused step into passes over a tile: see `schedule/tile.py`."""

from __future__ import annotations

from graphwright.ir.graph import Operation, Value
from graphwright.runtime.native.fusion.steps import Fused


def passes_of(step: Fused) -> list[list[Operation]]:
    """The members of a step, cut behind the expensive ones: no pass has two that depend on each other."""
    if not any(probe.expensive for probe in step.members.values()):
        return [list(step.members)]
    depth: dict[Value, int] = {}
    passes: list[list[Operation]] = [[]]
    for op, probe in step.members.items():
        at = max((depth.get(v, 0) for v in op.inputs), default=0) + probe.expensive
        depth[op.outputs[0]] = at
        at = max(at, 1)
        while len(passes) < at:
            passes.append([])
        passes[at - 1].append(op)
    return passes
