# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.math.special`: Bessel functions and integrals."""

from graphwright.ops.math.more_special import bessel_j0 as bessel_j0
from graphwright.ops.math.more_special import bessel_j1 as bessel_j1
from graphwright.ops.math.more_special import bessel_k0 as bessel_k0
from graphwright.ops.math.more_special import bessel_k0e as bessel_k0e
from graphwright.ops.math.more_special import bessel_k1 as bessel_k1
from graphwright.ops.math.more_special import bessel_k1e as bessel_k1e
from graphwright.ops.math.more_special import bessel_y0 as bessel_y0
from graphwright.ops.math.more_special import bessel_y1 as bessel_y1
from graphwright.ops.math.more_special import dawsn as dawsn
from graphwright.ops.math.more_special import expint as expint
from graphwright.ops.math.more_special import fresnel_cos as fresnel_cos
from graphwright.ops.math.more_special import fresnel_sin as fresnel_sin
from graphwright.ops.math.more_special import spence as spence
from graphwright.ops.math.special import bessel_i0 as bessel_i0
from graphwright.ops.math.special import bessel_i0e as bessel_i0e
from graphwright.ops.math.special import bessel_i1 as bessel_i1
from graphwright.ops.math.special import bessel_i1e as bessel_i1e

__all__ = [
    "bessel_i0",
    "bessel_i0e",
    "bessel_i1",
    "bessel_i1e",
    "bessel_j0",
    "bessel_j1",
    "bessel_k0",
    "bessel_k0e",
    "bessel_k1",
    "bessel_k1e",
    "bessel_y0",
    "bessel_y1",
    "dawsn",
    "expint",
    "fresnel_cos",
    "fresnel_sin",
    "spence",
]
