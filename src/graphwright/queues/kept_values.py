"""Values that are kept between calls under handles: tensors of a session, sparse tensors, composite tensors."""

from __future__ import annotations

import itertools
import secrets
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType
from graphwright.base.forks import renewed_after_fork
from graphwright.base.shape import Symbol
from graphwright.core.tensor import Array
from graphwright.ir.reach import SHARED_RESOURCE
from graphwright.ir.record import op

_lock = renewed_after_fork(threading.Lock())


def _text(value: str) -> Array:
    result = np.empty((), object)
    result[()] = value.encode()
    return result


# tensors of a session -----------------------------------------------------------------------------------------------

_tensors: dict[bytes, Array] = {}
_GIVEN = {"handle": "cannot be guessed, so only code that was given it finds the tensor"}
_numbers = itertools.count()


def _keep(value: Array) -> Array:
    handle = _text(f"GetSessionHandle;{secrets.token_hex(16)};/job:localhost/replica:0/task:0/device:CPU:0")
    with _lock:
        _tensors[handle.item()] = value
    return handle


def _missing(handle: Array) -> errors.OpError:
    return errors.InvalidArgumentError(
        f"The tensor with handle '{handle.item().decode()}' is not in the session store."
    )


def _kept(handle: Array, dtype: DType) -> Array:
    value = _tensors.get(handle.item())
    if value is None:
        raise _missing(handle)
    if value.dtype != dtype.numpy:
        raise errors.InvalidArgumentError(f"The tensor of the handle is of {value.dtype}, not {dtype.name}.")
    return value


def _delete(handle: Array) -> list[Any]:
    with _lock:
        if _tensors.pop(handle.item(), None) is None:
            raise _missing(handle)
    return []


op(
    "GetSessionHandle", "value: T -> handle: string", "T: type", shape=lambda ctx: (), kernel=_keep, no_gradient=True,
    effect="write", reaches=_GIVEN,
)  # fmt: skip
op(
    "GetSessionTensor", "handle: string -> value: dtype", "dtype: type", shape=lambda ctx: None, kernel=_kept,
    no_gradient=True, effect="read", reaches=_GIVEN,
)  # fmt: skip
op(
    "DeleteSessionTensor", "handle: string ->", shape=lambda ctx: [], kernel=_delete, no_gradient=True, effect="write",
    reaches=_GIVEN,
)  # fmt: skip

# sparse tensors -----------------------------------------------------------------------------------------------------

_sparse: dict[tuple[str, str], dict[int, tuple[Array, Array, Array]]] = {}


def _check_sparse(indices: Array, values: Array, shape: Array) -> None:
    if indices.ndim != 2 or values.ndim != 1 or shape.ndim != 1 or indices.shape != (len(values), len(shape)):
        raise errors.InvalidArgumentError(
            f"Indices, values and shape of a sparse tensor do not agree: they have the shapes {list(indices.shape)}, "
            f"{list(values.shape)} and {list(shape.shape)}."
        )


def _add(indices: Array, values: Array, shape: Array, container: str, shared_name: str) -> Array:
    _check_sparse(indices, values, shape)
    with _lock:
        kept = _sparse.setdefault((container, shared_name), {})
        handle = next(_numbers)
        kept[handle] = indices, values, shape
    return np.array(handle, np.int64)


def _add_many(indices: Array, values: Array, shape: Array, container: str, shared_name: str) -> Array:
    _check_sparse(indices, values, shape)
    if len(shape) < 2:
        raise errors.InvalidArgumentError(f"Rank of input SparseTensor should be > 1, but saw rank: {len(shape)}")
    if len(indices) and not 0 <= indices[:, 0].min() <= indices[:, 0].max() < shape[0]:
        raise errors.InvalidArgumentError(f"A row of the sparse tensor is outside of its {int(shape[0])} rows.")
    handles = []
    for row in range(int(shape[0])):
        chosen = indices[:, 0] == row
        handles.append(int(_add(indices[chosen, 1:], values[chosen], shape[1:], container, shared_name)))
    return np.array(handles, np.int64)


def _take_many(handles: Array, dtype: DType, container: str, shared_name: str) -> list[Array]:
    if handles.ndim != 1 or not len(handles):
        raise errors.InvalidArgumentError(
            f"sparse_handles must be a vector of at least one handle, got shape {list(handles.shape)}."
        )
    with _lock:
        kept = _sparse.get((container, shared_name), {})
        absent = [h for h in handles.tolist() if h not in kept]
        if absent:
            raise errors.InvalidArgumentError(f"Unable to find SparseTensor: {absent[0]} in map.")
        parts = [kept.pop(h) for h in handles.tolist()]
    for _, values, shape in parts:
        if values.dtype != dtype.numpy:
            raise errors.InvalidArgumentError(f"dtype mismatch: requested {dtype.name}, stored {values.dtype}.")
        if len(shape) != len(parts[0][2]):
            raise errors.InvalidArgumentError("Inconsistent rank across SparseTensors.")
    indices = [np.insert(found, 0, row, axis=1) for row, (found, _, _) in enumerate(parts)]
    shape = np.array([len(parts), *np.max([p[2] for p in parts], axis=0)], np.int64)
    return [np.concatenate(indices), np.concatenate([p[1] for p in parts]), shape]


_TENSOR = "sparse_indices: int64, sparse_values: T, sparse_shape: int64"
_NAMED = 'container: string = ""; shared_name: string = ""'
op(
    "AddSparseToTensorsMap", f"{_TENSOR} -> sparse_handle: int64", f"T: type; {_NAMED}", shape=lambda ctx: (),
    kernel=_add, no_gradient=True, effect="write", reaches=SHARED_RESOURCE,
)  # fmt: skip
op(
    "AddManySparseToTensorsMap", f"{_TENSOR} -> sparse_handles: int64", f"T: type; {_NAMED}",
    shape=lambda ctx: (Symbol(),), kernel=_add_many, no_gradient=True, effect="write",
    reaches=SHARED_RESOURCE,
)  # fmt: skip


def _taken_dims(ctx: Any) -> list[Any]:
    count = Symbol()
    return [(count, Symbol()), (count,), (Symbol(),)]


op(
    "TakeManySparseFromTensorsMap",
    "sparse_handles: int64 -> sparse_indices: int64, sparse_values: dtype, sparse_shape: int64",
    f"dtype: type; {_NAMED}", shape=_taken_dims, kernel=_take_many, no_gradient=True, effect="write",
    reaches=SHARED_RESOURCE,
)  # fmt: skip

# composite tensors --------------------------------------------------------------------------------------------------


class CompositeVariant:
    """The components of a composite tensor as one value.

    Args:
      components: the tensors.
      metadata: what describes the type.
    """

    __slots__ = ("components", "metadata")

    def __init__(self, components: Sequence[Array], metadata: str) -> None:
        self.components, self.metadata = list(components), metadata


def _components(encoded: Any, metadata: str, Tcomponents: Sequence[DType]) -> list[Array]:
    if not isinstance(encoded, CompositeVariant):
        raise errors.InvalidArgumentError(f"The input is not a CompositeTensorVariant, but {encoded!r}.")
    if len(encoded.components) != len(Tcomponents):
        raise errors.InvalidArgumentError(
            f"Encoded value has {len(encoded.components)} tensor components; expected {len(Tcomponents)} components."
        )
    for i, (part, dtype) in enumerate(zip(encoded.components, Tcomponents, strict=True)):
        if part.dtype != dtype.numpy:
            raise errors.InvalidArgumentError(
                f"Tensor component {i} had dtype {part.dtype}, but expected dtype {dtype.name}."
            )
    return encoded.components


op(
    "CompositeTensorVariantFromComponents", "components: [Tcomponents] -> encoded: variant",
    "metadata: string; Tcomponents: list(type) >= 0", shape=lambda ctx: (), kernel=CompositeVariant, no_gradient=True,
)  # fmt: skip
op(
    "CompositeTensorVariantToComponents", "encoded: variant -> components: [Tcomponents]",
    "metadata: string; Tcomponents: list(type) >= 0", shape=lambda ctx: [None] * len(ctx.attrs["Tcomponents"]),
    kernel=_components, no_gradient=True,
)  # fmt: skip

__all__ = ["CompositeVariant"]
