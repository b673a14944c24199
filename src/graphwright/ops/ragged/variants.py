"""Ragged tensors encoded as variants, whole or row by row, as used for dataset elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, variant
from graphwright.base.spec import TensorSpec
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, apply_multi, errors
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, op
from graphwright.ops.ragged.records import check_splits

# RaggedTensorToVariant --------------------------------------------------------------------------------------


class _Referable:
    """What weak references may refer to."""

    __slots__ = ("__weakref__",)


@dataclass(frozen=True, slots=True, eq=False)
class RaggedValue(_Referable):
    """The value of one variant: the row splits, outermost first, and the flat values.

    It is not a sequence, so that NumPy treats it as one object.
    """

    splits: tuple[Array, ...]
    values: Array

    def row(self, number: int) -> RaggedValue:
        """One row, with splits rebased to zero."""
        if not self.splits:
            return RaggedValue((), self.values[number])
        outer, *inner = self.splits
        start, stop = int(outer[number]), int(outer[number + 1])
        result = []
        for splits in inner:
            within = splits[start : stop + 1]
            start, stop = int(within[0]), int(within[-1])
            result.append(within - start)
        return RaggedValue(tuple(result), self.values[start:stop])

    def __add__(self, other: object) -> RaggedValue:
        """The sum with a value of the same rows; an empty list of tensors stands for zeros."""
        if isinstance(other, RaggedValue):
            return RaggedValue(self.splits, self.values + other.values)
        return self

    __radd__ = __add__

    def __array_function__(self, function: Callable[..., Any], types: object, args: Any, kwargs: Any) -> Any:
        if function is not np.zeros_like:
            return NotImplemented
        text = self.values.dtype.kind == "O"
        return RaggedValue(self.splits, np.full_like(self.values, b"") if text else np.zeros_like(self.values))

    def __len__(self) -> int:
        return len(self.splits[0]) - 1 if self.splits else len(self.values)


def _variants(items: Sequence[RaggedValue]) -> Array:
    result = np.empty(len(items), object)
    for i, item in enumerate(items):
        result[i] = item  # item by item: NumPy would unpack a list of them
    return result


def _to_variant(splits: Sequence[Array], values: Array, *, batched_input: bool, **_: object) -> Array:
    check_splits(splits, values)
    value = RaggedValue(tuple(splits), values)
    if not batched_input:
        return _variants([value]).reshape(())
    if not splits and not values.ndim:
        raise errors.InvalidArgumentError("A ragged tensor without dimensions cannot be taken apart into rows.")
    return _variants([value.row(i) for i in range(len(value))])


def _no_gradient(op: Application, *grads: Tensor) -> Gradients:
    raise errors.UnimplementedError(
        f"{op.type} has no gradient: it does not go through ragged results of a function over rows. Compute with the "
        "whole ragged tensor, or with its flat_values."
    )


def _from_variant_gradient(op: Application, *grads: Tensor) -> Gradients:
    """The gradients of the values, encoded as the values were: as a whole, or row by row."""
    rank = op.inputs[0]._type.rank
    if rank not in (0, 1):
        return _no_gradient(op, *grads)
    splits = list(op.outputs[:-1])
    attrs = {"batched_input": rank == 1, "Tsplits": op.attrs["Tsplits"]}
    return [apply("RaggedTensorToVariant", (splits, grads[-1]), attrs)]


def _encoded_gradient(op: Application, *grads: Tensor) -> Gradients:
    count = op.attrs["RAGGED_RANK"]
    values = op.inputs[count]
    by_rows = count and op.attrs["batched_input"]
    splits = op.inputs[0] if by_rows else np.zeros(0, np.int64)
    attrs = {"Tvalues": values.dtype}
    found = apply("RaggedTensorToVariantGradient", (grads[0], splits, apply("Shape", (values,))), attrs)
    return [None] * count + [found]


def _to_variant_rule(ctx: ShapeContext) -> Dims:
    if not ctx.attrs["batched_input"]:
        return ()
    outer = ctx.dims(0)
    if not outer:
        return None
    rows = outer[0]
    if not ctx.attrs["RAGGED_RANK"]:
        return (rows,)
    return (rows - 1 if isinstance(rows, int) else Symbol(),)


TO_VARIANT = op(
    "RaggedTensorToVariant",
    "rt_nested_splits: RAGGED_RANK*Tsplits, rt_dense_values: Tvalues -> encoded_ragged: variant",
    "RAGGED_RANK: int >= 0; Tvalues: type; Tsplits: index = int64; batched_input: bool",
    shape=_to_variant_rule,
    kernel=_to_variant,
    gradient=_encoded_gradient,
)


def _to_variant_gradient(encoded: Array, row_splits: Array, dense_values_shape: Array, *, Tvalues: DType) -> Array:
    items: list[RaggedValue] = np.asarray(encoded, object).reshape(-1).tolist()
    rows = max(len(row_splits) - 1, 0) if len(row_splits) else 1
    if len(items) != rows:
        raise errors.InvalidArgumentError(f"There are gradients of {len(items)} rows, for row splits of {rows} rows.")
    if len(row_splits) and row_splits[-1] == dense_values_shape[:1]:
        sizes = np.diff(row_splits) * np.prod(dense_values_shape[1:], dtype=np.int64)
    else:  # splits of rows that are ragged themselves say nothing about the values
        sizes = np.full(rows, dense_values_shape.prod(dtype=np.int64) if rows == 1 else 0)
    parts = [
        item.values.reshape(-1) if isinstance(item, RaggedValue) else np.zeros(size, Tvalues.numpy)
        for item, size in zip(items, sizes.tolist(), strict=True)
    ]
    values = np.concatenate(parts) if parts else np.empty(0, Tvalues.numpy)
    if values.dtype != Tvalues.numpy or values.size != np.prod(dense_values_shape, dtype=np.int64):
        raise errors.InvalidArgumentError(
            f"The gradients are {values.size} values of {values.dtype}, and should be {Tvalues.name} of shape "
            f"{dense_values_shape.tolist()}."
        )
    return values.reshape(dense_values_shape)


TO_VARIANT_GRADIENT = op(
    "RaggedTensorToVariantGradient",
    "encoded_ragged_grad: variant, row_splits: Tsplits, dense_values_shape: int32 -> dense_values_grad: Tvalues",
    "Tvalues: type; Tsplits: index = int64",
    shape=lambda ctx: ctx.dims_value(2),
    kernel=_to_variant_gradient,
    no_gradient=True,
)

# RaggedTensorFromVariant ------------------------------------------------------------------------------------


def _from_variant(
    encoded: Array, *, input_ragged_rank: int, output_ragged_rank: int, Tvalues: DType, Tsplits: DType
) -> list[Array]:
    inner = output_ragged_rank - encoded.ndim if input_ragged_rank < 0 else input_ragged_rank
    if inner + encoded.ndim != output_ragged_rank or inner < 0:
        raise errors.InvalidArgumentError(
            f"output_ragged_rank must be equal to input_ragged_rank + encoded_ragged.dims(): {output_ragged_rank} "
            f"and {input_ragged_rank} for variants of shape {list(encoded.shape)}."
        )
    items: list[RaggedValue] = encoded.reshape(-1).tolist()
    for item in items:
        if len(item.splits) != inner or item.values.dtype != Tvalues.numpy:
            raise errors.InvalidArgumentError(
                f"Expected a ragged tensor of rank {inner} with values of {Tvalues.name}, found one of rank "
                f"{len(item.splits)} with values of {item.values.dtype}."
            )
    if not encoded.ndim:
        return [*(s.astype(Tsplits.numpy) for s in items[0].splits), items[0].values]
    sizes = encoded.shape
    outer = [np.arange(np.prod(sizes[:i], dtype=int) + 1) * sizes[i] for i in range(1, len(sizes))]
    per_item = _splits_of([len(item) for item in items])
    nested = [_splits_of([n for item in items for n in np.diff(item.splits[i])]) for i in range(inner)]
    values = np.concatenate([item.values for item in items]) if items else np.empty(0, Tvalues.numpy)
    return [*(np.asarray(s, Tsplits.numpy) for s in (*outer, per_item, *nested)), values]


def _splits_of(lengths: Sequence[int]) -> Array:
    """Row splits from row lengths."""
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


FROM_VARIANT = op(
    "RaggedTensorFromVariant",
    "encoded_ragged: variant -> output_nested_splits: output_ragged_rank*Tsplits, output_dense_values: Tvalues",
    "input_ragged_rank: int >= -1; output_ragged_rank: int >= 0; Tvalues: type; Tsplits: index = int64",
    shape=lambda ctx: [*((Symbol(),) for _ in range(ctx.attrs["output_ragged_rank"])), None],
    kernel=_from_variant,
    gradient=_from_variant_gradient,
)

# dataset elements -------------------------------------------------------------------------------------------


class RaggedEncoder:
    """Encodes a ragged tensor as a scalar variant, or as a vector of variants, one per row."""

    def encode(self, spec: Any, value: Any, minimum_rank: int = 0) -> list[Any]:
        """Encode a value, or each of its rows if `minimum_rank` is 1."""
        values, *splits = spec._to_components(value)
        attrs = {"batched_input": minimum_rank > 0, "Tsplits": spec.row_splits_dtype}
        return [apply(TO_VARIANT, (splits, values), attrs)]

    def decode(self, spec: Any, encoded_value: Sequence[Any]) -> Any:
        """Decode variants of any shape."""
        rank = spec.ragged_rank
        attrs = {
            "input_ragged_rank": -1, "output_ragged_rank": rank, "Tvalues": spec.dtype,
            "Tsplits": spec.row_splits_dtype,
        }  # fmt: skip
        result = apply_multi(FROM_VARIANT, (encoded_value[0],), attrs)
        *splits, values = result if isinstance(result, (list, tuple)) else [result]
        components = (values, *splits)
        for tensor, part in zip(components, spec._component_specs, strict=True):
            if not tensor._type.is_static:
                tensor.set_shape(part.shape)
        return spec._from_components(components)

    def encoding_specs(self, spec: TensorLike) -> list[TensorSpec]:
        """One variant of any shape."""
        return [TensorSpec(None, variant)]
