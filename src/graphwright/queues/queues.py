"""The classes of `tf.queue`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import as_dtype, int64
from graphwright.base.shape import TensorShape
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_effect, apply_multi
from graphwright.core.tensor import Tensor
from graphwright.core.trackable import Trackable
from graphwright.queues import records


class QueueBase(Trackable):
    """A queue of tensors: what is put in by one thread is taken out by another, which waits for it.

    An element has one or more components. Methods act at once when called eagerly, when the function runs in a traced
    function, and give operations in a `tf.Graph`, which sessions run.

    Args:
      dtypes, shapes: of the components; a shape of None where it may be any.
      names: of the components; elements are dicts then.
      queue_ref: the handle.

    >>> made = tf.queue.FIFOQueue(2, tf.int32, shapes=[()])
    >>> same = tf.queue.QueueBase(made.dtypes, made.shapes, None, made.queue_ref)
    >>> same.enqueue(5); int(made.dequeue())
    5
    """

    def __init__(self, dtypes: Any, shapes: Any, names: Any, queue_ref: Any) -> None:
        self._dtypes = list(dtypes)
        if shapes is None:
            self._shapes = [TensorShape(None)] * len(self._dtypes)
        else:
            self._shapes = [TensorShape(s) for s in shapes]
            if len(self._shapes) != len(self._dtypes):
                raise ValueError(
                    f"Queue shapes must have the same length as dtypes, received {len(self._shapes)} shapes, "
                    f"{len(self._dtypes)} dtypes."
                )
        self._names = None if names is None else list(names)
        if self._names is not None and len(self._names) != len(self._dtypes):
            raise ValueError(
                f"Queue names must have the same length as dtypes, received {len(self._names)} names, "
                f"{len(self._dtypes)} dtypes."
            )
        self._queue_ref = queue_ref
        self._name = getattr(queue_ref, "name", "").partition(":")[0] if hasattr(queue_ref, "graph") else "queue"

    @staticmethod
    def from_list(index: Any, queues: Any) -> QueueBase:
        """The queue of a list at an index, which must be known.

        Raises TypeError for what is not a list of queues of the same dtypes.
        """
        if not queues or not isinstance(queues, list) or not all(isinstance(q, QueueBase) for q in queues):
            raise TypeError("A list of queues expected")
        if any(q.dtypes != queues[0].dtypes for q in queues[1:]):
            raise TypeError("Queues do not have matching component dtypes.")
        chosen: QueueBase = queues[int(index)]
        return chosen

    @property
    def queue_ref(self) -> Any:
        """The handle of the queue."""
        return self._queue_ref

    @property
    def name(self) -> str:
        """The name of the queue."""
        return self._name

    @property
    def dtypes(self) -> list[Any]:
        """The dtypes of the components."""
        return self._dtypes

    @property
    def shapes(self) -> list[TensorShape]:
        """The shapes of the components."""
        return self._shapes

    @property
    def names(self) -> list[str] | None:
        """The names of the components, if they have any."""
        return self._names

    # putting in --------------------------------------------------------------------------------------------

    def _components(self, vals: Any) -> list[Tensor]:
        if isinstance(vals, dict):
            if not self._names:
                raise ValueError("Queue must have names to enqueue a dictionary")
            if sorted(self._names, key=str) != sorted(vals, key=str):
                raise ValueError(
                    f"Keys in dictionary to enqueue do not match names of Queue.  Dictionary: {sorted(vals)}, "
                    f"Queue: {sorted(self._names)}"
                )
            vals = [vals[name] for name in self._names]
        elif self._names:
            raise ValueError("You must enqueue a dictionary in a Queue with names")
        elif not isinstance(vals, (list, tuple)):
            vals = [vals]
        if len(vals) != len(self._dtypes):
            raise ValueError(f"The queue has elements of {len(self._dtypes)} components, and is given {len(vals)}.")
        return [to_tensor(v, dtype) for v, dtype in zip(vals, self._dtypes, strict=True)]

    def enqueue(self, vals: Any, name: str | None = None) -> Any:
        """Put an element in; waits while the queue is full.

        Args:
          vals: the element: a tensor, or a list of the components, or a dict of them by name.

        Raises:
          ValueError: it has other components, or shapes, than the queue.
          CancelledError: the queue is closed.

        >>> queue = tf.queue.FIFOQueue(10, tf.int32, shapes=[()])
        >>> queue.enqueue(3); queue.enqueue(4)
        >>> int(queue.dequeue()), int(queue.size())
        (3, 1)
        """
        values = self._components(vals)
        for value, shape in zip(values, self._shapes, strict=True):
            value.shape.assert_is_compatible_with(shape)
        return apply_effect(records.ENQUEUE, (self._queue_ref, values), None, name or f"{self._name}_enqueue")

    def enqueue_many(self, vals: Any, name: str | None = None) -> Any:
        """Put an element in for each row of the components.

        Raises ValueError where their numbers of rows differ, or their shapes are others than the queue's.
        """
        values = self._components(vals)
        rows = TensorShape([None])
        for value, shape in zip(values, self._shapes, strict=True):
            value.shape.with_rank_at_least(1)[1:].assert_is_compatible_with(shape)
            rows = rows.merge_with(value.shape[:1])
        return apply_effect(records.ENQUEUE_MANY, (self._queue_ref, values), None, name or f"{self._name}_EnqueueMany")

    # taking out --------------------------------------------------------------------------------------------

    def _element(self, values: Sequence[Tensor]) -> Any:
        if self._names:
            return dict(zip(self._names, values, strict=True))
        return values[0] if len(values) == 1 else list(values)

    def dequeue(self, name: str | None = None) -> Any:
        """Take an element out; waits while the queue is empty.

        Returns: a tensor, a list of the components, or a dict of them.

        Raises OutOfRangeError where the queue is empty and closed.
        """
        attrs = {"component_types": self._dtypes}
        name = name or f"{self._name}_Dequeue"
        return self._element(apply_multi(records.DEQUEUE, (self._queue_ref,), attrs, name))

    def dequeue_many(self, n: Any, name: str | None = None) -> Any:
        """Take `n` elements out, stacked; waits until there are so many.

        Raises:
          InvalidArgumentError: the queue was made without shapes.
          OutOfRangeError: it is closed, and has fewer.

        >>> queue = tf.queue.PriorityQueue(10, tf.string, shapes=[()])
        >>> queue.enqueue_many(([2, 1], ["later", "first"]))
        >>> queue.dequeue_many(2)[1].numpy().tolist()
        [b'first', b'later']
        """
        attrs = {"component_types": self._dtypes}
        name = name or f"{self._name}_DequeueMany"
        return self._element(apply_multi(records.DEQUEUE_MANY, (self._queue_ref, n), attrs, name))

    def dequeue_up_to(self, n: Any, name: str | None = None) -> Any:
        """`dequeue_many`, but a closed queue gives what it has left, if that is anything."""
        attrs = {"component_types": self._dtypes}
        name = name or f"{self._name}_DequeueUpTo"
        return self._element(apply_multi(records.DEQUEUE_UP_TO, (self._queue_ref, n), attrs, name))

    # the queue itself --------------------------------------------------------------------------------------

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Any:
        """Let nothing more be put in; what is in can be taken out.

        Args:
          cancel_pending_enqueues: whether threads that wait for room get a CancelledError.
        """
        attrs = {"cancel_pending_enqueues": bool(cancel_pending_enqueues)}
        return apply_effect(records.CLOSE, (self._queue_ref,), attrs, name or f"{self._name}_Close")

    def is_closed(self, name: str | None = None) -> Tensor:
        """Whether the queue is closed, a bool scalar."""
        return apply(records.IS_CLOSED, (self._queue_ref,), None, name or f"{self._name}_Is_Closed")

    def size(self, name: str | None = None) -> Tensor:
        """How many elements the queue has, an int32 scalar."""
        return apply(records.SIZE, (self._queue_ref,), None, name or f"{self._name}_Size")


def _made(
    record: Any, capacity: int, dtypes: Any, shapes: Any, shared_name: str | None, name: str,
    more: Mapping[str, Any] | None = None,
) -> Any:  # fmt: skip
    """The handle of a new queue."""
    attrs: dict[str, Any] = {
        "component_types": dtypes, "shapes": shapes or [], "capacity": int(capacity), "shared_name": shared_name or "",
        **(more or {}),
    }  # fmt: skip
    return apply(record, (), attrs, name)


def _as_lists(dtypes: Any, shapes: Any, padded: bool = False) -> tuple[list[Any], list[TensorShape] | None]:
    """The dtypes and shapes of the components.

    A TensorShape or a list of sizes, `[]` too, is the shape of a single component. Where elements are padded, sizes may
    be open, and only a list of shapes is accepted.
    """
    listed = [as_dtype(d) for d in (dtypes if isinstance(dtypes, (list, tuple)) else [dtypes])]
    if shapes is None and not padded:
        return listed, None
    is_list = isinstance(shapes, (list, tuple))
    if not is_list and not isinstance(shapes, TensorShape) and not padded:
        raise TypeError(f"Shapes must be a TensorShape or a list or tuple of TensorShapes, got {type(shapes)} instead.")
    one = not is_list or all(isinstance(size, (int, np.integer, type(None))) for size in shapes)
    if one and padded:
        raise ValueError(
            f"When providing partial shapes, a list of shapes must be provided, such as [{shapes}], got {shapes}."
        )
    several = [TensorShape(shape) for shape in ([shapes] if one else shapes)]
    if not padded and not all(shape.is_fully_defined() for shape in several):
        raise ValueError(f"All shapes must be fully defined: {several}. Use a PaddingFIFOQueue for sizes that differ.")
    if len(several) != len(listed):
        raise errors.ShapeMismatchError(
            f"Queue shapes must have the same length as dtypes, received {len(several)} shapes, {len(listed)} dtypes."
        )
    return listed, several


class FIFOQueue(QueueBase):
    """A queue that gives its elements in the order in which they came.

    Args:
      capacity: how many elements it holds; who puts in more waits.
      dtypes: the dtype of an element, or a list of those of its components.
      shapes: those of the components, as a list; a single shape if there is one component. Without them `dequeue_many`
        is an error.
      names: of the components; elements are dicts then.

    >>> queue = tf.queue.FIFOQueue(2, [tf.int32, tf.string], names=["number", "text"])
    >>> queue.enqueue({"number": 1, "text": "one"})
    >>> queue.dequeue()["text"].numpy()
    b'one'
    """

    def __init__(
        self, capacity: int, dtypes: Any, shapes: Any = None, names: Any = None, shared_name: str | None = None,
        name: str = "fifo_queue",
    ) -> None:  # fmt: skip
        types, listed = _as_lists(dtypes, shapes)
        super().__init__(types, listed, names, _made(records.FIFO, capacity, types, listed, shared_name, name))


class PaddingFIFOQueue(QueueBase):
    """A FIFOQueue whose elements may differ in sizes; `dequeue_many` pads them with zeros to the largest.

    Args:
      capacity, dtypes, names: see `tf.queue.FIFOQueue`.
      shapes: those of the components, with None for sizes that differ.

    Raises ValueError where there is not a shape for each dtype.

    >>> queue = tf.queue.PaddingFIFOQueue(2, tf.int32, shapes=[[None]])
    >>> queue.enqueue([[1]]); queue.enqueue([[2, 3]])
    >>> queue.dequeue_many(2).numpy().tolist()
    [[1, 0], [2, 3]]
    """

    def __init__(
        self, capacity: int, dtypes: Any, shapes: Any, names: Any = None, shared_name: str | None = None,
        name: str = "padding_fifo_queue",
    ) -> None:  # fmt: skip
        types, listed = _as_lists(dtypes, shapes, padded=True)
        super().__init__(types, listed, names, _made(records.PADDING, capacity, types, listed, shared_name, name))


class PriorityQueue(QueueBase):
    """A queue that gives the element of the least priority first; the first component is the priority, an int64.

    Args:
      types, shapes: those of the components after the priority.
      capacity, names: see `tf.queue.FIFOQueue`; `names` has one for the priority, too.

    >>> queue = tf.queue.PriorityQueue(10, tf.string)
    >>> queue.enqueue((2, "later")); queue.enqueue((1, "first"))
    >>> queue.dequeue()[1].numpy()
    b'first'
    """

    def __init__(
        self, capacity: int, types: Any, shapes: Any = None, names: Any = None, shared_name: str | None = None,
        name: str = "priority_queue",
    ) -> None:  # fmt: skip
        own, listed = _as_lists(types, shapes)
        handle = _made(records.PRIORITY, capacity, own, listed, shared_name, name)
        whole = None if listed is None else [TensorShape([]), *listed]
        super().__init__([int64, *own], whole, names, handle)


class RandomShuffleQueue(QueueBase):
    """A queue that gives its elements in a random order, another one than TensorFlow's.

    Args:
      min_after_dequeue: how many stay behind until the queue is closed, so that what is given is drawn from many.
      seed: of the order.
      capacity, dtypes, shapes, names: see `tf.queue.FIFOQueue`.

    >>> queue = tf.queue.RandomShuffleQueue(10, 0, tf.int32, shapes=[()])
    >>> queue.enqueue_many([[1, 2, 3]])
    >>> sorted(queue.dequeue_many(3).numpy().tolist())
    [1, 2, 3]
    """

    def __init__(
        self, capacity: int, min_after_dequeue: int, dtypes: Any, shapes: Any = None, names: Any = None,
        seed: int | None = None, shared_name: str | None = None, name: str = "random_shuffle_queue",
    ) -> None:  # fmt: skip
        types, listed = _as_lists(dtypes, shapes)
        more = {"min_after_dequeue": int(min_after_dequeue), "seed": int(seed or 0)}
        super().__init__(types, listed, names, _made(records.SHUFFLE, capacity, types, listed, shared_name, name, more))


__all__ = ["FIFOQueue", "PaddingFIFOQueue", "PriorityQueue", "QueueBase", "RandomShuffleQueue"]
