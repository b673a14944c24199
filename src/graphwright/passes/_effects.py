"""What running an operation can be seen to do, its bodies looked into."""

from __future__ import annotations

from typing import Final

from graphwright.base.dtypes import variant
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, called_functions

NONE: Final[frozenset[str]] = frozenset()
PYTHON: Final = "python"
"""The effect of host ops that run code we cannot see: it may write any variable."""

# host ops that are known to touch no variable
_TOUCH_NOTHING: Final = frozenset({"PrintV2", "Assert", "CheckNumerics", "CheckNumericsV2", "Timestamp"})
_KEY: Final = "effects"


def effects(op: Operation) -> frozenset[str]:
    """A set of `read`, `write`, `random`, `host` and `python`; empty for a pure operation."""
    if op.record.effect == "none":
        return NONE
    bodies = _all_it_runs(op)
    return frozenset().union(*map(body_effects, bodies)) if bodies else _own_effects(op)


def _all_it_runs(op: Operation) -> list[FuncGraph]:
    """The bodies of an operation that does what they do; none for one that also runs a dataset it is given."""
    takes_dataset = any(a.dtype is variant for a in op.record.inputs)
    return [] if takes_dataset else called_functions(op)


def _own_effects(op: Operation) -> frozenset[str]:
    record = op.record
    if record.effect == "host" and record.name not in _TOUCH_NOTHING:
        return frozenset(("host", PYTHON))
    return frozenset((record.effect,))


def body_effects(graph: FuncGraph) -> frozenset[str]:
    """What running a function, and all that it calls, can be seen to do."""
    found: frozenset[str] | None = graph.derived.get(_KEY)
    if found is None:
        found = NONE.union(
            *[
                _own_effects(op)
                for body in (graph, *graph.functions())
                for op in body.operations
                if op.record.effect != "none" and not _all_it_runs(op)
            ]
        )
        if graph.frozen:
            graph.derived[_KEY] = found
    return found


def always_runs(op: Operation) -> bool:
    """Whether an operation runs although nothing needs its outputs."""
    return not op.record.prunable and not effects(op).isdisjoint(("write", "host"))
