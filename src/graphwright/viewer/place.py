"""Places of the items of a picture: coordinates for the rows of `layers.py`, as `place.js` finds them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from graphwright.base.frozen import frozen
from graphwright.viewer.layers import Layers

HEAD: Final = 30.0  # height of the title of an open group
GROUP: Final = 34.0  # height of a closed one
ITEM: Final = 28.0
_GAP: Final = 14.0
_BETWEEN: Final = 30.0
_PAD: Final = 16.0
_PASSING: Final = 6.0
_SWEEPS: Final = 6


@dataclasses.dataclass
class Box:
    """A rectangle; `x` is its left edge, relative to the group that it is in."""

    w: float
    h: float
    x: float = 0.0
    y: float = 0.0


@frozen
class Place:
    """An open group: its size, and where everything in it is; an edge is a list of points."""

    w: float
    h: float
    boxes: dict[int, Box]
    edges: list[list[tuple[float, float]]]


def placed(layers: Layers, size: Callable[[int], tuple[float, float]], head: float) -> Place:
    """The place of a group whose items have these sizes."""
    rows: Sequence[Sequence[int]] = layers["rows"]
    boxes = {n: Box(_PASSING, 0.0) if n < 0 else Box(*size(n)) for row in rows for n in row}
    above, below = _neighbours(layers)
    for row in rows:
        _spread(row, boxes, None)
    for sweep in range(_SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            _spread(row, boxes, above if sweep % 2 == 0 else below)
    return _stacked(layers, boxes, head)


def _neighbours(layers: Layers) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    row_of = {number: i for i, row in enumerate(layers["rows"]) for number in row}
    above: dict[int, list[int]] = {}
    below: dict[int, list[int]] = {}
    for path in layers["edges"]:
        for a, b in pairwise(path):
            upper, lower = (a, b) if row_of[a] <= row_of[b] else (b, a)
            above.setdefault(lower, []).append(upper)
            below.setdefault(upper, []).append(lower)
    return above, below


def _spread(row: Sequence[int], boxes: Mapping[int, Box], near: Mapping[int, list[int]] | None) -> None:
    """Move the items of a row as near to the mean of their neighbours as the order and the gaps allow.

    That is a least-squares problem whose solution keeps an order, found by pooling adjacent violators. Meanwhile `x` is
    the centre of a box.
    """
    offsets: list[float] = []
    blocks: list[tuple[int, float, float]] = []  # first item, weighted sum of what is wanted, weight
    offset = 0.0
    for i, number in enumerate(row):
        box = boxes[number]
        if i:
            offset += (boxes[row[i - 1]].w + box.w) / 2 + _GAP
        offsets.append(offset)
        others = near.get(number) if near is not None else None
        wanted = sum(boxes[n].x for n in others) / len(others) if others else box.x if near is not None else offset
        weight = 3.0 if number < 0 else 1.0
        block = (i, (wanted - offset) * (weight if others or near is None else 0.05),
                 weight if others or near is None else 0.05)  # fmt: skip
        while blocks and blocks[-1][1] / blocks[-1][2] > block[1] / block[2]:
            first, total, sum_of_weights = blocks.pop()
            block = (first, total + block[1], sum_of_weights + block[2])
        blocks.append(block)
    middle = offset / 2 if near is None else 0.0
    ends = [first for first, _, _ in blocks[1:]] + [len(row)]
    for (first, total, weight), end in zip(blocks, ends, strict=True):
        for i in range(first, end):
            boxes[row[i]].x = total / weight + offsets[i] - middle


def _stacked(layers: Layers, boxes: dict[int, Box], head: float) -> Place:
    y = head + _PAD
    for row in layers["rows"]:
        height = max((boxes[n].h for n in row), default=0.0)
        for number in row:
            box = boxes[number]
            box.y = y if box.h > GROUP else y + (height - box.h) / 2  # titles of open groups on one line
        y += height + _BETWEEN
    left = min((box.x - box.w / 2 for box in boxes.values()), default=0.0)
    right = max((box.x + box.w / 2 for box in boxes.values()), default=0.0)
    for box in boxes.values():
        box.x += _PAD - left - box.w / 2
    edges = [_points(path, boxes) for path in layers["edges"]]
    return Place(right - left + 2 * _PAD, y - _BETWEEN + _PAD, boxes, edges)


def _points(path: Sequence[int], boxes: Mapping[int, Box]) -> list[tuple[float, float]]:
    first, last = boxes[path[0]], boxes[path[-1]]
    down = first.y + first.h <= last.y + last.h / 2
    points = [(boxes[n].x + boxes[n].w / 2, boxes[n].y + boxes[n].h / 2) for n in path]
    points[0] = (points[0][0], first.y + first.h if down else first.y)
    points[-1] = (points[-1][0], last.y if down else last.y + last.h)
    return points
