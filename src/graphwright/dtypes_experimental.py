"""`tf.dtypes.experimental`: numbers of 2, 4 and 8 bits."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "base.dtypes": (
            "float4_e2m1fn float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz int2 int4 "
            "uint2 uint4"
        ),
    },
)
