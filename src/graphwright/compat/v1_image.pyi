# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.image`: pictures, with the older parameters of their functions."""

from graphwright.image import convert_image_dtype as convert_image_dtype
from graphwright.image import crop_to_bounding_box as crop_to_bounding_box
from graphwright.image import flip_left_right as flip_left_right
from graphwright.image import flip_up_down as flip_up_down
from graphwright.image import grayscale_to_rgb as grayscale_to_rgb
from graphwright.image import hsv_to_rgb as hsv_to_rgb
from graphwright.image import pad_to_bounding_box as pad_to_bounding_box
from graphwright.image import rgb_to_grayscale as rgb_to_grayscale
from graphwright.image import rgb_to_hsv as rgb_to_hsv
from graphwright.image import sobel_edges as sobel_edges
from graphwright.image import ssim as ssim

__all__ = [
    "convert_image_dtype",
    "crop_to_bounding_box",
    "flip_left_right",
    "flip_up_down",
    "grayscale_to_rgb",
    "hsv_to_rgb",
    "pad_to_bounding_box",
    "rgb_to_grayscale",
    "rgb_to_hsv",
    "sobel_edges",
    "ssim",
]
