"""Where a run of a dataset is, so that it can be saved and another run go on from there.

Each run of a plan is given a cursor. It asks the cursor for what an earlier run left (`number`, `elements`, `picks`,
...), tells it how to find out what the run would need to go on (`says`), and gives the runs it draws from cursors of
their own (`part`). Nothing is done for each element: what is to be saved is looked up when it is saved, between two
elements.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from operator import length_hint
from threading import Lock
from typing import Any

import numpy as np

from graphwright.base import errors

State = dict[str, Any]
"""Numbers, arrays, ranges, elements, and lists and dicts of these, by name."""

_PARTS = "parts"
_SAYS = "says"


class Cursor:
    """Where one run is.

    Args:
      saved: what `save` gave for another run, which this one is to continue.
    """

    __slots__ = ("_given", "_given_parts", "_lock", "_parts", "_says")

    def __init__(self, saved: State | None = None) -> None:
        saved = {} if saved is None else saved
        if not isinstance(saved, dict) or not isinstance(saved.get(_PARTS, {}), dict):
            raise damaged()
        self._given, self._given_parts = saved.get(_SAYS, {}), dict(saved.get(_PARTS, {}))
        self._parts: dict[str, Cursor] = {}
        self._says: Callable[[], State] | None = None
        self._lock: Lock | None = None
        if not isinstance(self._given, dict):
            raise damaged()

    def save(self) -> State:
        """What another run needs to go on from here."""
        parts = {**self._given_parts, **{name: part.save() for name, part in self._parts.items()}}
        return {_SAYS: self._given if self._says is None else self._says(), _PARTS: parts}

    def pause(self, stack: ExitStack) -> None:
        """Wait until no thread of the runs works, and let none work before `stack` is closed."""
        if self._lock is not None:
            stack.enter_context(self._lock)
        for part in self._parts.values():
            part.pause(stack)

    def says(self, state: Callable[[], State], lock: Lock | None = None) -> None:
        """From here on `state` gives what the run itself needs to go on.

        `lock` is held while a thread of the run's own works.
        """
        self._says, self._lock = state, lock

    def part(self, name: str = "source") -> Cursor:
        """The cursor of a run that this one begins to draw from, in the place of the last one of that name."""
        made = self._parts[name] = Cursor(self._given_parts.pop(name, None))
        return made

    def drop(self, name: str) -> None:
        """Forget a run that has ended."""
        self._parts.pop(name, None)
        self._given_parts.pop(name, None)

    # what an earlier run left ---------------------------------------------------------------------------------

    @property
    def is_new(self) -> bool:
        """Whether there is nothing that an earlier run left."""
        return not self._given

    def number(self, name: str, default: int = 0) -> int:
        """A number that is not negative, or `default`."""
        value = self._given.get(name, default)
        if type(value) is not int or (value < 0 and value != default):
            raise damaged()
        return value

    def flag(self, name: str) -> bool:
        """Whether something was so; by default it was not."""
        return self._given.get(name) is True

    def state(self, name: str) -> State | None:
        """A dict, None where there is none."""
        value = self._given.get(name)
        if value is not None and not isinstance(value, dict):
            raise damaged()
        return value

    def elements(self, name: str, like: Any) -> list[list[Any]]:
        """Elements, by default none; `like` is the plan of which they were elements."""
        found = self._given.get(name, [])
        if not isinstance(found, list):
            raise damaged()
        for element in found:
            like.check(element)
        return list(found)

    def numbers(self, name: str) -> list[int]:
        """Numbers of rows, by default none."""
        found = self._given.get(name, np.empty(0, np.int64))
        if not isinstance(found, np.ndarray) or found.dtype != np.int64 or found.ndim != 1 or (found < 0).any():
            raise damaged()
        numbers: list[int] = found.tolist()
        return numbers

    def picks(self, name: str, height: int) -> Any:
        """Row numbers, by default none; `height` is how many rows there are."""
        found = self._given.get(name, {})
        if not isinstance(found, dict):
            raise damaged()
        if "from" in found:
            start, stop = found["from"], found.get("to")
            if type(start) is not int or start < 0 or type(stop) not in (int, type(None)):
                raise damaged()
            return range(start, height if stop is None else min(stop, height))
        if "numbers" not in found:
            return range(0)
        numbers = found["numbers"]
        if not isinstance(numbers, np.ndarray) or numbers.dtype != np.int64 or numbers.ndim != 1 or (numbers < 0).any():
            raise damaged()
        return numbers[numbers < height]


def as_picks(picked: Any, height: int) -> State:
    """Row numbers in the form that `Cursor.picks` reads. Up to the last row means up to the last row there is then."""
    if isinstance(picked, range) and picked.step == 1:
        return {"from": picked.start, "to": None if picked.stop == height else picked.stop}
    return {"numbers": np.asarray(picked, np.int64)}


def left_of(items: Any, iterator: Any) -> Any:
    """What a list's, array's or range's iterator has still to give."""
    return items[len(items) - length_hint(iterator) :]


def damaged() -> errors.OpError:
    """The error for a state that no run has left."""
    return errors.DataLossError(None, None, "The saved state of a dataset's iterator is damaged.")


__all__ = ["Cursor", "State", "as_picks", "damaged", "left_of"]
