# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.image`: images of another size."""

from graphwright.ops.images import ResizeMethod as ResizeMethod
from graphwright.ops.images import resize as resize

__all__ = [
    "ResizeMethod",
    "resize",
]
