"""The inverse of the error function and the quantiles of the normal distribution, as formulas.

The tables are quotients of polynomials that, with the constant in front, agree at Chebyshev's points, to 53 bits, with
the named function computed with 50 digits. In sqrt(-log(q)) the inverse of erfc is nearly a straight line.
"""

from __future__ import annotations

import math
from typing import Final

from graphwright.ir.emit import Emitter, Operand
from graphwright.ops.math.formulas._formula import constant_plus_rational, polynomial

# erfinv(x) / x in 1 - x * x, for |x| <= 1/2
_CENTRAL: Final = (
    0.90625,
    (
        -0.052598164909216774, -6.465180573486435, -16.412277909665352, 7.330556825793516, 10.953960405272568,
        1.0761976039006145,
    ),
    (10.728083366783606, 65.14987195164622, 79.09064990924443, 22.292820342753586, 1.0),
)  # fmt: skip
# where erfc is exp(-s * s), over s and less _OFFSET, for s up to the number in front
_OFFSET: Final = 0.8125
_TAILS: Final = (
    (
        2.25,
        (
            0.008434641775730476, 0.1808123392833638, 0.7609840621583585, 0.17111573432957572, -1.5665583708500945,
            -2.2595510743521756, -2.8991487477402313, -1.442706749662416, -0.812434724210733,
        ),
        (
            0.044970936673049314, 0.9666358646502412, 4.615040033305046, 8.142129067655201, 10.86905121840554,
            9.502947354274745, 6.702731731671998, 2.8651079116429083, 1.0,
        ),
    ),
    (
        6.1,
        (
            0.00039496580249580207, 0.017761512393706123, 0.18509078414019559, 0.4482253402118972,
            -0.43833732511312473, -1.2690388447198742, -0.87749183340938, -0.8089584786348504,
        ),
        (
            0.002106264106477563, 0.09478591401025008, 1.0170650629308449, 3.2981346697153, 4.009013369570595,
            4.047502434137004, 2.132108205517991, 1.0,
        ),
    ),
    (
        math.inf,
        (
            1.0857673861286835e-08, 2.9232332755312048e-06, 0.00021619603088148884, 0.005912825233715512,
            0.0640702450554741, 0.24577287305806195, 0.054258184286204804, -0.9762879532056831, -0.7046362576755156,
        ),
        (
            5.790737842100809e-08, 1.5590868711641076e-05, 0.0011541361113444953, 0.03176122889177127,
            0.3551176631218119, 1.6016212820882005, 2.703655255937099, 1.7698781066932725, 1.0,
        ),
    ),
)  # fmt: skip


def _central(e: Emitter, x: Operand) -> Operand:
    """The inverse of erf at |x| <= 1/2, over x."""
    return constant_plus_rational(e, e.sub(e.const(1.0, x), e.mul(x, x)), *_CENTRAL)


def _tail(e: Emitter, s: Operand, segments: int) -> Operand:
    """The inverse of erfc where it is exp(-s * s), over s; for s up to 6 two segments will do."""
    top, bottom = (polynomial(e, s, table) for table in _TAILS[segments - 1][1:])
    for end, *tables in reversed(_TAILS[: segments - 1]):
        here = e.compare("le", s, e.const(end, s))
        top, bottom = (
            e.select(here, polynomial(e, s, table), beyond) for table, beyond in zip(tables, (top, bottom), strict=True)
        )
    factor = e.add(e.const(_OFFSET, s), e.div(top, bottom))
    return e.select(e.compare("eq", s, e.const(math.inf, s)), e.const(1.0, s), factor)


def erfinv(e: Emitter, x: Operand) -> Operand:
    """The number whose erf is `x`, to 4 units in the last place; NaN outside of [-1, 1]."""
    size = e.abs(x)
    s = e.sqrt(e.neg(e.log(e.sub(e.const(1.0, x), size))))
    central = e.compare("le", size, e.const(0.5, x))
    value = e.select(central, e.mul(size, _central(e, size)), e.mul(s, _tail(e, s, 2)))
    return e.copysign(value, x)


def ndtri(e: Emitter, p: Operand) -> Operand:
    """The number that a normal variable is below with probability `p`, as exact; NaN outside of [0, 1]."""
    middle = e.sub(p, e.const(0.5, p))
    rarer = e.select(e.compare("gt", middle, e.const(0.0, p)), e.sub(e.const(1.0, p), p), p)
    square = e.neg(e.log(e.add(rarer, rarer)))
    s, wider = e.sqrt(square), e.sqrt(e.add(square, square))
    outside = e.copysign(e.mul(wider, _tail(e, s, 3)), middle)
    inside = e.mul(e.mul(e.const(2 * math.sqrt(2), p), middle), _central(e, e.add(middle, middle)))
    return e.select(e.compare("le", e.abs(middle), e.const(0.25, p)), inside, outside)
