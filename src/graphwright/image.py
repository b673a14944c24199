"""`tf.image`: resizing, colours, crops, edges and other operations on images."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.image.colors": "convert_image_dtype grayscale_to_rgb hsv_to_rgb rgb_to_grayscale rgb_to_hsv",
        "ops.image.frames": "crop_to_bounding_box flip_left_right flip_up_down pad_to_bounding_box",
        "ops.image.measures": "sobel_edges ssim",
        "ops.image.patches": "extract_patches",
        "ops.image.resize_api": "ResizeMethod resize",
    },
)
