"""Records of iterators and optionals, and the objects in their tensors."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import numpy as np

import graphwright.functions.calls.call_by_sizes  # noqa: F401  what follows a batch is called by it
from graphwright.base import errors
from graphwright.data.pipeline import serialization
from graphwright.data.pipeline.base import Array, Pipeline
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.data.pipeline.stage_times import current as stage_times
from graphwright.data.records import ELEMENTS, scalar
from graphwright.data.records_functions import output_shapes
from graphwright.data.structure import Flat
from graphwright.ir.reach import OWN_RESOURCE
from graphwright.ir.record import op


class IteratorResource:
    """An iterator over a pipeline; threads may share it."""

    __slots__ = ("__weakref__", "_lock", "_pipeline", "_run", "_state")

    def __init__(self) -> None:
        self._run: Iterator[Flat] | None = None
        self._pipeline: Pipeline | None = None
        self._state = IteratorState()
        self._lock = threading.RLock()

    def start(self, pipeline: Pipeline) -> None:
        """Start a run."""
        with self._lock:
            self._pipeline, self._state = pipeline, IteratorState()
            self._run = pipeline.run(self._state)

    def save(self, ignore_external_state: bool) -> Array:
        """What `restore` needs to continue from here: a vector of strings.

        FailedPreconditionError if functions of the dataset use external state, unless `ignore_external_state`.
        """
        with self._lock:
            pipeline = self._started()
            if not ignore_external_state:
                serialization.check_functions(pipeline)
            with ExitStack() as pause:
                self._state.pause(pause)
                return serialization.serialized(pipeline, self._state.save())

    def restore(self, saved: Array) -> None:
        """Continue where another run was; NotFoundError if that was one of a dataset of another structure."""
        with self._lock:
            pipeline = self._started()
            state = serialization.deserialized(pipeline, saved)
            self._run = None  # ends the threads of the previous run, which draw from the same seeds
            with ExitStack() as pause:
                self._state.pause(pause)
            serialization.restore_seeds(pipeline, state)
            self._state = IteratorState(state)
            self._run = pipeline.run(self._state)

    def _started(self) -> Pipeline:
        if self._pipeline is None:
            raise errors.FailedPreconditionError("The iterator has not been initialized.")
        return self._pipeline

    def next(self) -> Flat | None:
        """The next element, None after the last one."""
        with self._lock:
            if self._run is None:
                raise errors.FailedPreconditionError("GetNext() failed because the iterator has not been initialized.")
            times = stage_times.times
            return next(self._run, None) if times is None else times.wait(self._run)


class OptionalValue:
    """The content of an optional: the components of an element, or None."""

    __slots__ = ("__weakref__", "element")

    def __init__(self, element: Flat | None) -> None:
        self.element = element


ANONYMOUS = op(
    "AnonymousIteratorV3", "-> handle: resource", ELEMENTS,
    shape=scalar, kernel=lambda **_: IteratorResource(), no_gradient=True, effect="random",
)  # fmt: skip
ITERATOR = op(
    "IteratorV2", "-> handle: resource", "shared_name: string; container: string; " + ELEMENTS,
    shape=scalar, kernel=lambda **_: IteratorResource(), no_gradient=True, effect="random", reaches=OWN_RESOURCE,
)  # fmt: skip
MAKE = op(
    "MakeIterator", "dataset: variant, iterator: resource ->",
    shape=lambda ctx: [], kernel=lambda pipeline, iterator: iterator.start(pipeline), no_gradient=True, effect="host",
)  # fmt: skip


def _next(iterator: IteratorResource, **_: Any) -> Sequence[Any]:
    element = iterator.next()
    if element is None:
        raise errors.OutOfRangeError("End of sequence")
    return element


NEXT = op(
    "IteratorGetNext", "iterator: resource -> components: [output_types]", ELEMENTS,
    shape=output_shapes, kernel=_next, no_gradient=True, effect="host",
)  # fmt: skip
NEXT_AS_OPTIONAL = op(
    "IteratorGetNextAsOptional", "iterator: resource -> optional: variant", ELEMENTS,
    shape=scalar, kernel=lambda iterator, **_: OptionalValue(iterator.next()), no_gradient=True, effect="host",
)  # fmt: skip
OPTIONAL_NONE = op(
    "OptionalNone", "-> optional: variant", shape=scalar, kernel=lambda: OptionalValue(None), no_gradient=True,
)  # fmt: skip
OPTIONAL_FROM_VALUE = op(
    "OptionalFromValue", "components: [Toutput_types] -> optional: variant", "Toutput_types: list(type) >= 1",
    shape=scalar, kernel=lambda components: OptionalValue(components), no_gradient=True,
)  # fmt: skip
OPTIONAL_HAS_VALUE = op(
    "OptionalHasValue", "optional: variant -> has_value: bool",
    shape=scalar, kernel=lambda optional: np.array(optional.element is not None), no_gradient=True,
)  # fmt: skip


def _value(optional: OptionalValue, **_: Any) -> Sequence[Any]:
    if optional.element is None:
        raise errors.InvalidArgumentError("The given optional does not have a value.")
    return optional.element


OPTIONAL_GET_VALUE = op(
    "OptionalGetValue", "optional: variant -> components: [output_types]", ELEMENTS,
    shape=output_shapes, kernel=_value, no_gradient=True,
)  # fmt: skip
