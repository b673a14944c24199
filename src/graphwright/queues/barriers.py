"""Barriers: elements under keys whose components come one by one, given out once they are whole."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType
from graphwright.base.forks import renewed_after_fork
from graphwright.base.shape import Symbol, TensorShape
from graphwright.core.tensor import Array
from graphwright.ir.reach import OWN_RESOURCE
from graphwright.ir.record import op

_POLL = 0.1  # seconds after which a waiting thread looks for interrupts
_FIRST_INDEX = -(2**63)  # the index of the first key that a barrier has ever had


class Barrier:
    """The elements of a barrier, behind a handle.

    Args:
      dtypes, shapes: of the components; no shapes where they may be any.
    """

    def __init__(self, dtypes: Sequence[DType], shapes: Sequence[TensorShape]) -> None:
        self._dtypes, self._shapes = list(dtypes), list(shapes)
        self._incomplete: dict[bytes, tuple[tuple[int, int], list[Array | None]]] = {}
        self._ready: list[tuple[tuple[int, int], bytes, list[Array]]] = []
        self._next, self._serial = _FIRST_INDEX, itertools.count()
        self._closed = self._cancelled = False
        self._changed = renewed_after_fork(threading.Condition())

    @property
    def ready(self) -> int:
        """The number of whole elements."""
        return len(self._ready)

    @property
    def incomplete(self) -> int:
        """The number of elements that lack components."""
        return len(self._incomplete)

    def insert(self, component: int, keys: Sequence[bytes], values: Array) -> None:
        """Set a component of the elements of the keys, one row for each."""
        self._check(component, keys, values)
        with self._changed:
            if self._cancelled or (self._closed and any(k not in self._incomplete for k in keys)):
                raise errors.CancelledError("Barrier is closed: it takes no new keys.")
            for key in keys:
                parts = self._incomplete.get(key)
                if parts is not None and parts[1][component] is not None:
                    raise errors.InvalidArgumentError(f"Key {key!r} already has a value for component {component}")
            new = dict.fromkeys(key for key in keys if key not in self._incomplete)
            for key in new:
                self._incomplete[key] = (self._next, next(self._serial)), [None] * len(self._dtypes)
            self._next += bool(new)  # the keys of one insertion have one index
            for key, value in zip(keys, values, strict=True):
                order, element = self._incomplete[key]
                element[component] = np.asarray(value, values.dtype)
                if all(part is not None for part in element):
                    self._ready.append((order, key, [part for part in element if part is not None]))
                    del self._incomplete[key]
            self._ready.sort(key=lambda item: item[0])
            self._changed.notify_all()

    def _check(self, component: int, keys: Sequence[bytes], values: Array) -> None:
        if not 0 <= component < len(self._dtypes):
            raise errors.InvalidArgumentError(
                f"The component ID is out of range {component} > num_components (= {len(self._dtypes)})"
            )
        if values.dtype != self._dtypes[component].numpy:
            raise errors.InvalidArgumentError(
                f"Type mismatch in tuple component {component}. Expected {self._dtypes[component].name}, got "
                f"{values.dtype}"
            )
        if not values.ndim or len(values) != len(keys):
            raise errors.InvalidArgumentError(
                f"Expected one value for each of {len(keys)} keys, got values of shape {list(values.shape)}."
            )
        if self._shapes and not self._shapes[component].is_compatible_with(values.shape[1:]):
            raise errors.InvalidArgumentError(
                f"Shape mismatch in tuple component {component}. Expected {self._shapes[component]}, got "
                f"{list(values.shape[1:])}"
            )

    def take(self, count: int, allow_small: bool, wait_for_incomplete: bool) -> list[Array]:
        """Indices, keys and stacked components of whole elements, in the order in which their keys came."""
        if count <= 0:
            raise errors.InvalidArgumentError(f"The number of elements to take must be positive, got {count}.")
        with self._changed:
            while len(self._ready) < count and not self._at_end(wait_for_incomplete):
                self._changed.wait(_POLL)  # a bounded wait, so that Ctrl-C gets through
            if len(self._ready) < (1 if allow_small else count):
                raise errors.OutOfRangeError(
                    f"Barrier is closed and has insufficient elements (requested {count}, total size "
                    f"{len(self._ready)})."
                )
            taken, self._ready = self._ready[:count], self._ready[count:]
        keys = np.empty(len(taken), object)
        keys[:] = [key for _, key, _ in taken]
        columns = [np.stack([parts[i] for _, _, parts in taken]) for i in range(len(self._dtypes))]
        return [np.array([index for (index, _), _, _ in taken], np.int64), keys, *columns]

    def _at_end(self, wait_for_incomplete: bool) -> bool:
        return self._closed and (self._cancelled or not self._incomplete or not wait_for_incomplete)

    def close(self, cancel: bool) -> None:
        """Take no new keys; with `cancel` no components of known ones either."""
        with self._changed:
            self._closed = True
            self._cancelled = self._cancelled or cancel
            self._changed.notify_all()


def _of(stored: Any) -> Barrier:
    if not isinstance(stored, Barrier):
        raise errors.InvalidArgumentError(f"The handle must be that of a barrier, got {stored!r}.")
    return stored


def _keys(keys: Array) -> list[bytes]:
    found: list[bytes] = keys.reshape(-1).tolist()
    return found


# records ------------------------------------------------------------------------------------------------------------


def _insert(stored: Any, keys: Array, values: Array, component_index: int) -> list[Any]:
    _of(stored).insert(component_index, _keys(keys), values)
    return []


def _close(stored: Any, cancel_pending_enqueues: bool) -> list[Any]:
    _of(stored).close(cancel_pending_enqueues)
    return []


def _taken_dims(ctx: Any) -> list[Any]:
    count = Symbol()
    return [(count,), (count,), *[None] * len(ctx.attrs["component_types"])]


# "random": each run makes a barrier of its own; sessions keep theirs
op(
    "Barrier",
    "-> handle: resource",
    "component_types: list(type) >= 1; shapes: list(shape) >= 0 = []; capacity: int = -1; "
    'container: string = ""; shared_name: string = ""',
    shape=lambda ctx: (),
    kernel=lambda component_types, shapes, **_: Barrier(component_types, shapes),
    no_gradient=True,
    effect="random",
    reaches=OWN_RESOURCE,
)
op(
    "BarrierInsertMany", "handle: resource, keys: string, values: T ->", "T: type; component_index: int",
    shape=lambda ctx: [], kernel=_insert, no_gradient=True, effect="write", stateful=False,
)  # fmt: skip
op(
    "BarrierTakeMany",
    "handle: resource, num_elements: int32 -> indices: int64, keys: string, values: [component_types]",
    "component_types: list(type) >= 1; allow_small_batch: bool = false; wait_for_incomplete: bool = false; "
    "timeout_ms: int = -1",
    shape=_taken_dims,
    kernel=lambda stored, count, allow_small_batch, wait_for_incomplete, **_: _of(stored).take(
        int(count), allow_small_batch, wait_for_incomplete
    ),
    no_gradient=True, effect="write", stateful=False,
)  # fmt: skip
op(
    "BarrierClose", "handle: resource ->", "cancel_pending_enqueues: bool = false", shape=lambda ctx: [],
    kernel=_close, no_gradient=True, effect="write", stateful=False,
)  # fmt: skip
op(
    "BarrierReadySize", "handle: resource -> size: int32", shape=lambda ctx: (),
    kernel=lambda stored: np.array(_of(stored).ready, np.int32), no_gradient=True, effect="read", stateful=False,
)  # fmt: skip
op(
    "BarrierIncompleteSize", "handle: resource -> size: int32", shape=lambda ctx: (),
    kernel=lambda stored: np.array(_of(stored).incomplete, np.int32), no_gradient=True, effect="read", stateful=False,
)  # fmt: skip

__all__ = ["Barrier"]
