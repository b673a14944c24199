"""`tf.compat.v1.image`: pictures, with the older parameters of their functions."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "image": (
            "convert_image_dtype crop_to_bounding_box flip_left_right flip_up_down grayscale_to_rgb hsv_to_rgb "
            "pad_to_bounding_box rgb_to_grayscale rgb_to_hsv sobel_edges ssim"
        ),
    },
)
