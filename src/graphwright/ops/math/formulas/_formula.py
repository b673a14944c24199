"""Functions of float64 written once, for the kernel in NumPy and for the native rule.

A formula is a function of an emitter (`ir/emit.py`) and of float64 operands. `on_arrays` turns it into the kernel,
which runs it on arrays, and `as_rule` into the native rule, which compiles it; other float dtypes are computed in
float64 in both.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graphwright.core.tensor import Array
from graphwright.ir.emit import Emitter, Operand

Formula = Callable[..., Any]

HALVES: Final = 2.0**27 + 1  # that times a double, added and taken away, leaves the first half of its bits


class Arrays:
    """Has the methods of an emitter that formulas use; its operands are arrays and numbers."""

    add, sub, mul, div = operator.add, operator.sub, operator.mul, operator.truediv
    neg, abs = operator.neg, staticmethod(np.abs)
    logical_and, logical_or, logical_not = operator.and_, operator.or_, staticmethod(np.logical_not)
    min, max, copysign = staticmethod(np.minimum), staticmethod(np.maximum), staticmethod(np.copysign)
    exp, log, sqrt = staticmethod(np.exp), staticmethod(np.log), staticmethod(np.sqrt)
    expm1, log1p, pow = staticmethod(np.expm1), staticmethod(np.log1p), staticmethod(np.power)
    floor, rint = staticmethod(np.floor), staticmethod(np.rint)
    sin, cos = staticmethod(np.sin), staticmethod(np.cos)
    select = staticmethod(np.where)

    @staticmethod
    def const(value: float, like: object) -> float:
        return value

    @staticmethod
    def fma(a: Any, b: Any, c: Any) -> Any:
        return a * b + c

    @staticmethod
    def compare(pred: str, a: Any, b: Any) -> Any:
        return getattr(operator, pred)(a, b)

    @classmethod
    def repeat(cls, most: int, step: Callable[..., Any], more: Any, fixed: Sequence[Any], state: Sequence[Any]) -> Any:
        """As `Emitter.repeat`; iterations compute only the elements that are not done."""
        count = len(fixed)
        more, *rest = (np.array(v).reshape(-1) for v in np.broadcast_arrays(more, *fixed, *state))
        fixed, results = rest[:count], rest[count:]
        left = np.flatnonzero(more)
        current = [v[left] for v in results]
        taken = [v[left] for v in fixed]
        for _ in range(most):
            if not left.size:
                break
            again, *current = step(cls, taken, *current)
            if not again.all():
                for whole, part in zip(results, current, strict=True):
                    whole[left] = part
                left, taken, current = left[again], [v[again] for v in taken], [v[again] for v in current]
        for whole, part in zip(results, current, strict=True):
            whole[left] = part
        return results


def on_arrays(formula: Formula) -> Callable[..., Array]:
    """A formula as a function of arrays of any float dtype that broadcast; the result has the dtype of the first.

    It is computed in float64, or in a wider format that the arrays have.
    """

    def kernel(*arrays: Array) -> Array:
        computed = np.longdouble if arrays[0].dtype == np.longdouble else np.float64
        wide = np.broadcast_arrays(*(np.asarray(x, computed) for x in arrays)) if len(arrays) > 1 else arrays
        with np.errstate(all="ignore"):
            output = formula(Arrays, *(np.asarray(x, computed).reshape(-1) for x in wide))
            result: Array = np.asarray(output).reshape(wide[0].shape).astype(arrays[0].dtype)
        return result

    return kernel


def as_rule(name: str, formula: Formula) -> Callable[..., Operand]:
    """A formula as an elementwise rule."""

    def body(e: Emitter, *operands: Operand) -> Operand:
        return e.convert(formula(e, *(e.convert(x, "float64") for x in operands)), operands[0].dtype)

    return lambda e, *operands: e.routine(name, body, *operands)


def polynomial(e: Emitter, x: Operand, coefficients: Sequence[float]) -> Operand:
    """Horner's scheme, highest power first."""
    result = e.const(coefficients[0], x)
    for c in coefficients[1:]:
        result = e.fma(result, x, e.const(c, x))
    return result


def rational(e: Emitter, x: Operand, top: Sequence[float], bottom: Sequence[float]) -> Operand:
    """One polynomial over another."""
    return e.div(polynomial(e, x, top), polynomial(e, x, bottom))


def constant_plus_rational(
    e: Emitter, x: Operand, constant: float, top: Sequence[float], bottom: Sequence[float]
) -> Operand:
    """A constant plus one polynomial over another: the constant is exact, only the smaller rest is rounded."""
    return e.add(e.const(constant, x), rational(e, x, top, bottom))


def product(e: Emitter, x: Operand, y: Operand) -> tuple[Operand, Operand]:
    """x y and its rounding error (T. J. Dekker, 1971); an error of 0 for numbers beyond 1e300.

    In a wider format it is a part of the error.
    """

    def halves(a: Operand) -> tuple[Operand, Operand]:
        shifted = e.mul(a, e.const(HALVES, a))
        head = e.sub(shifted, e.sub(shifted, a))
        return head, e.sub(a, head)

    rounded = e.mul(x, y)
    (x_head, x_tail), (y_head, y_tail) = halves(x), halves(y)
    lost = e.sub(e.mul(x_head, y_head), rounded)
    lost = e.add(e.add(lost, e.mul(x_head, y_tail)), e.mul(x_tail, y_head))
    lost = e.add(lost, e.mul(x_tail, y_tail))
    return rounded, e.select(e.compare("eq", lost, lost), lost, e.const(0.0, x))


def total(e: Emitter, x: Operand, y: Operand) -> tuple[Operand, Operand]:
    """x + y and its rounding error (D. E. Knuth, TAOCP 4.2.2, theorem B)."""
    rounded = e.add(x, y)
    back = e.sub(rounded, x)
    return rounded, e.add(e.sub(x, e.sub(rounded, back)), e.sub(y, back))
