"""Functions of float64 written once, for the kernel in NumPy and for the native rule.

A formula is a function of an emitter (`ir/emit.py`) and of operands of float64. `on_arrays` makes of it the kernel,
which runs it on arrays, and `as_rule` the rule, which has it written as machine code; other float dtypes go through
float64 in both.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Formula = Callable[..., Any]


class _Arrays:
    """Has the methods of an emitter that formulas use; its operands are arrays and numbers."""

    add, sub, mul, div = operator.add, operator.sub, operator.mul, operator.truediv
    neg, abs = operator.neg, staticmethod(np.abs)
    logical_and = operator.and_
    min, max, copysign = staticmethod(np.minimum), staticmethod(np.maximum), staticmethod(np.copysign)
    exp, log, sqrt = staticmethod(np.exp), staticmethod(np.log), staticmethod(np.sqrt)
    floor, rint = staticmethod(np.floor), staticmethod(np.rint)
    select = staticmethod(np.where)

    @staticmethod
    def const(value: float, like: Any) -> float:
        return value

    @staticmethod
    def fma(a: Any, b: Any, c: Any) -> Any:
        return a * b + c

    @staticmethod
    def compare(pred: str, a: Any, b: Any) -> Any:
        return getattr(operator, pred)(a, b)


def on_arrays(formula: Formula) -> Callable[..., Array]:
    """A formula as a function of arrays of any float dtype and one shape; the result has the dtype of the first.

    It is computed in float64, or in a wider format that the arrays have.
    """

    def kernel(*arrays: Array) -> Array:
        computed = np.longdouble if arrays[0].dtype == np.longdouble else np.float64
        with np.errstate(all="ignore"):
            made = formula(_Arrays, *(np.asarray(x, computed) for x in arrays))
        result: Array = np.asarray(made).astype(arrays[0].dtype)
        return result

    return kernel


def as_rule(name: str, formula: Formula) -> Callable[..., Any]:
    """A formula as an elementwise rule."""

    def body(e: Any, *operands: Any) -> Any:
        return e.convert(formula(e, *(e.convert(x, "float64") for x in operands)), operands[0].dtype)

    return lambda e, *operands: e.routine(name, body, *operands)


def polynomial(e: Any, x: Any, coefficients: Sequence[float]) -> Any:
    """Horner's scheme, highest power first."""
    result = e.const(coefficients[0], x)
    for c in coefficients[1:]:
        result = e.fma(result, x, e.const(c, x))
    return result


def rational(e: Any, x: Any, top: Sequence[float], bottom: Sequence[float]) -> Any:
    """One polynomial over another."""
    return e.div(polynomial(e, x, top), polynomial(e, x, bottom))


def beside(e: Any, x: Any, constant: float, top: Sequence[float], bottom: Sequence[float]) -> Any:
    """One polynomial over another and a constant, which is exact: only the rest, smaller than it, is rounded often."""
    return e.add(e.const(constant, x), rational(e, x, top, bottom))
