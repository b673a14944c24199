"""Ops on queues: making them, putting elements in, taking them out, closing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, int64
from graphwright.base.shape import Symbol, TensorShape
from graphwright.core.tensor import Array
from graphwright.ir.graph import Value
from graphwright.ir.handles import origin
from graphwright.ir.infer import ShapeContext
from graphwright.ir.reach import OWN_RESOURCE
from graphwright.ir.record import op
from graphwright.ir.types import Dims
from graphwright.queues.store import QueueStore, queue_of

_NAMED = '; container: string = ""; shared_name: string = ""'
_SHAPES = "; shapes: list(shape) >= 0 = []; capacity: int = -1"


def _maker(name: str, kind: str, attrs: str) -> Any:
    def kernel(
        component_types: Sequence[DType], shapes: Sequence[TensorShape], capacity: int, min_after_dequeue: int = 0,
        seed: int = 0, seed2: int = 0, **_: Any,
    ) -> QueueStore:  # fmt: skip
        shapes = list(shapes)
        if kind == "PriorityQueue":
            component_types = [int64, *component_types]
            shapes = [TensorShape([]), *shapes] if shapes or len(component_types) == 1 else []
        return QueueStore(kind, component_types, shapes, capacity, min_after_dequeue, seed or int(seed2))

    # "random": each run makes a queue of its own; names are what TensorFlow's sessions find queues by
    return op(
        name, "-> handle: resource", attrs + _NAMED, shape=lambda ctx: (), kernel=kernel, no_gradient=True,
        effect="random", reaches=OWN_RESOURCE,
    )  # fmt: skip


_FIRST = "component_types: list(type) >= 1" + _SHAPES
FIFO = _maker("FIFOQueueV2", "FIFOQueue", _FIRST)
PADDING = _maker("PaddingFIFOQueueV2", "PaddingFIFOQueue", _FIRST)
PRIORITY = _maker(
    "PriorityQueueV2", "PriorityQueue",
    "component_types: list(type) >= 0 = []; shapes: list(shape) >= 0; capacity: int = -1",
)  # fmt: skip
SHUFFLE = _maker(
    "RandomShuffleQueueV2", "RandomShuffleQueue",
    _FIRST + "; min_after_dequeue: int = 0; seed: int = 0; seed2: int = 0",
)  # fmt: skip

_WAIT = "; timeout_ms: int = -1"


def _enqueue(handle: Any, components: list[Array], timeout_ms: int) -> list[Any]:
    queue_of(handle).put(components)
    return []


def _enqueue_many(handle: Any, components: list[Array], timeout_ms: int) -> list[Any]:
    queue_of(handle).put_many(components)
    return []


_PUT = "handle: resource, components: [Tcomponents] ->"
ENQUEUE = op(
    "QueueEnqueueV2", _PUT, "Tcomponents: list(type) >= 1" + _WAIT, shape=lambda ctx: [], kernel=_enqueue,
    no_gradient=True, effect="write",
)  # fmt: skip
ENQUEUE_MANY = op(
    "QueueEnqueueManyV2", _PUT, "Tcomponents: list(type) >= 1" + _WAIT, shape=lambda ctx: [], kernel=_enqueue_many,
    no_gradient=True, effect="write",
)  # fmt: skip


def _element_dims(ctx: ShapeContext) -> list[Dims]:
    """The dims of the components of one element, as far as the graph tells them.

    Eagerly nothing is said: what is found for one queue would be taken for all that have its dtypes.
    """
    count = len(ctx.attrs["component_types"])
    if not isinstance(ctx.input(0), Value):
        return [None] * count
    source = origin(ctx.input(0))
    if isinstance(source, Value):
        shapes = source.op.attrs.get("shapes") or []
        if source.op.type == "PriorityQueueV2" and shapes:
            shapes = [TensorShape([]), *shapes]
    else:
        stored = getattr(source, "_array", None)
        shapes = stored.shapes if isinstance(stored, QueueStore) else []
    return [s.symbolic for s in shapes] if len(shapes) == count else [None] * count


def _rows(ctx: ShapeContext, exact: bool) -> list[Dims]:
    wanted = ctx.value(1) if exact else None
    count = Symbol() if wanted is None or int(wanted) < 0 else int(wanted)
    return [None if dims is None else (count, *dims) for dims in _element_dims(ctx)]


_TYPES = "component_types: list(type) >= 1" + _WAIT
DEQUEUE = op(
    "QueueDequeueV2", "handle: resource -> components: [component_types]", _TYPES, shape=_element_dims,
    kernel=lambda handle, component_types, timeout_ms: list(queue_of(handle).take()), no_gradient=True, effect="write",
)  # fmt: skip
DEQUEUE_MANY = op(
    "QueueDequeueManyV2", "handle: resource, n: int32 -> components: [component_types]", _TYPES,
    shape=lambda ctx: _rows(ctx, True),
    kernel=lambda handle, n, component_types, timeout_ms: queue_of(handle).take_many(int(n), int(n)),
    no_gradient=True, effect="write",
)  # fmt: skip
DEQUEUE_UP_TO = op(
    "QueueDequeueUpToV2", "handle: resource, n: int32 -> components: [component_types]", _TYPES,
    shape=lambda ctx: _rows(ctx, False),
    kernel=lambda handle, n, component_types, timeout_ms: queue_of(handle).take_many(int(n), min(int(n), 1)),
    no_gradient=True, effect="write",
)  # fmt: skip


def _close(handle: Any, cancel_pending_enqueues: bool) -> list[Any]:
    queue_of(handle).close(cancel_pending_enqueues)
    return []


CLOSE = op(
    "QueueCloseV2", "handle: resource ->", "cancel_pending_enqueues: bool = false", shape=lambda ctx: [],
    kernel=_close, no_gradient=True, effect="write",
)  # fmt: skip
SIZE = op(
    "QueueSizeV2", "handle: resource -> size: int32", shape=lambda ctx: (),
    kernel=lambda handle: np.array(len(queue_of(handle)), np.int32), no_gradient=True, effect="read",
)  # fmt: skip
IS_CLOSED = op(
    "QueueIsClosedV2", "handle: resource -> is_closed: bool", shape=lambda ctx: (),
    kernel=lambda handle: np.array(queue_of(handle).closed), no_gradient=True, effect="read",
)  # fmt: skip
