"""Sparse tensors encoded as three variants or strings each, whole or row by row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, string, variant
from graphwright.base.spec import TensorSpec
from graphwright.core.prelude import Array, DTypeLike, TensorLike, apply, apply_multi, errors
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, describe_dims, op
from graphwright.ops.io.tensor_bytes import parsed, serialized

_INPUTS = "sparse_indices: int64, sparse_values: T, sparse_shape: int64 -> serialized_sparse: out_type"
_ATTRS = "T: type; out_type: {string, variant} = string"

# SerializeSparse, SerializeManySparse -----------------------------------------------------------------------


def _triple(parts: Sequence[Array], out_type: DType) -> Array:
    result = np.empty(3, object)
    for i, part in enumerate(parts):
        result[i] = part if out_type is variant else serialized(part, as_dtype(part.dtype), packed=True)
    return result


def _serialize(indices: Array, values: Array, dense_shape: Array, *, out_type: DType, **_: object) -> Array:
    return _triple((indices, values, dense_shape), out_type)


SERIALIZE = op(
    "SerializeSparse", _INPUTS, _ATTRS, shape=lambda ctx: (3,), kernel=_serialize, no_gradient=True,
)  # fmt: skip


def _serialize_rows(indices: Array, values: Array, dense_shape: Array, *, out_type: DType, **_: object) -> Array:
    if len(dense_shape) < 2:
        raise errors.InvalidArgumentError(
            f"Rank of input SparseTensor should be > 1, but saw rank: {len(dense_shape)}, shape {dense_shape.tolist()}."
        )
    order = np.argsort(indices[:, 0], kind="stable")
    rows, inner, values = indices[order, 0], indices[order, 1:], values[order]
    bounds = np.searchsorted(rows, np.arange(dense_shape[0] + 1))
    result = np.empty((int(dense_shape[0]), 3), object)
    for i, (start, stop) in enumerate(pairwise(bounds)):
        result[i] = _triple((inner[start:stop], values[start:stop], dense_shape[1:]), out_type)
    return result


def _rows_rule(ctx: ShapeContext) -> Dims:
    known = ctx.value(2)
    return (Symbol() if known is None else int(known[0]), 3)


SERIALIZE_MANY = op(
    "SerializeManySparse", _INPUTS, _ATTRS, shape=_rows_rule, kernel=_serialize_rows, no_gradient=True,
)  # fmt: skip

# DeserializeSparse ------------------------------------------------------------------------------------------


def _parts(text: bytes) -> Array:
    try:
        return parsed(text)[0]
    except ValueError as error:
        raise errors.InvalidArgumentError(f"Could not parse serialized proto: {error}") from None


def _deserialize(serialized_sparse: Array, *, dtype: DType, **_: object) -> tuple[Array, Array, Array]:
    given = serialized_sparse
    if given.dtype != object or not given.ndim or given.shape[-1] != 3 or not given.size:
        raise errors.InvalidArgumentError(
            f"Serialized sparse should have 3 as the last dimension and a row at least: shape {list(given.shape)}."
        )
    sizes = given.shape[:-1]
    items = given.reshape(-1, 3).tolist()
    if isinstance(items[0][0], bytes):
        items = [[_parts(text) for text in item] for item in items]
        for indices, values, dense_shape in items:
            if indices.shape != (values.size, dense_shape.size) or {indices.dtype, dense_shape.dtype} != {
                np.dtype(np.int64)
            }:
                raise errors.InvalidArgumentError(
                    f"A serialized sparse tensor has indices of shape {list(indices.shape)} for {values.size} values "
                    f"and a shape of {dense_shape.size} dimensions."
                )
    if any(values.dtype != dtype.numpy for _, values, _ in items):
        raise errors.InvalidArgumentError(f"The values of a serialized sparse tensor are not of {dtype.name}.")
    inner = [dense_shape for _, _, dense_shape in items]
    if any(len(one) != len(inner[0]) for one in inner):
        raise errors.InvalidArgumentError("Serialized sparse tensors of different rank cannot be put together.")
    indices = np.concatenate([
        np.concatenate([np.broadcast_to(np.array(outer_index, np.int64), (len(own), len(sizes))), own], 1)
        for outer_index, (own, _, _) in zip(np.ndindex(*sizes), items, strict=True)
    ])  # fmt: skip
    shape = [*sizes, *np.max(inner, 0)] if len(inner[0]) else list(sizes)
    return indices, np.concatenate([values for _, values, _ in items]), np.array(shape, np.int64)


def _deserialize_rule(ctx: ShapeContext) -> list[Dims]:
    count, rank = Symbol(), Symbol()
    return [(count, rank), (count,), (rank,)]


DESERIALIZE = op(
    "DeserializeSparse",
    "serialized_sparse: Tserialized -> sparse_indices: int64, sparse_values: dtype, sparse_shape: int64",
    "dtype: type; Tserialized: {string, variant} = string",
    shape=_deserialize_rule,
    kernel=_deserialize,
    no_gradient=True,
)


def _deserialize_many(serialized_sparse: Array, dtype: DType) -> tuple[Array, Array, Array]:
    if serialized_sparse.ndim != 2 or serialized_sparse.shape[1] != 3:
        raise errors.ShapeMismatchError(
            f"Serialized sparse should be a matrix with 3 columns, got shape {list(serialized_sparse.shape)}."
        )
    return _deserialize(serialized_sparse, dtype=dtype)


def _deserialize_many_rule(ctx: ShapeContext) -> list[Dims]:
    if ctx.rank(0) not in (None, 2):
        raise ctx.fail(f"Serialized sparse should be a matrix with 3 columns, got shape {describe_dims(ctx.dims(0))}")
    return _deserialize_rule(ctx)


DESERIALIZE_MANY = op(
    "DeserializeManySparse",
    "serialized_sparse: string -> sparse_indices: int64, sparse_values: dtype, sparse_shape: int64",
    "dtype: type",
    shape=_deserialize_many_rule,
    kernel=_deserialize_many,
    no_gradient=True,
)

# public functions -------------------------------------------------------------------------------------------


def serialize_sparse(sp_input: TensorLike, out_type: DTypeLike = string, name: str | None = None) -> Any:
    """Serialize a sparse tensor: a vector of three strings (or variants), for indices, values and shape.

    Raises TypeError for anything but a sparse tensor.

    >>> tf.io.serialize_sparse(tf.sparse.from_dense([[0, 5]])).shape
    TensorShape([3])
    """
    x = _sparse(sp_input)
    return apply(SERIALIZE, (x.indices, x.values, x.dense_shape), {"out_type": as_dtype(out_type)}, name)


def serialize_many_sparse(sp_input: TensorLike, out_type: DTypeLike = string, name: str | None = None) -> Any:
    """Serialize each row of a sparse tensor: a matrix of three strings (or variants) for each.

    Raises:
      TypeError: for anything but a sparse tensor.
      InvalidArgumentError: its rank is less than 2.

    >>> tf.io.serialize_many_sparse(tf.sparse.from_dense([[0, 5], [6, 0]])).shape
    TensorShape([2, 3])
    """
    x = _sparse(sp_input)
    return apply(SERIALIZE_MANY, (x.indices, x.values, x.dense_shape), {"out_type": as_dtype(out_type)}, name)


def deserialize_many_sparse(
    serialized_sparse: TensorLike, dtype: DTypeLike, rank: int | None = None, name: str | None = None
) -> SparseTensor:
    """Put sparse tensors, as `serialize_many_sparse` writes them, together as the rows of one.

    Args:
      serialized_sparse: string matrix with three columns.
      dtype: of the values.
      rank: of the result, if it is known.
      name: of the operation.

    Raises InvalidArgumentError for other strings, or values of another dtype.

    >>> rows = tf.io.serialize_many_sparse(tf.sparse.from_dense([[0, 5], [6, 0]]))
    >>> tf.sparse.to_dense(tf.io.deserialize_many_sparse(rows, tf.int32)).numpy().tolist()
    [[0, 5], [6, 0]]
    """
    indices, values, shape = apply_multi(DESERIALIZE_MANY, (serialized_sparse,), {"dtype": as_dtype(dtype)}, name)
    if rank is not None:
        indices.set_shape([None, rank])
        shape.set_shape([rank])
    return SparseTensor(indices, values, shape)


def _sparse(value: Any) -> SparseTensor:
    if not isinstance(value, SparseTensor):
        raise TypeError(f"Input must be a SparseTensor, got {value!r}.")
    return value


# dataset elements -------------------------------------------------------------------------------------------


class SparseEncoder:
    """Encodes a sparse tensor as three variants, or as a matrix with three columns and a row per row."""

    def encode(self, spec: Any, value: Any, minimum_rank: int = 0) -> list[Any]:
        """Encode a value, or each of its rows if `minimum_rank` is 1."""
        record = SERIALIZE_MANY if minimum_rank else SERIALIZE
        return [apply(record, (value.indices, value.values, value.dense_shape), {"out_type": variant})]

    def decode(self, spec: Any, encoded_value: Sequence[Any]) -> SparseTensor:
        """Decode variants of any shape."""
        parts = apply_multi(DESERIALIZE, (encoded_value[0],), {"dtype": spec.dtype, "Tserialized": variant})
        for tensor, part in zip(parts, spec._component_specs, strict=True):
            if not tensor._type.is_static:
                tensor.set_shape(part.shape)
        result: SparseTensor = spec._from_components(parts)
        return result

    def encoding_specs(self, spec: TensorLike) -> list[TensorSpec]:
        """Variants of any shape whose last dimension is 3."""
        return [TensorSpec(None, variant)]
