"""The state of one run of a pipeline, so that the run can be saved and another one continue it.

Each run gets an `IteratorState`. It reads from it what an earlier run saved (`number`, `elements`, `row_indices`, ...),
registers a function that returns what a later run needs (`save_by`), and creates states for the runs it draws from
(`child`). Nothing is done per element: the function is called when the iterator is saved, between two elements.

The names of values and children, `says` and `parts` among them, are part of the checkpoint format.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from operator import length_hint
from threading import Lock
from typing import Any

import numpy as np

from graphwright.base import errors

SavedState = dict[str, Any]
"""Integers, arrays, ranges, elements, and lists and dicts of these, by name."""

_CHILDREN = "parts"
_VALUES = "says"


class IteratorState:
    """The state of one run.

    Args:
      saved: the result of another run's `save`, which this one continues.
    """

    __slots__ = ("_children", "_lock", "_save", "_saved", "_saved_children")

    def __init__(self, saved: SavedState | None = None) -> None:
        saved = {} if saved is None else saved
        if not isinstance(saved, dict) or not isinstance(saved.get(_CHILDREN, {}), dict):
            raise damaged()
        self._saved, self._saved_children = saved.get(_VALUES, {}), dict(saved.get(_CHILDREN, {}))
        self._children: dict[str, IteratorState] = {}
        self._save: Callable[[], SavedState] | None = None
        self._lock: Lock | None = None
        if not isinstance(self._saved, dict):
            raise damaged()

    def save(self) -> SavedState:
        """What another run needs to continue from here."""
        children = {**self._saved_children, **{name: child.save() for name, child in self._children.items()}}
        return {_VALUES: self._saved if self._save is None else self._save(), _CHILDREN: children}

    def pause(self, stack: ExitStack) -> None:
        """Wait until no thread of the runs is working, and keep them all waiting until `stack` is closed."""
        if self._lock is not None:
            stack.enter_context(self._lock)
        for child in self._children.values():
            child.pause(stack)

    def save_by(self, save: Callable[[], SavedState], lock: Lock | None = None) -> None:
        """Register the function that returns the values of the run itself.

        A thread that belongs to the run holds `lock` while it works.
        """
        self._save, self._lock = save, lock

    def child(self, name: str = "source") -> IteratorState:
        """The state of a run that this one starts to draw from; it replaces the last one of that name."""
        state = self._children[name] = IteratorState(self._saved_children.pop(name, None))
        return state

    def resumed_child(self, saved: SavedState, name: str = "source") -> IteratorState:
        """The state of a run that continues one whose state was saved."""
        state = self._children[name] = IteratorState(saved)
        return state

    def drop(self, name: str) -> None:
        """Forget a run that has ended."""
        self._children.pop(name, None)
        self._saved_children.pop(name, None)

    # saved values --------------------------------------------------------------------------------------------

    @property
    def is_new(self) -> bool:
        """Whether no earlier run has saved anything."""
        return not self._saved

    def number(self, name: str, default: int = 0) -> int:
        """A nonnegative integer, or `default`."""
        value = self._saved.get(name, default)
        if type(value) is not int or (value < 0 and value != default):
            raise damaged()
        return value

    def flag(self, name: str) -> bool:
        """A bool, by default False."""
        return self._saved.get(name) is True

    def state(self, name: str) -> SavedState | None:
        """A dict, or None."""
        value = self._saved.get(name)
        if value is not None and not isinstance(value, dict):
            raise damaged()
        return value

    def elements(self, name: str, like: Any) -> list[list[Any]]:
        """Elements of the pipeline `like`, by default none."""
        found = self.listed(name)
        for element in found:
            like.check(element)
        return list(found)

    def listed(self, name: str) -> list[Any]:
        """A list, by default an empty one."""
        found = self._saved.get(name, [])
        if not isinstance(found, list):
            raise damaged()
        return found

    def numbers(self, name: str) -> list[int]:
        """Row indices as a list, by default none."""
        numbers: list[int] = _indices(self._saved.get(name, np.empty(0, np.int64))).tolist()
        return numbers

    def row_indices(self, name: str, height: int) -> Any:
        """Indices of some of `height` rows, by default none."""
        found = self._saved.get(name, {})
        if not isinstance(found, dict):
            raise damaged()
        if "from" in found:
            start, stop = found["from"], found.get("to")
            if type(start) is not int or start < 0 or type(stop) not in (int, type(None)):
                raise damaged()
            return range(start, height if stop is None else min(stop, height))
        if "numbers" not in found:
            return range(0)
        numbers = _indices(found["numbers"])
        return numbers[numbers < height]


def _indices(found: Any) -> Any:
    if not isinstance(found, np.ndarray) or found.dtype != np.int64 or found.ndim != 1 or (found < 0).any():
        raise damaged()
    return found


def saved_indices(indices: Any, height: int) -> SavedState:
    """Row indices in the form that `row_indices` reads. A range up to the last row stays one in a longer dataset."""
    if isinstance(indices, range) and indices.step == 1:
        return {"from": indices.start, "to": None if indices.stop == height else indices.stop}
    return {"numbers": np.asarray(indices, np.int64)}


def remaining(items: Any, iterator: Any) -> Any:
    """The items of a list, an array or a range that its iterator has not returned yet."""
    return items[len(items) - length_hint(iterator) :]


def damaged() -> errors.OpError:
    """The error for a state that no run can have saved."""
    return errors.DataLossError(None, None, "The saved state of a dataset's iterator is damaged.")


__all__ = ["IteratorState", "SavedState", "damaged", "remaining", "saved_indices"]
