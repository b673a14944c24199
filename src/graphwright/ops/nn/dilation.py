"""`tf.nn.with_space_to_batch`: functions over windows, with gaps between the elements of a window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import int32
from graphwright.core.prelude import Tensor, TensorLike, apply, convert_to_tensor
from graphwright.ops.array.space_to_batch import batch_to_space, required_space_to_batch_paddings, space_to_batch


def with_space_to_batch(
    input: TensorLike,
    dilation_rate: Any,
    padding: str,
    op: Callable[[Tensor, int, str], TensorLike],
    filter_shape: Any = None,
    spatial_dims: Sequence[int] | None = None,
    data_format: str | None = None,
) -> Any:
    """A function over windows of a tensor, applied so that the elements of a window are some places apart.

    The places that are `dilation_rate` apart are gathered in the batch, the function is applied, and they are put back.

    Args:
      input: the tensor, with the batch first.
      dilation_rate: how far apart, for each of the dimensions of space.
      padding: "SAME" or "VALID".
      op: called with a tensor, the number of dimensions of space and the padding.
      filter_shape: the size of a window; needed for "SAME".
      spatial_dims: the dimensions of space, ascending; by default those behind the batch, or behind the channels.
      data_format: "NC..." where the channels are the second dimension.

    Returns:
      What `op` returns; it is called with `input` as it is where all rates are 1.

    Raises ValueError for rates that are not positive, other paddings, dimensions that are not there, and where the size
    of a window is needed.

    >>> image = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    >>> def sums(x, dimensions, padding):
    ...     return tf.nn.conv2d(x, tf.ones([2, 2, 1, 1]), 1, padding)
    >>> tf.nn.with_space_to_batch(image, [2, 2], "VALID", sums)[0, :, :, 0].numpy()
    array([[20., 24.],
           [36., 40.]], dtype=float32)
    """
    x = convert_to_tensor(input)
    rates = np.asarray(dilation_rate, np.int64).reshape(-1)
    if (rates < 1).any():
        raise ValueError(f"`dilation_rate` must be positive. Received: dilation_rate={rates}")
    first = 2 if data_format is not None and data_format.startswith("NC") else 1
    dims = sorted(set(range(first, first + len(rates)) if spatial_dims is None else spatial_dims))
    if len(dims) != len(rates) or dims[0] < 1 or (x.shape.rank is not None and x.shape.rank <= dims[-1]):
        raise ValueError(
            f"`spatial_dims` must be {len(rates)} different dimensions behind the batch of a tensor of rank "
            f"{x.shape.rank}. Received: spatial_dims={dims}"
        )
    if padding not in ("SAME", "VALID"):
        raise ValueError(f"`padding` must be one of 'SAME' or 'VALID'. Received: padding={padding}")
    if (rates == 1).all():
        return op(x, len(rates), padding)
    paddings, crops = required_space_to_batch_paddings(
        apply("GatherV2", (apply("Shape", (x,)), np.array(dims, np.int32), 0)), rates.astype(np.int32),
        _base_paddings(rates, padding, filter_shape),
    )  # fmt: skip
    blocks = np.ones(dims[-1], np.int32)
    blocks[np.array(dims) - 1] = rates
    places = [(dim - 1,) for dim in dims]
    shape = np.array([dims[-1], 2], np.int32)
    whole = [apply("ScatterNd", (convert_to_tensor(places, int32), part, shape)) for part in (paddings, crops)]
    result: Any = op(space_to_batch(x, blocks, whole[0]), len(rates), "VALID")
    return batch_to_space(result, blocks, whole[1])


def _base_paddings(rates: Any, padding: str, filter_shape: Any) -> Any:
    """What "SAME" adds at both ends."""
    if padding == "VALID":
        return None
    if filter_shape is None:
        raise ValueError(
            f"`filter_shape` must be specified for `padding='SAME'`. Received: filter_shape=None and padding={padding}"
        )
    span = (np.asarray(filter_shape, np.int32)[: len(rates)] - 1) * rates.astype(np.int32)
    return np.stack([span // 2, span - span // 2], 1)


__all__ = ["with_space_to_batch"]
