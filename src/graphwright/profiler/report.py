"""A profile as text: the longest regions against what the processor can do, phases, memory, pipelines."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any, Final

from graphwright.profiler.profile_data import regions_of

_MOST_REGIONS: Final = 20


def report(data: Mapping[str, Any]) -> str:
    """The text of a profile's data."""
    return "\n".join([*_programs(data), *_regions(data), *_phases(data), *_memory(data), *_pipelines(data)])


def _programs(data: Mapping[str, Any]) -> Iterator[str]:
    for program in sorted(data["programs"], key=lambda program: -program["seconds"]):
        called = data["calls"].get(program["name"])
        share = ""
        if called and called["calls"] == program["calls"]:
            share = f", {program['seconds'] / called['seconds']:.1%} of its {called['seconds'] * 1e3:.4g} ms"
        yield f"{program['name']}: {program['calls']} calls, {program['seconds'] * 1e3:.4g} ms in regions{share}"


def _regions(data: Mapping[str, Any]) -> Iterator[str]:
    total = sum(program["seconds"] for program in data["programs"])
    if not total:
        yield "no region was timed"
        return
    peak = data["peak"]
    yield f"{'share':>6} {'calls':>7} {'each':>9} {'GB/s':>7} {'Gop/s':>7} {'of peak':>8}  region"
    for _, region in list(regions_of(data))[:_MOST_REGIONS]:
        seconds = region["seconds"]
        if not seconds:
            break
        rates = region["bytes"] / seconds, region["operations"] / seconds
        roof = max(rates[0] / peak["bytes per second"], rates[1] / peak["operations per second"]) if peak else 0.0
        each = seconds / max(1, region["calls"]) * 1e6
        yield (
            f"{seconds / total:6.1%} {region['calls']:7} {each:7.1f}us {rates[0] / 1e9:7.1f} {rates[1] / 1e9:7.1f} "
            f"{roof:8.0%}  {title(region)}"
        )


def title(region: Mapping[str, Any]) -> str:
    """A region in a few words: its kind, its operations, the first line of the user's."""
    types = list(dict.fromkeys(op["op"] for op in region["ops"]))
    shown = " ".join(types[:4]) + (" ..." if len(types) > 4 else "")
    place = next((op for op in region["ops"] if op["file"]), None)
    line = "" if place is None else f" ({os.path.basename(place['file'])}:{place['line']})"
    return f"{region['kind']} {shown}".rstrip() + line


def _phases(data: Mapping[str, Any]) -> Iterator[str]:
    spent: dict[str, float] = {}
    for phase in data["phases"]:
        spent[phase["kind"]] = spent.get(phase["kind"], 0.0) + phase["seconds"]
    if spent:
        yield "made: " + ", ".join(f"{kind} {seconds * 1e3:.4g} ms" for kind, seconds in spent.items())


def _memory(data: Mapping[str, Any]) -> Iterator[str]:
    memory = data["memory"]
    yield f"memory: {memory['peak'] >> 20} MB at most, {memory['peak in blocks'] >> 20} MB of it in large blocks"
    buffers = [buffer for program in data["programs"] for buffer in program["buffers"]]
    for buffer in sorted(buffers, key=lambda buffer: -buffer["bytes"])[:5]:
        line = f" ({os.path.basename(buffer['file'])}:{buffer['line']})" if buffer["file"] else ""
        yield f"  {buffer['bytes'] / (1 << 20):9.2f} MB {buffer['kind']} of {buffer['op']}{line}"
    if data["threads"]["shared"]:
        busy = [seconds / data["threads"]["shared"] for seconds in data["threads"]["busy"]]
        yield (
            "threads: busy " + (", ".join(f"{share:.0%}" for share in busy) or "none") + " of the time they were asked"
        )


def _pipelines(data: Mapping[str, Any]) -> Iterator[str]:
    pipelines = data["pipelines"]
    if not pipelines["taken"]:
        return
    computing = sum(program["seconds"] for program in data["programs"]) - pipelines["waited"]
    yield (
        f"data: {pipelines['taken']} elements, waited {pipelines['waited'] * 1e3:.4g} ms for them, against "
        f"{max(0.0, computing) * 1e3:.4g} ms in other regions"
    )
    for stage in sorted(pipelines["stages"], key=lambda stage: -stage["seconds"]):
        yield f"  {stage['seconds'] * 1e3:9.4g} ms {stage['stage']}, {stage['elements']} elements"


__all__ = ["report", "title"]
