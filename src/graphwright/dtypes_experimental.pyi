# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.dtypes.experimental`: numbers of 2, 4 and 8 bits."""

from graphwright.base.dtypes import float4_e2m1fn as float4_e2m1fn
from graphwright.base.dtypes import float8_e4m3b11fnuz as float8_e4m3b11fnuz
from graphwright.base.dtypes import float8_e4m3fn as float8_e4m3fn
from graphwright.base.dtypes import float8_e4m3fnuz as float8_e4m3fnuz
from graphwright.base.dtypes import float8_e5m2 as float8_e5m2
from graphwright.base.dtypes import float8_e5m2fnuz as float8_e5m2fnuz
from graphwright.base.dtypes import int2 as int2
from graphwright.base.dtypes import int4 as int4
from graphwright.base.dtypes import uint2 as uint2
from graphwright.base.dtypes import uint4 as uint4

__all__ = [
    "float4_e2m1fn",
    "float8_e4m3b11fnuz",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "int2",
    "int4",
    "uint2",
    "uint4",
]
