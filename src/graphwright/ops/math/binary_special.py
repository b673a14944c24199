"""Functions of two operands other than arithmetic: atan2, products with logarithms; and sums of many tensors."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import float32
from graphwright.core.convert import is_tensor_like
from graphwright.core.graph_lists import GraphList, is_graph_list
from graphwright.core.prelude import Array, Tensor, apply, convert_to_tensor, errors, name_scope
from graphwright.core.typing import Application, DTypeLike, Gradients, ShapeLike, TensorLike
from graphwright.ir.prelude import (
    Builder,
    Decompose,
    Dim,
    Emitter,
    Operand,
    Operation,
    OpRecord,
    Unsupported,
    Value,
    op,
)
from graphwright.ops.array._graph_lists import nonempty
from graphwright.ops.math._binary import binary
from graphwright.ops.math._broadcast import merged_shape, quotient, unbroadcast, unequal
from graphwright.ops.math._unary import conjugate
from graphwright.ops.math.formulas._complex_exponentials import log1p_kernel

# where the left operand is 0 the product is 0 -----


def _product_op(
    name: str, kernel: Callable[..., Array], emit: Callable[..., Operand], slope: Callable[[Tensor, Tensor], Tensor]
) -> OpRecord:
    """Declare an op that is linear in `x`, and 0 wherever `x` is 0, whatever the function gives there.

    `slope(x, y)` is its derivative by `y`.
    """

    def zero_first(x: Array, y: Array) -> Array:
        values = np.array(kernel(x, y))
        values[np.broadcast_to(x == 0, values.shape)] = 0
        return values

    def gradient(op: Application, grad: Tensor) -> Gradients:
        x, y = conjugate(op.inputs[0]), conjugate(op.inputs[1])
        nonzero = apply("Cast", (apply("NotEqual", (x, apply("ZerosLike", (x,)))),), {"DstT": x.dtype})
        by_x, by_y = apply(name, (nonzero, y)), slope(x, y)
        return unbroadcast(op.inputs[0], op.inputs[1], apply("Mul", (grad, by_x)), apply("Mul", (grad, by_y)))

    def native(e: Emitter, x: Operand, y: Operand) -> Operand:
        return e.select(e.compare("eq", x, e.const(0, x)), e.const(0, x), emit(e, x, y))

    return binary(name, "inexact", zero_first, native, gradient)


def _xlog1py_slope(x: Tensor, y: Tensor) -> Tensor:
    return apply("Xdivy", (x, apply("AddV2", (y, convert_to_tensor(1, y.dtype)))))


def _xdivy_slope(x: Tensor, y: Tensor) -> Tensor:
    return apply("Xdivy", (apply("Neg", (x,)), apply("Square", (y,))))


XLOGY = _product_op(
    "Xlogy", lambda x, y: x * np.log(y), lambda e, x, y: e.mul(x, e.log(y)), lambda x, y: apply("Xdivy", (x, y))
)
XLOG1PY = _product_op("Xlog1py", lambda x, y: x * log1p_kernel(y), lambda e, x, y: e.mul(x, e.log1p(y)), _xlog1py_slope)
XDIVY = _product_op("Xdivy", quotient, lambda e, x, y: e.div(x, y), _xdivy_slope)

# angles -----


def _atan2_gradient(op: Application, grad: Tensor) -> Gradients:
    y, x = op.inputs
    share = apply("RealDiv", (grad, apply("AddV2", (apply("Square", (x,)), apply("Square", (y,))))))
    return unbroadcast(y, x, apply("Mul", (x, share)), apply("Mul", (apply("Neg", (y,)), share)))


ATAN2 = binary(
    "Atan2", "floating", np.arctan2, lambda e, y, x: e.atan2(y, x), _atan2_gradient, args="y: T, x: T -> z: T"
)


def _native_next_after(e: Emitter, x: Operand, y: Operand) -> Operand:
    """The bits as an integer, one more or one less: they grow with the magnitude."""
    as_integer = f"int{x.bits}"
    bits, one, zero = e.bitcast(x, as_integer), e.const(1, as_integer), e.const(0, x)
    away = e.logical_not(e.logical_xor(e.compare("lt", x, y), e.compare("gt", x, zero)))
    moved = e.bitcast(e.select(away, e.add(bits, one), e.sub(bits, one)), x.dtype)
    moved = e.select(e.compare("eq", x, zero), e.copysign(e.bitcast(one, x.dtype), y), moved)
    moved = e.select(e.compare("eq", x, y), y, moved)
    return e.select(e.logical_or(e.isnan(x), e.isnan(y)), e.add(x, y), moved)


NEXT_AFTER = binary(
    "NextAfter",
    "{double, float} = float",
    np.nextafter,
    _native_next_after,
    lambda op, grad: unbroadcast(op.inputs[0], op.inputs[1], grad, apply("ZerosLike", (grad,))),
    args="x1: T, x2: T -> output: T",
)

# sums of many -----


def _add_all(inputs: Sequence[Array]) -> Array:
    total = inputs[0]
    if not isinstance(total, np.ndarray):
        return functools.reduce(np.add, inputs)  # lists of tensors, which have a sum of their own
    narrow = total.dtype.itemsize == 2 and total.dtype.kind not in "iu" and len(inputs) > 2
    total = total.astype(np.float32) if narrow else total
    for i, x in enumerate(inputs[1:], 1):
        if x.shape != total.shape:
            raise unequal("AddN", inputs[0].shape, i, x.shape)
        total = np.add(total, x, dtype=total.dtype)
    return total.astype(inputs[0].dtype) if narrow else total


def _native_add_all(b: Builder, op: Operation, *inputs: Value) -> list[Value]:
    total = inputs[0]
    if any(x.type.dims is None for x in inputs):
        raise Unsupported("shapes that only the run can compare")
    kind = total.dtype
    narrow = kind.is_floating and kind.size == 2 and len(inputs) > 2
    wide = [b("Cast", x, DstT=float32) for x in inputs] if narrow else inputs
    total = wide[0]
    for x in wide[1:]:
        total = b("AddV2", total, x)
    return [b("Cast", total, DstT=kind) if narrow else total]


def _equal_shapes(op: Operation) -> list[tuple[Dim, Dim]]:
    first = op.inputs[0].type.dims or ()
    return [pair for x in op.inputs[1:] for pair in zip(first, x.type.dims or (), strict=False)]


def _add_of_list(inputs: GraphList, **_: Any) -> Tensor:
    """The sum of the elements of a list of the graph."""
    nonempty(inputs, "tf.add_n")
    return apply("Sum", (convert_to_tensor(inputs), 0), {"keep_dims": False})


ADD_N = op(
    "AddN",
    "inputs: N*T -> sum: T",
    "N: int >= 1; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, "
    "qint16, quint16, uint16, complex128, half, uint32, uint64, variant}",
    shape=merged_shape,
    kernel=_add_all,
    gradient=lambda op, grad: [grad] * len(op.inputs),
    native=Decompose(_native_add_all, exact=_equal_shapes),
    commutative=True,
    of_list=_add_of_list,
)

# public functions -----


def xlogy(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """`x * log(y)`, and 0 wherever `x` is 0.

    >>> tf.math.xlogy([0., 2.], [0., 1.]).numpy()
    array([0., 0.], dtype=float32)
    """
    return apply(XLOGY, (x, y), None, name)


def xlog1py(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """`x * log(1 + y)`, and 0 wherever `x` is 0.

    >>> tf.math.xlog1py([0., 2.], [-1., 0.]).numpy()
    array([0., 0.], dtype=float32)
    """
    return apply(XLOG1PY, (x, y), None, name)


def xdivy(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """`x / y`, and 0 wherever `x` is 0.

    >>> tf.math.xdivy([0., 2.], [0., 4.]).numpy()
    array([0. , 0.5], dtype=float32)
    """
    with name_scope(name or "xdivy"):
        return apply(XDIVY, (x, y))


def atan2(y: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The angle of the point `(x, y)`, in [-pi, pi].

    >>> round(float(tf.atan2(1., -1.)), 4)
    2.3562
    """
    return apply(ATAN2, (y, x), None, name)


def nextafter(x1: TensorLike, x2: TensorLike, name: str | None = None) -> Tensor:
    """The next number after `x1` in the direction of `x2`.

    >>> float(tf.math.nextafter(tf.constant(1., tf.float64), tf.constant(2., tf.float64))) - 1
    2.220446049250313e-16
    """
    return apply(NEXT_AFTER, (x1, x2), None, name)


def add_n(inputs: TensorLike, name: str | None = None) -> Tensor:
    """The sum of a list of tensors of one shape and dtype; nothing is broadcast.

    Raises ValueError for an empty list, InvalidArgumentError (also a ValueError) for different shapes.

    >>> tf.add_n([tf.constant([1, 2]), tf.constant([3, 4]), tf.constant([5, 6])]).numpy()
    array([ 9, 12], dtype=int32)
    """
    if is_graph_list(inputs):
        return apply(ADD_N, (inputs,), None, name)
    values = [inputs] if is_tensor_like(inputs) else list(inputs) if isinstance(inputs, (list, tuple)) else []
    if not values:
        raise ValueError(
            "Inputs must be an iterable of at least one Tensor/IndexedSlices with the same dtype and shape."
        )
    tensors = [convert_to_tensor(v) for v in values]
    if any(t.dtype is not tensors[0].dtype for t in tensors):
        from graphwright.core.dtype_advice import how_to_cast

        advice = how_to_cast([(f"inputs[{i}]", t.dtype) for i, t in enumerate(tensors)], (), ADD_N.attrs["T"].allowed)
        raise ValueError(
            "Inputs must be an iterable of at least one Tensor/IndexedSlices with the same dtype and shape; the dtypes "
            f"are {', '.join(t.dtype.name for t in tensors)}.\n{advice}"
        )
    if len(tensors) == 1:
        return apply("Identity", (tensors[0],), None, name) if name else tensors[0]
    return apply(ADD_N, (tensors,), None, name)


def accumulate_n(
    inputs: TensorLike, shape: ShapeLike | None = None, tensor_dtype: DTypeLike | None = None, name: str | None = None
) -> Tensor:
    """The sum of a list of tensors of one shape and dtype, which may be declared.

    >>> tf.math.accumulate_n([tf.constant([1, 2]), tf.constant([3, 4])]).numpy()
    array([4, 6], dtype=int32)
    """
    total = add_n(inputs, name)
    if tensor_dtype is not None and total.dtype != tensor_dtype:
        raise TypeError(f"tensor_dtype is {tensor_dtype!s}, but input is of type {total.dtype}")
    if shape is not None and not total.shape.is_compatible_with(shape):
        raise errors.ShapeMismatchError(f"The inputs have shape {total.shape}, not {shape}.")
    return total
