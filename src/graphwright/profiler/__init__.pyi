# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.profiler`: what calls of functions take, as a timeline."""

from graphwright.profiler import experimental as experimental

__all__ = [
    "experimental",
]
