"""Images through JPEG and back: `adjust_jpeg_quality` and the random forms."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import int32, uint8
from graphwright.core.prelude import Tensor, TensorLike, apply, convert_to_tensor, name_scope
from graphwright.ops.image.codecs import records
from graphwright.ops.image.colors import convert_image_dtype


def adjust_jpeg_quality(image: TensorLike, jpeg_quality: Any, dct_method: str = "", name: str | None = None) -> Tensor:
    """Encode an RGB image as JPEG and decode it, for the traces that this leaves.

    Args:
      image: of shape `[height, width, 1 or 3]`, uint8 or floating point from 0 to 1.
      jpeg_quality: int32 scalar from 0 to 100.
      dct_method: as for `decode_jpeg`.
      name: of the operations.

    >>> image = tf.constant([[[0.1, 0.2, 0.3], [0.9, 0.8, 0.7]]])
    >>> tf.image.adjust_jpeg_quality(image, 50).shape
    TensorShape([1, 2, 3])
    """
    with name_scope(name or "adjust_jpeg_quality"):
        given = convert_to_tensor(image)
        channels = given.shape[-1] if given.shape.rank else None
        pixels = convert_image_dtype(given, uint8, saturate=True)
        quality = convert_to_tensor(jpeg_quality, int32)
        encoded = apply(records.ENCODE_JPEG_VARIABLE_QUALITY, (pixels, quality))
        attrs = {"channels": channels or 0, "dct_method": dct_method}
        return convert_image_dtype(apply(records.DECODE_JPEG, (encoded,), attrs), given.dtype, saturate=True)


def _check_range(min_jpeg_quality: int, max_jpeg_quality: int) -> None:
    if min_jpeg_quality < 0 or max_jpeg_quality < 0 or min_jpeg_quality > 100 or max_jpeg_quality > 100:
        raise ValueError(
            f"jpeg encoding range must be between 0 and 100, got {min_jpeg_quality} to {max_jpeg_quality}."
        )
    if min_jpeg_quality >= max_jpeg_quality:
        raise ValueError(
            f"`min_jpeg_quality` must be less than `max_jpeg_quality`, got {min_jpeg_quality} and {max_jpeg_quality}."
        )


def random_jpeg_quality(
    image: TensorLike, min_jpeg_quality: int, max_jpeg_quality: int, seed: int | None = None
) -> Tensor:
    """`adjust_jpeg_quality` with a quality from `min_jpeg_quality` to `max_jpeg_quality`, the latter left out.

    >>> tf.image.random_jpeg_quality(tf.ones([2, 2, 3]), 75, 95).shape
    TensorShape([2, 2, 3])
    """
    from graphwright.ops.random.sampling import uniform

    _check_range(min_jpeg_quality, max_jpeg_quality)
    quality = uniform((), min_jpeg_quality, max_jpeg_quality, dtype=int32, seed=seed)
    return adjust_jpeg_quality(image, quality)


def stateless_random_jpeg_quality(
    image: TensorLike, min_jpeg_quality: int, max_jpeg_quality: int, seed: TensorLike
) -> Tensor:
    """`random_jpeg_quality`, determined by a pair of seeds.

    >>> tf.image.stateless_random_jpeg_quality(tf.ones([2, 2, 3]), 75, 95, seed=(1, 2)).shape
    TensorShape([2, 2, 3])
    """
    from graphwright.ops.random.stateless import stateless_uniform

    _check_range(min_jpeg_quality, max_jpeg_quality)
    quality = stateless_uniform((), seed, min_jpeg_quality, max_jpeg_quality, dtype=int32)
    return adjust_jpeg_quality(image, quality)
