# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.image`: resizing, colours, crops, edges and other operations on images."""

from graphwright.ops.image.colors import convert_image_dtype as convert_image_dtype
from graphwright.ops.image.colors import grayscale_to_rgb as grayscale_to_rgb
from graphwright.ops.image.colors import hsv_to_rgb as hsv_to_rgb
from graphwright.ops.image.colors import rgb_to_grayscale as rgb_to_grayscale
from graphwright.ops.image.colors import rgb_to_hsv as rgb_to_hsv
from graphwright.ops.image.frames import crop_to_bounding_box as crop_to_bounding_box
from graphwright.ops.image.frames import flip_left_right as flip_left_right
from graphwright.ops.image.frames import flip_up_down as flip_up_down
from graphwright.ops.image.frames import pad_to_bounding_box as pad_to_bounding_box
from graphwright.ops.image.measures import sobel_edges as sobel_edges
from graphwright.ops.image.measures import ssim as ssim
from graphwright.ops.image.patches import extract_patches as extract_patches
from graphwright.ops.image.resize_api import ResizeMethod as ResizeMethod
from graphwright.ops.image.resize_api import resize as resize

__all__ = [
    "ResizeMethod",
    "convert_image_dtype",
    "crop_to_bounding_box",
    "extract_patches",
    "flip_left_right",
    "flip_up_down",
    "grayscale_to_rgb",
    "hsv_to_rgb",
    "pad_to_bounding_box",
    "resize",
    "rgb_to_grayscale",
    "rgb_to_hsv",
    "sobel_edges",
    "ssim",
]
