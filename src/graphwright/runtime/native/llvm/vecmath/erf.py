"""The error function of floats without a division: each lane takes one of two short polynomials."""

from __future__ import annotations

from graphwright.runtime.native.llvm.ir_builder import IRBuilder, TypedValue

# erf(x) / x in z = x * x for |x| < 1, to 24 bits
_SMALL = (
    -0.0005631420644931495, 0.004917550832033157, -0.02671131119132042, 0.11280179768800735, -0.37612324953079224,
    1.1283791065216064,
)  # fmt: skip
# the eighth root of erfc(x) for 1 <= x <= 4, so that 1 less its eighth power is erf(x) to 26 bits
_TAIL = (
    0.00014911631296854466, -0.002462192205712199, 0.012894387356936932, -0.011305233463644981, -0.06150773540139198,
    -0.1450100988149643, 1.0008219480514526,
)  # fmt: skip
_END = 4.0  # erf is 1 from here on


def erf(b: IRBuilder, x: TypedValue) -> TypedValue:
    size, one = b.fabs(x), b.const(x.ty, 1.0)
    small = b.mul(x, b.polynomial(b.mul(x, x), _SMALL))
    power = b.polynomial(b.clamp(size, None, _END), _TAIL)
    for _ in range(2):
        power = b.mul(power, power)
    large = b.copysign(b.fma(b.neg(power), power, one), x)
    return b.select(b.compare("fcmp olt", size, one), small, large)
