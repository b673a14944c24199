"""A timeline in the form that TensorBoard's profile plugin reads: planes of lines of events (`*.xplane.pb`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from graphwright.graphdef.messages import MessageClass, build

TABLES: Final[dict[str, str]] = {
    "XEvent": "metadata_id int64 1; offset_ps int64 2; duration_ps int64 3",
    "XEventMetadata": "id int64 1; name string 2; display_name string 4",
    "XLine": (
        "id int64 1; name string 2; timestamp_ns int64 3; events XEvent* 4; duration_ps int64 9; display_id int64 10; "
        "display_name string 11"
    ),
    "XPlane": "id int64 1; name string 2; lines XLine* 3; event_metadata map<int64,XEventMetadata> 4",
    "XSpace": "planes XPlane* 1; hostnames string* 4",
}
"""Fields and their numbers, in the notation of `graphdef.messages`."""

_CLASSES: Final[dict[str, MessageClass]] = build("graphwright/xplane.proto", TABLES)
_HOST: Final = "/host:CPU"  # the name of the plane by which the plugin knows threads of the host


def xspace(events: Sequence[Mapping[str, Any]], host: str, began: float) -> bytes:
    """The blocks of a timeline in Chrome's form as a serialized XSpace; `began` is its zero, in seconds since 1970."""
    space = _CLASSES["XSpace"](hostnames=[host])
    plane = space.planes.add(id=1, name=_HOST)
    lines: dict[int, Any] = {}
    numbers: dict[str, int] = {}
    for event in events:
        if event["ph"] != "X":
            continue
        thread, name = event["tid"], event["name"]
        line = lines.get(thread)
        if line is None:
            number = len(lines) + 1
            line = lines[thread] = plane.lines.add(id=number, display_id=number, name=f"thread {thread}")
            line.timestamp_ns = round(began * 1e9)
        kind = numbers.get(name)
        if kind is None:
            kind = numbers[name] = len(numbers) + 1
            about = plane.event_metadata[kind]
            about.id, about.name = kind, name
        start = max(0, round(event["ts"] * 1e6))
        line.events.add(metadata_id=kind, offset_ps=start, duration_ps=round(event["dur"] * 1e6))
    return bytes(space.SerializeToString())


__all__ = ["xspace"]
