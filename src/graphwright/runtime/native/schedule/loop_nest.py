"""A loop nest before it is lowered: its axes, and what the transformations of this package decide about them.

A nest is immutable; a transformation (`collapse`, `vectorize`, `tile`, `parallelize`) returns another. `lower/nests`
writes the loops that it describes. `show` prints them.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.base.frozen import frozen
from graphwright.runtime.native.fusion.symbolic_sizes import ONE, Size


@frozen
class Cut:
    """How an axis is cut: chunks of `step`, the last one moved back to end with the axis, or shorter.

    What is known only at run time is the text of an i64. There are `most` chunks at most.
    """

    axis: int
    extent: int | str
    step: int | str
    chunks: int | str
    most: int
    overlapping: bool = False

    @property
    def length(self) -> int | None:
        """How long each chunk is, where it is known and the same for all."""
        if isinstance(self.extent, str) or isinstance(self.step, str):
            return None
        return self.step if self.overlapping or self.extent % self.step == 0 else None


@frozen
class LoopNest:
    """Axes, outermost first: their extents, and which of them are reduced.

    A step along the innermost axis, the row, works on `lanes` elements. With a `tile` the row is run through tile by
    tile, and each tile in several `passes`. `cut` is how threads share an axis.
    """

    extents: tuple[Size, ...]
    reduced: tuple[bool, ...]
    lanes: int = 1
    tile: int = 0
    passes: int = 1
    cut: Cut | None = None

    @property
    def row(self) -> Size:
        """The extent of the innermost axis."""
        return self.extents[-1] if self.extents else ONE

    @property
    def is_empty(self) -> bool:
        """Whether it is known that there is nothing to do."""
        return any(extent.static == 0 for extent in self.extents)


def show(nest: LoopNest) -> str:
    """The loops of a nest, one on a line, as they will be written."""
    return "\n".join(f"{'  ' * depth}{line}" for depth, line in enumerate(_lines(nest)))


def _lines(nest: LoopNest) -> Iterator[str]:
    for axis, (extent, reduced) in enumerate(zip(nest.extents, nest.reduced, strict=True)):
        loop = f"{'reduce' if reduced else 'for'} i{axis} in {'n' if extent.static is None else extent.static}"
        if nest.cut is not None and nest.cut.axis == axis:
            loop += f", {_chunks(nest.cut)} shared by threads"
        if axis < len(nest.extents) - 1:
            yield loop
        elif nest.tile:
            yield f"{loop}, tiles of {nest.tile}"
            yield f"for each of {nest.passes} passes"
            yield f"for j in the tile, {nest.lanes} lanes"
        else:
            yield f"{loop}, {nest.lanes} lanes" if nest.lanes > 1 else loop


def _chunks(cut: Cut) -> str:
    return "chunks" if isinstance(cut.chunks, str) else f"{cut.chunks} chunks of {cut.step}"
