"""The log of what passes change, written only where somebody asks for it: the passes themselves know nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from graphwright.base.frozen import frozen
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.ir.record import OpRecord
from graphwright.passes._rewrite import Rewriter, Rule, Visitor

_NAMES: Final = {"hoist_invariants": "licm"}


@frozen
class Change:
    """One change of an operation.

    Attributes:
      op: its name in the graph.
      type: its op.
      what: what became of it: "folded", "merged", "inlined", "replaced", "changed", "removed".
      into: the operations whose values took the place of its own; empty for a removed or changed one.
      operation: the operation itself.
    """

    op: str
    type: str
    what: str
    into: tuple[str, ...]
    operation: Operation


@frozen
class PassRun:
    """One pass over a graph.

    Attributes:
      name: the pass, such as `fold`.
      before, after: how many operations the graph had.
      changes: what it did.
    """

    name: str
    before: int
    after: int
    changes: tuple[Change, ...]


def pass_name(visitor: Visitor) -> str:
    """The name of a pass, in lower case: `inline`, `licm`, `simplify`, `fold`, `cse`."""
    name = getattr(visitor, "__name__", type(visitor).__name__).lower()
    return _NAMES.get(name, name)


class PassLog:
    """Notes what passes do, run by run.

    Args:
      snapshot: called with the name of a pass and the graph after each pass that changed it.
    """

    def __init__(self, snapshot: Callable[[str, FuncGraph], None] | None = None) -> None:
        self.runs: list[PassRun] = []
        self._changes: list[Change] = []
        self._snapshot = snapshot

    def run(self, graph: FuncGraph, name: str, run: Callable[[], bool]) -> bool:
        """Run a pass and note what it did; returns what `run` does."""
        before = list(graph.operations)
        self._changes = []
        result = run()
        if name == "dce":
            self._note_removed(before, graph)
        self.runs.append(PassRun(name, len(before), len(graph.operations), tuple(self._changes)))
        if self._changes and self._snapshot is not None:
            self._snapshot(name, graph)
        return result

    def watched(self, visitor: Visitor) -> Visitor:
        """The pass with its changes noted."""
        name = pass_name(visitor)

        def watched_visitor(record: OpRecord) -> Sequence[Rule]:
            return [self._watched_rule(name, rule) for rule in visitor(record)]

        return watched_visitor

    def _watched_rule(self, name: str, rule: Rule) -> Rule:
        def watched_rule(op: Operation, rewriter: Rewriter) -> list[Value] | None:
            inputs, attrs = list(op.inputs), op.attrs
            values = rule(op, rewriter)
            if values is not None:
                into = tuple(dict.fromkeys(v.op.name for v in values if v.op is not op))
                self._changes.append(Change(op.name, op.type, _what(name, values), into, op))
            elif op.attrs is not attrs or not _same(inputs, op.inputs):
                self._changes.append(Change(op.name, op.type, "changed", (), op))
            return values

        return watched_rule

    def _note_removed(self, before: Sequence[Operation], graph: FuncGraph) -> None:
        kept = set(map(id, graph.operations))
        self._changes += [Change(op.name, op.type, "removed", (), op) for op in before if id(op) not in kept]


def _what(name: str, values: Sequence[Any]) -> str:
    if name == "cse":
        return "merged"
    if name == "inline":
        return "inlined"
    return "folded" if values and all(v.op.type == "Const" for v in values) else "replaced"


def _same(before: Sequence[Any], after: Sequence[Any]) -> bool:
    return len(before) == len(after) and all(a is b for a, b in zip(before, after, strict=True))


__all__ = ["Change", "PassLog", "PassRun", "pass_name"]
