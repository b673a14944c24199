"""What a profile knows, as plain data that JSON can hold; docs/seeing.md describes it."""

from __future__ import annotations

import linecache
import resource
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation
from graphwright.runtime.executor import Program
from graphwright.runtime.regions import BYTES, CALLS, OPERATIONS, TICKS, Region, RegionTable

_MOST_BUFFERS: Final = 12  # of a program's, the largest
_UNTOLD: Final = frozenset({"Const", "Placeholder", "Identity"})  # operations that say nothing of a region


def programs_data(programs: Sequence[tuple[FuncGraph, Program]], tick: float) -> list[dict[str, Any]]:
    """The programs that ran, with their regions; `tick` is how many seconds one takes."""
    found = []
    for graph, program in programs:
        table = program.timed_regions
        if table is None or not table.counts[0, CALLS]:
            continue
        regions = regions_data(table, tick)
        found.append({
            "name": graph.name,
            "calls": regions[0]["calls"],
            "seconds": sum(region["seconds"] for region in regions),
            "temporaries": table.temporaries,
            "buffers": _buffers(table),
            "regions": regions,
        })  # fmt: skip
    return found


def regions_data(table: RegionTable, tick: float) -> list[dict[str, Any]]:
    """The regions of one program."""
    return [_region(region, table, tick) for region in table.regions]


def _region(region: Region, table: RegionTable, tick: float) -> dict[str, Any]:
    counts = table.counts[region.number].tolist()
    calls = counts[CALLS]
    return {
        "id": region.number,
        "parent": region.parent,
        "kind": region.kind,
        "calls": calls,
        "seconds": counts[TICKS] * tick,
        "bytes": counts[BYTES] + calls * region.bytes,
        "operations": counts[OPERATIONS] + calls * region.operations,
        "ops": [described(op) for op in region.ops if op.type not in _UNTOLD],
    }


def _buffers(table: RegionTable) -> list[dict[str, Any]]:
    largest = sorted(table.buffers, key=lambda buffer: -buffer[1])[:_MOST_BUFFERS]
    return [
        {"bytes": size, "kind": "array" if is_object else "temporary", **described(op)}
        for op, size, is_object in largest
    ]


def described(op: Operation) -> dict[str, Any]:
    """An operation with the user's line, None where there is none."""
    location = op.location
    made_by: Operation | None = op
    while location is None and made_by is not None:
        made_by = made_by.origin
        location = None if made_by is None else made_by.location
    found: dict[str, Any] = {"op": op.type, "name": op.name, "file": None, "line": None, "source": ""}
    if location is not None:
        source = linecache.getline(location.filename, location.line).strip()
        found.update(file=location.filename, line=location.line, source=source)
    return found


def peak_memory() -> int:
    """The most bytes that this process had in memory at once."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def regions_of(data: Mapping[str, Any]) -> Iterable[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """All regions of a profile, each with its program, the longest first."""
    pairs = [(program, region) for program in data["programs"] for region in program["regions"]]
    return sorted(pairs, key=lambda pair: -pair[1]["seconds"])


__all__ = ["described", "peak_memory", "programs_data", "regions_data", "regions_of"]
