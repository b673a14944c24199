"""What is measured of images: their edges, and how similar two of them are."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import float32
from graphwright.core.prelude import Tensor, TensorLike, apply, convert_to_tensor, errors, name_scope
from graphwright.ops.image.colors import convert_image_dtype

_DEPTHWISE = {"strides": [1, 1, 1, 1], "padding": "VALID", "explicit_paddings": [], "data_format": "NHWC"}


def _filtered(images: Any, filters: Any) -> Any:
    """Each channel of a batch of images, weighed by each filter of shape [height, width, 1, count]."""
    shape = apply("Shape", (images,))
    channels = images.shape[-1]
    every = apply("Tile", (filters, [1, 1, shape[-1] if channels is None else channels, 1]))
    return apply("DepthwiseConv2dNative", (images, every), dict(_DEPTHWISE))


def sobel_edges(image: TensorLike) -> Tensor:
    """The vertical and the horizontal change of each channel of images, by Sobel's filters, in a new last axis.

    Args:
      image: tensor of shape [batch, height, width, channels], at least 2 by 2; reflected at its edges.

    >>> tf.image.sobel_edges(tf.constant([[[[1.0], [2.0]], [[1.0], [2.0]]]])).shape
    TensorShape([1, 2, 2, 1, 2])
    """
    images: Any = convert_to_tensor(image)
    smooth, change = np.array([1, 2, 1]), np.array([-1, 0, 1])
    both = np.stack([np.outer(change, smooth), np.outer(smooth, change)], -1)[:, :, None]
    padded = apply("MirrorPad", (images, [[0, 0], [1, 1], [1, 1], [0, 0]]), {"mode": "REFLECT"})
    changes = _filtered(padded, convert_to_tensor(both, images.dtype))
    result = apply("Reshape", (changes, apply("ConcatV2", ([apply("Shape", (images,)), [2]], 0))))
    result.set_shape([*images.shape, 2])
    return result


def ssim(
    img1: TensorLike,
    img2: TensorLike,
    max_val: Any,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
    return_index_map: bool = False,
) -> Tensor:
    """The structural similarity of images, Wang et al. 2004: 1 for equal ones.

    Args:
      img1: tensor of shape [..., height, width, channels].
      img2: images of the same shape.
      max_val: the difference between the largest and the smallest number that a pixel may be.
      filter_size: the size of the Gaussian window within which pixels are compared.
      filter_sigma: its standard deviation.
      k1: what keeps the comparison of brightness stable, times `max_val`.
      k2: what keeps the comparison of contrast stable, times `max_val`.
      return_index_map: whether the result is the similarity around each pixel instead of that of each image.

    >>> x = tf.ones([12, 12, 1])
    >>> float(tf.image.ssim(x, x, 1.0))
    1.0
    """
    with name_scope("SSIM"):
        first: Any = convert_to_tensor(img1)
        second: Any = convert_to_tensor(img2)
        first.shape[-3:].assert_is_compatible_with(second.shape[-3:])
        if any(isinstance(n, int) and n < filter_size for n in first.shape[-3:-1]):
            raise errors.InvalidArgumentError(f"The images, {first.shape}, are smaller than the filter, {filter_size}.")
        largest = convert_image_dtype(convert_to_tensor(max_val, first.dtype), float32)
        first, second = (convert_image_dtype(x, float32) for x in (first, second))
        by_window = _similarity(first, second, largest, (filter_size, filter_sigma), (k1, k2))
        axes = [-1] if return_index_map else [-3, -2, -1]
        return apply("Mean", (by_window, axes), {"keep_dims": False})


def _similarity(first: Any, second: Any, largest: Any, window: tuple[int, float], stable: tuple[float, float]) -> Any:
    """The similarity of two images around each pixel of each channel."""
    size, sigma = window
    gauss = np.exp(-np.square(np.arange(size) - (size - 1) / 2) / (2 * sigma**2))
    weights = np.outer(gauss, gauss)
    filters = (weights / weights.sum()).astype(np.float32)[:, :, None, None]

    def local_mean(x: Any) -> Any:
        shape = apply("Shape", (x,))
        flat = apply("Reshape", (x, apply("ConcatV2", ([[-1], shape[-3:]], 0))))
        means = _filtered(flat, convert_to_tensor(filters))
        return apply("Reshape", (means, apply("ConcatV2", ([shape[:-3], apply("Shape", (means,))[1:]], 0))))

    c1, c2 = ((k * largest) ** 2 for k in stable)
    mean1, mean2 = local_mean(first), local_mean(second)
    both, squares = mean1 * mean2 * 2.0, mean1 * mean1 + mean2 * mean2
    covariance = local_mean(first * second) * 2.0 - both
    variances = local_mean(first * first + second * second) - squares
    return (both + c1) / (squares + c1) * ((covariance + c2) / (variances + c2))


__all__ = ["sobel_edges", "ssim"]
