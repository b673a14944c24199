"""What is behind the handle of a queue: elements in memory, and threads that wait for them or for room."""

from __future__ import annotations

import bisect
import itertools
import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType
from graphwright.base.forks import renewed_after_fork
from graphwright.base.shape import TensorShape
from graphwright.core.tensor import Array

Element = tuple[Array, ...]

_POLL = 0.1  # seconds after which one who waits looks for interrupts


class QueueStore:
    """The elements of a queue.

    Args:
      kind: what it is called in errors: `FIFOQueue`, `PaddingFIFOQueue`, `PriorityQueue`, `RandomShuffleQueue`.
      dtypes, shapes: of the components; no shapes where they may be any.
      capacity: how many elements it holds at most; below zero any number.
      least: how many stay behind, so that what is drawn is drawn from many.
      seed: of the order in which a RandomShuffleQueue gives its elements; 0 for another each time.
    """

    def __init__(
        self,
        kind: str,
        dtypes: Sequence[DType],
        shapes: Sequence[TensorShape],
        capacity: int,
        least: int = 0,
        seed: int = 0,
    ) -> None:
        if shapes and len(shapes) != len(dtypes):
            raise errors.InvalidArgumentError(f"{kind}: there are {len(shapes)} shapes for {len(dtypes)} components.")
        self.kind, self.dtypes, self.shapes = kind, list(dtypes), list(shapes)
        self._capacity, self._least = capacity, least
        self._items: list[Any] = []
        self._serial = itertools.count()
        self._changed = renewed_after_fork(threading.Condition())
        self._random = np.random.default_rng(seed or None)
        self.closed = False
        self._cancelled = False

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"<{self.kind} of {len(self)} elements>"

    # putting in --------------------------------------------------------------------------------------------

    def put(self, values: Sequence[Array]) -> None:
        """Add an element, when there is room."""
        self._check(values, 0)
        self._put_all([tuple(values)])

    def put_many(self, values: Sequence[Array]) -> None:
        """Add an element for each row, as there comes room."""
        self._check(values, 1)
        sizes = {v.shape[0] for v in values}
        if len(sizes) != 1:
            raise errors.InvalidArgumentError(
                f"All input tensors must have the same size in the 0th dimension, got the shapes "
                f"{[list(v.shape) for v in values]}."
            )
        self._put_all([tuple(np.asarray(v[i], v.dtype) for v in values) for i in range(sizes.pop())])

    def _check(self, values: Sequence[Array], skipped: int) -> None:
        if len(values) != len(self.dtypes):
            raise errors.InvalidArgumentError(
                f"{self.kind} has elements of {len(self.dtypes)} components, and is given {len(values)}."
            )
        for i, value in enumerate(values):
            if value.dtype != self.dtypes[i].numpy:
                raise errors.InvalidArgumentError(
                    f"Type mismatch in tuple component {i}. Expected {self.dtypes[i].name}, got {value.dtype}"
                )
            if value.ndim < skipped:
                raise errors.InvalidArgumentError(f"Tuple component {i} must have rank 1 or more, and is a scalar.")
            shape = value.shape[skipped:]
            if self.shapes and not self.shapes[i].is_compatible_with(shape):
                raise errors.InvalidArgumentError(
                    f"Shape mismatch in tuple component {i}. Expected {_text(self.shapes[i])}, got {list(shape)}"
                )

    def _put_all(self, elements: Sequence[Element]) -> None:
        with self._changed:
            for element in elements:
                self._wait(lambda: self.closed or self._capacity < 0 or len(self._items) < self._capacity)
                if self.closed and (self._cancelled or self._capacity < 0 or len(self._items) < self._capacity):
                    raise errors.CancelledError(f"{self.kind} is closed.")
                if self.kind == "PriorityQueue":
                    bisect.insort(self._items, (int(element[0]), next(self._serial), element))
                else:
                    self._items.append(element)
                self._changed.notify_all()

    # taking out --------------------------------------------------------------------------------------------

    def take(self) -> Element:
        """The next element, when there is one. OutOfRangeError: the queue is closed and empty."""
        with self._changed:
            self._wait_for(1, 1)
            return self._next()

    def take_many(self, count: int, least: int) -> list[Array]:
        """The next elements, stacked: as many as wanted, and at least so many once the queue is closed.

        Raises InvalidArgumentError where the components have no known shapes.
        """
        padded = self.kind == "PaddingFIFOQueue"
        if not self.shapes or not all(s.rank is not None and (padded or s.is_fully_defined()) for s in self.shapes):
            raise errors.InvalidArgumentError(
                f"{self.kind}'s DequeueMany and DequeueUpTo require the components to have specified shapes."
            )
        if count < 0:
            raise errors.InvalidArgumentError(f"DequeueManyOp requested {count} < 0 elements")
        with self._changed:
            self._wait_for(count, least)
            taken = [self._next() for _ in range(min(count, len(self._items)))]
        return [self._stacked(i, [e[i] for e in taken]) for i in range(len(self.dtypes))]

    def _wait_for(self, count: int, least: int) -> None:
        self._wait(lambda: self.closed or len(self._items) >= count + self._least)
        if len(self._items) < (least if self.closed else count):
            raise errors.OutOfRangeError(
                f"{self.kind} is closed and has insufficient elements (requested {count}, current size "
                f"{len(self._items)})"
            )

    def _next(self) -> Element:
        at = int(self._random.integers(len(self._items))) if self.kind == "RandomShuffleQueue" else 0
        item = self._items.pop(at)
        self._changed.notify_all()
        element: Element = item[2] if self.kind == "PriorityQueue" else item
        return element

    def _stacked(self, i: int, parts: Sequence[Array]) -> Array:
        dims = [d if d is not None else 0 for d in self.shapes[i].static_dims or ()]
        largest = [max([d, *(p.shape[axis] for p in parts)]) for axis, d in enumerate(dims)]
        dtype = self.dtypes[i].numpy
        result: Array = np.full((len(parts), *largest), b"" if dtype.kind == "O" else np.zeros((), dtype), dtype)
        for row, part in enumerate(parts):
            place: tuple[Any, ...] = (row, *map(slice, part.shape))
            result[place] = part if part.ndim else part[()]  # of text the text, not the array around it
        return result

    # closing -----------------------------------------------------------------------------------------------

    def close(self, cancel_pending: bool) -> None:
        """Take no more elements; with `cancel_pending` let those who wait for room fail."""
        with self._changed:
            self.closed = True
            self._cancelled = self._cancelled or cancel_pending
            self._changed.notify_all()

    def _wait(self, ready: Callable[[], bool]) -> None:
        while not ready():
            self._changed.wait(_POLL)  # a bounded wait, so that Ctrl-C gets through


def _text(shape: TensorShape) -> str:
    dims = shape.static_dims
    return "<unknown>" if dims is None else "[" + ",".join("?" if d is None else str(d) for d in dims) + "]"


def queue_of(stored: Any) -> QueueStore:
    """The queue behind a handle; InvalidArgumentError for another resource."""
    if not isinstance(stored, QueueStore):
        raise errors.InvalidArgumentError(f"A handle of a queue is wanted, and {stored!r} is none.")
    return stored
