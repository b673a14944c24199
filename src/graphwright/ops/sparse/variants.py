"""Sparse tensors encoded as three variants each, whole or row by row, as used for dataset elements."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, variant
from graphwright.base.spec import TensorSpec
from graphwright.core.prelude import Array, TensorLike, apply, apply_multi, errors
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, op

_INPUTS = "sparse_indices: int64, sparse_values: T, sparse_shape: int64 -> serialized_sparse: out_type"
_ATTRS = "T: type; out_type: {string, variant} = string"

# SerializeSparse, SerializeManySparse -----------------------------------------------------------------------


def _variant_triple(parts: Sequence[Array], out_type: DType) -> Array:
    if out_type is not variant:
        raise errors.UnimplementedError("Sparse tensors are serialized as variants only: give out_type=tf.variant.")
    result = np.empty(3, object)
    for i, part in enumerate(parts):
        result[i] = part
    return result


def _serialize(indices: Array, values: Array, dense_shape: Array, *, out_type: DType, **_: object) -> Array:
    return _variant_triple((indices, values, dense_shape), out_type)


SERIALIZE = op(
    "SerializeSparse", _INPUTS, _ATTRS, shape=lambda ctx: (3,), kernel=_serialize, no_gradient=True,
)  # fmt: skip


def _serialize_rows(indices: Array, values: Array, dense_shape: Array, *, out_type: DType, **_: object) -> Array:
    if len(dense_shape) < 2:
        raise errors.InvalidArgumentError(
            "The rank of the input SparseTensor should be > 1, but its shape is " + str(dense_shape.tolist()) + "."
        )
    order = np.argsort(indices[:, 0], kind="stable")
    rows, inner, values = indices[order, 0], indices[order, 1:], values[order]
    bounds = np.searchsorted(rows, np.arange(dense_shape[0] + 1))
    result = np.empty((int(dense_shape[0]), 3), object)
    for i, (start, stop) in enumerate(pairwise(bounds)):
        result[i] = _variant_triple((inner[start:stop], values[start:stop], dense_shape[1:]), out_type)
    return result


def _rows_rule(ctx: ShapeContext) -> Dims:
    known = ctx.value(2)
    return (Symbol() if known is None else int(known[0]), 3)


SERIALIZE_MANY = op(
    "SerializeManySparse", _INPUTS, _ATTRS, shape=_rows_rule, kernel=_serialize_rows, no_gradient=True,
)  # fmt: skip

# DeserializeSparse ------------------------------------------------------------------------------------------


def _deserialize(serialized: Array, *, dtype: DType, **_: object) -> tuple[Array, Array, Array]:
    if serialized.dtype != object or not serialized.ndim or serialized.shape[-1] != 3 or not serialized.size:
        raise errors.InvalidArgumentError(
            f"Serialized sparse tensors must have 3 columns and a row at least: shape {list(serialized.shape)}."
        )
    sizes = serialized.shape[:-1]
    items = serialized.reshape(-1, 3).tolist()
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
