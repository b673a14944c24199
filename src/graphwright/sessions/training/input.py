"""Input pipelines of TensorFlow 1: queues of files, of numbers and of examples, batches of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphwright.base.shape import TensorShape
from graphwright.compat._variants import cond
from graphwright.core.context import executing_eagerly, name_scope
from graphwright.core.convert import to_tensor
from graphwright.core.scopes import control_dependencies
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.core.tensor import Tensor
from graphwright.ops.array.ranges import range as range_of
from graphwright.ops.array.rearrange import identity
from graphwright.ops.array.shapes import shape
from graphwright.ops.control.assertions import assert_
from graphwright.ops.control.group import no_op
from graphwright.ops.index.gather import gather
from graphwright.ops.index.slicing import boolean_mask
from graphwright.ops.io.files import matching_files
from graphwright.ops.math.binary import maximum
from graphwright.ops.math.casts import cast
from graphwright.ops.math.comparison import greater
from graphwright.ops.random.sampling import shuffle as shuffled
from graphwright.ops.state.counting import count_up_to
from graphwright.queues.queues import FIFOQueue, PaddingFIFOQueue, RandomShuffleQueue
from graphwright.sessions import summaries
from graphwright.sessions.graph_keys import GraphKeys
from graphwright.sessions.training.queue_runner import QueueRunner, add_queue_runner
from graphwright.sessions.variable_v1 import VariableV1


def _refuse_eagerly(error: type[Exception] = RuntimeError) -> None:
    if executing_eagerly():
        raise error(
            "Input pipelines based on Queues are not supported when eager execution is enabled. Please use tf.data to "
            "ingest data into your model instead."
        )


def match_filenames_once(pattern: Any, name: str | None = None) -> Any:
    """A local variable of the files that match a pattern when it is initialized.

    Args:
      pattern: a pattern or a list of patterns.
      name: the name of the operations.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.train.match_filenames_once("/nowhere/*").dtype
    tf.string
    """
    with name_scope(name or "matching_filenames"):
        return VariableV1(
            matching_files(pattern), trainable=False, name=name or "matching_filenames", validate_shape=False,
            collections=[GraphKeys.LOCAL_VARIABLES],
        )  # fmt: skip


def limit_epochs(tensor: Any, num_epochs: int | None = None, name: str | None = None) -> Any:
    """A tensor that can be had so many times; then it raises OutOfRangeError.

    Args:
      tensor: the tensor.
      num_epochs: how often, always by default. A local variable counts.
      name: the name of the operations.

    Raises ValueError for a number that is not positive.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     x = tf.compat.v1.train.limit_epochs(tf.constant(5), 1)
    ...     session.run(tf.compat.v1.local_variables_initializer()); print(session.run(x))
    5
    """
    if num_epochs is None:
        return tensor
    if num_epochs <= 0:
        raise ValueError(f"num_epochs must be > 0 not {num_epochs}.")
    with name_scope(name or "limit_epochs"):
        epochs = VariableV1(cast(0, "int64"), trainable=False, name="epochs", collections=[GraphKeys.LOCAL_VARIABLES])
        with control_dependencies([count_up_to(epochs, num_epochs).op]):
            return identity(to_tensor(tensor))


def input_producer(
    input_tensor: Any, element_shape: Any = None, num_epochs: int | None = None, shuffle: bool = True,
    seed: int | None = None, capacity: int = 32, shared_name: str | None = None, summary_name: str | None = None,
    name: str | None = None, cancel_op: Any = None,
) -> Any:  # fmt: skip
    """A queue that a queue runner fills with the rows of a tensor, epoch after epoch.

    Args:
      input_tensor: the rows.
      element_shape: the shape of a row, where that of the tensor does not tell it.
      num_epochs: how many epochs; then dequeuing raises OutOfRangeError. Without end by default.
      shuffle, seed: whether the rows of an epoch are in random order.
      capacity: of the queue.
      shared_name, summary_name, name, cancel_op: details of the queue.

    Raises RuntimeError in eager programs, ValueError for rows of an unknown shape.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     queue = tf.compat.v1.train.input_producer([[1, 2], [3, 4]], shuffle=False)
    ...     coordinator = tf.compat.v1.train.Coordinator()
    ...     threads = tf.compat.v1.train.start_queue_runners(session, coordinator)
    ...     print(session.run(queue.dequeue()))
    ...     coordinator.request_stop(); coordinator.join(threads)
    [1 2]
    """
    _refuse_eagerly()
    with name_scope(name or "input_producer"):
        rows = to_tensor(input_tensor)
        element = TensorShape(rows.shape[1:]).merge_with(element_shape)
        if not element.is_fully_defined():
            raise ValueError(
                "Either `input_tensor` must have a fully defined shape or `element_shape` must be specified"
            )
        return _filled(rows, element, num_epochs, shuffle, seed, capacity, shared_name, summary_name, name, cancel_op)


def _filled(
    rows: Tensor, element: TensorShape, num_epochs: int | None, shuffle: bool, seed: int | None, capacity: int,
    shared_name: str | None, summary_name: str | None, name: str | None, cancel_op: Any,
) -> Any:  # fmt: skip
    """A queue, and its runner, in the scope in force."""
    if shuffle:
        rows = shuffled(rows, seed=seed)
    rows = limit_epochs(rows, num_epochs)
    queue = FIFOQueue(capacity, [rows.dtype], [element], shared_name=shared_name, name=name or "queue")
    add_queue_runner(QueueRunner(queue, [queue.enqueue_many([rows])], cancel_op=cancel_op))
    if summary_name is not None:
        _how_full(queue, capacity, summary_name)
    return queue


def _how_full(queue: Any, capacity: int, name: str) -> None:
    summaries.scalar(name, cast(queue.size(), "float32") * (1.0 / capacity))


def string_input_producer(
    string_tensor: Any, num_epochs: int | None = None, shuffle: bool = True, seed: int | None = None,
    capacity: int = 32, shared_name: str | None = None, name: str | None = None, cancel_op: Any = None,
) -> Any:  # fmt: skip
    """A queue of texts, such as the names of files: `tf.compat.v1.train.input_producer` of a vector.

    Raises ValueError for an empty list; an empty tensor raises InvalidArgumentError when it runs.

    >>> with tf.Graph().as_default():
    ...     queue = tf.compat.v1.train.string_input_producer(["a", "b"]); queue.dequeue().dtype
    tf.string
    """
    _refuse_eagerly()
    message = "string_input_producer requires a non-null input tensor"
    if not isinstance(string_tensor, Tensor) and not hasattr(string_tensor, "__tf_tensor__") and not string_tensor:
        raise ValueError(message)
    with name_scope(name or "input_producer"):
        texts = to_tensor(string_tensor)
        with control_dependencies([op for op in [assert_(greater(shape(texts)[0], 0), [message])] if op is not None]):
            texts = identity(texts)
        full = f"fraction_of_{capacity}_full"
        return _filled(texts, TensorShape([]), num_epochs, shuffle, seed, capacity, shared_name, full, None, cancel_op)


def range_input_producer(
    limit: Any, num_epochs: int | None = None, shuffle: bool = True, seed: int | None = None, capacity: int = 32,
    shared_name: str | None = None, name: str | None = None,
) -> Any:  # fmt: skip
    """A queue of the numbers below a limit.

    Args: `limit`, and those of `tf.compat.v1.train.input_producer`.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.train.range_input_producer(5).dequeue().dtype
    tf.int32
    """
    _refuse_eagerly()
    full = f"fraction_of_{capacity}_full"
    return input_producer(range_of(limit), [], num_epochs, shuffle, seed, capacity, shared_name, full, name)


def slice_input_producer(
    tensor_list: Sequence[Any], num_epochs: int | None = None, shuffle: bool = True, seed: int | None = None,
    capacity: int = 32, shared_name: str | None = None, name: str | None = None,
) -> list[Any]:  # fmt: skip
    """A row of each tensor of a list, all of one number.

    Args: `tensor_list`, tensors of as many rows, and those of `tf.compat.v1.train.input_producer`.

    Raises ValueError for an empty list.

    >>> with tf.Graph().as_default():
    ...     rows = tf.compat.v1.train.slice_input_producer([[1, 2], [[1.0], [2.0]]]); [r.shape for r in rows]
    [TensorShape([]), TensorShape([1])]
    """
    _refuse_eagerly()
    with name_scope(name or "input_producer"):
        tensors = [to_tensor(t) for t in tensor_list]
        if not tensors:
            raise ValueError("Expected at least one tensor in slice_input_producer().")
        queue = range_input_producer(shape(tensors[0])[0], num_epochs, shuffle, seed, capacity, shared_name)
        index = queue.dequeue()
        return [gather(t, index) for t in tensors]


class _Examples:
    """Tensors of examples, as lists of components: from a tensor, a list or a dict, and back."""

    def __init__(self, tensors: Any) -> None:
        self._names = sorted(tensors) if isinstance(tensors, Mapping) else None
        self._single = not isinstance(tensors, (list, tuple, Mapping))

    def components(self, tensors: Any) -> list[Tensor]:
        """The components."""
        values = [tensors] if self._single else [tensors[n] for n in self._names] if self._names else list(tensors)
        if any(isinstance(v, SparseTensor) for v in values):
            raise NotImplementedError("Batches of sparse tensors: use tf.data, whose `batch` takes them.")
        return [to_tensor(v) for v in values]

    def packed(self, values: Any) -> Any:
        """Components as what the program passed."""
        found = list(values) if isinstance(values, (list, tuple)) else [values]
        if self._names:
            return dict(zip(self._names, found, strict=True))
        return found[0] if len(found) == 1 else found


def _shapes(lists: list[list[Tensor]], shapes: Any, enqueue_many: bool, padded: bool) -> list[TensorShape]:
    if shapes is not None:
        return [TensorShape(s) for s in shapes]
    found = []
    for columns in zip(*lists, strict=True):
        each = [TensorShape(c.shape[1:]) if enqueue_many else c.shape for c in columns]
        known = each[0]
        for other in each[1:]:
            known = known.most_specific_compatible_shape(other)
        if not known.is_fully_defined() and not padded:
            raise ValueError(f"All shapes must be fully defined: {each}")
        found.append(known)
    return found


def _enqueued(queue: Any, values: list[Tensor], many: bool, keep: Any) -> Any:
    def put(components: list[Tensor]) -> Any:
        return queue.enqueue_many(components) if many else queue.enqueue(components)

    if keep is True:
        return put(values)
    wanted = to_tensor(keep)
    if many and wanted.shape.rank == 1:
        return put([boolean_mask(v, wanted) for v in values])
    return cond(wanted, lambda: put(values), no_op)


def _batches(
    tensors_list: Sequence[Any], batch_size: Any, keep_input: Any, capacity: int, enqueue_many: bool, shapes: Any,
    dynamic_pad: bool, smaller: bool, name: str | None, default: str, threads: int = 1,
    min_after_dequeue: int | None = None, seed: int | None = None, shared_name: str | None = None,
) -> Any:  # fmt: skip
    _refuse_eagerly(ValueError)
    if not tensors_list:
        raise ValueError("Expected at least one set of tensors")
    with name_scope(name or default):
        examples = _Examples(tensors_list[0])
        lists = [examples.components(tensors) for tensors in tensors_list]
        dtypes = [t.dtype for t in lists[0]]
        declared = _shapes(lists, shapes, enqueue_many, dynamic_pad)
        if min_after_dequeue is not None:
            queue: Any = RandomShuffleQueue(
                capacity, min_after_dequeue, dtypes, declared, seed=seed, shared_name=shared_name
            )
        elif dynamic_pad:
            queue = PaddingFIFOQueue(capacity, dtypes, declared, shared_name=shared_name)
        else:
            queue = FIFOQueue(capacity, dtypes, declared, shared_name=shared_name)
        operations = [_enqueued(queue, v, enqueue_many, keep_input) for v in lists for _ in range(threads)]
        add_queue_runner(QueueRunner(queue, operations))
        if min_after_dequeue is None:
            _how_full(queue, capacity, f"fraction_of_{capacity}_full")
        else:
            rest = max(1, capacity - min_after_dequeue)
            share = maximum(0, queue.size() - min_after_dequeue)
            summaries.scalar(f"fraction_over_{min_after_dequeue}_of_{rest}_full", cast(share, "float32") * (1.0 / rest))
        taken = queue.dequeue_up_to(batch_size) if smaller else queue.dequeue_many(batch_size)
        return examples.packed(taken)


_COMMON = """capacity: of the queue.
      enqueue_many: whether tensors have many examples, along the first axis.
      shapes: of an example, where those of the tensors do not tell them.
      allow_smaller_final_batch: whether the last batch may be smaller; it is dropped by default.
      shared_name, name: of the queue and the operations."""


def batch(
    tensors: Any, batch_size: Any, num_threads: int = 1, capacity: int = 32, enqueue_many: bool = False,
    shapes: Any = None, dynamic_pad: bool = False, allow_smaller_final_batch: bool = False,
    shared_name: str | None = None, name: str | None = None,
) -> Any:  # fmt: skip
    """Batches of examples, which threads of a queue runner collect.

    Args:
      tensors: an example: a tensor, or a list or dict of tensors; the result has its structure.
      batch_size: of the batches.
      num_threads: how many threads collect.
      dynamic_pad: whether examples of other sizes are padded with zeros.
      {common}

    >>> with tf.Graph().as_default():
    ...     queue = tf.compat.v1.train.range_input_producer(5)
    ...     tf.compat.v1.train.batch(queue.dequeue(), 2).shape
    TensorShape([2])
    """
    return maybe_batch(
        tensors, True, batch_size, num_threads, capacity, enqueue_many, shapes, dynamic_pad, allow_smaller_final_batch,
        shared_name, name,
    )  # fmt: skip


def maybe_batch(
    tensors: Any, keep_input: Any, batch_size: Any, num_threads: int = 1, capacity: int = 32,
    enqueue_many: bool = False, shapes: Any = None, dynamic_pad: bool = False, allow_smaller_final_batch: bool = False,
    shared_name: str | None = None, name: str | None = None,
) -> Any:  # fmt: skip
    """`tf.compat.v1.train.batch` of those examples for which `keep_input` is true.

    >>> with tf.Graph().as_default():
    ...     x = tf.compat.v1.train.range_input_producer(5).dequeue()
    ...     tf.compat.v1.train.maybe_batch(x, x > 2, 2).shape
    TensorShape([2])
    """
    return _batches(
        [tensors], batch_size, keep_input, capacity, enqueue_many, shapes, dynamic_pad, allow_smaller_final_batch, name,
        "batch", num_threads, shared_name=shared_name,
    )  # fmt: skip


def batch_join(
    tensors_list: Sequence[Any], batch_size: Any, capacity: int = 32, enqueue_many: bool = False, shapes: Any = None,
    dynamic_pad: bool = False, allow_smaller_final_batch: bool = False, shared_name: str | None = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """`tf.compat.v1.train.batch` of examples from several sources, each with a thread.

    >>> with tf.Graph().as_default():
    ...     sources = [[tf.constant(1)], [tf.constant(2)]]
    ...     tf.compat.v1.train.batch_join(sources, 2).shape
    TensorShape([2])
    """
    return maybe_batch_join(
        tensors_list, True, batch_size, capacity, enqueue_many, shapes, dynamic_pad, allow_smaller_final_batch,
        shared_name, name,
    )  # fmt: skip


def maybe_batch_join(
    tensors_list: Sequence[Any], keep_input: Any, batch_size: Any, capacity: int = 32, enqueue_many: bool = False,
    shapes: Any = None, dynamic_pad: bool = False, allow_smaller_final_batch: bool = False,
    shared_name: str | None = None, name: str | None = None,
) -> Any:  # fmt: skip
    """`tf.compat.v1.train.batch_join` of those examples for which `keep_input` is true.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.train.maybe_batch_join([[tf.constant(1)]], tf.constant(True), 2).shape
    TensorShape([2])
    """
    return _batches(
        tensors_list, batch_size, keep_input, capacity, enqueue_many, shapes, dynamic_pad, allow_smaller_final_batch,
        name, "batch_join", shared_name=shared_name,
    )  # fmt: skip


def shuffle_batch(
    tensors: Any, batch_size: Any, capacity: int, min_after_dequeue: int, num_threads: int = 1, seed: int | None = None,
    enqueue_many: bool = False, shapes: Any = None, allow_smaller_final_batch: bool = False,
    shared_name: str | None = None, name: str | None = None,
) -> Any:  # fmt: skip
    """`tf.compat.v1.train.batch` of examples in random order.

    Args:
      tensors, batch_size, num_threads: as for `tf.compat.v1.train.batch`.
      min_after_dequeue: how many examples stay in the queue, to be mixed with others.
      seed: of the order.
      {common}

    >>> with tf.Graph().as_default():
    ...     queue = tf.compat.v1.train.range_input_producer(5)
    ...     tf.compat.v1.train.shuffle_batch(queue.dequeue(), 2, 10, 4).shape
    TensorShape([2])
    """
    return maybe_shuffle_batch(
        tensors, batch_size, capacity, min_after_dequeue, True, num_threads, seed, enqueue_many, shapes,
        allow_smaller_final_batch, shared_name, name,
    )  # fmt: skip


def maybe_shuffle_batch(
    tensors: Any, batch_size: Any, capacity: int, min_after_dequeue: int, keep_input: Any, num_threads: int = 1,
    seed: int | None = None, enqueue_many: bool = False, shapes: Any = None, allow_smaller_final_batch: bool = False,
    shared_name: str | None = None, name: str | None = None,
) -> Any:  # fmt: skip
    """`tf.compat.v1.train.shuffle_batch` of those examples for which `keep_input` is true.

    >>> with tf.Graph().as_default():
    ...     x = tf.compat.v1.train.range_input_producer(5).dequeue()
    ...     tf.compat.v1.train.maybe_shuffle_batch(x, 2, 10, 4, x > 2).shape
    TensorShape([2])
    """
    return _batches(
        [tensors], batch_size, keep_input, capacity, enqueue_many, shapes, False, allow_smaller_final_batch, name,
        "shuffle_batch", num_threads, min_after_dequeue, seed, shared_name,
    )  # fmt: skip


def shuffle_batch_join(
    tensors_list: Sequence[Any], batch_size: Any, capacity: int, min_after_dequeue: int, seed: int | None = None,
    enqueue_many: bool = False, shapes: Any = None, allow_smaller_final_batch: bool = False,
    shared_name: str | None = None, name: str | None = None,
) -> Any:  # fmt: skip
    """`tf.compat.v1.train.batch_join` of examples in random order.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.train.shuffle_batch_join([[tf.constant(1)]], 2, 10, 4).shape
    TensorShape([2])
    """
    return maybe_shuffle_batch_join(
        tensors_list, batch_size, capacity, min_after_dequeue, True, seed, enqueue_many, shapes,
        allow_smaller_final_batch, shared_name, name,
    )  # fmt: skip


def maybe_shuffle_batch_join(
    tensors_list: Sequence[Any], batch_size: Any, capacity: int, min_after_dequeue: int, keep_input: Any,
    seed: int | None = None, enqueue_many: bool = False, shapes: Any = None, allow_smaller_final_batch: bool = False,
    shared_name: str | None = None, name: str | None = None,
) -> Any:  # fmt: skip
    """`tf.compat.v1.train.shuffle_batch_join` of those examples for which `keep_input` is true.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.train.maybe_shuffle_batch_join([[tf.constant(1)]], 2, 10, 4, True).shape
    TensorShape([2])
    """
    return _batches(
        tensors_list, batch_size, keep_input, capacity, enqueue_many, shapes, False, allow_smaller_final_batch, name,
        "shuffle_batch_join", 1, min_after_dequeue, seed, shared_name,
    )  # fmt: skip


for _function in (batch, shuffle_batch):
    _function.__doc__ = (_function.__doc__ or "").replace("{common}", _COMMON)

__all__ = [
    "batch", "batch_join", "input_producer", "limit_epochs", "match_filenames_once", "maybe_batch", "maybe_batch_join",
    "maybe_shuffle_batch", "maybe_shuffle_batch_join", "range_input_producer", "shuffle_batch", "shuffle_batch_join",
    "slice_input_producer", "string_input_producer",
]  # fmt: skip
