"""The error function and its complement, as formulas.

The tables are quotients of polynomials that, with the constant in front, agree at Chebyshev's points, to 53 bits, with
the function named next to them, computed with 50 digits (DLMF 7.2).
"""

from __future__ import annotations

from typing import Final

from graphwright.ir.emit import Emitter, Operand
from graphwright.ops.math.formulas._formula import HALVES, constant_plus_rational, rational

# erf(x) / x in x * x, for |x| <= 1
_SMALL: Final = (
    1.0,
    (
        -2.07802280765619e-05, -0.0004966403525373908, -0.008822336324816778, -0.048371274599796295,
        -0.3169891693395489, 0.1283791670955126,
    ),
    (
        2.0866484101019162e-05, 0.0006937362332349159, 0.010705251871973175, 0.0938746087651241, 0.46064498648983654,
        1.0,
    ),
)  # fmt: skip
# erfc(x) exp(x * x) for 0.5 <= x <= 3
_MIDDLE: Final = (
    (
        0.0005402137504353819, 0.008241371938538876, 0.05976133777578184, 0.2638156440236989, 0.7631506925951144,
        1.452671785930026, 1.7073360951289756, 0.9999999999801014,
    ),
    (
        0.0009575041884697709, 0.014607440371074162, 0.10640320629925851, 0.4749013851234702, 1.405167386461182,
        2.801018421864575, 3.652433813685562, 2.835715261905868, 1.0,
    ),
)  # fmt: skip
# erfc(x) exp(x * x) x in 1 / x, for x >= 3
_FAR: Final = (
    0.5,
    (
        -12.173840551198289, -14.921400150729546, -6.710359565215154, 0.3230670448550865, 2.1463352852621753,
        1.2402587495703075, 0.3660411455290716, 0.0641895835488529,
    ),
    (
        24.273014357857576, 78.83974458635963, 114.9550937623755, 102.66808392998396, 58.498298616397335,
        23.716519831104762, 5.70250070892945, 1.0,
    ),
)  # fmt: skip
_NOTHING_FROM: Final = 28.0  # erfc is 0


def _exp_of_minus_square(e: Emitter, x: Operand) -> Operand:
    """exp(-x * x): the square of the first half of the bits is exact, and the rest hardly more than 0."""
    shifted = e.mul(x, e.const(HALVES, x))
    head = e.sub(shifted, e.sub(shifted, x))
    rest = e.mul(e.sub(head, x), e.add(head, x))
    correction = e.fma(e.fma(e.const(1 / 6, x), rest, e.const(0.5, x)), e.mul(rest, rest), rest)
    power = e.exp(e.neg(e.mul(head, head)))
    return e.fma(power, correction, power)


def _tail(e: Emitter, x: Operand) -> Operand:
    """erfc for x >= 1/2."""
    kept = e.min(x, e.const(_NOTHING_FROM, x))
    far = e.div(constant_plus_rational(e, e.div(e.const(1.0, x), kept), *_FAR), kept)
    scaled = e.select(e.compare("lt", kept, e.const(3.0, x)), rational(e, kept, *_MIDDLE), far)
    return e.mul(_exp_of_minus_square(e, kept), scaled)


def _small(e: Emitter, x: Operand) -> Operand:
    """erf for |x| <= 1."""
    return e.mul(x, constant_plus_rational(e, e.mul(x, x), *_SMALL))


def erf(e: Emitter, x: Operand) -> Operand:
    """The error function, to 2 units in the last place."""
    one, size = e.const(1.0, x), e.abs(x)
    value = e.select(e.compare("le", size, one), _small(e, size), e.sub(one, _tail(e, size)))
    return e.copysign(value, x)


def erfc(e: Emitter, x: Operand) -> Operand:
    """1 less the error function, to some 3 units in the last place."""
    size, half = e.abs(x), e.const(0.5, x)
    tail = _tail(e, size)
    tail = e.select(e.compare("lt", x, e.const(0.0, x)), e.sub(e.const(2.0, x), tail), tail)
    return e.select(e.compare("lt", size, half), e.sub(e.const(1.0, x), _small(e, x)), tail)
