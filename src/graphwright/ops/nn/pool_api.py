"""Public pooling functions."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from graphwright.base.dtypes import as_dtype, int32, int64
from graphwright.core.prelude import DTypeLike, Tensor, TensorLike, apply, apply_multi, convert_to_tensor, name_scope
from graphwright.ops.array.space_to_batch import batch_to_space, required_space_to_batch_paddings, space_to_batch
from graphwright.ops.nn._window_arguments import FORMATS, as_2d, format_of, padding_attrs, per_axis

_OPS = {("MAX", 2): "MaxPool", ("MAX", 3): "MaxPool3D", ("AVG", 2): "AvgPool", ("AVG", 3): "AvgPool3D"}
_IMAGE_FORMATS = {"NWC": "NHWC", "NCW": "NCHW"}


def _pool(
    kind: str,
    spatial: int,
    input: TensorLike,
    ksize: TensorLike,
    strides: Any,
    padding: Any,
    data_format: str | None,
    name: str | None,
) -> Tensor:
    data_format = format_of(data_format, spatial)
    input = convert_to_tensor(input, name="input")
    if not isinstance(padding, str) and (kind != "MAX" or spatial == 3):
        raise TypeError(f"Explicit padding is only supported for max pooling of images. Received: padding={padding}")
    attrs = {
        "ksize": per_axis(ksize, spatial, data_format, "ksize"),
        "strides": per_axis(strides, spatial, data_format, "strides"),
        "data_format": data_format,
        **padding_attrs(padding, spatial, data_format),
    }
    if spatial > 1:
        return apply(_OPS[kind, spatial], (input,), attrs, name)
    at = 2 if data_format == "NCW" else 1
    attrs = {**as_2d(attrs, data_format), "data_format": _IMAGE_FORMATS[data_format]}
    with name_scope(name or f"{kind.lower()}_pool1d"):
        pooled = apply(_OPS[kind, 2], (apply("ExpandDims", (input, at)),), attrs)
        return apply("Squeeze", (pooled,), {"squeeze_dims": [at]})


def _spatial(input: Tensor, ksize: Any, data_format: str | None) -> int:
    """The number of spatial axes, from the data format, the rank or the window."""
    if data_format is not None:
        return len(data_format) - 2
    rank = getattr(getattr(input, "shape", None), "rank", None)
    if rank is None and hasattr(ksize, "__len__") and len(ksize) > 2:
        rank = len(ksize)
    if rank is None:
        rank = convert_to_tensor(input).shape.rank
    if rank is None or not 3 <= rank <= 5:
        raise ValueError(f"`input` must have 3, 4 or 5 axes. Received: {rank}")
    return int(rank) - 2


def max_pool(
    input: TensorLike,
    ksize: TensorLike,
    strides: TensorLike,
    padding: TensorLike,
    data_format: str | None = None,
    name: str | None = None,
) -> Tensor:
    """Max pooling over sequences, images or volumes, according to the rank of `input`.

    `ksize` and `strides` are a number, one per spatial axis, or one per axis; `padding` is "SAME", "VALID" or, for
    images and sequences, a list of pairs for every axis. NaN is never selected. Raises ValueError for invalid
    arguments.

    >>> tf.nn.max_pool(tf.constant([[[[1.], [2.]], [[3.], [4.]]]]), 2, 2, "VALID").numpy().ravel()
    array([4.], dtype=float32)
    """
    x = convert_to_tensor(input, name="input")
    spatial = _spatial(x, ksize, data_format)
    return _pool("MAX", spatial, x, ksize, strides, padding, data_format, name)


def avg_pool(
    input: TensorLike,
    ksize: TensorLike,
    strides: TensorLike,
    padding: TensorLike,
    data_format: str | None = None,
    name: str | None = None,
) -> Tensor:
    """Average pooling over sequences, images or volumes, according to the rank of `input`; padding is excluded.

    Raises ValueError for invalid arguments.

    >>> tf.nn.avg_pool(tf.constant([[[[1.], [2.]], [[3.], [4.]]]]), 2, 2, "VALID").numpy().ravel()
    array([2.5], dtype=float32)
    """
    x = convert_to_tensor(input, name="input")
    spatial = _spatial(x, ksize, data_format)
    return _pool("AVG", spatial, x, ksize, strides, padding, data_format, name)


class _Pool(Protocol):
    def __call__(
        self,
        input: TensorLike,
        ksize: TensorLike,
        strides: TensorLike,
        padding: TensorLike,
        data_format: str = ...,
        name: str | None = None,
    ) -> Tensor: ...


def _pool_over(kind: str, spatial: int) -> _Pool:
    """The public pooling function over a fixed number of spatial axes."""
    default_format = FORMATS[spatial][0]

    def pool_function(
        input: TensorLike,
        ksize: TensorLike,
        strides: TensorLike,
        padding: TensorLike,
        data_format: str = default_format,
        name: str | None = None,
    ) -> Tensor:
        return _pool(kind, spatial, input, ksize, strides, padding, data_format, name)

    function: Any = pool_function
    function.__name__ = function.__qualname__ = f"{kind.lower()}_pool{spatial}d"
    what, layout = {
        1: ("sequences", "[batch, width, channels]"),
        2: ("images", "[batch, height, width, channels]"),
        3: ("volumes", "[batch, depth, height, width, channels]"),
    }[spatial]
    sizes, pooled = [1, *[4] * spatial, 1], [1, *[2] * spatial, 1]
    function.__doc__ = f"""{"Max" if kind == "MAX" else "Average"} pooling of {what} `{layout}`.

    Arguments and errors are those of `{kind.lower()}_pool`.

    >>> tf.nn.{function.__name__}(tf.ones({sizes}), 2, 2, "SAME").shape
    TensorShape({pooled})
    """
    result: _Pool = function
    return result


max_pool1d, max_pool2d, max_pool3d = (_pool_over("MAX", spatial) for spatial in (1, 2, 3))
avg_pool1d, avg_pool2d, avg_pool3d = (_pool_over("AVG", spatial) for spatial in (1, 2, 3))


class MaxPoolWithArgmax(NamedTuple):
    """The result of `max_pool_with_argmax`."""

    output: Tensor
    argmax: Tensor


def max_pool_with_argmax(
    input: TensorLike,
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NHWC",
    output_dtype: DTypeLike = int64,
    include_batch_in_index: bool = False,
    name: str | None = None,
) -> MaxPoolWithArgmax:
    """Max pooling that also returns the index of each maximum in the flattened image.

    With `include_batch_in_index` it is the index in the flattened input. Raises ValueError for a data format other
    than "NHWC".

    >>> x = tf.constant([[[[1.], [2.]], [[3.], [0.]]]])
    >>> values, indices = tf.nn.max_pool_with_argmax(x, 2, 2, "VALID")
    >>> values.numpy().ravel(), indices.numpy().ravel()
    (array([3.], dtype=float32), array([2]))
    """
    if data_format != "NHWC":
        raise ValueError(f"`data_format` values other than 'NHWC' are not supported. Received: {data_format}")
    attrs = {
        "ksize": per_axis(ksize, 2, data_format, "ksize"),
        "strides": per_axis(strides, 2, data_format, "strides"),
        "padding": padding_attrs(padding, 2, data_format)["padding"],
        "Targmax": as_dtype(output_dtype),
        "include_batch_in_index": include_batch_in_index,
    }
    return MaxPoolWithArgmax(*apply_multi("MaxPoolWithArgmax", (input,), attrs, name))


def pool(
    input: Any,
    window_shape: Any,
    pooling_type: str,
    strides: Any = None,
    padding: Any = "VALID",
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Pool over the spatial axes of `window_shape`; `pooling_type` is "MAX" or "AVG".

    `dilations` are the distances of the elements in a window, 1 by default. Others go with strides of 1, and with
    padding that is "VALID" or a list of pairs for every axis, whose zeros count as elements.

    Raises ValueError for another type, and for dilations with other strides or with "SAME".

    >>> tf.nn.pool(tf.constant([[[1.], [3.], [2.]]]), [2], "MAX").numpy().ravel()
    array([3., 3.], dtype=float32)
    >>> tf.nn.pool(tf.constant([[[1.], [3.], [2.]]]), [2], "MAX", dilations=[2]).numpy().ravel()
    array([2.], dtype=float32)
    """
    if pooling_type not in ("MAX", "AVG"):
        raise ValueError(f"`pooling_type` must be 'MAX' or 'AVG'. Received: pooling_type={pooling_type}")
    spatial = len(window_shape)
    steps = [1] * spatial if strides is None else list(strides)
    rates = [1] * spatial if dilations is None else list(dilations)
    if len(rates) != spatial:
        raise ValueError(f"`len(dilation_rate)` should be {spatial}. Received: dilation_rate={rates}")
    if min(rates) < 1:
        raise ValueError(f"all values of `dilation_rate` must be positive. Received: dilation_rate={rates}")
    if max(rates) == 1:
        return _pool(pooling_type, spatial, input, list(window_shape), steps, padding, data_format, name)
    if max(steps) > 1:
        raise ValueError(
            "`strides > 1` not supported in conjunction with `dilation_rate > 1`. "
            f"Received: strides={steps} and dilation_rate={rates}"
        )
    if padding == "SAME":
        raise ValueError(
            "pooling with 'SAME' padding is not implemented for `dilation_rate` > 1. "
            f"Received: padding={padding} and dilation_rate={rates}"
        )
    with name_scope(name or f"{pooling_type.lower()}_pool"):
        return _dilated_pool(
            pooling_type, list(window_shape), rates, convert_to_tensor(input, name="input"), padding, data_format
        )


def _dilated_pool(
    kind: str, window: list[int], rates: list[int], value: Tensor, padding: Any, data_format: str | None
) -> Tensor:
    """A pool whose windows take every n-th element: of the parts of the input with every n-th element, in its batch."""
    spatial = len(window)
    data_format = format_of(data_format, spatial)
    first = data_format.index("C") % (spatial + 1) + 1
    # the blocks reach from the first axis behind the batch to the last spatial one
    blocks = [1] * (first - 1) + rates
    around = [(0, 0)] * (spatial + 2) if isinstance(padding, str) else list(padding)
    sizes = apply("Shape", (value,), {"out_type": int32})[1 : len(blocks) + 1]
    paddings, crops = required_space_to_batch_paddings(sizes, blocks, around[1 : len(blocks) + 1])
    parts = space_to_batch(value, blocks, paddings)
    pooled = _pool(kind, spatial, parts, window, [1] * spatial, "VALID", data_format, None)
    return batch_to_space(pooled, blocks, crops)
