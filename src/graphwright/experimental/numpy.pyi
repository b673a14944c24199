# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.experimental.numpy`: a few of NumPy's functions under its names."""

from graphwright.ops.array.numpy_names import finfo as finfo
from graphwright.ops.array.numpy_names import select as select

__all__ = [
    "finfo",
    "select",
]
