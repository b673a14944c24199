"""Quotients, remainders and powers."""

from __future__ import annotations

import numpy as np

from graphwright.base.dtypes import DType, bfloat16, float32, float64
from graphwright.core.convert import convert_to_tensor, to_tensor
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, errors, name_scope
from graphwright.core.tape import wants
from graphwright.ir.prelude import Emitter, Gradient, Operand, OpRecord
from graphwright.ops.math import _known_elements as known
from graphwright.ops.math._binary import binary
from graphwright.ops.math._broadcast import quotient, unbroadcast
from graphwright.ops.math._unary import conjugate
from graphwright.ops.math.binary import MUL
from graphwright.ops.math.formulas._complex_power import complex_power

# kernels -----


def _refuse_zero(x: Array, y: Array) -> None:
    # where x is empty nothing is divided
    if y.dtype.kind in "iu" and x.size and not y.all():
        raise errors.InvalidArgumentError("Integer division by zero")


def _truncated(x: Array, y: Array) -> Array:
    kind = y.dtype.kind
    if kind == "u":
        _refuse_zero(x, y)
        return np.floor_divide(x, y)
    if kind == "i":
        _refuse_zero(x, y)
        floor = np.floor_divide(x, y)
        # rounded towards minus infinity: one too low where the true quotient is negative and not whole
        return floor + ((np.multiply(floor, y) != x) & ((x < 0) != (y < 0))).astype(x.dtype)  # type: ignore[no-any-return]
    quotient = np.divide(x, y)
    return quotient if kind == "c" else np.trunc(quotient)


def _divided(x: Array, y: Array) -> Array:
    return _truncated(x, y) if y.dtype.kind in "iu" else quotient(x, y)


def _floored(x: Array, y: Array) -> Array:
    if y.dtype.kind in "iu":
        _refuse_zero(x, y)
        return np.floor_divide(x, y)
    if y.dtype.kind == "c":
        raise errors.DTypeMismatchError(
            f"FloorDiv rounds real numbers, got {y.dtype}; tf.math.divide divides complex ones."
        )
    return np.floor(np.divide(x, y))


def _floor_remainder(x: Array, y: Array) -> Array:
    _refuse_zero(x, y)
    return np.mod(x, y)


def _truncated_remainder(x: Array, y: Array) -> Array:
    _refuse_zero(x, y)
    return np.fmod(x, y)


def _divided_no_nan(x: Array, y: Array) -> Array:
    result = np.array(quotient(x, y))
    result[np.broadcast_to(y == 0, result.shape)] = 0
    return result


def _power(x: Array, y: Array) -> Array:
    if y.dtype.kind == "i" and x.size and (y < 0).any():
        raise errors.InvalidArgumentError("Integers to negative integer powers are not allowed")
    if y.dtype.kind == "c":
        return complex_power(x, y)
    if y.ndim == 0 and y == 0.5:
        y = np.full(x.shape, y)  # of one exponent NumPy makes a root, which differs at -0 and minus infinity
    return np.power(x, y)


# native rules -----


def _nonzero(e: Emitter, x: Operand, y: Operand) -> Operand | None:
    return e.compare("ne", y, e.const(0, y)) if y.is_integer else None


_DIVISOR = (_nonzero, "Integer division by zero")


def _native_floored(e: Emitter, x: Operand, y: Operand) -> Operand:
    return e.floordiv(x, y) if y.is_integer else e.floor(e.div(x, y))


def _native_truncated(e: Emitter, x: Operand, y: Operand) -> Operand:
    return e.div(x, y) if y.is_integer else e.trunc(e.div(x, y))


def _not_negative(e: Emitter, x: Operand, y: Operand) -> Operand | None:
    return e.compare("ge", y, e.const(0, y)) if y.kind == "int" else None


# gradients -----


def _quotient_gradient(divide: str) -> Gradient:
    def rule(op: Application, grad: Tensor) -> Gradients:
        x, y = op.inputs
        y_bar = conjugate(y)
        gx = apply(divide, (grad, y_bar)) if wants(op, 0) else None
        gy = None
        if wants(op, 1):
            # d(x / y)/dy = -(x / y) / y
            minus_x = apply("Neg", (conjugate(x),))
            gy = apply(MUL, (grad, apply(divide, (apply(divide, (minus_x, y_bar)), y_bar))))
        return unbroadcast(x, y, gx, gy)

    return rule


def _remainder_gradient(divide: str) -> Gradient:
    def rule(op: Application, grad: Tensor) -> Gradients:
        x, y = op.inputs
        times = apply("Neg", (apply(divide, (x, y)),))
        return unbroadcast(x, y, grad, apply(MUL, (grad, times)))

    return rule


def _power_gradient(op: Application, grad: Tensor) -> Gradients:
    x, y = op.inputs
    x_bar = conjugate(x)
    gx = gy = None
    if wants(op, 0):
        y_bar = conjugate(y)
        lower = apply("Sub", (y_bar, convert_to_tensor(1, y.dtype)))
        gx = apply(MUL, (apply(MUL, (grad, y_bar)), apply(POW, (x_bar, lower))))
    if wants(op, 1):
        gy = apply(MUL, (apply(MUL, (grad, conjugate(op.outputs[0]))), _log_of_base(x_bar)))
    return unbroadcast(x, y, gx, gy)


def _log_of_base(x: Tensor) -> Tensor:
    """The logarithm of a power's base, 0 where it is not defined: the exponent has no influence there."""
    zero = apply("ZerosLike", (x,))
    if x.dtype.is_complex:
        defined = apply("NotEqual", (x, zero))
    else:
        defined = apply("Greater", (x, zero))
    safe = apply("SelectV2", (defined, x, apply("OnesLike", (x,))))
    return apply("SelectV2", (defined, apply("Log", (safe,)), zero))


def _truncated_gradient(op: Application, grad: Tensor) -> Gradients:
    return [None, None]


# records -----

REAL_DIV = binary(
    "RealDiv",
    "number",
    _divided,
    lambda e, x, y: e.div(x, y),
    _quotient_gradient("RealDiv"),
    check=_DIVISOR,
    partial=known.truncated_quotient,
)

DIV = binary(
    "Div",
    "number",
    _divided,
    lambda e, x, y: e.div(x, y),
    _quotient_gradient("Div"),
    check=_DIVISOR,
    partial=known.truncated_quotient,
)

DIV_NO_NAN = binary(
    "DivNoNan",
    "inexact",
    _divided_no_nan,
    lambda e, x, y: e.select(e.compare("eq", y, e.const(0, y)), e.const(0, y), e.div(x, y)),
    _quotient_gradient("DivNoNan"),
)

FLOOR_DIV: OpRecord = binary(
    "FloorDiv", "number", _floored, _native_floored, _truncated_gradient, check=_DIVISOR, partial=known.floored_quotient
)

TRUNCATE_DIV: OpRecord = binary(
    "TruncateDiv",
    "number",
    _truncated,
    _native_truncated,
    _truncated_gradient,
    check=_DIVISOR,
    partial=known.truncated_quotient,
)

FLOOR_MOD = binary(
    "FloorMod",
    "real",
    _floor_remainder,
    lambda e, x, y: e.floormod(x, y),
    _remainder_gradient("FloorDiv"),
    check=_DIVISOR,
    partial=known.floored_rest,
)

TRUNCATE_MOD = binary(
    "TruncateMod",
    "{int32, int64, bfloat16, half, float, double}",
    _truncated_remainder,
    lambda e, x, y: e.fmod(x, y),
    _remainder_gradient("TruncateDiv"),
    check=_DIVISOR,
    partial=known.truncated_rest,
)

MOD = binary(
    "Mod",
    "{int32, int64, half, bfloat16, float, double}",
    _truncated_remainder,
    lambda e, x, y: e.fmod(x, y),
    _remainder_gradient("TruncateDiv"),
    check=_DIVISOR,
    partial=known.truncated_rest,
)

POW: OpRecord = binary(
    "Pow",
    "{bfloat16, float, half, double, int8, int16, int32, int64, complex64, complex128}",
    _power,
    lambda e, x, y: e.pow(x, y),
    _power_gradient,
    check=(_not_negative, "Integers to negative integer powers are not allowed"),
)

# public functions -----


def _quotient_dtype(dtype: DType) -> DType | None:
    """The floating dtype in which integers are divided; None for dtypes that divide as they are."""
    if not dtype.is_integer:
        return None
    return bfloat16 if dtype.name == "bfloat16" else float32 if dtype.size <= 2 else float64


def truediv(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Divide as Python's `/` does: integers give float64 (float32 for 8 and 16 bits).

    Operands must have one dtype, otherwise TypeError.

    >>> tf.truediv([1, 3], 2).numpy()
    array([0.5, 1.5])
    """
    with name_scope(name or "truediv") as scope:
        x, y = _same_dtype(x, y)
        target = _quotient_dtype(x.dtype)
        if target is not None:
            x, y = apply("Cast", (x,), {"DstT": target}), apply("Cast", (y,), {"DstT": target})
        return apply(REAL_DIV, (x, y), None, scope or "truediv")


def _same_dtype(x: TensorLike, y: TensorLike) -> tuple[Tensor, Tensor]:
    """Both operands as tensors; a Python value takes the dtype of the other operand, an integer of NumPy's too."""
    x, y = _as_integers(x, y), _as_integers(y, x)
    if not hasattr(x, "dtype") and hasattr(y, "dtype"):
        y_tensor = convert_to_tensor(y, name="y")
        x_tensor = to_tensor(x, None, "x", y_tensor.dtype)
    else:
        x_tensor = convert_to_tensor(x, name="x")
        y_tensor = _divisor(y, x_tensor.dtype)
    if x_tensor.dtype is not y_tensor.dtype:
        raise _two_dtypes(x, y, x_tensor, y_tensor)
    return x_tensor, y_tensor


def _two_dtypes(x: TensorLike, y: TensorLike, x_tensor: Tensor, y_tensor: Tensor) -> TypeError:
    """The error for operands of two dtypes; a Python value takes the dtype of the tensor."""
    from graphwright.core.dtype_advice import how_to_cast

    given = (("x", x, x_tensor.dtype), ("y", y, y_tensor.dtype))
    tensors = [(name, dtype) for name, value, dtype in given if isinstance(getattr(value, "dtype", None), DType)]
    values = [dtype for _, value, dtype in given if not isinstance(getattr(value, "dtype", None), DType)]
    advice = how_to_cast(tensors, values, REAL_DIV.attrs["T"].allowed)
    text = f"`x` and `y` must have the same dtype, got {x_tensor.dtype!r} != {y_tensor.dtype!r}."
    return TypeError(f"{text}\n{advice}" if advice else text)


def _divisor(value: TensorLike, dtype: DType) -> Tensor:
    """A divisor; numbers of NumPy's are cast where nothing is cut off: an integer dtype has no room for fractions."""
    if dtype.is_floating or dtype.is_complex:
        return convert_to_tensor(value, None, dtype, "y")
    return to_tensor(value, None, "y", dtype)


def _as_integers(value: TensorLike, other: TensorLike) -> TensorLike:
    """NumPy integers in the dtype of the other operand, a tensor of integers; anything else as it is."""
    whole = isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "iu"
    if whole and isinstance(other, Tensor) and other.dtype.is_integer:
        return convert_to_tensor(value, other.dtype)
    return value


def realdiv(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The quotient of numbers of one dtype.

    >>> tf.realdiv(3.0, 2.0).numpy()
    np.float32(1.5)
    """
    return apply(REAL_DIV, (x, y), None, name)


def divide(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Divide as Python's `/` does; the same as `truediv`.

    >>> tf.divide([1., 3.], 2.).numpy()
    array([0.5, 1.5], dtype=float32)
    """
    return truediv(x, y, name)


def div_no_nan(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The quotient, and 0 wherever the divisor is 0. Integers are divided as floating-point numbers.

    >>> tf.math.divide_no_nan([1., 3.], [0., 2.]).numpy()
    array([0. , 1.5], dtype=float32)
    """
    with name_scope(name or "div_no_nan") as scope:
        x, y = _same_dtype(x, y)
        target = _quotient_dtype(x.dtype)
        if target is not None:
            x, y = apply("Cast", (x,), {"DstT": target}), apply("Cast", (y,), {"DstT": target})
        return apply(DIV_NO_NAN, (x, y), None, scope or "div_no_nan")


divide_no_nan = div_no_nan


def floordiv(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Divide and round towards minus infinity, as Python's `//`.

    Raises InvalidArgumentError where an integer is divided by 0.

    >>> tf.math.floordiv([7, -7], 2).numpy()
    array([ 3, -4], dtype=int32)
    """
    return apply(FLOOR_DIV, (x, y), None, name or "floordiv")


def floormod(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The remainder with the sign of the divisor, as Python's `%`.

    Raises InvalidArgumentError where an integer is divided by 0.

    >>> tf.math.floormod([7, -7], 3).numpy()
    array([1, 2], dtype=int32)
    """
    return apply(FLOOR_MOD, (x, y), None, name)


mod = floormod


def truncatediv(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Divide and round towards zero, as C does with integers.

    >>> tf.truncatediv([7, -7], 2).numpy()
    array([ 3, -3], dtype=int32)
    """
    return apply(TRUNCATE_DIV, (x, y), None, name)


def truncatemod(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The remainder with the sign of the dividend, as C's `%`.

    >>> tf.truncatemod([7, -7], 3).numpy()
    array([ 1, -1], dtype=int32)
    """
    return apply(TRUNCATE_MOD, (x, y), None, name)


def pow(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """`x` to the power of `y`, element by element, with broadcasting.

    Raises InvalidArgumentError for integers with negative exponents.

    >>> tf.pow([2, 3], 2).numpy()
    array([4, 9], dtype=int32)
    """
    return apply(POW, (x, y), None, name)
