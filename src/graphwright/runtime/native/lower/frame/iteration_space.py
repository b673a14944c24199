"""The index space of a loop nest: axes that can be run through as one are joined."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.base.shape import Dim
from graphwright.runtime.native.fusion.symbolic_sizes import ZERO, Size, size_of, times


class Space:
    """The axes of a loop nest, outermost first, and each operand's stride along them.

    `reduced[k]` tells whether axis k is reduced. Axes of size 1 are left out, neighbours that every operand steps
    through evenly become one.
    """

    def __init__(self, dims: Sequence[Dim], strides: Sequence[Sequence[Size]], reduced: Sequence[bool]) -> None:
        self.extents: list[Size] = []
        self.strides: list[list[Size]] = [[] for _ in strides]
        self.reduced: list[bool] = []
        for axis, dim in enumerate(dims):
            if dim != 1:
                self._add(size_of(dim), [s[axis] for s in strides], reduced[axis])

    def _add(self, extent: Size, steps: list[Size], reduced: bool) -> None:
        if self.extents and self.reduced[-1] == reduced:
            joins = (own[-1] == times(step, extent) for own, step in zip(self.strides, steps, strict=True))
            if all(joins):
                self.extents[-1] = times(self.extents[-1], extent)
                for own, step in zip(self.strides, steps, strict=True):
                    own[-1] = step
                return
        self.extents.append(extent)
        self.reduced.append(reduced)
        for own, step in zip(self.strides, steps, strict=True):
            own.append(step)

    @property
    def is_empty(self) -> bool:
        """Whether it is known that there is nothing to do."""
        return any(e.static == 0 for e in self.extents)


def broadcast_strides(dims: Sequence[Dim], strides: Sequence[Size], target: Sequence[Dim]) -> list[Size]:
    """The strides of an operand along the axes of the space it is repeated over."""
    lead = len(target) - len(dims)
    spread = [ZERO] * lead
    for own, step, wanted in zip(dims, strides, target[lead:], strict=True):
        spread.append(ZERO if own == 1 and wanted != 1 else step)
    return spread


def reduced_strides(dims: Sequence[Dim], axes: Sequence[int]) -> list[Size]:
    """The strides of a reduction's result along the axes of its operand: none along those that are reduced."""
    strides = [ZERO] * len(dims)
    step = Size(1)
    for axis in range(len(dims) - 1, -1, -1):
        if axis not in axes:
            strides[axis] = step
            step = times(step, size_of(dims[axis]))
    return strides
