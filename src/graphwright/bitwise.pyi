# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.bitwise`: operations on the bits of integers."""

from graphwright.ops.math.bitwise import bitwise_and as bitwise_and
from graphwright.ops.math.bitwise import bitwise_or as bitwise_or
from graphwright.ops.math.bitwise import bitwise_xor as bitwise_xor
from graphwright.ops.math.bitwise import left_shift as left_shift
from graphwright.ops.math.bitwise import right_shift as right_shift
from graphwright.ops.math.unary import invert as invert

__all__ = [
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "invert",
    "left_shift",
    "right_shift",
]
