"""The state of a variable of which all replicas have the same copy, on their devices."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.tensor import Array
from graphwright.core.variable_state import VariableState


class MirroredState(VariableState):
    """A value that is on the devices of all replicas, in an array on the host, or both.

    A program over the replicas leaves it on the devices; it is moved to the host when it is asked for there. Compiled
    code of the host reads and writes plain states in place, and these by `read` and `write`.

    Attributes:
      placed: the array of jax on all devices; None where the host has written the value since.
    """

    __slots__ = ("_host", "placed")

    def __init__(self, plain: VariableState) -> None:
        self.placed: Any = None
        self._host: Array | None = None
        super().__init__(plain.type, plain.name)
        self.array = plain.array

    @property
    def array(self) -> Array | None:
        """The current value on the host."""
        found = self._host
        if found is None and self.placed is not None:
            # a copy: a program may take over the memory of what is on the devices
            found = np.array(self.placed.addressable_shards[0].data)
            self._host = found
            found.flags.writeable = False
        return found

    @array.setter
    def array(self, array: Array | None) -> None:
        self._host = array
        self.placed = None

    @property
    def shape(self) -> tuple[int, ...] | None:
        placed = self.placed
        return super().shape if placed is None else tuple(placed.shape)

    def put(self, placed: Any) -> None:
        """Replace the value by one on the devices."""
        self.placed, self._host = placed, None

    def replace(self, old: Array, array: Array) -> bool:
        if self._host is not old:
            return False
        self.array = array
        return True
