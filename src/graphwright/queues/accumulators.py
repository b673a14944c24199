"""Accumulators of gradients that several workers send, and the ops on them.

An accumulator drops gradients of steps before its own, and gives the mean or the sum of enough others.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType
from graphwright.base.forks import renewed_after_fork
from graphwright.base.shape import Symbol, TensorShape
from graphwright.core.tensor import Array
from graphwright.ir.reach import OWN_RESOURCE
from graphwright.ir.record import op

_POLL = 0.1  # seconds after which a waiting thread looks for interrupts


class Accumulator:
    """The sum of the gradients so far, behind a handle.

    Args:
      dtype, shape: of the gradients.
      mean: whether the mean is given, and not the sum.
    """

    def __init__(self, dtype: DType, shape: TensorShape, mean: bool) -> None:
        self.dtype, self.shape, self._mean = dtype, shape, mean
        self.count, self._step = 0, 0
        self._total: Any = None
        self._changed = renewed_after_fork(threading.Condition())

    def set_step(self, step: int) -> None:
        """Set the step before which gradients are dropped."""
        with self._changed:
            self._step = step

    def apply(self, step: int, gradient: Any) -> None:
        """Add a gradient, unless it is of an earlier step."""
        self._check(gradient)
        with self._changed:
            if step < self._step:
                return
            self._total = gradient if self._total is None else self._added(gradient)
            self.count += 1
            self._changed.notify_all()

    def take(self, required: int, dtype: DType) -> Any:
        """The result of at least `required` gradients, when there are so many; begins anew with the next step."""
        if dtype is not self.dtype:
            raise errors.InvalidArgumentError(f"The accumulator has gradients of {self.dtype.name}, not {dtype.name}.")
        if required <= 0:
            raise errors.InvalidArgumentError(f"Argument num_required must be positive, got {required}.")
        with self._changed:
            while self.count < required:
                self._changed.wait(_POLL)  # a bounded wait, so that Ctrl-C gets through
            result = self._result()
            self._total, self.count, self._step = None, 0, self._step + 1
            return result

    def _check(self, gradient: Any) -> None:
        self._check_dtype(gradient.dtype)
        if not self.shape.is_compatible_with(gradient.shape):
            raise errors.InvalidArgumentError(f"Shape mismatch: expected {self.shape}, got {list(gradient.shape)}")

    def _check_dtype(self, dtype: Any) -> None:
        if dtype != self.dtype.numpy:
            raise errors.InvalidArgumentError(f"The accumulator has gradients of {self.dtype.name}, not {dtype}.")

    def _added(self, gradient: Any) -> Any:
        if gradient.shape != self._total.shape:
            raise errors.InvalidArgumentError(
                f"Shape mismatch: expected {list(self._total.shape)}, got {list(gradient.shape)}"
            )
        return self._total + gradient

    def _result(self) -> Any:
        return _divided(self._total, self.count) if self._mean else self._total


def _divided(total: Array, count: Any) -> Array:
    if total.dtype.kind in "iu":
        return np.asarray(np.trunc(total / count), total.dtype)
    return np.asarray(total / np.asarray(count).astype(total.dtype), total.dtype)


class SparseAccumulator(Accumulator):
    """An accumulator of gradients of some rows; the mean of a row is over the gradients that have it."""

    def _check(self, gradient: Any) -> None:
        indices, values, shape = gradient
        self._check_dtype(values.dtype)
        if indices.ndim != 1 or not values.ndim or len(values) != len(indices):
            raise errors.InvalidArgumentError(
                f"Input indices must be a vector with one entry per row of the values, got the shapes "
                f"{list(indices.shape)} and {list(values.shape)}."
            )
        found = TensorShape([None, *values.shape[1:]] if shape is None else shape.tolist())
        if not self.shape.is_compatible_with(found):
            raise errors.InvalidArgumentError(f"Shape mismatch: expected {self.shape}, got {found}")
        if shape is not None and tuple(shape[1:]) != values.shape[1:]:
            raise errors.InvalidArgumentError(
                f"Shape mismatch: a gradient of shape {shape.tolist()} has rows of shape {list(values.shape[1:])}."
            )

    def apply(self, step: int, gradient: Any) -> None:
        """Add a gradient `(indices, values, shape or None)`, unless it is of an earlier step."""
        self._check(gradient)
        indices, values, _ = gradient
        counted = indices, values, np.ones(len(indices), np.int64)
        with self._changed:
            if step < self._step:
                return
            self._total = counted if self._total is None else _merged(self._total, counted)
            self.count += 1
            self._changed.notify_all()

    def _result(self) -> Any:
        indices, values, counts = self._total
        per_row = counts.reshape(-1, *(1,) * (values.ndim - 1))
        dims = self.shape.static_dims
        rest = values.shape[1:] if dims is None else [-1 if d is None else d for d in dims[1:]]
        first = -1 if not dims or dims[0] is None else dims[0]
        shape = np.array([first, *rest], np.int64)
        return [indices, _divided(values, per_row) if self._mean else values, shape]


def _merged(first: Any, second: Any) -> Any:
    """Two gradients as one, by rows in order; rows of both are added."""
    indices, rows = np.unique(np.concatenate([first[0], second[0]]), return_inverse=True)
    values = np.zeros((len(indices), *first[1].shape[1:]), first[1].dtype)
    np.add.at(values, rows, np.concatenate([first[1], second[1]]))
    counts = np.zeros(len(indices), np.int64)
    np.add.at(counts, rows, np.concatenate([first[2], second[2]]))
    return indices, values, counts


def _of(stored: Any) -> Any:
    if not isinstance(stored, Accumulator):
        raise errors.InvalidArgumentError(f"The handle must be that of an accumulator, got {stored!r}.")
    return stored


# records ------------------------------------------------------------------------------------------------------------

_DTYPE = "dtype: quantized_number"
_MADE = (
    f'{_DTYPE}; shape: shape; container: string = ""; shared_name: string = ""; '
    'reduction_type: {"MEAN", "SUM"} = "MEAN"'
)


def _maker(name: str, make: Callable[..., Accumulator]) -> None:
    # "random": each run makes an accumulator of its own; sessions keep theirs
    op(
        name, "-> handle: resource", _MADE, shape=lambda ctx: (), no_gradient=True, effect="random",
        reaches=OWN_RESOURCE,
        kernel=lambda dtype, shape, reduction_type, **_: make(dtype, shape, reduction_type == "MEAN"),
    )  # fmt: skip


_maker("ResourceConditionalAccumulator", Accumulator)
_maker("SparseConditionalAccumulator", SparseAccumulator)


def _apply(stored: Any, local_step: Array, gradient: Array) -> list[Any]:
    _of(stored).apply(int(local_step), gradient)
    return []


def _apply_sparse(
    stored: Any, local_step: Array, indices: Array, values: Array, shape: Array, has_known_shape: bool
) -> list[Any]:
    _of(stored).apply(int(local_step), (indices, values, shape if has_known_shape else None))
    return []


def _set_step(stored: Any, step: Array) -> list[Any]:
    _of(stored).set_step(int(step))
    return []


op(
    "ResourceAccumulatorApplyGradient", "handle: resource, local_step: int64, gradient: dtype ->", _DTYPE,
    shape=lambda ctx: [], kernel=_apply, no_gradient=True, effect="write",
)  # fmt: skip
op(
    "ResourceAccumulatorNumAccumulated", "handle: resource -> num_accumulated: int32", shape=lambda ctx: (),
    kernel=lambda stored: np.array(_of(stored).count, np.int32), no_gradient=True, effect="read",
)  # fmt: skip
op(
    "ResourceAccumulatorSetGlobalStep", "handle: resource, new_global_step: int64 ->", shape=lambda ctx: [],
    kernel=_set_step, no_gradient=True, effect="write",
)  # fmt: skip
op(
    "ResourceAccumulatorTakeGradient", "handle: resource, num_required: int32 -> average: dtype", _DTYPE,
    shape=lambda ctx: None, kernel=lambda stored, required, dtype: _of(stored).take(int(required), dtype),
    no_gradient=True, effect="write",
)  # fmt: skip


def _rows(ctx: Any) -> list[Any]:
    return [(Symbol(),), None, (Symbol(),)]


op(
    "SparseAccumulatorApplyGradient",
    "handle: resource, local_step: int64, gradient_indices: int64, gradient_values: dtype, gradient_shape: int64 ->",
    f"{_DTYPE}; has_known_shape: bool", shape=lambda ctx: [], kernel=_apply_sparse, no_gradient=True, effect="write",
    stateful=False,
)  # fmt: skip
op(
    "SparseAccumulatorTakeGradient",
    "handle: resource, num_required: int32 -> indices: int64, values: dtype, shape: int64", _DTYPE, shape=_rows,
    kernel=lambda stored, required, dtype: _of(stored).take(int(required), dtype), no_gradient=True, effect="write",
    stateful=False,
)  # fmt: skip

__all__ = ["Accumulator", "SparseAccumulator"]
