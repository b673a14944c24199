"""The structure of a profile that a page shows, as plain data; whoever records one writes it.

    events   a timeline in Chrome's form: dicts with `ph` "X", `name`, `cat`, `tid`, `ts` and `dur` in microseconds,
             `args`; and counters with `ph` "C", whose `args` are numbers: those of the name "memory" are bytes in use
    regions  a list of native regions, each with
               id       a number
               trace    the name of its trace, as `explain()` has it
               kind     "product", "fused loop", ...
               line     [file, line], or None
               ops      the names of the operations of the optimized graph that it runs
               calls, seconds, bytes, flops   in all
    peak     {"flops": operations in a second, "bytes": bytes in a second} of the processor, or None
    buffers  the largest buffers at the peak of memory: dicts with `bytes`, `what` and `line`

All are optional. Further keys are kept and not shown.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from typing import Any, Final

_LISTS: Final = ("events", "regions", "buffers")
_NUMBERS: Final = ("calls", "seconds", "bytes", "flops")
_MOST_EVENTS: Final = 20_000


def checked_profile(profile: Mapping[str, Any]) -> dict[str, Any]:
    """The profile with missing parts empty.

    Raises ValueError where a part has another form.
    """
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


def read_profile(path: str) -> dict[str, Any]:
    """A profile from a file of `tf.profiler.experimental` (`*.trace.json.gz`) or of JSON in this structure.

    Raises ValueError for other content, and OSError.
    """
    with open(path, "rb") as file:
        data = file.read()
    try:
        content = json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    except (ValueError, OSError, EOFError) as error:
        raise ValueError(f"{path} is no profile: {error}") from None
    if not isinstance(content, dict):
        raise ValueError(f"{path} is no profile: it is a {type(content).__name__}, not an object.")
    if "traceEvents" in content:
        other = content.get("otherData", {})
        content = {"events": content["traceEvents"], **(other if isinstance(other, dict) else {})}
    return checked_profile(content)
