# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.image`: resizing and other operations on images."""

from graphwright.ops.image.patches import extract_patches as extract_patches
from graphwright.ops.image.resize_api import ResizeMethod as ResizeMethod
from graphwright.ops.image.resize_api import resize as resize

__all__ = [
    "ResizeMethod",
    "extract_patches",
    "resize",
]
