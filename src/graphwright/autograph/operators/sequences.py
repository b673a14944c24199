"""What a staged `for` can run over: ranges, tensors, and `enumerate`, `zip` and `reversed` of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from graphwright.autograph.operators import ops
from graphwright.autograph.operators.lists import StagedList
from graphwright.autograph.operators.logical import and_
from graphwright.autograph.operators.loop_state import LoopVariables, staged_loop
from graphwright.autograph.operators.refusals import ScalarTensorError
from graphwright.autograph.operators.staging import is_staged
from graphwright.base import errors
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor import EagerTensor
from graphwright.core.tensor_like import AnyRagged


class StagedSequence:
    """Items reached by their number, in the graph."""

    def length(self) -> Any:
        """The number of items: an int where it is known, else a scalar int32 tensor."""
        raise NotImplementedError

    def item(self, index: Any) -> Any:
        """The item at a position."""
        raise NotImplementedError

    def run(self, extra_test: Callable[[], Any] | None, body: Callable[[Any], None], variables: LoopVariables) -> None:
        """Stage a loop over the items."""
        count = self.length()
        counter = _Counter(0, 1, lambda index: ops.less(index, count), extra_test, lambda index: body(self.item(index)))
        counter.run(variables, runs=isinstance(count, int) and count > 0)


class _Counter:
    """A loop whose first variable counts."""

    def __init__(
        self,
        start: Any,
        delta: Any,
        below: Callable[[Any], Any],
        extra_test: Callable[[], Any] | None,
        body: Callable[[Any], None],
    ) -> None:
        self._index = start
        self._delta = delta
        self._below = below
        self._extra_test = extra_test
        self._body = body

    def run(self, variables: LoopVariables, runs: bool) -> None:
        """Stage it; `runs`: whether at least one iteration surely runs."""

        def write(index: Any) -> None:
            self._index = index

        with_counter = variables.with_first("the loop's counter", lambda: self._index, write)
        staged_loop(self._test, self._iteration, with_counter, runs=runs)

    def _test(self) -> Any:
        index, extra = self._index, self._extra_test
        within = self._below(index)
        return within if extra is None else and_(within, extra)

    def _iteration(self) -> None:
        index = self._index
        self._body(index)
        self._index = ops.add(index, self._delta)


class _RangeItems(StagedSequence):
    """The numbers of a `Range` operation, counted without building them."""

    def __init__(self, start: Any, limit: Any, delta: Any, result: Any) -> None:
        self._start, self._limit, self._delta, self._made = start, limit, delta, result

    def length(self) -> Any:
        return ops.first_size(self._made)

    def item(self, index: Any) -> Any:
        return ops.add(self._start, ops.multiply(index, self._delta))

    def run(self, extra_test: Callable[[], Any] | None, body: Callable[[Any], None], variables: LoopVariables) -> None:
        limit, delta, step = self._limit, self._delta, _known(self._delta)

        def below(index: Any) -> Any:
            if step is not None:
                return ops.less(index, limit) if step > 0 else ops.greater(index, limit)
            rising = ops.both(ops.greater(delta, 0), ops.less(index, limit))
            return ops.either(rising, ops.both(ops.less(delta, 0), ops.greater(index, limit)))

        start, stop = _known(self._start), _known(limit)
        runs = False
        if start is not None and stop is not None and step is not None:
            runs = start < stop if step > 0 else start > stop
        counter = _Counter(self._start, delta, below, extra_test, body)
        counter.run(variables if runs else variables.with_initial_target(self._start), runs=runs)


class _TensorItems(StagedSequence):
    """A tensor along its first axis."""

    def __init__(self, tensor: Any) -> None:
        self._tensor = tensor
        if tensor.shape.rank == 0:
            raise ScalarTensorError(f"Cannot iterate over a scalar tensor: {tensor!r}")

    def length(self) -> Any:
        return ops.first_size(self._tensor)

    def item(self, index: Any) -> Any:
        return ops.item(self._tensor, index)


class _RaggedRows(StagedSequence):
    """The rows of a ragged tensor."""

    def __init__(self, tensor: Any) -> None:
        self._tensor = tensor

    def length(self) -> Any:
        known = self._tensor.shape[0]
        return self._tensor.nrows("int32") if known is None else known

    def item(self, index: Any) -> Any:
        return self._tensor[index]


class ListSequence(StagedSequence):
    """A list of the graph; an iteration sees the changes of earlier ones.

    Args:
      items: the list.
      first: where to begin.
    """

    def __init__(self, items: StagedList, first: int = 0) -> None:
        self._items, self._first = items, first

    def length(self) -> Any:
        return self._items.length()

    def item(self, index: Any) -> Any:
        return self._items[index]

    def run(self, extra_test: Callable[[], Any] | None, body: Callable[[Any], None], variables: LoopVariables) -> None:
        def below(index: Any) -> Any:
            return ops.less(index, self.length())

        counter = _Counter(self._first, 1, below, extra_test, lambda index: body(self.item(index)))
        counter.run(variables, runs=False)


class _TensorArrayItems(StagedSequence):
    """What has `size` and `read`, from its first element to its last: a `TensorArray`."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def length(self) -> Any:
        return self._array.size()

    def item(self, index: Any) -> Any:
        return self._array.read(index)


class _DerivedSequence(StagedSequence):
    """Items computed from those of other sequences; plain Python can iterate over it if the length is known."""

    def __iter__(self) -> Iterator[Any]:
        count = self.length()
        if not isinstance(count, int):
            raise errors.OperatorNotAllowedInGraphError(
                "Iterating over a symbolic `tf.Tensor` is not allowed here: its length is only known when the graph "
                "runs. A `for` statement in a function converted by AutoGraph can."
            )
        return (self.item(i) for i in range(count))


class _SameLengthSequence(_DerivedSequence):
    """As many items as another sequence has."""

    def __init__(self, sequence: StagedSequence) -> None:
        self._sequence = sequence

    def length(self) -> Any:
        return self._sequence.length()


class EnumeratedSequence(_SameLengthSequence):
    """`enumerate` of a tensor."""

    def __init__(self, sequence: StagedSequence, start: Any) -> None:
        super().__init__(sequence)
        self._start = start

    def item(self, index: Any) -> Any:
        return ops.add(index, self._start), self._sequence.item(index)


class ZippedSequence(_DerivedSequence):
    """`zip` of tensors."""

    def __init__(self, sequences: list[StagedSequence], strict: bool) -> None:
        self._sequences = sequences
        self._strict = strict

    def length(self) -> Any:
        lengths = [s.length() for s in self._sequences]
        shortest = lengths[0]
        for length in lengths[1:]:
            known = isinstance(length, int) and isinstance(shortest, int)
            if self._strict:
                self._check_equal(known, length, shortest)
            shortest = min(length, shortest) if known else apply("Minimum", (length, shortest))
        return shortest

    def _check_equal(self, known: bool, first: Any, second: Any) -> None:
        text = "zip() was told to be strict, and its arguments differ in length"
        if not known:
            ops.check(apply("Equal", (first, second)), text)
        elif first != second:
            raise ValueError(f"{text}: {first} and {second}")

    def item(self, index: Any) -> Any:
        return tuple(s.item(index) for s in self._sequences)


class MappedSequence(_SameLengthSequence):
    """`map` of a function over tensors."""

    def __init__(self, function: Callable[..., Any], arguments: ZippedSequence) -> None:
        super().__init__(arguments)
        self._function = function

    def item(self, index: Any) -> Any:
        return self._function(*self._sequence.item(index))


class ReversedSequence(_SameLengthSequence):
    """`reversed` of a tensor."""

    def item(self, index: Any) -> Any:
        return self._sequence.item(ops.subtract(ops.subtract(self.length(), 1), index))


def staged_sequence(iterated: Any) -> StagedSequence | None:
    """The sequence that a graph can loop over, None for what Python iterates."""
    if isinstance(iterated, StagedSequence):
        return iterated
    if getattr(type(iterated), "__staged_sequence__", False) and state.graph is not None:
        return _TensorArrayItems(iterated)
    if isinstance(iterated, StagedList):
        return ListSequence(iterated)
    if isinstance(iterated, AnyRagged) and state.graph is not None:
        return _RaggedRows(iterated)
    if not is_staged(iterated):
        return None
    tensor = to_tensor(iterated)
    op = None if isinstance(tensor, EagerTensor) else tensor.op
    if op is not None and op.type == "Range" and tensor.dtype.is_integer:
        start, limit, delta = op.inputs
        return _RangeItems(start, limit, delta, tensor)
    return _TensorItems(tensor)


def staged_sequences(iterables: Sequence[Any]) -> list[StagedSequence] | None:
    """Sequences that a graph can iterate over in parallel; None if Python does.

    Python does if none is staged, or if one that is not staged has no length. Next to a sequence whose length is
    only known in the graph, a list of numbers and tensors is one tensor.
    """
    found = [staged_sequence(i) for i in iterables]
    staged = [s for s in found if s is not None]
    if not staged or len(staged) == len(found):
        return staged or None
    if all(isinstance(s.length(), int) for s in staged):
        return None
    result: list[StagedSequence] = []
    for sequence, iterable in zip(found, iterables, strict=True):
        if sequence is None:
            if not isinstance(iterable, (list, tuple, range)):
                return None
            sequence = _TensorItems(to_tensor(list(iterable)))
        result.append(sequence)
    return result


def _known(tensor: Any) -> int | None:
    """The number a tensor surely holds."""
    if isinstance(tensor, EagerTensor):
        return int(tensor)
    if tensor.op.type == "Const":
        return int(tensor.op.attrs["value"])
    return None


__all__ = [
    "EnumeratedSequence",
    "ListSequence",
    "MappedSequence",
    "ReversedSequence",
    "StagedSequence",
    "ZippedSequence",
    "staged_sequence",
    "staged_sequences",
]
