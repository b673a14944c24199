"""Ops that update parts of a variable, selected by a slice (`v[1:].assign(x)`) or by coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.core.prelude import (
    Application,
    Array,
    Gradients,
    Tensor,
    TensorLike,
    apply,
    apply_effect,
    errors,
    to_tensor,
)
from graphwright.core.variable import Variable
from graphwright.core.variable_state import VariableState
from graphwright.ir.handles import declared_dims
from graphwright.ir.prelude import Dims, ShapeContext, describe_dims, op
from graphwright.ir.record import lookup
from graphwright.ops.index.scatter import scattered
from graphwright.ops.index.slicing import MASK_ATTRS, numpy_index
from graphwright.ops.state.variables import check_dtype

# slices -----------------------------------------------------------------------------------------------------


def _assign_slice(ref: VariableState, begin: Array, end: Array, strides: Array, value: Array, **masks: object) -> None:
    check_dtype(ref, value)
    with ref.lock:
        updated = np.array(ref.read())
        index: tuple[Any, ...] = (*numpy_index(updated.shape, begin, end, strides, masks), ...)
        part = updated[index]
        try:
            part[...] = np.broadcast_to(value, part.shape)
        except ValueError:
            shapes = describe_dims(value.shape), describe_dims(part.shape)
            raise errors.InvalidArgumentError(
                f"Cannot broadcast input shape {shapes[0]} into final shape {shapes[1]}"
            ) from None
        ref.write(updated)


RESOURCE_STRIDED_SLICE_ASSIGN = op(
    "ResourceStridedSliceAssign",
    "ref: resource, begin: Index, end: Index, strides: Index, value: T ->",
    f"T: type; Index: index; {MASK_ATTRS}",
    shape=lambda ctx: [],
    kernel=_assign_slice,
    no_gradient=True,
    effect="write",
)


class SliceAssignment:
    """The `assign` method of a slice of a variable; it stores the slice, not the values read."""

    __slots__ = ("_masks", "_variable", "_vectors")

    def __init__(self, variable: Variable, vectors: Sequence[Tensor], masks: Mapping[str, int]) -> None:
        self._variable = variable
        self._vectors = vectors
        self._masks = masks

    def __call__(self, value: TensorLike, name: str | None = None) -> Variable:
        """Assign to this slice of the variable and return the variable; `value` is broadcast.

        Raises InvalidArgumentError if the value cannot be broadcast to the slice.
        """
        variable = self._variable
        variable._note_write()
        inputs = (variable.handle, *self._vectors, to_tensor(value, variable.dtype, "value"))
        changed: Variable = variable._changed(
            apply_effect(RESOURCE_STRIDED_SLICE_ASSIGN, inputs, dict(self._masks), name)
        )
        return changed


# coordinates ------------------------------------------------------------------------------------------------


def _scatter(name: str, combine: Any) -> Any:
    scatter = scattered(combine)

    def kernel(ref: VariableState, indices: Array, updates: Array, use_locking: bool, bad_indices_policy: str) -> None:
        check_dtype(ref, updates)
        with ref.lock:
            ref.write(scatter(ref.read(), indices, updates, bad_indices_policy))

    return op(
        name,
        "ref: resource, indices: Tindices, updates: T ->",
        'T: type; Tindices: index; use_locking: bool = true; bad_indices_policy: string = ""',
        shape=lambda ctx: [],
        kernel=kernel,
        no_gradient=True,
        effect="write",
    )


RESOURCE_SCATTER_ND_UPDATE = _scatter("ResourceScatterNdUpdate", None)
RESOURCE_SCATTER_ND_ADD = _scatter("ResourceScatterNdAdd", np.add)
RESOURCE_SCATTER_ND_SUB = _scatter("ResourceScatterNdSub", np.subtract)
RESOURCE_SCATTER_ND_MIN = _scatter("ResourceScatterNdMin", np.minimum)
RESOURCE_SCATTER_ND_MAX = _scatter("ResourceScatterNdMax", np.maximum)

# reading at coordinates --------------------------------------------------------------------------------------


def _gather_nd(resource: VariableState, indices: Array, dtype: DType) -> Array:
    record = lookup("GatherNd")
    assert record is not None and record.kernel is not None
    found: Array = record.kernel(resource.read(), indices, **{n: record.attrs[n].default for n in record.kernel_attrs})
    return found


def _gather_nd_dims(ctx: ShapeContext) -> Dims:
    variable, indices = declared_dims(ctx), ctx.dims(1)
    if variable is None or not indices or not isinstance(indices[-1], int):
        return None
    if indices[-1] > len(variable):
        raise ctx.fail(
            f"index innermost dimension length must be <= params rank; saw: {indices[-1]} vs. {len(variable)}"
        )
    return (*indices[:-1], *variable[indices[-1] :])


def _gather_nd_gradient(op: Application, grad: Tensor) -> Gradients:
    """Of rows it has the form of rows; of elements it is a tensor of the variable's shape."""
    handle, indices = op.inputs
    return [apply("ScatterNd", (indices, grad, apply("VariableShape", (handle,), {"out_type": indices.dtype}))), None]


RESOURCE_GATHER_ND = op(
    "ResourceGatherNd",
    "resource: resource, indices: Tindices -> output: dtype",
    "dtype: type; Tindices: index",
    shape=_gather_nd_dims,
    kernel=_gather_nd,
    gradient=_gather_nd_gradient,
    effect="read",
)
