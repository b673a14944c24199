"""Ops that sort, count or pick: how many elements they give is known only when they run, or depends on indices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tests.graphs.trial import Item, Refused
from tests.graphs.values import COMPLEX, DTYPES, FLOATS, SIGNED, UNSIGNED

if TYPE_CHECKING:
    from tests.graphs.draw import Drawer

Drawn = tuple[str, list[Item]]

_REAL = (*FLOATS, *SIGNED, *UNSIGNED)
_MOST = 200  # ids that are written out


def _exact(d: Drawer, allowed: Sequence[str], rank: int = 0) -> Item:
    """A value that is the same on every executor, for sizes depend on it."""
    fitting = [i for i in d.items if i.exact and i.dtype in allowed and i.rank >= rank]
    if fitting and d.random.random() < 0.8:
        return d.random.choice(fitting)
    return d.fresh(d.random.choice(list(allowed)), tuple(d.random.choice(d.sizes) for _ in range(max(rank, 1))))


def _flat(item: Item) -> str:
    return item.name if item.rank == 1 else f"tf.reshape({item.name}, [-1])"


def _ids(d: Drawer, count: int, low: int, high: int) -> list[int]:
    if count > _MOST:
        raise Refused
    return [d.random.randint(low, high) for _ in range(count)]


def _where(d: Drawer) -> Drawn:
    a = _exact(d, ("bool", "bool", "int32", "float32", "uint8"), rank=1)
    return f"tf.where({a.name})", [a]


def _mask(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=1)
    mask = d.partner(Item("", "bool", a.shape[: d.random.randint(1, a.rank)], True), same=True)
    if not mask.exact:
        raise Refused
    return f"tf.boolean_mask({a.name}, {mask.name})", [a, mask]


def _unique(d: Drawer) -> Drawn:
    a = _exact(d, (*SIGNED, *UNSIGNED, "float32", "float64"), rank=1)
    how = d.random.choice(["unique", "unique_with_counts"])
    return f"list(tf.{how}({_flat(a)}))", [a]


def _count(d: Drawer) -> Drawn:
    a = _exact(d, ("int32",), rank=1)
    limits = f"minlength={d.random.randint(0, 9)}, maxlength={d.random.randint(1, 9)}"
    return f"tf.math.bincount(tf.math.floormod({_flat(a)}, 7), {limits})", [a]


def _partition(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=1)
    ids = _ids(d, a.shape[0], 0, 2)
    return f"tf.dynamic_partition({a.name}, np.array({ids}, 'int32'), 3)", [a]


def _partition_by(d: Drawer) -> Drawn:
    """By values of the program."""
    a = _exact(d, ("int32",), rank=1)
    return f"tf.dynamic_partition({_flat(a)}, tf.math.floormod({_flat(a)}, 3), 3)", [a]


def _stitch(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=1)
    n = a.shape[0]
    if not 0 < n <= _MOST:
        raise Refused
    order = d.random.sample(range(n), n)
    at = d.random.randint(0, n)
    return f"tf.dynamic_stitch([{order[:at]}, {order[at:]}], [{a.name}[:{at}], {a.name}[{at}:]])", [a]


def _search(d: Drawer) -> Drawn:
    a = d.pick(("float32", "float64", "int32", "int64"), rank=1)
    b = d.partner(a, same=True)
    side = d.random.choice(["left", "right"])
    numbers = f"tf.where({a.name} == {a.name}, {a.name}, tf.zeros_like({a.name}))"  # what has NaNs in it is in no order
    return f"tf.searchsorted(tf.sort({numbers}), {b.name}, side={side!r})", [a, b]


def _invert(d: Drawer) -> Drawn:
    n = d.random.randint(0, 20)
    return f"tf.math.invert_permutation(np.array({d.random.sample(range(n), n)}, 'int32'))", []


def _segments(d: Drawer) -> Drawn:
    how = d.random.choice(["sum", "mean", "max", "min", "prod"])
    a = d.pick(_REAL if how in ("max", "min") else (*_REAL, *COMPLEX), rank=1)
    ids = sorted(_ids(d, a.shape[0], 0, 5))
    return f"tf.math.segment_{how}({a.name}, np.array({ids}, 'int32'))", [a]


def _unsorted_segments(d: Drawer) -> Drawn:
    how = d.random.choice(["sum", "mean", "max", "min", "prod", "sqrt_n"])
    a = d.pick(FLOATS if how in ("mean", "sqrt_n") else _REAL, rank=1)
    ids = _ids(d, a.shape[0], -1, 4)
    return f"tf.math.unsorted_segment_{how}({a.name}, np.array({ids}, 'int32'), 5)", [a]


def _sparse_segments(d: Drawer) -> Drawn:
    """Sums of rows that are looked up."""
    a = d.pick(("float32", "float64", "int32"), rank=2)
    if not a.shape[0]:
        raise Refused
    count = d.random.randint(1, 6)
    rows = _ids(d, count, 0, a.shape[0] - 1)
    return f"tf.math.segment_sum(tf.gather({a.name}, {rows}), np.array({sorted(_ids(d, count, 0, 3))}, 'int64'))", [a]


def _repeat(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=1)
    axis = d.random.randrange(a.rank)
    counts = _ids(d, a.shape[axis], 0, 3) if a.shape[axis] <= 9 and d.random.random() < 0.5 else d.random.randint(0, 3)
    return f"tf.repeat({a.name}, {counts}, {axis})", [a]


def _top(d: Drawer) -> Drawn:
    """Of ordered elements their places too."""
    a = d.pick(_REAL, rank=1)
    direction = d.random.choice(["ASCENDING", "DESCENDING"])
    return f"tf.argsort({a.name}, {d.random.randrange(-a.rank, a.rank)}, {direction!r}, stable=True)", [a]


PICKED: dict[str, Callable[[Drawer], Drawn]] = {
    "Where": _where,
    "GatherV2 of a mask": _mask,
    "Unique": _unique,
    "DenseBincount": _count,
    "DynamicPartition": _partition,
    "DynamicPartition by values": _partition_by,
    "DynamicStitch": _stitch,
    "LowerBound": _search,
    "InvertPermutation": _invert,
    "SegmentSum": _segments,
    "UnsortedSegmentSum and others": _unsorted_segments,
    "SegmentSum of what is looked up": _sparse_segments,
    "Repeat": _repeat,
    "ArgSort": _top,
}
"""By op, or by what is made with it."""
