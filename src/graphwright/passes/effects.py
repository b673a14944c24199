"""The effects of operations, those of their bodies included."""

from __future__ import annotations

from typing import Final

from graphwright.base.dtypes import variant
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, called_functions

NONE: Final[frozenset[str]] = frozenset()
PYTHON: Final = "python"
"""The effect of host ops that run arbitrary Python code, which may write any variable."""

# host ops that neither read nor write variables
_NO_VARIABLES: Final = frozenset({"PrintV2", "Assert", "CheckNumerics", "CheckNumericsV2", "Timestamp"})
_KEY: Final = "effects"


def effects(op: Operation) -> frozenset[str]:
    """A set of `read`, `write`, `random`, `host` and `python`; empty for a pure operation."""
    if op.record.effect == "none":
        return NONE
    bodies = _bodies_run(op)
    return frozenset().union(*map(body_effects, bodies)) if bodies else _own_effects(op)


def _bodies_run(op: Operation) -> list[FuncGraph]:
    """The bodies of an operation whose effects are theirs alone; none if it also runs a dataset among its inputs."""
    takes_dataset = any(a.dtype is variant for a in op.record.inputs)
    return [] if takes_dataset else called_functions(op)


def _own_effects(op: Operation) -> frozenset[str]:
    record = op.record
    if record.effect == "host" and record.name not in _NO_VARIABLES:
        return frozenset(("host", PYTHON))
    return frozenset((record.effect,))


def body_effects(graph: FuncGraph) -> frozenset[str]:
    """The effects of a function and of everything that it calls."""
    found: frozenset[str] | None = graph.derived.get(_KEY)
    if found is None:
        found = NONE.union(
            *[
                _own_effects(op)
                for body in (graph, *graph.functions())
                for op in body.operations
                if op.record.effect != "none" and not _bodies_run(op)
            ]
        )
        if graph.frozen:
            graph.derived[_KEY] = found
    return found


def always_runs(op: Operation) -> bool:
    """Whether an operation runs even if nothing needs its outputs."""
    return not op.record.prunable and not effects(op).isdisjoint(("write", "host"))
