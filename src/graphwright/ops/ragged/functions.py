"""Ragged implementations of public functions that are not elementwise, by the name of the function they override."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, float32, int32
from graphwright.base.services import PUBLIC_FUNCTION
from graphwright.base.spec import TensorSpec
from graphwright.core.prelude import Array, DTypeLike, Tensor, apply, errors, to_tensor
from graphwright.ir.infer import constant_value
from graphwright.ops.ragged.ragged_tensor import RaggedTensor

HANDLERS: Final[dict[str, Callable[..., Any]]] = {}
"""Handlers by public name; each receives the original function and the call's arguments."""


def _overrides(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def register(handler: Callable[..., Any]) -> Callable[..., Any]:
        HANDLERS.update(dict.fromkeys(names, handler))
        return handler

    return register


@_overrides("size")
def _size(original: Callable[..., Any], input: Any, out_type: DType = int32, name: str | None = None) -> Any:
    return original(input.flat_values, out_type, name)


@_overrides("rank")
def _rank(original: Callable[..., Any], input: Any, name: str | None = None) -> Any:
    return original(input.flat_values, name) + np.int32(input.ragged_rank)


@_overrides(
    "identity",
    "bitcast",
    "grad_pass_through",
    "nn.dropout",
    "nn.experimental.stateless_dropout",
    "stop_gradient",
    "clip_by_value",
)
def _on_flat_values(original: Callable[..., Any], *args: Tensor, **kwargs: Any) -> Any:
    from graphwright.ops.ragged.construct import map_flat_values

    return map_flat_values(original, *args, **kwargs)


@_overrides("math.add_n", "add_n")
def _add_n(original: Callable[..., Tensor], inputs: Sequence[Any], name: str | None = None) -> Any:
    from graphwright.ops.ragged.broadcast import elementwise

    return elementwise(lambda *parts: original(list(parts), name), *inputs)


@_overrides("strings.join")
def _join(original: Callable[..., Tensor], inputs: Sequence[Any], separator: str = "", name: str | None = None) -> Any:
    from graphwright.ops.ragged.broadcast import elementwise

    return elementwise(lambda *parts: original(list(parts), separator, name), *inputs)


@_overrides("where")
def _where(
    original: Callable[..., Any],
    condition: RaggedTensor,
    x: Tensor | None = None,
    y: Any = None,
    name: str | None = None,
) -> Any:
    if (x is None) != (y is None):
        raise ValueError("x and y must be either both None or both non-None")
    if x is not None:
        from graphwright.ops.ragged.broadcast import elementwise

        return elementwise(lambda *parts: original(*parts, name), condition, x, y)
    from graphwright.ops.ragged.construct import value_coordinates

    flat = apply("Where", (condition.flat_values,))
    outer = apply("GatherV2", (value_coordinates(condition), flat[:, 0], 0))
    return apply("ConcatV2", ([outer, flat[:, 1:]], 1))


@_overrides("one_hot")
def _one_hot(
    original: Callable[..., Tensor], indices: RaggedTensor, *args: Tensor, axis: int | None = None, **kwargs: Any
) -> RaggedTensor:
    if axis not in (None, -1, indices.shape.rank):
        raise errors.ShapeMismatchError("axis must be -1 for ragged indices.")
    return indices.with_flat_values(original(indices.flat_values, *args, **kwargs))


@_overrides("expand_dims")
def _expand_dims(original: Callable[..., Any], input: RaggedTensor, axis: int, name: str | None = None) -> Any:
    rank = input.shape.rank
    if rank is None and axis < 0:
        raise ValueError("A negative axis needs a ragged tensor of known rank.")
    at = axis + rank + 1 if axis < 0 and rank is not None else axis
    if at < 0 or (rank is not None and at > rank):
        bounds = "" if rank is None else f": expected {-rank - 1}<=axis<{rank + 1}"
        raise ValueError(f"axis={axis} out of bounds{bounds}")
    return _expanded(original, input, at)


def _expanded(original: Callable[..., Any], x: RaggedTensor | Tensor | Array, at: int) -> Any:
    if not isinstance(x, RaggedTensor):
        return original(x, at)
    if at == 0:
        rows = x.shape[0] if x.shape.rank else None
        return RaggedTensor.from_uniform_row_length(x, x.nrows() if rows is None else rows, nrows=1, validate=False)
    if at == 1:
        return RaggedTensor.from_uniform_row_length(x, 1, nrows=x.nrows(), validate=False)
    return x.with_values(_expanded(original, x.values, at - 1))


@_overrides("concat")
def _concat(original: Callable[..., Any], values: Any, axis: int, name: str = "concat") -> Any:
    from graphwright.ops.ragged.concat import concat

    return concat([values] if isinstance(values, RaggedTensor) else list(values), axis)


@_overrides("stack")
def _stack(original: Callable[..., Any], values: Sequence[Any], axis: int = 0, name: str = "stack") -> Any:
    from graphwright.ops.ragged.concat import stack

    if isinstance(values, RaggedTensor):
        raise errors.InvalidArgumentError("tf.stack takes a list of tensors, got one RaggedTensor; pass [x] for one.")
    return stack(list(values), axis)


@_overrides("cumsum", "math.cumsum")
def _cumsum(
    original: Callable[..., Tensor],
    x: RaggedTensor,
    axis: int = 0,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    from graphwright.ops.ragged.construct import value_coordinates

    if x.dtype in (as_dtype("bool"), as_dtype("string")):
        raise errors.InvalidArgumentError(f"tf.cumsum has no sums of {x.dtype.name}.")
    sums = original(x.to_tensor(), axis, exclusive, reverse, name)  # missing values count as zero
    values = apply("GatherNd", (sums, value_coordinates(x)))
    if axis == 0:  # sums across rows: a uniform row length is not kept
        return RaggedTensor.from_nested_row_splits(values, x.nested_row_splits, validate=False)
    return x.with_flat_values(values)


@_overrides("reverse")
def _reverse(original: Callable[..., Any], tensor: RaggedTensor, axis: int, name: str | None = None) -> Any:
    rank = tensor.shape.rank
    outside = [int(a) for a in np.ravel(axis) if rank is not None and not -rank <= a < rank]
    if outside:
        raise ValueError(f"axis={outside[0]} out of bounds: expected {-(rank or 0)}<=axis<{rank}")
    axes = sorted(int(a) + (rank or 0) if a < 0 else int(a) for a in np.ravel(axis))
    return _reversed(original, tensor, axes)


def _reversed(original: Callable[..., Any], x: RaggedTensor | Array, axes: list[int]) -> Any:
    from graphwright.ops.ragged.indexing import gather_rows

    if not isinstance(x, RaggedTensor):
        return original(x, axes) if axes else x
    inner = _reversed(original, x.values, [a - 1 for a in axes if a > 1])
    result = x.with_values(inner)
    dtype = x.row_splits.dtype.numpy
    one = np.ones((), dtype)
    if 1 in axes:
        rows = result.value_rowids()
        ends = apply("GatherV2", (x.row_splits, rows + one, 0)) + apply("GatherV2", (x.row_splits, rows, 0))
        positions = ends - one - apply("Range", (np.zeros((), dtype), x.row_splits[-1], one))
        values = result.values
        result = result.with_values(
            gather_rows(values, positions)
            if isinstance(values, RaggedTensor)
            else apply("GatherV2", (values, positions, 0))
        )
    if 0 in axes:
        result = result[::-1]
    return result


@_overrides("zeros_like", "ones_like")
def _like(
    original: Callable[..., Any], input: Any, dtype: DTypeLike | None = None, *args: Tensor, **kwargs: Any
) -> Any:
    target = None if dtype is None else as_dtype(dtype)
    return input.with_flat_values(original(input.flat_values, target))


_LATER: Final = {
    "rearrange": {
        "gather_nd": "gather_nd",
        "tile": "tile",
        "squeeze": "squeeze",
        "repeat": "repeat",
        "unsorted_segments": (
            "math.unsorted_segment_sum math.unsorted_segment_prod math.unsorted_segment_max math.unsorted_segment_min "
            "math.unsorted_segment_mean math.unsorted_segment_sqrt_n"
        ),
    },
    "counts": {
        "bincount": "math.bincount",
        "sparse_bincount": "sparse.bincount",
        "dynamic_partition": "dynamic_partition",
    },
    "splitting": {"split": "split"},
    "products": {"matmul": "matmul"},
    "statistics": {
        "softmax": "nn.softmax",
        "variance": "math.reduce_variance",
        "deviation": "math.reduce_std",
        "logsumexp": "reduce_logsumexp math.reduce_logsumexp",
        "moments": "nn.moments",
        "is_ordered": "math.is_non_decreasing math.is_strictly_increasing",
    },
    "shaped": {"broadcast_to": "broadcast_to", "reshape": "reshape"},
}
"""Functions of further modules here, loaded when first called, and the public names that they override."""


def _later(module: str, name: str) -> Callable[..., Any]:
    def handler(*args: Any, **kwargs: Any) -> Any:
        return getattr(import_module(f"graphwright.ops.ragged.{module}"), name)(*args, **kwargs)

    return handler


for _module, _functions in _LATER.items():
    for _name, _public in _functions.items():
        HANDLERS.update(dict.fromkeys(_public.split(), _later(_module, _name)))


@_overrides(
    "debugging.assert_equal", "debugging.assert_none_equal", "debugging.assert_less", "debugging.assert_less_equal",
    "debugging.assert_greater", "debugging.assert_greater_equal", "debugging.assert_near",
)  # fmt: skip
def _assert_relation(original: Callable[..., Any], x: Any, y: Any, *args: Any, **kwargs: Any) -> Any:
    from graphwright.ops.ragged.broadcast import broadcast_values

    return original(*broadcast_values(x, y), *args, **kwargs)


@_overrides("image.resize")
def _resize(original: Callable[..., Any], images: RaggedTensor, size: Any, *args: Any, **kwargs: Any) -> Any:
    """Pictures of different sizes become pictures of one size."""
    if images.shape.rank != 4:
        raise ValueError(f"tf.image.resize: images.shape.rank must be 4 if images is ragged; got {images.shape}.")

    def resized(picture: Any) -> Tensor:
        dense = picture.to_tensor() if isinstance(picture, RaggedTensor) else picture
        return original(dense, size, *args, **kwargs)  # type: ignore[no-any-return]

    height, width = (None, None) if (known := constant_value(to_tensor(size))) is None else known.tolist()
    method = kwargs.get("method", args[0] if args else "bilinear")
    dtype = images.dtype if str(method).lower() in ("nearest", "nearest_neighbor") else float32
    result = TensorSpec([height, width, images.flat_values.shape[-1] if images.ragged_rank < 3 else None], dtype)
    return PUBLIC_FUNCTION.get()("map_fn")(resized, images, fn_output_signature=result)


@_overrides("debugging.assert_type")
def _assert_type(
    original: Callable[..., Any], tensor: Any, tf_type: DTypeLike, message: str | None = None, name: str | None = None
) -> None:
    original(tensor.flat_values, tf_type, message, name)
