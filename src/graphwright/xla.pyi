# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.xla`: compiled parts of functions."""

from graphwright import xla_experimental as experimental

__all__ = [
    "experimental",
]
