"""The zeta function of two arguments, and the derivatives of digamma, as formulas (DLMF 25.11.1, 5.15.1)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from graphwright.ir.emit import Emitter, Operand
from graphwright.ops.math.formulas._lgamma import digamma, factorial

# the Bernoulli numbers B2, B4, ... over their factorials (2k)!
_BERNOULLI: Final = tuple(
    b / math.factorial(2 * k)
    for k, b in enumerate((1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798), 1)
)

_AS_INFINITY: Final = 1e100  # powers of this size are 0, 1 or infinite, and times them is no NaN
_LOWER_LIMIT: Final = -1e4  # below, there is no sum
_MAX_ITERATIONS: Final = 10_200
_NOTHING: Final = 2.0**-58


def _whole(e: Emitter, x: Operand) -> Operand:
    return e.compare("eq", e.floor(x), x)


def _even(e: Emitter, x: Operand) -> Operand:
    return _whole(e, e.mul(x, e.const(0.5, x)))


def _terms(e: Emitter, more: Operand, s: Operand, q: Operand, enough: Operand) -> tuple[Operand, Operand, Operand]:
    """(q + n, the sum of the terms before it, whether what follows is nothing to them)."""

    def step(
        e: Emitter, fixed: Sequence[Operand], at: Operand, total: Operand, lost: Operand, ended: Operand
    ) -> tuple[Operand, ...]:
        s, enough, odd = fixed
        one = e.const(1.0, s)
        term = e.pow(e.abs(at), e.neg(s))
        term = e.select(e.logical_and(e.compare("lt", at, e.const(0.0, s)), odd), e.neg(term), term)
        next_ = e.add(total, term)
        # what is larger is exact in the difference
        larger = e.compare("ge", e.abs(total), e.abs(term))
        slip = e.select(larger, e.sub(term, e.sub(next_, total)), e.sub(total, e.sub(next_, term)))
        at_next = e.add(at, one)
        size = e.mul(e.abs(term), e.max(at_next, one))
        ended = e.logical_and(
            e.compare("ge", at, one),
            e.logical_and(
                e.compare("ge", s, e.const(2.0, s)), e.compare("le", size, e.mul(e.abs(next_), e.const(_NOTHING, s)))
            ),
        )
        more = e.logical_and(e.compare("lt", at_next, enough), e.logical_not(ended))
        return more, at_next, next_, e.add(lost, slip), ended

    zero = e.const(0.0, s)
    odd = e.logical_and(_whole(e, s), e.logical_not(_even(e, s)))
    never = e.compare("ne", zero, zero)
    at, total, lost, ended = e.repeat(_MAX_ITERATIONS, step, more, (s, enough, odd), (q, zero, zero, never))
    finite = e.compare("lt", e.abs(total), e.const(math.inf, s))
    return at, e.select(finite, e.add(total, lost), total), ended


def zeta(e: Emitter, s: Operand, q: Operand) -> Operand:
    """The sum of `(q + n) ** -s` over n = 0, 1, 2, ...: terms at first, then Euler and Maclaurin's formula."""
    zero, one, nan, infinity = (e.const(v, s) for v in (0.0, 1.0, math.nan, math.inf))
    pole = e.logical_and(e.compare("le", q, zero), _whole(e, q))
    unknown = e.logical_and(
        e.compare("lt", q, zero),
        e.logical_or(e.logical_not(_whole(e, s)), e.compare("lt", q, e.const(_LOWER_LIMIT, q))),
    )
    usual = e.logical_and(e.compare("gt", s, one), e.compare("eq", q, q))
    usual = e.logical_and(usual, e.logical_not(e.logical_or(pole, unknown)))
    power = e.select(usual, e.min(s, e.const(_AS_INFINITY, s)), e.const(2.0, s))
    # the formula wants more terms before it the faster they fall
    enough = e.add(e.const(10.0, s), e.min(power, e.const(100.0, s)))
    start = e.select(usual, q, one)
    at, total, ended = _terms(e, e.logical_and(usual, e.compare("lt", start, enough)), power, start, enough)
    over = e.div(one, at)
    square = e.mul(over, over)
    term, rest = e.mul(power, over), e.const(0.5, s)
    for k, b in enumerate(_BERNOULLI):
        rest = e.add(rest, e.mul(e.const(b, s), term))
        growth = e.mul(e.add(power, e.const(2.0 * k + 1, s)), e.add(power, e.const(2.0 * k + 2, s)))
        term = e.mul(e.mul(term, growth), square)
    fall = e.pow(at, e.sub(one, power))
    tail = e.mul(fall, e.add(e.div(one, e.sub(power, one)), e.mul(rest, over)))
    # of large powers the rest is not a number where there is nothing left
    value = e.select(e.logical_or(ended, e.compare("eq", fall, zero)), total, e.add(total, tail))
    value = e.select(usual, value, nan)
    value = e.select(e.logical_and(pole, _even(e, e.min(s, e.const(_AS_INFINITY, s)))), infinity, value)
    wrong = e.logical_or(e.compare("lt", s, one), e.compare("ne", s, s))
    value = e.select(e.logical_or(wrong, e.compare("ne", q, q)), nan, value)
    # the pole at 1 is there for every q, NaN too
    return e.select(e.compare("eq", s, one), infinity, value)


def polygamma(e: Emitter, n: Operand, x: Operand) -> Operand:
    """The derivative of order n of digamma."""
    zero, one = e.const(0.0, n), e.const(1.0, n)
    size = e.mul(factorial(e, e.max(n, zero)), zeta(e, e.add(n, one), x))
    finite = e.compare("lt", n, e.const(math.inf, n))
    value = e.select(e.logical_and(_even(e, n), finite), e.neg(size), size)
    value = e.select(e.compare("eq", n, zero), digamma(e, x), value)
    known = e.logical_and(e.compare("ge", n, zero), _whole(e, n))
    return e.select(known, value, e.const(math.nan, n))
