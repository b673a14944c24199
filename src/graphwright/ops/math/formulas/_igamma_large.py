"""The incomplete gamma functions of large parameters near their mean: Temme's expansion (DLMF 8.12).

With x = a (1 + m) and n ** 2 / 2 = m - log(1 + m), the upper function is that of a normal distribution at n sqrt(a) and
a correction, exp(-a n ** 2 / 2) / sqrt(2 pi a) times polynomials in n over powers of a.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.ir.emit import Emitter, Operand
from graphwright.ops.math.formulas import _erf
from graphwright.ops.math.formulas._formula import polynomial

LARGE: Final = 200.0  # from here on six powers of a are enough
NEAR: Final = 0.3  # |m| where these polynomials are

# the coefficients of n ** 0, n ** 1, ... (DLMF 8.12.12 and its recurrence), by the power of 1 / a
_POLYNOMIALS: Final = (
    (
        -0.3333333333333333, 0.08333333333333333, -0.014814814814814815, 0.0011574074074074073, 0.0003527336860670194,
        -0.0001787551440329218, 3.919263178522438e-05, -2.185448510679992e-06, -1.85406221071516e-06,
        8.296711340953087e-07, -1.7665952736826078e-07, 6.707853543401498e-09, 1.0261809784240309e-08,
        -4.382036018453353e-09, 9.14769958223679e-10,
    ),
    (
        -0.001851851851851852, -0.003472222222222222, 0.0026455026455026454, -0.0009902263374485596,
        0.00020576131687242798, -4.018775720164609e-07, -1.8098550334489977e-05, 7.64916091608111e-06,
        -1.6120900894563446e-06, 4.647127802807434e-09, 1.378633446915721e-07, -5.752545603517705e-08,
        1.1951628599778148e-08,
    ),
    (
        0.004133597883597883, -0.0026813271604938273, 0.0007716049382716049, 2.0093878600823047e-06,
        -0.0001073665322636516, 5.2923448829120125e-05, -1.2760635188618728e-05, 3.423578734096138e-08,
        1.3721957309062934e-06, -6.298992138380055e-07, 1.4280614206064242e-07,
    ),
    (
        0.0006494341563786008, 0.00022947209362139917, -0.0004691894943952557, 0.00026772063206283885,
        -7.561801671883977e-05, -2.396505113867297e-07, 1.1082654115347302e-05, -5.6749528269915965e-06,
        1.4230900732435883e-06,
    ),
    (
        -0.0008618882909167117, 0.0007840392217200666, -0.0002990724803031902, -1.4638452578843418e-06,
        6.641498215465122e-05, -3.968365047179435e-05, 1.1375726970678419e-05,
    ),
    (-0.00033679855336635813, -6.972813758365857e-05, 0.0002772753244959392, -0.00019932570516188847),
)  # fmt: skip
# 1 / (2 k + 3), from the last on
_ODD_PARTS: Final = tuple(1 / (2 * k + 3) for k in reversed(range(16)))
_SHORT: Final = 0.5


def less_its_log(e: Emitter, m: Operand) -> Operand:
    """m - log(1 + m) for m > -1: near 0, as 2 atanh(m / (2 + m)) gives the logarithm, nothing cancels."""
    short = e.compare("le", e.abs(m), e.const(_SHORT, m))
    near = e.select(short, m, e.const(0.0, m))
    r = e.div(near, e.add(near, e.const(2.0, m)))
    square = e.mul(r, r)
    rest = e.mul(square, polynomial(e, square, _ODD_PARTS))
    return e.select(short, e.mul(r, e.sub(near, e.add(rest, rest))), e.sub(m, e.log1p(m)))


def _slope(table: Sequence[float]) -> tuple[float, ...]:
    return tuple(k * c for k, c in enumerate(table))[1:]


def _in_both(e: Emitter, n: Operand, over: Operand, tables: Sequence[Sequence[float]]) -> Operand:
    """The sum of polynomials in `n`, each times one more factor of `over`."""
    total = polynomial(e, n, tables[-1][::-1])
    for table in tables[-2::-1]:
        total = e.fma(total, over, polynomial(e, n, table[::-1]))
    return total


def lower_and_upper(e: Emitter, a: Operand, m: Operand, front: Operand) -> tuple[Operand, Operand]:
    """The two regularized functions; `front` is exp(-a n^2 / 2) / sqrt(2 pi a)."""
    half, n = e.const(0.5, a), _deviation(e, m)
    correction = e.mul(front, _in_both(e, n, e.div(e.const(1.0, a), a), _POLYNOMIALS))
    distance = e.mul(n, e.sqrt(e.mul(a, half)))
    lower = e.sub(e.mul(_erf.erfc(e, e.neg(distance)), half), correction)
    return lower, e.add(e.mul(_erf.erfc(e, distance), half), correction)


def _deviation(e: Emitter, m: Operand) -> Operand:
    """n, of the sign of m."""
    half_square = less_its_log(e, m)
    return e.copysign(e.sqrt(e.add(half_square, half_square)), m)


def slope_by_shape(e: Emitter, a: Operand, m: Operand, front: Operand) -> Operand:
    """The derivative of the lower function by `a`."""
    one, half, n = e.const(1.0, a), e.const(0.5, a), _deviation(e, m)
    over = e.div(one, a)
    factor = _in_both(e, n, over, _POLYNOMIALS)
    by_n = _in_both(e, n, over, [_slope(table) for table in _POLYNOMIALS])
    by_over = _in_both(e, n, over, [[k * c for c in table] for k, table in enumerate(_POLYNOMIALS)][1:])
    # n changes by -ratio / a with a
    ratio = e.select(e.compare("eq", n, e.const(0.0, a)), one, e.div(m, n))
    changed = e.mul(e.sub(e.log1p(m), e.mul(half, over)), factor)
    changed = e.sub(changed, e.mul(e.add(e.mul(by_n, ratio), e.mul(by_over, over)), over))
    return e.mul(front, e.sub(e.sub(e.mul(half, n), ratio), changed))
