"""A profile as a timeline of Chrome and Perfetto."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphwright.profiler.report import title
from graphwright.runtime.profiling import RegionEvent


class Timeline:
    """Events from one moment on, in Chrome's form.

    Args:
      began: the moment, by `time.perf_counter`.
    """

    def __init__(self, began: float) -> None:
        self.began = began
        self._events: list[dict[str, Any]] = []

    def add(
        self, kind: str, name: str, thread: int, start: float, end: float, args: Mapping[str, Any] | None = None
    ) -> None:
        """A block of a thread."""
        at, took = (start - self.began) * 1e6, (end - start) * 1e6
        self._events.append(
            {"ph": "X", "pid": 1, "tid": thread, "cat": kind, "name": name, "ts": at, "dur": took, "args": args or {}}
        )

    def add_regions(
        self, events: Sequence[RegionEvent], named: Mapping[int, tuple[str, Sequence[Mapping[str, Any]]]]
    ) -> None:
        """Laps of regions and the memory in use behind each; `named` has a table's program and regions by its id."""
        before = None
        for table, number, thread, start, end, memory in events:
            program, regions = named[id(table)]
            region = regions[number]
            about = {"program": program, "region": number, "kind": region["kind"]}
            self.add("region", title(region), thread, start, end, about)
            if memory != before:
                before = memory
                at = (end - self.began) * 1e6
                self._events.append(
                    {"ph": "C", "pid": 1, "name": "large blocks in use", "ts": at, "args": {"bytes": memory}}
                )

    def events(self) -> list[dict[str, Any]]:
        """All events, by thread and time, a block before those inside of it."""
        return sorted(self._events, key=lambda e: (e.get("tid", 0), e["ts"], -e.get("dur", 0.0)))


__all__ = ["Timeline"]
