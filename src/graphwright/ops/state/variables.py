"""Variable ops: handles, reads, assignments, and row-wise gathers and updates."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, from_numpy
from graphwright.base.forks import renewed_after_fork
from graphwright.base.shape import TensorShape
from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply, errors
from graphwright.core.variable_state import VariableState
from graphwright.ir.handles import declared_dims
from graphwright.ir.lowering import Builder, Decompose, Scatter, Structural
from graphwright.ir.prelude import Emitter, Operand, Operation, OpRecord, ShapeContext, Symbol, Unsupported, Value, op
from graphwright.ir.reach import SHARED_RESOURCE
from graphwright.ir.types import Dims, TensorType, describe_dims, tensor_type

# reading ----------------------------------------------------------------------------------------------------


def declared_of(resource: VariableState) -> TensorType:
    """The declared type of the variable behind a handle; InvalidArgumentError if the resource is not a variable."""
    try:
        return resource.type
    except AttributeError:
        raise errors.InvalidArgumentError(
            f"Trying to access a handle's resource using the wrong type: it stands for {resource!r}, and not for a "
            "variable."
        ) from None


def _read(resource: VariableState, dtype: DType) -> Array:
    if declared_of(resource).dtype is not dtype:
        raise errors.InvalidArgumentError(
            f"Trying to read variable with wrong dtype. Expected {dtype.name} got {resource.type.dtype.name}"
        )
    return resource.read()


def _value_shape(resource: VariableState) -> tuple[int, ...]:
    declared_of(resource)
    shape = resource.shape
    return resource.read().shape if shape is None else shape


READ_VARIABLE = op(
    "ReadVariableOp",
    "resource: resource -> value: dtype",
    "dtype: type",
    shape=declared_dims,
    kernel=_read,
    gradient=lambda op, grad: [grad],
    native=Structural(),
    effect="read",
)

VAR_IS_INITIALIZED = op(
    "VarIsInitializedOp",
    "resource: resource -> is_initialized: bool",
    shape=lambda ctx: (),
    kernel=lambda resource: np.array(declared_of(resource) is not None and resource.shape is not None),
    no_gradient=True,
    effect="read",
)


def _variable_shape_dims(ctx: ShapeContext) -> Dims:
    dims = declared_dims(ctx)
    return (Symbol() if dims is None else len(dims),)


VARIABLE_SHAPE = op(
    "VariableShape",
    "input: resource -> output: out_type",
    "out_type: index = int32",
    shape=_variable_shape_dims,
    kernel=lambda input, out_type: np.array(_value_shape(input), out_type.numpy),
    no_gradient=True,
    effect="read",
)

# writing ----------------------------------------------------------------------------------------------------


def check_dtype(resource: VariableState, value: Array) -> None:
    """Raise InvalidArgumentError if the value's dtype differs from the variable's."""
    if declared_of(resource).dtype.numpy != value.dtype:
        raise errors.InvalidArgumentError(
            f"Trying to assign variable with wrong dtype. Expected {resource.type.dtype.name} "
            f"got {from_numpy(value.dtype).name}"
        )


def _assign(resource: VariableState, value: Array, validate_shape: bool) -> None:
    check_dtype(resource, value)
    with resource.lock:
        resource.write(value)


def _update_kernel(combine: Callable[[Array, Array], Any]) -> Callable[..., None]:
    """Create a kernel that replaces the value by `combine(value, delta)`."""

    def kernel(resource: VariableState, value: Array) -> None:
        check_dtype(resource, value)
        done = False
        while not done:
            with resource.lock:
                current = resource.read()
                if current.shape != value.shape:
                    raise errors.ShapeMismatchError(
                        f"Cannot update variable with shape {describe_dims(current.shape)} using a Tensor with shape "
                        f"{describe_dims(value.shape)}, shapes must be equal."
                    )
                done = resource.replace(current, np.asarray(combine(current, value)))

    return kernel


ASSIGN_VARIABLE = op(
    "AssignVariableOp",
    "resource: resource, value: dtype ->",
    "dtype: type; validate_shape: bool = false",
    shape=lambda ctx: [],
    kernel=_assign,
    no_gradient=True,
    native=Structural(),
    effect="write",
)


def _update(name: str, combine: Callable[[Array, Array], Any]) -> OpRecord:
    return op(
        name,
        "resource: resource, value: dtype ->",
        "dtype: type",
        shape=lambda ctx: [],
        kernel=_update_kernel(combine),
        no_gradient=True,
        native=Structural(),
        effect="write",
    )


ASSIGN_ADD_VARIABLE = _update("AssignAddVariableOp", np.add)
ASSIGN_SUB_VARIABLE = _update("AssignSubVariableOp", np.subtract)

# handles ----------------------------------------------------------------------------------------------------

_shared: dict[tuple[str, str], VariableState] = {}
_shared_lock = renewed_after_fork(threading.Lock())


def _create_handle(
    container: str, shared_name: str, debug_name: str, dtype: DType, shape: TensorShape, **_: object
) -> VariableState:
    """The variable of this container and shared name, or a new one if there is no name."""
    declared = tensor_type(dtype, shape.symbolic)
    if not shared_name:
        return VariableState(declared, debug_name)
    with _shared_lock:
        found = _shared.get((container, shared_name))
        if found is None:
            found = _shared[container, shared_name] = VariableState(declared, shared_name)
    if found.type.dtype is not dtype:
        raise errors.InvalidArgumentError(
            f"Trying to access resource {shared_name} with wrong dtype. Expected {dtype.name} got "
            f"{found.type.dtype.name}"
        )
    return found


def _destroy(resource: VariableState, ignore_lookup_error: bool) -> None:
    declared_of(resource)
    with resource.lock:
        resource.array = None
    with _shared_lock:
        names = [key for key, state in _shared.items() if state is resource]
        for key in names:
            del _shared[key]


# effect "random": may be pruned, but not merged or constant-folded, since a handle without name is a new variable
VAR_HANDLE = op(
    "VarHandleOp",
    "-> resource: resource",
    'container: string = ""; shared_name: string = ""; debug_name: string = ""; dtype: type; shape: shape; '
    "allowed_devices: list(string) = []",
    shape=lambda ctx: (),
    kernel=_create_handle,
    no_gradient=True,
    effect="random",
    reaches=SHARED_RESOURCE,
)
DESTROY_RESOURCE = op(
    "DestroyResourceOp",
    "resource: resource ->",
    "ignore_lookup_error: bool = true",
    shape=lambda ctx: [],
    kernel=_destroy,
    no_gradient=True,
    effect="write",
)

# rows -------------------------------------------------------------------------------------------------------


def check_rows(indices: Array, size: int) -> None:
    """Raise InvalidArgumentError for the first index out of range, naming its position."""
    outside = (indices < 0) | (indices >= size)
    if outside.any():
        at = tuple(int(i) for i in np.argwhere(outside)[0])
        where = f"indices[{','.join(map(str, at))}]" if at else "indices"
        raise errors.InvalidArgumentError(f"{where} = {int(indices[at])} is not in [0, {size})")


def _gather_dims(ctx: ShapeContext) -> Dims:
    dims, picked = declared_dims(ctx), ctx.dims(1)
    batch = ctx.attrs["batch_dims"]
    if dims is None or picked is None:
        return None
    if not dims:
        raise ctx.fail("Shape must be at least rank 1")
    return dims[:batch] + picked[batch:] + dims[batch + 1 :]


def _gather_rows(
    resource: VariableState, indices: Array, batch_dims: int, validate_indices: bool, dtype: DType
) -> Array:
    array = _read(resource, dtype)
    if array.ndim <= batch_dims:
        raise errors.InvalidArgumentError("params must be at least 1 dimensional")
    check_rows(indices, array.shape[batch_dims])
    if not batch_dims:
        return array.take(indices, axis=0)
    grid = np.ogrid[tuple(slice(n) for n in indices.shape[:batch_dims])]
    grids = [g.reshape(g.shape + (1,) * (indices.ndim - batch_dims)) for g in grid]
    at = (*grids, indices)
    picked: Array = array[at]
    return picked


def _native_gather(b: Builder, op: Operation, resource: Value, indices: Value) -> Any:
    value = b("ReadVariableOp", resource, dtype=op.attrs["dtype"])
    batched = op.attrs["batch_dims"]
    return [b("GatherV2", value, indices, b.const(np.int32(batched)), batch_dims=batched)]


def _gather_gradient(op: Application, grad: Tensor) -> Gradients:
    handle, indices = op.inputs
    if op.attrs["batch_dims"]:
        raise errors.UnimplementedError(
            "ResourceGather with batch_dims has no gradient; gather from the variable's value."
        )
    from graphwright.core.indexed_slices import IndexedSlices

    shape = apply("VariableShape", (handle,))
    dims, picked = grad._type.dims, indices._type.rank
    if dims is not None and picked is not None and all(isinstance(d, int) for d in dims[picked:]):
        rows: Tensor | Array = np.array([-1, *dims[picked:]], np.int32)
    else:
        row = apply("StridedSlice", (shape, [1], [0], [1]), {"end_mask": 1})
        rows = apply("ConcatV2", ([np.array([-1], np.int32), row], np.int32(0)))
    values = apply("Reshape", (grad, rows))
    return [IndexedSlices(values, apply("Reshape", (indices, [-1])), shape), None]


RESOURCE_GATHER = op(
    "ResourceGather",
    "resource: resource, indices: Tindices -> output: dtype",
    "batch_dims: int = 0; validate_indices: bool = true; dtype: type; Tindices: index",
    shape=_gather_dims,
    kernel=_gather_rows,
    gradient=_gather_gradient,
    native=Decompose(_native_gather),
    effect="read",
)


def _scatter_kernel(combine: Callable[[Array, Array, Array], None]) -> Callable[..., None]:
    """Create a kernel that replaces the value by a copy updated with `combine(copy, indices, updates)`."""

    def kernel(resource: VariableState, indices: Array, updates: Array) -> None:
        check_dtype(resource, updates)
        done = False
        while not done:
            with resource.lock:
                current = resource.read()
                check_rows(indices, current.shape[0] if current.ndim else 0)
                expected = indices.shape + current.shape[1:]
                if updates.ndim and updates.shape != expected:
                    raise errors.ShapeMismatchError(
                        f"Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = [], "
                        f"got updates.shape {describe_dims(updates.shape)}, indices.shape "
                        f"{describe_dims(indices.shape)}, params.shape {describe_dims(current.shape)}"
                    )
                updated = np.array(current)
                combine(updated, indices, updates)
                done = resource.replace(current, updated)

    return kernel


def _assign_rows(target: Array, indices: Array, updates: Array) -> None:
    target[indices] = updates


def _divide_rows(target: Array, indices: Array, updates: Array) -> None:
    if updates.dtype.kind not in "iu":
        np.true_divide.at(target, indices, updates)
        return
    if not updates.all():
        raise errors.InvalidArgumentError("updates must not contain 0")
    rows = np.broadcast_to(updates, indices.shape + target.shape[1:]).reshape(indices.size, *target.shape[1:])
    for row, divisor in zip(indices.ravel(), rows, strict=True):
        current = target[row]
        target[row] = (current - np.fmod(current, divisor)) // divisor  # rounds towards zero


def _native_quotient(e: Emitter, current: Operand, new: Operand) -> Operand:
    if not current.is_float:
        raise Unsupported("a quotient of integers, which may be one by zero")
    return e.div(current, new)


SCATTER_TYPES = (
    "{float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, "
    "uint16, complex128, half, uint32, uint64}"
)


def _scatter(name: str, combine: Callable[..., Any], emit: Callable[..., Any], dtypes: str = SCATTER_TYPES) -> Any:
    return op(
        name,
        "resource: resource, indices: Tindices, updates: dtype ->",
        f"dtype: {dtypes}; Tindices: index",
        shape=lambda ctx: [],
        kernel=_scatter_kernel(combine),
        native=Scatter(emit, indices=1, updates=2),
        no_gradient=True,
        effect="write",
    )


RESOURCE_SCATTER_ADD = _scatter("ResourceScatterAdd", np.add.at, lambda e, current, new: e.add(current, new))
RESOURCE_SCATTER_SUB = _scatter("ResourceScatterSub", np.subtract.at, lambda e, current, new: e.sub(current, new))
RESOURCE_SCATTER_MUL = _scatter("ResourceScatterMul", np.multiply.at, lambda e, current, new: e.mul(current, new))
RESOURCE_SCATTER_DIV = _scatter("ResourceScatterDiv", _divide_rows, _native_quotient)
RESOURCE_SCATTER_MIN = _scatter("ResourceScatterMin", np.minimum.at, lambda e, current, new: e.min(current, new))
RESOURCE_SCATTER_MAX = _scatter("ResourceScatterMax", np.maximum.at, lambda e, current, new: e.max(current, new))
RESOURCE_SCATTER_UPDATE = _scatter("ResourceScatterUpdate", _assign_rows, lambda e, current, new: new, "type")
