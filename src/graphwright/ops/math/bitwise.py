"""Bit operations on integers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphwright.core.prelude import Array, Tensor, TensorLike, apply
from graphwright.ir.prelude import Elementwise, Emitter, Operand, OpRecord, op
from graphwright.ops.math._binary import binary
from graphwright.ops.math._broadcast import same_shape


def _amount(y: Array) -> Array:
    """Shift amounts clamped to the width, as in TensorFlow."""
    return np.clip(y, 0, y.dtype.itemsize * 8 - 1).astype(y.dtype)


def _native_amount(e: Emitter, y: Operand) -> Operand:
    limited = e.min(y, e.const(y.bits - 1, y))
    return limited if y.kind == "uint" else e.max(limited, e.const(0, y))


def _bitwise(name: str, kernel: Callable[..., Array], emit: Callable[..., Operand], commutative: bool) -> OpRecord:
    return binary(name, "integer", kernel, emit, commutative=commutative, no_gradient=True)


BITWISE_AND = _bitwise("BitwiseAnd", np.bitwise_and, lambda e, x, y: e.bitwise_and(x, y), commutative=True)
BITWISE_OR = _bitwise("BitwiseOr", np.bitwise_or, lambda e, x, y: e.bitwise_or(x, y), commutative=True)
BITWISE_XOR = _bitwise("BitwiseXor", np.bitwise_xor, lambda e, x, y: e.bitwise_xor(x, y), commutative=True)
LEFT_SHIFT = _bitwise(
    "LeftShift",
    lambda x, y: np.left_shift(x, _amount(y)),
    lambda e, x, y: e.left_shift(x, _native_amount(e, y)),
    commutative=False,
)
RIGHT_SHIFT = _bitwise(
    "RightShift",
    lambda x, y: np.right_shift(x, _amount(y)),
    lambda e, x, y: e.right_shift(x, _native_amount(e, y)),
    commutative=False,
)


def _count_bits(x: Array) -> Array:
    return np.bitwise_count(x.view(f"u{x.dtype.itemsize}")).astype(np.uint8)  # type: ignore[no-any-return]


def _native_count_bits(e: Emitter, x: Operand) -> Operand:
    """Counts of pairs, of fours and of eights side by side in one number; a product adds up the bytes."""
    bits = x.bits
    x = e.bitcast(x, f"uint{bits}")

    def spread(byte: int) -> Operand:
        return e.const(int.from_bytes(bytes([byte]) * (bits // 8), "big"), x)

    def shifted(a: Operand, by: int) -> Operand:
        return e.right_shift(a, e.const(by, x))

    x = e.sub(x, e.bitwise_and(shifted(x, 1), spread(0x55)))
    x = e.add(e.bitwise_and(x, spread(0x33)), e.bitwise_and(shifted(x, 2), spread(0x33)))
    x = e.bitwise_and(e.add(x, shifted(x, 4)), spread(0x0F))
    return e.convert(shifted(e.mul(x, spread(1)), bits - 8), "uint8")


POPULATION_COUNT = op(
    "PopulationCount",
    "x: T -> y: uint8",
    "T: integer",
    shape=same_shape,
    kernel=_count_bits,
    no_gradient=True,
    native=Elementwise(_native_count_bits),
)


def bitwise_and(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The bits that are set in both integers.

    >>> tf.bitwise.bitwise_and([6, 7], 3).numpy()
    array([2, 3], dtype=int32)
    """
    return apply(BITWISE_AND, (x, y), None, name)


def bitwise_or(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The bits that are set in at least one of two integers.

    >>> tf.bitwise.bitwise_or([4, 5], 3).numpy()
    array([7, 7], dtype=int32)
    """
    return apply(BITWISE_OR, (x, y), None, name)


def bitwise_xor(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The bits that are set in exactly one of two integers.

    >>> tf.bitwise.bitwise_xor([6, 7], 3).numpy()
    array([5, 4], dtype=int32)
    """
    return apply(BITWISE_XOR, (x, y), None, name)


def left_shift(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The bits of `x` moved left by `y` places; places outside `[0, width)` count as the nearest one inside.

    >>> tf.bitwise.left_shift([1, 3], 2).numpy()
    array([ 4, 12], dtype=int32)
    """
    return apply(LEFT_SHIFT, (x, y), None, name)


def right_shift(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The bits of `x` moved right by `y` places, keeping the sign; see `left_shift` for places outside the width.

    >>> tf.bitwise.right_shift([16, -16], 2).numpy()
    array([ 4, -4], dtype=int32)
    """
    return apply(RIGHT_SHIFT, (x, y), None, name)
