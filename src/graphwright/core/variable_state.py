"""`VariableState`: what a variable's handle stands for."""

from __future__ import annotations

import threading

from graphwright.base import errors
from graphwright.base.forks import renewed_after_fork
from graphwright.core.tensor import Array
from graphwright.ir.types import TensorType


class VariableState:
    """What a variable's handle stands for: the current value.

    `array` is replaced, so earlier readers keep what they read. Compiled code writes to it while it is
    nobody's but this object's, and lets no other thread run meanwhile. `type` is the declared type, which may have
    unknown dimensions.
    """

    __slots__ = ("__weakref__", "array", "lock", "name", "type")

    def __init__(self, type_: TensorType, name: str) -> None:
        self.array: Array | None = None
        self.type = type_
        self.name = name
        # assign_add and related methods read and write; two threads must not both read first
        self.lock = renewed_after_fork(threading.RLock())

    def read(self) -> Array:
        """The current value; FailedPreconditionError before the first assignment."""
        array = self.array
        if array is None:
            raise errors.FailedPreconditionError(
                f"Could not find variable {self.name}. This could mean that the variable has been "
                f"deleted or not initialized."
            )
        return array

    @property
    def shape(self) -> tuple[int, ...] | None:
        """The shape of the current value; None before the first assignment."""
        array = self.array
        return None if array is None else array.shape

    def write(self, array: Array) -> None:
        """Replace the value; its shape must fit the declared one."""
        if not self.type.is_static:
            if not self.type.shape.is_compatible_with(array.shape):
                raise errors.ShapeMismatchError(
                    f"Cannot assign a value of shape {array.shape} to variable {self.name} of shape {self.type.shape}."
                )
        elif array.shape != self.type.dims:
            raise errors.ShapeMismatchError(
                f"Cannot assign value to variable '{self.name}': Shape mismatch. The variable shape {self.type.shape}, "
                f"and the assigned value shape {array.shape} are incompatible."
            )
        self.array = array

    def replace(self, old: Array, array: Array) -> bool:
        """Put `array` in the place of `old`; False when somebody else has written since `old` was read.

        Compiled code takes no lock, but leaves nothing half done while another thread runs.
        """
        # nothing between the look and the store lets another thread run
        if self.array is old:
            self.array = array
            return True
        return False


__all__ = ["VariableState"]
