"""Records of iterators and optionals, and what their tensors hold."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.data import saving
from graphwright.data.cursor import Cursor
from graphwright.data.plans import Plan
from graphwright.data.records import ELEMENTS, scalar
from graphwright.data.records_functions import output_shapes
from graphwright.data.structure import Flat
from graphwright.ir.record import op

Array = np.ndarray[Any, Any]


class Position:
    """Where an iterator is in a run of a plan; threads may share it."""

    __slots__ = ("__weakref__", "_cursor", "_lock", "_plan", "_run")

    def __init__(self) -> None:
        self._run: Iterator[Flat] | None = None
        self._plan: Plan | None = None
        self._cursor = Cursor()
        self._lock = threading.RLock()

    def start(self, plan: Plan) -> None:
        """Begin a run."""
        with self._lock:
            self._plan, self._cursor = plan, Cursor()
            self._run = plan.run(self._cursor)

    def save(self, with_state_outside: bool) -> Array:
        """What `restore` needs to go on from here: a vector of strings.

        FailedPreconditionError where functions of the dataset use state from outside, unless `with_state_outside`.
        """
        with self._lock:
            plan = self._started()
            if not with_state_outside:
                saving.check_functions(plan)
            with ExitStack() as pause:
                self._cursor.pause(pause)
                return saving.packed(plan, self._cursor.save())

    def restore(self, saved: Array) -> None:
        """Go on where another run was; NotFoundError where that was one of another kind of dataset."""
        with self._lock:
            plan = self._started()
            state = saving.unpacked(plan, saved)
            self._run = None  # ends the threads of the last run, which draw from the same seeds
            with ExitStack() as pause:
                self._cursor.pause(pause)
            saving.restore_seeds(plan, state)
            self._cursor = Cursor(state)
            self._run = plan.run(self._cursor)

    def _started(self) -> Plan:
        if self._plan is None:
            raise errors.FailedPreconditionError("The iterator has not been initialized.")
        return self._plan

    def next(self) -> Flat | None:
        """The next element, None behind the last one."""
        with self._lock:
            if self._run is None:
                raise errors.FailedPreconditionError("GetNext() failed because the iterator has not been initialized.")
            return next(self._run, None)


class Held:
    """An optional: the components of an element, or None."""

    __slots__ = ("element",)

    def __init__(self, element: Flat | None) -> None:
        self.element = element


ANONYMOUS = op(
    "AnonymousIteratorV3", "-> handle: resource", ELEMENTS,
    shape=scalar, kernel=lambda **_: Position(), no_gradient=True, effect="random",
)  # fmt: skip
MAKE = op(
    "MakeIterator", "dataset: variant, iterator: resource ->",
    shape=lambda ctx: [], kernel=lambda plan, position: position.start(plan), no_gradient=True, effect="host",
)  # fmt: skip


def _next(position: Position, **_: Any) -> Sequence[Any]:
    element = position.next()
    if element is None:
        raise errors.OutOfRangeError("End of sequence")
    return element


NEXT = op(
    "IteratorGetNext", "iterator: resource -> components: [output_types]", ELEMENTS,
    shape=output_shapes, kernel=_next, no_gradient=True, effect="host",
)  # fmt: skip
NEXT_AS_OPTIONAL = op(
    "IteratorGetNextAsOptional", "iterator: resource -> optional: variant", ELEMENTS,
    shape=scalar, kernel=lambda position, **_: Held(position.next()), no_gradient=True, effect="host",
)  # fmt: skip
OPTIONAL_NONE = op(
    "OptionalNone", "-> optional: variant", shape=scalar, kernel=lambda: Held(None), no_gradient=True,
)  # fmt: skip
OPTIONAL_FROM_VALUE = op(
    "OptionalFromValue", "components: [Toutput_types] -> optional: variant", "Toutput_types: list(type) >= 1",
    shape=scalar, kernel=lambda components: Held(components), no_gradient=True,
)  # fmt: skip
OPTIONAL_HAS_VALUE = op(
    "OptionalHasValue", "optional: variant -> has_value: bool",
    shape=scalar, kernel=lambda held: np.array(held.element is not None), no_gradient=True,
)  # fmt: skip


def _value(held: Held, **_: Any) -> Sequence[Any]:
    if held.element is None:
        raise errors.InvalidArgumentError("The given optional does not have a value.")
    return held.element


OPTIONAL_GET_VALUE = op(
    "OptionalGetValue", "optional: variant -> components: [output_types]", ELEMENTS,
    shape=output_shapes, kernel=_value, no_gradient=True,
)  # fmt: skip
