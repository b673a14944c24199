"""`tf.math.special`: Bessel functions and integrals."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.math.more_special": (
            "bessel_j0 bessel_j1 bessel_k0 bessel_k0e bessel_k1 bessel_k1e bessel_y0 "
            "bessel_y1 dawsn expint fresnel_cos fresnel_sin spence"
        ),
        "ops.math.special": "bessel_i0 bessel_i0e bessel_i1 bessel_i1e",
    },
)
