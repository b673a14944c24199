# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.image`: images of another size."""

from graphwright.ops.images import ResizeMethod as ResizeMethod
from graphwright.ops.images import resize as resize
from graphwright.ops.patches import extract_patches as extract_patches

__all__ = [
    "ResizeMethod",
    "extract_patches",
    "resize",
]
