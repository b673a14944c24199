"""Starts and reads the timers between the regions of a profiled program (`runtime/region_timers.py`).

A region is a step of the plan, or several short steps that come one behind the other: a lap costs some 20 ns, and must
not be noticed. The steps of a loop, a branch or a call have regions of their own where there is enough to do in one
iteration; the rest is the time of the loop itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphwright.runtime.native.fusion.step_work import NOTHING, Work, kind_of, nanoseconds, operations_of, work_of
from graphwright.runtime.native.fusion.steps import Step
from graphwright.runtime.native.machine.budgets import REGION_NS
from graphwright.runtime.native.runtime import region_timers
from graphwright.runtime.regions import PROGRAM, Region, RegionTable

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.frame.function_writer import Writer


class RegionLaps:
    """Writes the laps of one program; its regions are in `table`."""

    def __init__(self, w: Writer) -> None:
        self.w = w
        self.table = RegionTable()
        self.around = self.table.add(None, PROGRAM)  # the region whose steps are being written
        self._place = w.table.later("regions")
        w.kernels.add(("timers", ""))
        for line in region_timers.DECLARATIONS:
            w.module.declare(line)

    def plan(self, steps: Sequence[Step]) -> PlanLaps:
        """The steps of a plan are about to be written."""
        return PlanLaps(self, steps)

    def lap(self, region: Region, calls: int) -> None:
        """The time since the last lap is a region's."""
        self.w.line(self.lap_text(region, calls).strip())

    def lap_text(self, region: Region, calls: int) -> str:
        """What ends a lap."""
        return f"  call void @{region_timers.LAP}(ptr %laps, i64 {region.number}, i64 {calls})"

    def count(self, region: Region, work: Work) -> None:
        """Note what a call of a region does, and write what counts it where that is known only then."""
        w = self.w
        sums = []
        for sizes, name in ((work.bytes, "bytes"), (work.operations, "operations")):
            known = sum(size.static for size in sizes if size.static is not None)
            setattr(region, name, getattr(region, name) + known)
            total = "0"
            for size in sizes:
                if size.static is None and all(w.scope.text(symbol) is not None for symbol in size.symbols):
                    total = w.sum(total, w.size(size))
            sums.append(total)
        if sums != ["0", "0"]:
            w.call(
                "void",
                f"@{region_timers.COUNT_WORK}",
                w.ptr("%laps"),
                w.i64(region.number),
                w.i64(sums[0]),
                w.i64(sums[1]),
            )

    def begin(self) -> list[str]:
        """Text for the entry of the program."""
        return [
            f"  %laps = alloca [{region_timers.LAPS_BYTES} x i8], align 16",
            f"  %laps.slot = getelementptr ptr, ptr %table, i64 {self._place}",
            "  %laps.regions = load ptr, ptr %laps.slot",
            f"  call void @{region_timers.BEGIN}(ptr %laps, ptr %laps.regions)",
        ]

    def end(self) -> list[str]:
        """Text for the end of the program; all regions are known."""
        self.table.temporaries = self.w.scratch.size
        self.w.table.fill(self._place, self.table.lay_out(), self.table.counts)
        return [self.lap_text(self.table.regions[0], 1)]


class PlanLaps:
    """The laps behind the steps of one plan."""

    def __init__(self, laps: RegionLaps, steps: Sequence[Step]) -> None:
        self._laps, self._around = laps, laps.around
        self._region: dict[Step, Region] = {}
        self._ends: dict[Step, Sequence[Step]] = {}  # the steps of a region by its last
        groups = _groups(steps)
        if not groups:
            self._around.ops += [op for step in steps for op in operations_of(step)]
        elif self._around.parent is not None:  # what came before in an iteration is the loop's own
            laps.lap(self._around, 0)
        for group in groups:
            longest = max(group, key=nanoseconds)
            region = laps.table.add(self._around.number, kind_of(longest))
            ordered = [longest, *(step for step in group if step is not longest)]
            region.ops += [op for step in ordered for op in operations_of(step)]
            self._region.update(dict.fromkeys(group, region))
            self._ends[group[-1]] = group

    def begin(self, step: Step) -> None:
        """A step is about to be written, and those inside of it."""
        self._laps.around = self._region.get(step, self._around)

    def end(self, step: Step) -> None:
        """A step has been written."""
        self._laps.around = self._around
        group = self._ends.get(step)
        if group is not None:
            region = self._region[step]
            self._laps.count(region, sum(map(work_of, group), NOTHING))
            self._laps.lap(region, 1)


def _groups(steps: Sequence[Step]) -> list[list[Step]]:
    """The steps that are one region each; none where there is too little to do."""
    found: list[list[Step]] = []
    pending: list[Step] = []
    spent = 0.0
    for step in steps:
        pending.append(step)
        spent += nanoseconds(step)
        if spent >= REGION_NS:
            found.append(pending)
            pending, spent = [], 0.0
    if found:
        found[-1] += pending
    return found


__all__ = ["PlanLaps", "RegionLaps"]
