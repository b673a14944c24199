"""The structure of a profile that a page shows, as plain data.

    events   a timeline in Chrome's form: dicts with `ph` "X", `name`, `cat`, `tid`, `ts` and `dur` in microseconds,
             `args`; and counters of bytes in use with `ph` "C", whose `args` are numbers
    regions  a list of native regions, each with
               id       a number
               trace    the name of its trace, as `explain()` has it
               kind     "product", "fused loop", ...
               line     [file, line], or None
               ops      the names of the operations of the optimized graph that it runs
               calls, seconds, bytes, flops   in all
    peak     {"flops": operations in a second, "bytes": bytes in a second} of the processor, or None
    buffers  the largest buffers: dicts with `bytes`, `what` and `line`

All are optional. Further keys are kept and not shown.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Final

from graphwright.profiler import files

_LISTS: Final = ("events", "regions", "buffers")
_NUMBERS: Final = ("calls", "seconds", "bytes", "flops")
_MOST_EVENTS: Final = 20_000
_MOST_BUFFERS: Final = 12

Profile = Mapping[str, Any] | str | os.PathLike[str]
"""A profile as data in the structure above, or the folder of logs in which one was recorded."""


def profile_of(profile: Profile) -> dict[str, Any]:
    """The profile with missing parts empty.

    Raises ValueError where a part has another form, FileNotFoundError where a folder has none.
    """
    if isinstance(profile, (str, os.PathLike)):
        folder = os.fspath(profile)
        events = files.latest(folder, files.TIMELINE)["traceEvents"]
        return _checked({"events": events, **_of_sums(files.latest(folder))})
    return _checked(profile)


def _of_sums(sums: Mapping[str, Any]) -> dict[str, Any]:
    """What docs/seeing.md calls the data of a profile, in this structure."""
    regions, buffers = [], []
    for program in sums["programs"]:
        for region in program["regions"]:
            regions.append({
                "id": region["id"], "trace": program["name"], "kind": region["kind"], "calls": region["calls"],
                "line": _line(region["ops"]), "ops": [op["name"] for op in region["ops"]],
                "seconds": region["seconds"], "bytes": region["bytes"], "flops": region["operations"],
            })  # fmt: skip
        for buffer in program["buffers"]:
            what = f"{buffer['op']} {buffer['name']} ({buffer['kind']})"
            buffers.append({"bytes": buffer["bytes"], "what": what, "line": _line([buffer])})
    peak = sums["peak"]
    buffers.sort(key=lambda buffer: -buffer["bytes"])
    return {
        "regions": regions,
        "buffers": buffers[:_MOST_BUFFERS],
        "peak": {"flops": peak["operations per second"], "bytes": peak["bytes per second"]} if peak else None,
        "memory": sums["memory"],
    }


def _line(ops: list[dict[str, Any]]) -> list[Any] | None:
    """The line of the first operation that has one."""
    return next(([op["file"], op["line"]] for op in ops if op["file"] is not None), None)


def _checked(profile: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"peak": None, **profile}
    for name in _LISTS:
        part = found.setdefault(name, [])
        if not isinstance(part, list) or not all(isinstance(entry, dict) for entry in part):
            raise ValueError(f"profile['{name}'] must be a list of dicts, got {type(part).__name__}.")
    for region in found["regions"]:
        for name in _NUMBERS:
            if not isinstance(region.get(name, 0), (int, float)):
                raise ValueError(f"profile['regions']: '{name}' must be a number, got {region[name]!r}.")
    events = [e for e in found["events"] if e.get("ph") in ("X", "C", "M")]
    found["left_out"] = max(0, len(events) - _MOST_EVENTS)
    found["events"] = events[:_MOST_EVENTS]
    return found
