"""Functions of two tensors, element by element: each is a line of a table, and promotes as NumPy does."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from graphwright.core.prelude import Tensor, TensorLike, apply
from graphwright.numpy_api.arrays import as_inexact, cast, promoted, result_dtype
from graphwright.numpy_api.elementwise import absolute, documented, isfinite, isnan, op_of, scaled, truth

_Two = Callable[[Tensor, Tensor], Tensor]


def _floats(x: TensorLike, y: TensorLike) -> list[Tensor]:
    return [as_inexact(value) for value in promoted(x, y)]


def _quotients(x: TensorLike, y: TensorLike) -> list[Tensor]:
    """Operands of a true quotient: integers become floats as wide as NumPy makes them, and at least float32."""
    dtype = result_dtype(x, y)
    if dtype.kind in "iu" and dtype.itemsize <= 2:
        dtype = np.dtype(np.float32)
    return [as_inexact(cast(value, dtype)) for value in promoted(x, y)]


def _truths(x: TensorLike, y: TensorLike) -> list[Tensor]:
    return [truth(x), truth(y)]


def _numbers(x: TensorLike, y: TensorLike) -> list[Tensor]:
    """Operands that are compared: truths as integers."""
    return [cast(value, np.dtype(np.int32)) if value.dtype.is_bool else value for value in promoted(x, y)]


def _bool_or(logic: str, record: str) -> _Two:
    return lambda x, y: apply(logic if x.dtype.is_bool else record, (x, y))


def _heaviside(x: Tensor, y: Tensor) -> Tensor:
    zero = apply("ZerosLike", (x,))
    steps = apply("SelectV2", (x < zero, zero, apply("OnesLike", (x,))))
    return apply("SelectV2", (apply("Equal", (x, zero)), y, steps))


def _log_of_sum(base: float) -> _Two:
    scale = math.log(base)

    def compute(x: Tensor, y: Tensor) -> Tensor:
        larger, smaller = apply("Maximum", (x, y)), apply("Minimum", (x, y))
        # of equal operands the difference is 0, also where both are infinite
        step = apply("SelectV2", (apply("Equal", (x, y)), apply("ZerosLike", (larger,)), smaller - larger))
        return larger + scaled(1 / scale)(apply("Log1p", (apply("Exp", (scaled(scale)(step),)),)))

    return compute


def _hypotenuse(x: Tensor, y: Tensor) -> Tensor:
    return apply("Sqrt", (apply("Square", (x,)) + apply("Square", (y,)),))


def _divisor(x: Tensor, y: Tensor) -> Tensor:
    """The greatest common divisor by Euclid's steps, until no remainder is left."""
    from graphwright.control import while_loop

    if not x.dtype.is_integer:
        raise ValueError("Argument should have integer dtype.")
    shape = apply("BroadcastArgs", (apply("Shape", (x,)), apply("Shape", (y,))))
    x, y = (apply("BroadcastTo", (apply("Abs", (v,)) if not v.dtype.is_unsigned else v, shape)) for v in (x, y))
    zero = apply("ZerosLike", (y,))

    def step(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
        done = apply("Equal", (b, zero))
        rest = apply("FloorMod", (a, apply("SelectV2", (done, apply("OnesLike", (b,)), b))))
        return apply("SelectV2", (done, a, b)), apply("SelectV2", (done, b, rest))

    def going(_: Tensor, b: Tensor) -> Tensor:
        nonzero = apply("NotEqual", (b, zero))
        return apply("Any", (nonzero, apply("Range", (np.int32(0), apply("Rank", (b,)), np.int32(1)))))

    found: Tensor = while_loop(going, step, (x, y))[0]
    return found


def _multiple(x: Tensor, y: Tensor) -> Tensor:
    divisor = _divisor(x, y)
    one, zero = apply("OnesLike", (divisor,)), apply("ZerosLike", (divisor,))
    empty = apply("Equal", (divisor, zero))
    absolute = [v if v.dtype.is_unsigned else apply("Abs", (v,)) for v in (x, y)]
    quotient = apply("FloorDiv", (absolute[0], apply("SelectV2", (empty, one, divisor))))
    return apply("SelectV2", (empty, zero, quotient * absolute[1]))


def _either(x: Tensor, y: Tensor) -> Tensor:
    return apply("NotEqual", (x, y))


_power = op_of("Pow")

BINARY: Final[dict[str, tuple[Callable[[TensorLike, TensorLike], list[Tensor]], _Two, str]]] = {
    "add": (promoted, _bool_or("LogicalOr", "AddV2"), "The sum"),
    "subtract": (promoted, op_of("Sub"), "The difference"),
    "multiply": (promoted, _bool_or("LogicalAnd", "Mul"), "The product"),
    "divide": (_quotients, op_of("RealDiv"), "The quotient, a float,"),
    "true_divide": (_quotients, op_of("RealDiv"), "The quotient, a float,"),
    "floor_divide": (promoted, op_of("FloorDiv"), "The quotient rounded down"),
    "mod": (promoted, op_of("FloorMod"), "The remainder, with the divisor's sign,"),
    "remainder": (promoted, op_of("FloorMod"), "The remainder, with the divisor's sign,"),
    "power": (promoted, _power, "The first to the power of the second"),
    "float_power": (promoted, _power, "The first to the power of the second"),
    "maximum": (promoted, _bool_or("LogicalOr", "Maximum"), "The larger"),
    "minimum": (promoted, _bool_or("LogicalAnd", "Minimum"), "The smaller"),
    "arctan2": (_floats, op_of("Atan2"), "The angle, in radians, of the point with the second as x and the first as y"),
    "hypot": (_floats, _hypotenuse, "The length of the hypotenuse"),
    "heaviside": (_floats, _heaviside, "0 below zero, 1 above, the second at zero"),
    "logaddexp": (_floats, _log_of_sum(np.e), "The logarithm of the sum of the exponentials"),
    "logaddexp2": (_floats, _log_of_sum(2.0), "The logarithm to base 2 of the sum of the powers of 2"),
    "nextafter": (_floats, op_of("NextAfter"), "The next float after the first towards the second"),
    "gcd": (promoted, _divisor, "The greatest common divisor"),
    "lcm": (promoted, _multiple, "The least common multiple"),
    "bitwise_and": (promoted, _bool_or("LogicalAnd", "BitwiseAnd"), "The bits that are set in both"),
    "bitwise_or": (promoted, _bool_or("LogicalOr", "BitwiseOr"), "The bits that are set in one at least"),
    "bitwise_xor": (promoted, _bool_or("NotEqual", "BitwiseXor"), "The bits that are set in one of both"),
    "equal": (promoted, op_of("Equal"), "Whether both are equal"),
    "not_equal": (promoted, op_of("NotEqual"), "Whether both differ"),
    "greater": (_numbers, op_of("Greater"), "Whether the first is greater"),
    "greater_equal": (_numbers, op_of("GreaterEqual"), "Whether the first is not less"),
    "less": (_numbers, op_of("Less"), "Whether the first is less"),
    "less_equal": (_numbers, op_of("LessEqual"), "Whether the first is not greater"),
    "logical_and": (_truths, op_of("LogicalAnd"), "Whether neither is zero"),
    "logical_or": (_truths, op_of("LogicalOr"), "Whether one is not zero"),
    "logical_xor": (_truths, _either, "Whether exactly one is zero"),
}
"""Name to what prepares the arguments, what is computed, and how the sentence of its docstring begins."""


_EXAMPLES: Final = """
add([1, 2], 0.5) [1.5, 2.5]
subtract([1, 2], [3, 5]) [-2, -3]
multiply([1, 2], 3) [3, 6]
divide([1, 2], 4) [0.25, 0.5]
true_divide([1, 2], 4) [0.25, 0.5]
floor_divide([7, -7], 2) [3, -4]
mod([7, -7], 3) [1, 2]
remainder([7, -7], 3) [1, 2]
power([1, 2, 3], 2) [1, 4, 9]
float_power([1.0, 2.0], 2) [1.0, 4.0]
maximum([1, 5], 3) [3, 5]
minimum([1, 5], 3) [1, 3]
arctan2([0.0], 1.0) [0.0]
hypot([3.0], 4.0) [5.0]
heaviside([-1.0, 0.0, 2.0], 0.5) [0.0, 0.5, 1.0]
logaddexp([0.0], -float("inf")) [0.0]
logaddexp2([0.0], 0.0) [1.0]
nextafter([0.0], 0.0) [0.0]
gcd([12, 18], 8) [4, 2]
lcm([4, 6], 10) [20, 30]
bitwise_and([6], 3) [2]
bitwise_or([6], 3) [7]
bitwise_xor([6], 3) [5]
equal([1, 2], 2) [False, True]
not_equal([1, 2], 2) [True, False]
greater([1, 2, 3], 2) [False, False, True]
greater_equal([1, 2, 3], 2) [False, True, True]
less([1, 2, 3], 2) [True, False, False]
less_equal([1, 2, 3], 2) [True, True, False]
logical_and([0, 1], [2, 3]) [False, True]
logical_or([0, 1], [0, 3]) [False, True]
logical_xor([0, 1], [2, 3]) [True, False]
"""
"""Calls in docstrings, and what they give."""


def _binary(name: str) -> Callable[[TensorLike, TensorLike], Tensor]:
    prepare, compute, meaning = BINARY[name]

    def function(x1: TensorLike, x2: TensorLike) -> Tensor:
        return compute(*prepare(x1, x2))

    return documented(
        function, name, f"{meaning}, of elements that are broadcast and promoted as NumPy does.", _EXAMPLES
    )


def divmod(x1: TensorLike, x2: TensorLike) -> tuple[Tensor, Tensor]:
    """The quotient rounded down and the remainder.

    >>> [part.numpy().tolist() for part in tf.experimental.numpy.divmod([7], 2)]
    [[3], [1]]
    """
    x, y = promoted(x1, x2)
    return apply("FloorDiv", (x, y)), apply("FloorMod", (x, y))


def isclose(a: TensorLike, b: TensorLike, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Tensor:
    """Whether elements differ by at most `atol + rtol * abs(b)`; with `equal_nan` NaNs are equal.

    >>> tf.experimental.numpy.isclose([1.0, 2.0], [1.0, 2.1]).numpy().tolist()
    [True, False]
    """
    x, y = promoted(a, b)
    if not (x.dtype.is_floating or x.dtype.is_complex):
        if not (rtol or atol):
            return apply("Equal", (x, y))
        x, y = (cast(v, np.dtype(np.float64)) for v in (x, y))
    limit = absolute(y)
    limit = limit * np.asarray(rtol, limit.dtype.numpy) + np.asarray(atol, limit.dtype.numpy)
    finite = apply("LogicalAnd", (isfinite(x), isfinite(y)))
    close = apply("LogicalOr", (apply("LogicalAnd", (absolute(x - y) <= limit, finite)), apply("Equal", (x, y))))
    if equal_nan:
        close = apply("LogicalOr", (close, apply("LogicalAnd", (isnan(x), isnan(y)))))
    return close


# in the order of the table
(
    add,
    subtract,
    multiply,
    divide,
    true_divide,
    floor_divide,
    mod,
    remainder,
    power,
    float_power,
    maximum,
    minimum,
    arctan2,
    hypot,
    heaviside,
    logaddexp,
    logaddexp2,
    nextafter,
    gcd,
    lcm,
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    equal,
    not_equal,
    greater,
    greater_equal,
    less,
    less_equal,
    logical_and,
    logical_or,
    logical_xor,
) = (_binary(name) for name in BINARY)
