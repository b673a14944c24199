# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.types`: names for annotations."""

from graphwright.types import experimental as experimental

__all__ = [
    "experimental",
]
