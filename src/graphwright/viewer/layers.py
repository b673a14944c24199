"""Layers: what of a group is drawn in which row, and in which order; sizes play no part in it.

This is the layered drawing of Sugiyama, Tagawa and Toda (1981) up to coordinates: rows by the longest path from the
sources, items that stand for the long edges in the rows between, and sweeps that order each row by the median or mean
of its neighbours. Coordinates depend on which groups are open, so the page computes them (`assets/place.js`), as
`place.py` does for static pictures.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import pairwise
from typing import Any, Final

from graphwright.viewer.items import Item

_LONGEST: Final = 24  # rows that an edge is led through; longer ones are drawn straight
_SWEEPS: Final = 6
_WIDEST: Final = 14  # items in a row; a longer one becomes several

Layers = dict[str, Any]


def layers_of(items: Sequence[Item]) -> dict[int, Layers]:
    """For each item that contains others its `rows` and `edges`.

    `rows` are lists of the items in it and, as negative numbers, places where an edge passes. An edge is a list: from,
    the places that it passes, to.
    """
    children: dict[int, list[int]] = {}
    for number, item in enumerate(items):
        children.setdefault(item["parent"], []).append(number)
    edges = _lifted(items)
    return {
        group: _layered(items, _drawn(items, members), edges.get(group, {}))
        for group, members in children.items()
        if group >= 0
    }


def _drawn(items: Sequence[Item], members: Sequence[int]) -> list[int]:
    """What is drawn of a group: constants are shown with the operations that use them, unless there is nothing else."""
    found = [number for number in members if items[number]["kind"] != "constant"]
    return found or list(members)


def _lifted(items: Sequence[Item]) -> dict[int, dict[tuple[int, int], None]]:
    """The edges of each group: between two items of it that contain, or are, the ends of an edge."""
    depth = [0] * len(items)
    for number, item in enumerate(items):
        if number:
            depth[number] = depth[item["parent"]] + 1
    edges: dict[int, dict[tuple[int, int], None]] = {}
    for number, item in enumerate(items):
        for source in dict.fromkeys([*(s for s, _ in item.get("inputs", ())), *item.get("controls", ())]):
            a, b = source, number
            if items[a]["kind"] == "constant" or _is_assignment(items[a], items[b]):
                continue
            while depth[a] > depth[b]:
                a = items[a]["parent"]
            while depth[b] > depth[a]:
                b = items[b]["parent"]
            while items[a]["parent"] != items[b]["parent"]:
                a, b = items[a]["parent"], items[b]["parent"]
            if a != b:
                edges.setdefault(items[a]["parent"], {})[a, b] = None
    return edges


def _is_assignment(source: Item, target: Item) -> bool:
    """Whether an edge leads from a variable to its assignment: it would go through the whole graph, and says little."""
    outputs = source.get("outputs", ())
    return bool(outputs) and outputs[0].startswith("resource") and target.get("type", "").startswith("Assign")


def _layered(items: Sequence[Item], members: Sequence[int], edges: dict[tuple[int, int], None]) -> Layers:
    reads = {number for number in members if items[number].get("type") == "ReadVariableOp"}
    rank = _ranks(members, list(edges), reads)
    rows: list[list[int]] = [[] for _ in range(max(rank.values(), default=-1) + 1)]
    for number in members:
        rows[rank[number]].append(number)
    paths, neighbours = [], _Neighbours()
    passing = 0
    for source, target in edges:
        if source not in rank or target not in rank:
            continue
        path = [source]
        step = 1 if rank[source] < rank[target] else -1
        if 1 < abs(rank[target] - rank[source]) <= _LONGEST:
            for at in range(rank[source] + step, rank[target], step):
                passing -= 1
                rows[at].append(passing)
                path.append(passing)
        path.append(target)
        paths.append(path)
        neighbours.add(path, step)
    _order(rows, neighbours)
    return {"rows": [part for row in rows for part in _parts(row)], "edges": paths}


def _parts(row: list[int]) -> list[list[int]]:
    """A row in pieces of about the same length: there are no edges between items of a row."""
    pieces = -(-len(row) // _WIDEST)
    length = -(-len(row) // max(1, pieces))
    return [row[start : start + length] for start in range(0, len(row), max(1, length))]


def _ranks(members: Sequence[int], edges: Sequence[tuple[int, int]], late: Set[int]) -> dict[int, int]:
    """The length of the longest path that leads to each; an edge against the program's order does not count.

    Groups may need each other's values, in a circle. What nothing leads to is moved down to what it leads to, and so is
    what is in `late`.
    """
    position = {number: i for i, number in enumerate(members)}
    above: dict[int, list[int]] = {}
    below: dict[int, list[int]] = {}
    for source, target in edges:
        if position.get(source, len(position)) < position.get(target, -1):
            above.setdefault(target, []).append(source)
            below.setdefault(source, []).append(target)
    rank: dict[int, int] = {}
    for number in members:
        rank[number] = max((rank[source] + 1 for source in above.get(number, ())), default=0)
    for number in reversed(members):
        if (number in late or number not in above) and number in below:
            rank[number] = min(rank[target] for target in below[number]) - 1
    return rank


class _Neighbours:
    def __init__(self) -> None:
        self.above: dict[int, list[int]] = {}
        self.below: dict[int, list[int]] = {}

    def add(self, path: Sequence[int], step: int) -> None:
        for a, b in pairwise(path):
            upper, lower = (a, b) if step > 0 else (b, a)
            self.above.setdefault(lower, []).append(upper)
            self.below.setdefault(upper, []).append(lower)


def _order(rows: list[list[int]], neighbours: _Neighbours) -> None:
    """Order each row by the mean position of its neighbours, downwards and upwards in turn."""
    at = {number: float(i) for row in rows for i, number in enumerate(row)}
    best, fewest = [list(row) for row in rows], _crossings(rows, neighbours)
    for sweep in range(_SWEEPS):
        downwards = sweep % 2 == 0
        near = neighbours.above if downwards else neighbours.below
        for row in rows if downwards else reversed(rows):
            wanted = {n: _mean([at[m] for m in near[n]]) if n in near else at[n] for n in row}
            row.sort(key=wanted.__getitem__)
            at.update((number, float(i)) for i, number in enumerate(row))
        found = _crossings(rows, neighbours)
        if found < fewest:
            best, fewest = [list(row) for row in rows], found
        if not fewest:
            break
    rows[:] = best


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _crossings(rows: Sequence[Sequence[int]], neighbours: _Neighbours) -> int:
    """How many pairs of edges between neighbouring rows cross."""
    total = 0
    for upper, lower in pairwise(rows):
        place = {number: i for i, number in enumerate(lower)}
        ends = [e for n in upper for e in sorted(place[m] for m in neighbours.below.get(n, ()) if m in place)]
        total += _inversions(ends, len(lower))
    return total


def _inversions(values: Sequence[int], size: int) -> int:
    """Pairs in descending order, counted with a Fenwick tree."""
    tree, total = [0] * (size + 1), 0
    for seen, value in enumerate(values):
        at, before = value + 1, 0
        while at > 0:
            before += tree[at]
            at -= at & -at
        total += seen - before
        at = value + 1
        while at <= size:
            tree[at] += 1
            at += at & -at
    return total
