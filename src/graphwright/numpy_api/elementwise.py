"""Functions of one tensor, element by element: each is a line of a table."""

from __future__ import annotations

import math
from collections.abc import Callable
from math import pi
from typing import Any, Final, TypeVar

import numpy as np

from graphwright.base.dtypes import as_dtype
from graphwright.base.dtypes import bool as bool_
from graphwright.core.prelude import Tensor, TensorLike, apply
from graphwright.numpy_api.arrays import as_inexact, asarray, cast

_One = Callable[[Tensor], Tensor]
_Function = TypeVar("_Function", bound=Callable[..., object])


def op_of(name: str) -> Callable[..., Tensor]:
    """The function that applies an op."""
    return lambda *operands: apply(name, operands)


def scaled(factor: float) -> _One:
    """The function that multiplies by a number, in the dtype of the tensor."""
    return lambda x: x * cast(asarray(factor), x.dtype)


def truth(x: TensorLike) -> Tensor:
    """Whether each element is not zero."""
    return cast(asarray(x), bool_)


def _never(x: Tensor) -> Tensor:
    return apply("ZerosLike", (cast(x, bool_),))


def _if_float(name: str) -> _One:
    """A question about floats: what is not finite, or no number; other dtypes are always finite."""
    answer = name == "IsFinite"

    def ask(x: Tensor) -> Tensor:
        if x.dtype.is_floating:
            return apply(name, (x,))
        if x.dtype.is_complex:
            parts = apply(name, (real(x),)), apply(name, (imag(x),))
            return apply("LogicalAnd" if answer else "LogicalOr", parts)
        return apply("LogicalNot", (_never(x),)) if answer else _never(x)

    return ask


def _infinity(sign: float) -> _One:
    return lambda x: apply("Equal", (x, np.array(sign * np.inf, x.dtype.numpy))) if x.dtype.is_floating else _never(x)


def _part(record: str, x: Tensor) -> Tensor:
    """What a complex op makes of each number: a float of half its size."""
    return apply(record, (x,), {"Tout": as_dtype("float32" if x.dtype.size == 8 else "float64")})


def _absolute(x: Tensor) -> Tensor:
    return _part("ComplexAbs", x) if x.dtype.is_complex else apply("Abs", (x,))


def real(val: TensorLike) -> Tensor:
    """The real part of each element; what is not complex is its own.

    >>> tf.experimental.numpy.real([1 + 2j]).numpy().tolist()
    [1.0]
    """
    x = asarray(val)
    return _part("Real", x) if x.dtype.is_complex else x


def imag(val: TensorLike) -> Tensor:
    """The imaginary part of each element: 0 for what is not complex.

    >>> tf.experimental.numpy.imag([1 + 2j]).numpy().tolist()
    [2.0]
    """
    x = asarray(val)
    return _part("Imag", x) if x.dtype.is_complex else apply("ZerosLike", (x,))


def angle(z: TensorLike, deg: bool = False) -> Tensor:
    """The angle of complex numbers in radians, or degrees: 0 or pi for real ones.

    >>> tf.experimental.numpy.angle([1j, -1.0], deg=True).numpy()
    array([ 90., 180.])
    """
    x = as_inexact(z)
    found = _part("Angle", x) if x.dtype.is_complex else apply("Atan2", (apply("ZerosLike", (x,)), x))
    return scaled(180 / pi)(found) if deg else found


def _sinc(x: Tensor) -> Tensor:
    turned = scaled(pi)(x)
    zero = apply("Equal", (x, apply("ZerosLike", (x,))))
    safe = apply("SelectV2", (zero, apply("OnesLike", (x,)), turned))
    return apply("SelectV2", (zero, apply("OnesLike", (x,)), apply("Sin", (safe,)) / safe))


def _cube_root(x: Tensor) -> Tensor:
    third = cast(asarray(1 / 3), x.dtype)
    return apply("Sign", (x,)) * apply("Pow", (apply("Abs", (x,)), third))


def _towards_zero(x: Tensor) -> Tensor:
    return apply("SelectV2", (x < cast(asarray(0), x.dtype), apply("Ceil", (x,)), apply("Floor", (x,))))


def _sign_bit(x: Tensor) -> Tensor:
    if x.dtype.is_floating:
        bits = {2: "int16", 4: "int32", 8: "int64"}[x.dtype.size]
        x = apply("Bitcast", (x,), {"type": bits})
    return _never(x) if x.dtype.is_bool or x.dtype.is_unsigned else x < cast(asarray(0), x.dtype)


def _is_real(x: Tensor) -> Tensor:
    return (
        apply("Equal", (imag(x), apply("ZerosLike", (imag(x),))))
        if x.dtype.is_complex
        else apply("LogicalNot", (_never(x),))
    )


UNARY: Final[dict[str, tuple[Callable[[TensorLike], Tensor], _One, str]]] = {
    **{
        name: (as_inexact, op_of(record), meaning)
        for name, record, meaning in (
            ("arccos", "Acos", "The inverse cosine"),
            ("arccosh", "Acosh", "The inverse hyperbolic cosine"),
            ("arcsin", "Asin", "The inverse sine"),
            ("arcsinh", "Asinh", "The inverse hyperbolic sine"),
            ("arctan", "Atan", "The inverse tangent"),
            ("arctanh", "Atanh", "The inverse hyperbolic tangent"),
            ("ceil", "Ceil", "The smallest integer that is not below each element"),
            ("cos", "Cos", "The cosine"),
            ("cosh", "Cosh", "The hyperbolic cosine"),
            ("exp", "Exp", "The exponential"),
            ("expm1", "Expm1", "The exponential of each element, less 1"),
            ("floor", "Floor", "The largest integer that is not above each element"),
            ("log", "Log", "The natural logarithm"),
            ("log1p", "Log1p", "The natural logarithm of 1 plus each element"),
            ("sin", "Sin", "The sine"),
            ("sinh", "Sinh", "The hyperbolic sine"),
            ("sqrt", "Sqrt", "The square root"),
            ("tan", "Tan", "The tangent"),
            ("tanh", "Tanh", "The hyperbolic tangent"),
        )
    },
    "cbrt": (as_inexact, _cube_root, "The cube root"),
    "deg2rad": (as_inexact, scaled(pi / 180), "Radians from degrees, for each element"),
    "exp2": (as_inexact, lambda x: apply("Exp", (scaled(math.log(2))(x),)), "2 to the power"),
    "fix": (as_inexact, _towards_zero, "Each element rounded towards zero"),
    "log10": (as_inexact, lambda x: scaled(1 / math.log(10))(apply("Log", (x,))), "The logarithm to base 10"),
    "log2": (as_inexact, lambda x: scaled(1 / math.log(2))(apply("Log", (x,))), "The logarithm to base 2"),
    "rad2deg": (as_inexact, scaled(180 / pi), "Degrees from radians, for each element"),
    "sinc": (as_inexact, _sinc, "sin(pi x) / (pi x)"),
    "abs": (asarray, _absolute, "The absolute value"),
    "absolute": (asarray, _absolute, "The absolute value"),
    "fabs": (asarray, _absolute, "The absolute value"),
    "bitwise_not": (
        asarray,
        lambda x: apply("LogicalNot" if x.dtype.is_bool else "Invert", (x,)),
        "Each element with its bits inverted",
    ),
    "conj": (asarray, lambda x: apply("Conj", (x,)) if x.dtype.is_complex else x, "The complex conjugate"),
    "conjugate": (asarray, lambda x: apply("Conj", (x,)) if x.dtype.is_complex else x, "The complex conjugate"),
    "logical_not": (truth, op_of("LogicalNot"), "Whether each element is zero"),
    "negative": (asarray, op_of("Neg"), "The negative"),
    "positive": (asarray, lambda x: x, "Each element itself"),
    "reciprocal": (asarray, op_of("Reciprocal"), "1 divided by each element"),
    "square": (asarray, op_of("Square"), "The square"),
    "isfinite": (asarray, _if_float("IsFinite"), "Whether each element is finite"),
    "isinf": (asarray, _if_float("IsInf"), "Whether each element is infinite"),
    "isnan": (asarray, _if_float("IsNan"), "Whether each element is NaN"),
    "isneginf": (asarray, _infinity(-1), "Whether each element is negative infinity"),
    "isposinf": (asarray, _infinity(1), "Whether each element is positive infinity"),
    "isreal": (asarray, _is_real, "Whether the imaginary part of each element is zero"),
    "iscomplex": (
        asarray,
        lambda x: apply("LogicalNot", (_is_real(x),)),
        "Whether the imaginary part of each element is not zero",
    ),
    "signbit": (asarray, _sign_bit, "Whether the sign of each element is set"),
}
"""Name to what prepares the argument, what is computed, and how the sentence of its docstring begins."""


def sign(x: TensorLike, out: Any = None, where: Any = None, **kwargs: Any) -> Tensor:
    """-1, 0 or 1 by the sign of each element; `out`, `where` and further options of NumPy raise ValueError.

    >>> tf.experimental.numpy.sign([-3, 0, 2]).numpy().tolist()
    [-1, 0, 1]
    """
    if out is not None:
        raise ValueError("tf.numpy doesnt support setting out.")
    if where is not None:
        raise ValueError("tf.numpy doesnt support setting where.")
    if kwargs:
        raise ValueError(f"tf.numpy doesnt support setting {', '.join(kwargs)}")
    return apply("Sign", (asarray(x),))


def around(a: TensorLike, decimals: int = 0) -> Tensor:
    """Each element rounded to so many decimals, to the even neighbour in the middle.

    >>> tf.experimental.numpy.around([1.26, 2.5], 1).numpy()
    array([1.3, 2.5])
    """
    x = asarray(a)
    factor = np.float64(10.0**decimals)
    wide = cast(x, np.dtype(np.float64)) if not x.dtype.is_complex and x.dtype.name != "float32" else x
    factor = np.asarray(factor, wide.dtype.numpy)
    return cast(apply("Round", (wide * factor,)) / factor, x.dtype)


_EXAMPLES: Final = """
arccos([1.0]) [0.0]
arccosh([1.0]) [0.0]
arcsin([0.0]) [0.0]
arcsinh([0.0]) [0.0]
arctan([0.0]) [0.0]
arctanh([0.0]) [0.0]
ceil([1.5, -1.5]) [2.0, -1.0]
cos([0.0]) [1.0]
cosh([0.0]) [1.0]
exp([0.0]) [1.0]
expm1([0.0]) [0.0]
floor([1.5, -1.5]) [1.0, -2.0]
log([1.0]) [0.0]
log1p([0.0]) [0.0]
sin([0.0]) [0.0]
sinh([0.0]) [0.0]
sqrt([4, 9]) [2.0, 3.0]
tan([0.0]) [0.0]
tanh([0.0]) [0.0]
cbrt([1.0, -1.0]) [1.0, -1.0]
deg2rad([0.0]) [0.0]
exp2([0.0]) [1.0]
fix([1.5, -1.5]) [1.0, -1.0]
log10([1.0]) [0.0]
log2([1.0]) [0.0]
rad2deg([0.0]) [0.0]
sinc([0.0]) [1.0]
abs([1, -2]) [1, 2]
absolute([1, -2]) [1, 2]
fabs([1.5, -2.5]) [1.5, 2.5]
bitwise_not([0, 5]) [-1, -6]
conj([1 + 2j]) [(1-2j)]
conjugate([1 + 2j]) [(1-2j)]
logical_not([0, 2]) [True, False]
negative([1, -2]) [-1, 2]
positive([1, -2]) [1, -2]
reciprocal([4.0]) [0.25]
square([3, -4]) [9, 16]
isfinite([1.0, float("inf")]) [True, False]
isinf([1.0, float("inf")]) [False, True]
isnan([1.0, float("nan")]) [False, True]
isneginf([1.0, -float("inf")]) [False, True]
isposinf([1.0, float("inf")]) [False, True]
isreal([1 + 0j, 1j]) [True, False]
iscomplex([1 + 0j, 1j]) [False, True]
signbit([1.0, -1.0]) [False, True]
"""
"""Calls in docstrings, and what they give."""


def _unary(name: str) -> Callable[[TensorLike], Tensor]:
    prepare, compute, meaning = UNARY[name]

    def function(x: TensorLike) -> Tensor:
        return compute(prepare(x))

    return documented(function, name, f"{meaning}." if "each" in meaning else f"{meaning} of each element.", _EXAMPLES)


def described(function: _Function, name: str, text: str, call: str, result: str) -> _Function:
    """A function that a table or a factory has made, with its name, and an example in its docstring."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{text}\n\n>>> tf.experimental.numpy.{call}.numpy().tolist()\n{result}\n"
    return function


def documented(function: _Function, name: str, text: str, examples: str) -> _Function:
    """A function of a table, with the example that begins with its name."""
    shown = next(line for line in examples.splitlines() if line.startswith(f"{name}("))
    call, _, result = shown.partition(") ")
    return described(function, name, text, f"{call})", result)


# in the order of the tables
(
    arccos,
    arccosh,
    arcsin,
    arcsinh,
    arctan,
    arctanh,
    ceil,
    cos,
    cosh,
    exp,
    expm1,
    floor,
    log,
    log1p,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
    cbrt,
    deg2rad,
    exp2,
    fix,
    log10,
    log2,
    rad2deg,
    sinc,
    abs,
    absolute,
    fabs,
    bitwise_not,
    conj,
    conjugate,
    logical_not,
    negative,
    positive,
    reciprocal,
    square,
    isfinite,
    isinf,
    isnan,
    isneginf,
    isposinf,
    isreal,
    iscomplex,
    signbit,
) = (_unary(name) for name in UNARY)
round = around
