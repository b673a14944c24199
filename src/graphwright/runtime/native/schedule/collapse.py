"""Collapse: merges neighbouring axes that every operand traverses evenly, and drops axes of size 1."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.base.shape import Dim
from graphwright.runtime.native.fusion.symbolic_sizes import Size, size_of, times
from graphwright.runtime.native.schedule.loop_nest import LoopNest

Strides = list[list[Size]]


def collapse(
    dims: Sequence[Dim], strides: Sequence[Sequence[Size]], reduced: Sequence[bool]
) -> tuple[LoopNest, Strides]:
    """The nest over these dimensions, and each operand's strides along its axes.

    `reduced[k]` says whether dimension k is reduced; such axes join others of their kind alone.
    """
    extents: list[Size] = []
    kinds: list[bool] = []
    collapsed: Strides = [[] for _ in strides]
    for axis, dim in enumerate(dims):
        if dim == 1:
            continue
        extent, steps = size_of(dim), [own[axis] for own in strides]
        if extents and kinds[-1] == reduced[axis] and _is_even(collapsed, steps, extent):
            extents[-1] = times(extents[-1], extent)
            for own, step in zip(collapsed, steps, strict=True):
                own[-1] = step
            continue
        extents.append(extent)
        kinds.append(reduced[axis])
        for own, step in zip(collapsed, steps, strict=True):
            own.append(step)
    return LoopNest(tuple(extents), tuple(kinds)), collapsed


def _is_even(collapsed: Strides, steps: Sequence[Size], extent: Size) -> bool:
    """Whether for every operand a step along the last axis is as far as `extent` steps along the next one."""
    return all(own[-1] == times(step, extent) for own, step in zip(collapsed, steps, strict=True))
