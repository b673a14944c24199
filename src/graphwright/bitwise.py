"""`tf.bitwise`: operations on the bits of integers."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.math.bitwise": "bitwise_and bitwise_or bitwise_xor left_shift right_shift",
        "ops.math.unary": "invert",
    },
)
