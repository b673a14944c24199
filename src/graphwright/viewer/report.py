"""The report of a page: what it shows of functions, as plain data that is written as JSON.

    title      of the page
    version    of the package
    functions  a list; of each `name`, `heading` and `traces`
    ops        facts of the ops by name: `rule`, the kind of native rule; `gradient`, whether it has one; `effect`
    lines      the user's lines, as `lines.py` has them
    profile    None, or what `profile_data.py` describes

A trace has `name`, `signature`, `facts` (pairs of a heading and a text), `reason`, `differences`, `frozen`, `calls`,
`seconds`, `trace_seconds`, `compile_seconds`, `stages` and `passes` (`stages.py`), `regions` and `llvm`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, Final

from graphwright.base.version import __version__
from graphwright.functions.explain.explain import Explanation, HostCall, Trace
from graphwright.ir.record import lookup
from graphwright.passes import optimize
from graphwright.viewer.lines import Lines
from graphwright.viewer.native_code import native_regions
from graphwright.viewer.profile_data import Profile, profile_of
from graphwright.viewer.stages import stages_of

_LONGEST_LLVM: Final = 300_000  # characters of a program's text

Report = dict[str, Any]


def report_of(explanations: Sequence[Explanation], title: str, profile: Profile | None = None) -> Report:
    """The report of the traces of some functions."""
    lines = Lines()
    functions = [
        {"name": e.name, "heading": e._heading(), "traces": [_trace(t, lines) for t in e.traces]} for e in explanations
    ]
    return {
        "title": title,
        "version": __version__,
        "functions": functions,
        "ops": _op_facts(functions),
        "lines": lines.described(),
        "profile": None if profile is None else profile_of(profile),
    }


def _trace(trace: Trace, lines: Lines) -> Report:
    graph = trace.concrete.graph
    regions = native_regions(optimize(graph))
    stages, passes = stages_of(graph, lines, regions)
    return {
        "name": trace.name,
        "signature": trace.signature,
        "facts": list(trace.lines()),
        "reason": trace.reason,
        "differences": [dataclasses.asdict(d) for d in trace.differences],
        "frozen": list(trace.frozen),
        "calls": trace.calls,
        "seconds": trace.seconds,
        "trace_seconds": trace.trace_seconds,
        "compile_seconds": trace.compile_seconds,
        "stages": stages,
        "passes": passes,
        "regions": [
            {"kind": r.kind, "parent": r.parent, "ops": list(dict.fromkeys(o.name for o in r.ops)), "code": r.code,
             "line": lines.row(_location(r.ops))}
            for r in regions
        ],
        "host_calls": [_host_call(call, lines) for call in trace.host_calls],
        "llvm": _llvm(graph),
    }  # fmt: skip


def _location(ops: Sequence[Any]) -> Any:
    return next((found for op in reversed(ops) if (found := (op.origin or op).location) is not None), None)


def _host_call(call: HostCall, lines: Lines) -> Report:
    return {"op": call.op, "name": call.name, "reason": call.reason, "line": lines.row(call.location)}


def _llvm(graph: Any) -> str | None:
    """The text of the program if there is one and it is not too long to be read."""
    from graphwright.runtime.executor import Program

    for created in reversed(list(graph.derived.values())):
        text = getattr(created, "ir", None) if isinstance(created, Program) else None
        if text is not None:
            return str(text) if len(text) <= _LONGEST_LLVM else None
    return None


def _op_facts(functions: Sequence[Report]) -> Report:
    """The facts of all ops that occur."""
    types = {
        item["type"]
        for function in functions
        for trace in function["traces"]
        for stage in trace["stages"]
        for item in stage["items"]
        if "type" in item
    }
    facts = {}
    for name in sorted(types):
        record = lookup(name)
        if record is not None:
            rule = None if record.native is None else type(record.native).__name__
            facts[name] = {"rule": rule, "gradient": record.gradient is not None, "effect": record.effect}
    return facts
