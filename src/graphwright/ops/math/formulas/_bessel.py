"""Modified Bessel functions of the first kind, scaled by exp(-abs(x)), as formulas.

Up to 8 the power series (DLMF 10.25.2), economised to polynomials with positive coefficients; beyond, a polynomial for
what sqrt(x) leaves of them (DLMF 10.40.1). The tables agree to 53 bits with the function named next to them at
Chebyshev's points, computed with 50 digits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from graphwright.ir.emit import Emitter, Operand
from graphwright.ops.math.formulas._formula import polynomial

_SERIES_ENDS: Final = 8.0

# I0(x) in x * x, for x <= 8
_I0_NEAR: Final = (
    7.1563841038704715e-40, 4.596006867582227e-37, 5.566132785039442e-34, 4.888364886932104e-31,
    3.8439551522008304e-28, 2.5977414368153943e-25, 1.4963370838452556e-22, 7.242257588753194e-20,
    2.896903414473123e-17, 9.385966986098854e-15, 2.402807549583671e-12, 4.7095027970619e-10, 6.781684027778203e-08,
    6.781684027777758e-06, 0.0004340277777777778, 0.015625, 0.25, 1.0,
)  # fmt: skip
# I1(x) / x in x * x, for x <= 8
_I1_NEAR: Final = (
    1.9429054278018938e-41, 1.3769047940227915e-38, 1.7329954717086137e-35, 1.630447729545268e-32,
    1.3727374047117812e-29, 9.991390632392436e-27, 6.234733594318706e-24, 3.2919354425983547e-21,
    1.4484517018212629e-18, 5.214426104646516e-16, 1.5017547184680642e-13, 3.3639305693326665e-11,
    5.651403356481591e-09, 6.781684027777773e-07, 5.4253472222222226e-05, 0.0026041666666666665, 0.0625, 0.5,
)  # fmt: skip
# exp(-x) I0(x) sqrt(x) in 16 / x - 1, for x >= 8
_I0_FAR: Final = (
    1.0881994785468934e-10, 3.525321019700796e-11, -7.473844621887592e-10, -2.748111637276033e-10,
    2.3981927228949238e-09, 1.0924527246468664e-09, -4.8482509221176966e-09, -3.11851456121224e-09,
    6.789790403895736e-09, 7.323310735122893e-09, -5.162517880939013e-09, -1.331979859201994e-08,
    -6.805980075129678e-09, 7.532386417555123e-09, 2.155681110989874e-08, 3.932926571091252e-08,
    8.872154618944625e-08, 2.9735956581528157e-07, 1.4838475863096976e-06, 1.1143033802583682e-05,
    0.00013621607439187193, 0.0033605519836677235, 0.4021765094450081,
)  # fmt: skip
# exp(-x) I1(x) sqrt(x) in 16 / x - 1, for x >= 8
_I1_FAR: Final = (
    -1.13288885034257e-10, -3.2677656089803323e-11, 7.79067217908059e-10, 2.582169443152386e-10,
    -2.5062162405593894e-09, -1.0476127785270019e-09, 5.094016301574338e-09, 3.0717395650769477e-09,
    -7.222524178953976e-09, -7.432535335623792e-09, 5.722677527454156e-09, 1.3952625102162603e-08,
    6.795073490187386e-09, -8.407326839577817e-09, -2.3382691353601083e-08, -4.31323156237458e-08,
    -1.0001220638799958e-07, -3.483853071371078e-07, -1.8349101539664522e-06, -1.503854721127423e-05,
    -0.000219235763833829, -0.009749577193235609, 0.38939845902587233,
)  # fmt: skip


def _scaled(e: Emitter, size: Operand, near: Callable[[Operand], Operand], far: tuple[float, ...]) -> Operand:
    """exp(-size) near(size * size), or, beyond 8, the polynomial over the root."""
    close = e.mul(near(e.mul(size, size)), e.exp(e.neg(size)))
    t = e.sub(e.div(e.const(16.0, size), size), e.const(1.0, size))
    distant = e.div(polynomial(e, t, far), e.sqrt(size))
    return e.select(e.compare("le", size, e.const(_SERIES_ENDS, size)), close, distant)


def i0e(e: Emitter, x: Operand) -> Operand:
    """exp(-abs(x)) I0(x), to some 2 units in the last place."""
    return _scaled(e, e.abs(x), lambda z: polynomial(e, z, _I0_NEAR), _I0_FAR)


def i1e(e: Emitter, x: Operand) -> Operand:
    """exp(-abs(x)) I1(x), to some 3 units in the last place."""
    size = e.abs(x)
    value = _scaled(e, size, lambda z: e.mul(size, polynomial(e, z, _I1_NEAR)), _I1_FAR)
    return e.copysign(value, x)


def i0(e: Emitter, x: Operand) -> Operand:
    """I0(x)."""
    return e.mul(e.exp(e.abs(x)), i0e(e, x))


def i1(e: Emitter, x: Operand) -> Operand:
    """I1(x)."""
    return e.mul(e.exp(e.abs(x)), i1e(e, x))
