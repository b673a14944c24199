"""The emitter that elementwise rules are written against, over whole jax arrays in place of vectors of elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from graphwright.base.dtypes import as_dtype
from graphwright.ir.emit import NATIVE_DTYPES, DTypeLike, Emitter, Operand, Predicate, Unsupported

DTYPES: Final = NATIVE_DTYPES
"""The dtypes that arrays of jax have, by name."""
_HALF: Final = frozenset({"float16", "bfloat16"})
_COMPARE: Final[dict[str, Any]] = {
    "eq": jnp.equal, "ne": jnp.not_equal, "lt": jnp.less, "le": jnp.less_equal, "gt": jnp.greater,
    "ge": jnp.greater_equal,
}  # fmt: skip


class ArrayOperand(Operand):
    """A jax array (or a NumPy one, for constants) as an operand of a rule.

    Attributes:
      value: the array.
      made_by: the method that gave it, where what XLA makes of it and of the next one leaves the range; see `_apart`.
    """

    __slots__ = ("made_by", "value")

    def __init__(self, value: Any, made_by: str = "") -> None:
        super().__init__(np.dtype(value.dtype).name)
        self.value = value
        self.made_by = made_by


def numpy_dtype(dtype: DTypeLike) -> Any:
    """The NumPy dtype of this name; raises `Unsupported` for one that jax has no arrays of."""
    name = dtype if isinstance(dtype, str) else dtype.name
    if name not in DTYPES:
        raise Unsupported(f"jax has no arrays of {name}")
    return as_dtype(name).numpy


def value_of(operand: Operand) -> Any:
    """The array of an operand."""
    return cast(ArrayOperand, operand).value


def _function(function: Callable[..., Any], in_single: bool = False) -> Callable[..., Operand]:
    """A method that applies a function of jax; with `in_single` half precision is computed in single."""

    def method(self: Emitter, *operands: Operand) -> Operand:
        first = operands[0].dtype
        if in_single and first in _HALF:
            wide = [value_of(o).astype(np.float32) for o in operands]
            return ArrayOperand(function(*wide).astype(numpy_dtype(first)))
        return ArrayOperand(function(*map(value_of, operands)))

    return method


def _apart(method: Callable[..., Operand], name: str, *makers: frozenset[str]) -> Callable[..., Operand]:
    """A method that XLA cannot simplify together with what made its operands; `makers` are such methods, by operand.

    XLA divides `a / b / c` by `b * c` and takes `x` for `log(exp(x))`: the product may leave the range where the
    quotients do not, and the power where its logarithm does not.
    """

    def apart(self: Emitter, *operands: Operand) -> Operand:
        kept = [_hidden(o) if _made_by(o) in several else o for o, several in zip(operands, makers, strict=True)]
        return ArrayOperand(value_of(method(self, *kept)), name)

    return apart


def _made_by(operand: Operand) -> str:
    return cast(ArrayOperand, operand).made_by


def _hidden(operand: Operand) -> Operand:
    """The same, of which XLA does not see how it was made."""
    return ArrayOperand(lax.optimization_barrier(value_of(operand)))


_NONE: Final = frozenset[str]()
_POWERS: Final = frozenset({"exp", "pow"})


def _integers_or(of_floats: Callable[..., Any], of_integers: Callable[..., Any]) -> Callable[..., Operand]:
    """A method that differs between integers and floats, which half precision computes in single."""
    floats, integers = _function(of_floats, in_single=True), _function(of_integers)

    def method(self: Emitter, a: Operand, b: Operand) -> Operand:
        return integers(self, a, b) if a.is_integer else floats(self, a, b)

    return method


def _quotient(a: Any, b: Any) -> Any:
    """Integers divided towards zero; by zero: 0."""
    a, b = jnp.broadcast_arrays(a, b)
    zero = b == 0
    if jnp.issubdtype(b.dtype, jnp.signedinteger):
        # the least integer by -1 overflows, and wraps round to itself
        negated = b == -1
        return jnp.where(zero, 0, jnp.where(negated, -a, lax.div(a, jnp.where(zero | negated, 1, b))))
    return jnp.where(zero, 0, lax.div(a, jnp.where(zero, 1, b)))


def _remainder(a: Any, b: Any) -> Any:
    """What `_quotient` leaves, with the sign of the dividend; by zero: 0."""
    a, b = jnp.broadcast_arrays(a, b)
    harmless = (b == 0) | (b == -1) if jnp.issubdtype(b.dtype, jnp.signedinteger) else b == 0
    return jnp.where(harmless, 0, lax.rem(a, jnp.where(harmless, 1, b)))


def _floor_quotient(a: Any, b: Any) -> Any:
    quotient = _quotient(a, b)
    rest = _remainder(a, b)
    return jnp.where((rest != 0) & ((rest < 0) != (b < 0)), quotient - 1, quotient)


def _floor_remainder(a: Any, b: Any) -> Any:
    rest = _remainder(a, b)
    return jnp.where((rest != 0) & ((rest < 0) != (b < 0)), rest + b, rest)


def _float_remainder(a: Any, b: Any) -> Any:
    a, b = jnp.broadcast_arrays(a, b)
    return lax.rem(a, b)


def _float_floor_remainder(a: Any, b: Any) -> Any:
    """NumPy's `mod`: the sign of the divisor, also of a zero."""
    rest = _float_remainder(a, b)
    moved = jnp.where((rest < 0) != (b < 0), rest + b, rest)
    return jnp.where(rest == 0, jnp.copysign(jnp.zeros_like(rest), b), moved)


def _float_floor_quotient(a: Any, b: Any) -> Any:
    """NumPy's `floor_divide`: what the remainder leaves is a whole multiple, but for rounding."""
    rest = _float_remainder(a, b)
    ratio = (a - rest) / b
    ratio = jnp.where((rest != 0) & ((rest < 0) != (b < 0)), ratio - 1, ratio)
    floor = jnp.floor(ratio)
    floor = jnp.where(ratio - floor > 0.5, floor + 1, floor)
    nearest = jnp.where(ratio == 0, jnp.copysign(jnp.zeros_like(ratio), a / b), floor)
    return jnp.where(b == 0, a / b, nearest)


def _shift(shift: Callable[..., Any]) -> Callable[..., Any]:
    def shifted(a: Any, b: Any) -> Any:
        return shift(*jnp.broadcast_arrays(a, b))

    return shifted


def _power(a: Any, b: Any) -> Any:
    """A power; the square and the cube by products, as these are cheap."""
    if isinstance(b, np.ndarray) and not b.ndim and b in (2, 3):
        return lax.integer_pow(jnp.asarray(a), int(b))
    return jnp.power(a, b)


def _integer_power(a: Any, b: Any) -> Any:
    """Repeated squaring; for a negative exponent the real power truncated towards zero."""
    a, b = jnp.broadcast_arrays(a, b)
    result, factor = jnp.ones_like(a), a
    for bit in range(a.dtype.itemsize * 8):
        result = jnp.where((b >> bit) & 1 != 0, result * factor, result)
        factor = factor * factor
    if not jnp.issubdtype(a.dtype, jnp.signedinteger):
        return result
    sign = jnp.where(b & 1 != 0, -1, 1).astype(a.dtype)
    inverse = jnp.where(a == 1, 1, jnp.where(a == -1, sign, 0)).astype(a.dtype)
    return jnp.where(b < 0, inverse, result)


def _atan2(y: Any, x: Any) -> Any:
    """The angle of a point; XLA for CPUs takes subnormal coordinates for zeros, and has their signs wrong."""
    y, x = (jnp.where(a == 0, jnp.copysign(jnp.zeros_like(a), a), a) for a in (y, x))
    return jnp.arctan2(y, x)


def _log1p(a: Any) -> Any:
    """The logarithm of 1 + a: XLA's own, which is off by 120 units at -0.41 in double precision, near 0 alone."""
    if jnp.iscomplexobj(a):
        return jnp.log1p(a)
    return jnp.where(jnp.abs(a) < 0.25, jnp.log1p(a), jnp.log(1 + a))


def _atanh(a: Any) -> Any:
    """The inverse of the hyperbolic tangent, by `_log1p`."""
    if jnp.iscomplexobj(a):
        return jnp.arctanh(a)
    size = jnp.abs(a)
    return jnp.copysign(_log1p(2 * size / (1 - size)) / 2, a)


def _magnitude(a: Any) -> Any:
    """The size of complex numbers: infinite where a part is, also beside NaN."""
    infinite = jnp.isinf(jnp.real(a)) | jnp.isinf(jnp.imag(a))
    return jnp.where(infinite, np.inf, jnp.abs(a))


def _sinh(a: Any) -> Any:
    """The hyperbolic sine; of complex numbers by their parts: XLA subtracts exponentials, which cancel near 0.

    XLA adds the logarithm of 1/2 to a large exponent, which loses its last digits; here the root of a power is squared.
    """
    if jnp.iscomplexobj(a):
        x, y = jnp.real(a), jnp.imag(a)
        return lax.complex(_sinh(x) * jnp.cos(y), _cosh(x) * jnp.sin(y))
    root = jnp.exp(jnp.abs(a) / 2)
    return jnp.where(jnp.abs(a) < 1, jnp.sinh(a), jnp.copysign(root / 2 * root - 0.5 / root / root, a))


def _cosh(a: Any) -> Any:
    """The hyperbolic cosine, as `_sinh`."""
    if jnp.iscomplexobj(a):
        x, y = jnp.real(a), jnp.imag(a)
        return lax.complex(_cosh(x) * jnp.cos(y), _sinh(x) * jnp.sin(y))
    root = jnp.exp(jnp.abs(a) / 2)
    return root / 2 * root + 0.5 / root / root


def _absolute(a: Any) -> Any:
    """The size; that of the least integer overflows and stays negative, of which XLA's own knows nothing."""
    return jnp.where(a < 0, -a, a) if jnp.issubdtype(a.dtype, jnp.signedinteger) else jnp.abs(a)


def _sign(a: Any) -> Any:
    return jnp.where(jnp.isnan(a), a, jnp.sign(a)) if jnp.issubdtype(a.dtype, jnp.floating) else jnp.sign(a)


class ArrayEmitter(Emitter):
    """Writes rules over whole arrays; operands broadcast as NumPy's do."""

    # constants and conversions

    def const(self, value: bool | int | float | complex, like: Operand | DTypeLike) -> Operand:
        dtype = numpy_dtype(like.dtype if isinstance(like, Operand) else like)
        if dtype.kind in "iu":
            assert not isinstance(value, complex)
            bits = 8 * dtype.itemsize
            number = int(value) & ((1 << bits) - 1)
            if dtype.kind == "i" and number >> (bits - 1):
                number -= 1 << bits
            return ArrayOperand(np.array(number, dtype))
        with np.errstate(all="ignore"):
            return ArrayOperand(np.array(value).astype(dtype))

    def convert(self, a: Operand, dtype: DTypeLike) -> Operand:
        to, value = numpy_dtype(dtype), jnp.asarray(value_of(a))
        if to.kind in "iu" and a.is_float:
            return ArrayOperand(_saturated(value, to))
        if value.dtype.kind == "c" and to.kind != "c":
            return self.convert(ArrayOperand(jnp.real(value)), dtype)
        if to.kind == "b":
            return ArrayOperand(value != 0)
        return ArrayOperand(value.astype(to))

    def bitcast(self, a: Operand, dtype: DTypeLike) -> Operand:
        to = numpy_dtype(dtype)
        if to.kind in "bc" or a.dtype in ("bool", "complex64", "complex128"):
            raise Unsupported("the bits of these dtypes")
        return ArrayOperand(lax.bitcast_convert_type(value_of(a), to))

    # arithmetic

    add = _function(jnp.add)
    sub = _function(jnp.subtract)

    def mul(self, a: Operand, b: Operand) -> Operand:
        if _made_by(a) == _made_by(b) == "exp":  # no power of the sum, which may be in range where the factors are not
            b = _hidden(b)
        return ArrayOperand(jnp.multiply(value_of(a), value_of(b)))

    div = _apart(_integers_or(jnp.divide, _quotient), "div", frozenset({"div"}), _POWERS | {"div"})
    floordiv = _integers_or(_float_floor_quotient, _floor_quotient)
    floormod = _integers_or(_float_floor_remainder, _floor_remainder)
    fmod = _integers_or(_float_remainder, _remainder)
    fma = _function(lambda a, b, c: a * b + c)
    neg = _function(jnp.negative)
    abs = _function(_absolute)
    sign = _function(_sign)
    min = _function(jnp.minimum)
    max = _function(jnp.maximum)
    sqrt = _function(jnp.sqrt, in_single=True)
    rsqrt = _function(lambda a: 1 / jnp.sqrt(a), in_single=True)
    floor = _function(jnp.floor)
    ceil = _function(jnp.ceil)
    rint = _function(jnp.rint)

    def trunc(self, a: Operand) -> Operand:
        if cast(ArrayOperand, a).is_complex:
            raise Unsupported("complex numbers have no order")
        return ArrayOperand(jnp.trunc(value_of(a)))

    copysign = _function(jnp.copysign)

    # comparison and choice

    def compare(self, pred: Predicate, a: Operand, b: Operand) -> Operand:
        if cast(ArrayOperand, a).is_complex and pred not in ("eq", "ne"):
            raise Unsupported("complex numbers have no order")
        return ArrayOperand(_COMPARE[pred](value_of(a), value_of(b)))

    select = _function(jnp.where)
    isnan = _function(jnp.isnan)
    isinf = _function(jnp.isinf)
    isfinite = _function(jnp.isfinite)

    # logic and bits

    logical_and = _function(jnp.logical_and)
    logical_or = _function(jnp.logical_or)
    logical_xor = _function(jnp.logical_xor)
    logical_not = _function(jnp.logical_not)
    bitwise_and = _function(jnp.bitwise_and)
    bitwise_or = _function(jnp.bitwise_or)
    bitwise_xor = _function(jnp.bitwise_xor)
    invert = _function(jnp.invert)
    left_shift = _function(_shift(lax.shift_left))

    def right_shift(self, a: Operand, b: Operand) -> Operand:
        shift = lax.shift_right_arithmetic if a.kind == "int" else lax.shift_right_logical
        return ArrayOperand(_shift(shift)(value_of(a), value_of(b)))

    # transcendental functions

    complex_of = _function(lambda a, b: lax.complex(*jnp.broadcast_arrays(a, b)))
    real = _function(jnp.real)
    imag = _function(jnp.imag)
    conj = _function(jnp.conj)
    magnitude = _function(_magnitude)
    angle = _function(lambda a: _atan2(jnp.imag(a), jnp.real(a)))

    exp = _apart(_function(jnp.exp, in_single=True), "exp", _NONE)
    expm1 = _function(jnp.expm1, in_single=True)
    log = _apart(_function(jnp.log, in_single=True), "", _POWERS)
    log1p = _function(_log1p, in_single=True)
    tanh = _function(jnp.tanh, in_single=True)
    sigmoid = _function(jax.nn.sigmoid, in_single=True)
    softplus = _function(lambda a: jnp.logaddexp(a, jnp.zeros_like(a)), in_single=True)
    sin = _function(jnp.sin, in_single=True)
    cos = _function(jnp.cos, in_single=True)
    tan = _function(jnp.tan, in_single=True)
    asin = _function(jnp.arcsin, in_single=True)
    acos = _function(jnp.arccos, in_single=True)
    atan = _function(jnp.arctan, in_single=True)
    atan2 = _function(_atan2, in_single=True)
    sinh = _function(_sinh, in_single=True)
    cosh = _function(_cosh, in_single=True)
    asinh = _apart(_function(jnp.arcsinh, in_single=True), "", _POWERS)
    acosh = _apart(_function(jnp.arccosh, in_single=True), "", _POWERS)
    atanh = _function(_atanh, in_single=True)
    erf = _function(lambda a: lax.erf(jnp.asarray(a)), in_single=True)
    erfc = _function(lambda a: lax.erfc(jnp.asarray(a)), in_single=True)
    pow = _apart(_integers_or(_power, _integer_power), "pow", frozenset({"exp"}), _NONE)

    # loops

    def repeat(
        self,
        most: int,
        step: Callable[..., Sequence[Operand]],
        more: Operand,
        fixed: Sequence[Operand],
        state: Sequence[Operand],
    ) -> list[Operand]:
        shape = jnp.broadcast_shapes(*(np.shape(value_of(o)) for o in (more, *fixed, *state)))
        start = tuple(jnp.broadcast_to(value_of(o), shape) for o in (more, *state))

        def going(carried: Any) -> Any:
            return (carried[0] < most) & jnp.any(carried[1])

        def round_(carried: Any) -> Any:
            count, alive, *before = carried
            again, *after = step(self, fixed, *map(ArrayOperand, before))
            kept = [
                jnp.where(alive, jnp.asarray(value_of(new), old.dtype), old)
                for new, old in zip(after, before, strict=True)
            ]
            return (count + 1, alive & value_of(again), *kept)

        _, _, *found = lax.while_loop(going, round_, (np.int32(0), *start))
        return [ArrayOperand(value) for value in found]


def _saturated(value: Any, to: Any) -> Any:
    """Floats as integers: truncated, and the ends of the range beyond it; NaN gives 0."""
    limits = np.iinfo(to)
    if value.dtype.itemsize < 4:
        value = value.astype(np.float32)
    # the largest float that the range holds: the range's own end may round up, out of it
    top = np.nextafter(value.dtype.type(2.0 ** (limits.bits - (to.kind == "i"))), value.dtype.type(0))
    inside = jnp.clip(value, value.dtype.type(limits.min), top)
    result = jnp.where(value > top, np.array(limits.max, to), inside.astype(to))
    return jnp.where(jnp.isnan(value), np.array(0, to), result)
