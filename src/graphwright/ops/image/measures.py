"""What is measured of images: their edges, and how similar two of them are."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import float32
from graphwright.core.prelude import Tensor, TensorLike, apply, convert_to_tensor, errors, name_scope
from graphwright.ops.image.colors import convert_image_dtype
from graphwright.ops.math.casts import cast

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


def _largest(max_val: Any, dtype: Any) -> Any:
    """The range of a pixel, given in the images' dtype, as that of the floats that the images become."""
    return convert_image_dtype(cast(max_val, dtype), float32)


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
        largest = _largest(max_val, first.dtype)
        first, second = (convert_image_dtype(x, float32) for x in (first, second))
        light, structure = _comparisons(first, second, largest, (filter_size, filter_sigma), (k1, k2))
        by_window = light * structure
        if return_index_map:
            return _swapped(apply("Mean", (by_window, [-1]), {"keep_dims": False}))
        return apply("Mean", (by_window, [-3, -2, -1]), {"keep_dims": False})


def _comparisons(
    first: Any, second: Any, largest: Any, window: tuple[int, float], stable: tuple[float, float]
) -> tuple[Any, Any]:
    """How alike two images are around each pixel of each channel: in brightness, and in contrast and structure.

    The results are `[..., width, height, channels]`: the window is a product of two lines, one of which is down.
    """
    size, sigma = window
    gauss = np.exp(-np.square(np.arange(size) - (size - 1) / 2) / (2 * sigma**2))
    weights = (gauss / gauss.sum()).astype(np.float32)

    def local_mean(x: Any) -> Any:
        shape = apply("Shape", (x,))
        flat = apply("Reshape", (x, apply("ConcatV2", ([[-1], shape[-3:]], 0))))
        down = apply("Transpose", (_weighed_down(flat, weights), [0, 2, 1, 3]))
        means = _weighed_down(down, weights)
        return apply("Reshape", (means, apply("ConcatV2", ([shape[:-3], apply("Shape", (means,))[1:]], 0))))

    c1, c2 = ((k * largest) ** 2 for k in stable)
    mean1, mean2 = local_mean(first), local_mean(second)
    both, squares = mean1 * mean2 * 2.0, mean1 * mean1 + mean2 * mean2
    covariance = local_mean(first * second) * 2.0 - both
    variances = local_mean(first * first + second * second) - squares
    return (both + c1) / (squares + c1), (covariance + c2) / (variances + c2)


def _weighed_down(images: Any, weights: Any) -> Any:
    """The weighed means of so many pixels below each other. Whole lines are channels, and so are multiplied at once."""
    shape = apply("Shape", (images,))
    line = shape[2] * shape[3]
    lines = apply("Reshape", (images, apply("Pack", ([shape[0], shape[1], 1, line],))))
    filters = apply("Tile", (convert_to_tensor(weights[:, None, None, None]), apply("Pack", ([1, 1, line, 1],))))
    means = apply("DepthwiseConv2dNative", (lines, filters), dict(_DEPTHWISE))
    return apply("Reshape", (means, apply("Pack", ([shape[0], apply("Shape", (means,))[1], shape[2], shape[3]],))))


def _swapped(maps: Any) -> Tensor:
    """Maps of images whose last two axes are the other way round."""
    shape = apply("Shape", (maps,))
    flat = apply("Reshape", (maps, apply("ConcatV2", ([[-1], shape[-2:]], 0))))
    turned = apply("Transpose", (flat, [0, 2, 1]))
    return apply("Reshape", (turned, apply("ConcatV2", ([shape[:-2], apply("Shape", (turned,))[1:]], 0))))


def ssim_multiscale(
    img1: TensorLike,
    img2: TensorLike,
    max_val: Any,
    power_factors: Any = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333),
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
) -> Tensor:
    """The structural similarity of images over several scales, each half of the one before, Wang et al. 2003.

    Args:
      img1: tensor of shape [..., height, width, channels].
      img2: images of the same shape.
      max_val: the difference between the largest and the smallest number that a pixel may be.
      power_factors: the weight of each scale, the finest first.

    The other arguments are those of `ssim`.

    >>> x = tf.ones([1, 24, 24, 1])
    >>> float(tf.image.ssim_multiscale(x, x, 1.0, power_factors=(0.5, 0.5))[0])
    1.0
    """
    with name_scope("MS-SSIM"):
        first: Any = convert_to_tensor(img1)
        second: Any = convert_to_tensor(img2)
        largest = _largest(max_val, first.dtype)
        pair = [convert_image_dtype(x, float32) for x in (first, second)]
        factors = list(power_factors)
        parts = []
        for scale in range(len(factors)):
            if scale:
                pair = [_halved(x) for x in pair]
            if any(isinstance(n, int) and n < filter_size for n in pair[0].shape[-3:-1]):
                raise errors.InvalidArgumentError(
                    f"The images of scale {scale}, {pair[0].shape}, are smaller than the filter, {filter_size}."
                )
            light, structure = _comparisons(pair[0], pair[1], largest, (filter_size, filter_sigma), (k1, k2))
            last = scale == len(factors) - 1
            mean = apply("Mean", (light * structure if last else structure, [-3, -2]), {"keep_dims": False})
            parts.append(apply("Relu", (mean,)))
        powers = apply("Pow", (apply("Pack", (parts,), {"axis": -1}), convert_to_tensor(factors, float32)))
        product = apply("Prod", (powers, [-1]), {"keep_dims": False})
        return apply("Mean", (product, [-1]), {"keep_dims": False})


def _halved(images: Any) -> Any:
    """The means of blocks of 2 by 2 pixels; an odd edge is reflected."""
    shape = apply("Shape", (images,))
    flat = apply("Reshape", (images, apply("ConcatV2", ([[-1], shape[-3:]], 0))))
    odd = apply("FloorMod", (shape[-3:-1], 2))
    zeros = apply("ZerosLike", (odd,))
    edges = apply("ConcatV2", ([np.zeros((1, 2), np.int32), apply("Pack", ([zeros, odd],), {"axis": 1}),
                                np.zeros((1, 2), np.int32)], 0))  # fmt: skip
    even = apply("MirrorPad", (flat, edges), {"mode": "SYMMETRIC"})
    attrs = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
    pooled = apply("AvgPool", (even,), attrs)
    result = apply("Reshape", (pooled, apply("ConcatV2", ([shape[:-3], apply("Shape", (pooled,))[1:]], 0))))
    sizes = [None if n is None else -(-n // 2) for n in images.shape[-3:-1]]
    result.set_shape([*images.shape[:-3], *sizes, images.shape[-1]])
    return result


def psnr(a: TensorLike, b: TensorLike, max_val: Any, name: str | None = None) -> Tensor:
    """The peak signal-to-noise ratio of images, in decibels, over their last three axes.

    Args:
      a: tensor of shape [..., height, width, channels].
      b: images of the same shape.
      max_val: the difference between the largest and the smallest number that a pixel may be.

    >>> float(tf.image.psnr(tf.zeros([1, 1, 1]), tf.ones([1, 1, 1]), 10.0))
    20.0
    """
    with name_scope(name or "PSNR"):
        first: Any = convert_to_tensor(a)
        second: Any = convert_to_tensor(b)
        largest: Any = _largest(max_val, first.dtype)
        first, second = (convert_image_dtype(x, float32) for x in (first, second))
        first.shape[-3:].assert_is_compatible_with(second.shape[-3:])
        error = apply("Mean", (apply("SquaredDifference", (first, second)), [-3, -2, -1]), {"keep_dims": False})
        peak = apply("Log", (largest,)) * np.float32(20 / np.log(10))
        result: Tensor = peak - apply("Log", (error,)) * np.float32(10 / np.log(10))
        return result


def total_variation(images: TensorLike, name: str | None = None) -> Tensor:
    """The sum of the absolute differences of neighbouring pixels: how noisy an image, or each of a batch, is.

    >>> float(tf.image.total_variation([[[1.0], [4.0]], [[2.0], [2.0]]]))
    6.0
    """
    with name_scope(name or "total_variation"):
        pixels: Any = convert_to_tensor(images)
        if pixels.shape.rank not in (3, 4):
            raise ValueError("'images' must be either 3 or 4-dimensional.")
        down = pixels[..., 1:, :, :] - pixels[..., :-1, :, :]
        right = pixels[..., 1:, :] - pixels[..., :-1, :]
        axes = [-3, -2, -1]
        sums = [apply("Sum", (apply("Abs", (x,)), axes), {"keep_dims": False}) for x in (down, right)]
        return apply("AddV2", (sums[0], sums[1]))


def image_gradients(image: TensorLike) -> tuple[Tensor, Tensor]:
    """The differences of each pixel from the next one below and to the right, 0 at the last row and column.

    Args:
      image: tensor of shape [batch, height, width, channels].

    >>> down, right = tf.image.image_gradients([[[[1], [4]], [[2], [2]]]])
    >>> down.numpy()[0, ..., 0].tolist(), right.numpy()[0, ..., 0].tolist()
    ([[1, -2], [0, 0]], [[3, 0], [0, 0]])
    """
    pixels: Any = convert_to_tensor(image)
    if pixels.shape.rank != 4:
        raise ValueError(f"image_gradients expects a 4D tensor [batch_size, h, w, d], not {pixels.shape}.")
    down, right = pixels[:, 1:] - pixels[:, :-1], pixels[:, :, 1:] - pixels[:, :, :-1]
    none = [0, 0]
    return (
        apply("Pad", (down, [none, [0, 1], none, none])),
        apply("Pad", (right, [none, none, [0, 1], none])),
    )


__all__ = ["image_gradients", "psnr", "sobel_edges", "ssim", "ssim_multiscale", "total_variation"]
