"""ONNX's reductions, products and cumulative ops."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import graphwright as tf
from graphwright.core.tensor import Tensor
from graphwright.onnx.node import Node, constant, rule, static, table
from graphwright.onnx.rules.elementwise import bits_as, widened

_Reduction = Callable[[Tensor, Sequence[int] | Tensor | None, bool], Tensor]

_REDUCTIONS: dict[str, _Reduction] = {
    "ReduceSum": tf.reduce_sum,
    "ReduceMean": tf.reduce_mean,
    "ReduceMax": lambda x, axes, keep: _extreme(tf.reduce_max, tf.reduce_any, x, axes, keep),
    "ReduceMin": lambda x, axes, keep: _extreme(tf.reduce_min, tf.reduce_all, x, axes, keep),
    "ReduceProd": tf.reduce_prod,
    "ReduceL1": lambda x, axes, keep: tf.reduce_sum(tf.abs(x), axes, keep),
    "ReduceL2": lambda x, axes, keep: _norm(x, axes, keep),
    "ReduceLogSum": lambda x, axes, keep: tf.math.log(tf.reduce_sum(x, axes, keep)),
    "ReduceLogSumExp": tf.reduce_logsumexp,
    "ReduceSumSquare": lambda x, axes, keep: tf.reduce_sum(tf.square(x), axes, keep),
}


def _norm(x: Tensor, axes: Sequence[int] | Tensor | None, keep: bool) -> Tensor:
    wide = x if x.dtype.is_floating else tf.cast(x, tf.float64)
    return tf.cast(tf.sqrt(tf.reduce_sum(tf.square(wide), axes, keep)), x.dtype)


def _extreme(
    numbers: _Reduction, booleans: _Reduction, x: Tensor, axes: Sequence[int] | Tensor | None, keep: bool
) -> Tensor:
    if x.dtype is tf.bool:
        return booleans(x, axes, keep)
    return widened(lambda t: numbers(t, axes, keep))(x)


@rule(*_REDUCTIONS)
def reduction(node: Node, x: Tensor, axes: Tensor | None = None) -> Tensor:
    """Over axes given by an attribute, from opset 18 on (sums: 13) by an input; over all if none are given."""
    keep = bool(node.integer("keepdims", 1))
    if axes is not None and static(axes) is None and axes.shape != (0,):
        return _REDUCTIONS[node.op](x, axes, keep)
    listed = node.axes(node.rank(x), axes)
    if not listed:
        if node.integer("noop_with_empty_axes"):
            return _REDUCTIONS[node.op](x, [], True) if node.op not in ("ReduceMax", "ReduceMin") else x
        listed = list(range(node.rank(x)))
    return _REDUCTIONS[node.op](x, listed, keep)


@rule("ArgMax", "ArgMin")
def arg_extreme(node: Node, x: Tensor) -> Tensor:
    """The index of the first largest or smallest value along an axis, or of the last one."""
    find = tf.argmax if node.op == "ArgMax" else tf.argmin
    axis = node.axis(x, "axis", 0)
    if node.integer("select_last_index"):
        size = tf.shape(x, out_type=tf.int64)[axis]
        index = size - 1 - find(tf.reverse(x, [axis]), axis)
    else:
        index = find(x, axis)
    return tf.expand_dims(index, axis) if node.integer("keepdims", 1) else index


@rule("CumSum", "CumProd")
def cumulative(node: Node, x: Tensor, axis: Tensor) -> Tensor:
    """Sums or products of the elements up to each, itself included unless `exclusive`."""
    run = tf.cumsum if node.op == "CumSum" else tf.math.cumprod
    exclusive, reverse = bool(node.integer("exclusive")), bool(node.integer("reverse"))
    known = static(axis)
    along = tf.reshape(axis, []) if known is None else node.checked_axis(int(known.reshape(())), node.rank(x))
    return run(x, along, exclusive, reverse)


table({"Det": tf.linalg.det})


@rule("MatMul")
def matmul(node: Node, a: Tensor, b: Tensor) -> Tensor:
    """NumPy's rules for vectors and batches."""
    left, right = node.rank(a), node.rank(b)
    if left == 0 or right == 0:
        raise node.error("the inputs must not be scalars.")
    a = tf.expand_dims(a, 0) if left == 1 else a
    b = tf.expand_dims(b, 1) if right == 1 else b
    result = tf.matmul(a, b) if a.dtype not in (tf.uint32, tf.uint64) else _by_parts(a, b)
    if right == 1:
        result = tf.squeeze(result, -1)
    return tf.squeeze(result, -1 if right == 1 else -2) if left == 1 else result


def _by_parts(a: Tensor, b: Tensor) -> Tensor:
    """A product of integers without sign: its bits are those of the product of integers with one."""
    signed = tf.int32 if a.dtype is tf.uint32 else tf.int64
    return bits_as(tf.matmul(bits_as(a, signed), bits_as(b, signed)), a.dtype)


@rule("Gemm")
def gemm(node: Node, a: Tensor, b: Tensor, c: Tensor | None = None) -> Tensor:
    """`alpha * a @ b + beta * c`."""
    alpha, beta = node.number("alpha", 1.0), node.number("beta", 1.0)
    multiply = matmul_of(a)
    result = multiply(a, b, bool(node.integer("transA")), bool(node.integer("transB")))
    if alpha != 1.0:
        result = result * constant(alpha, result)
    if c is not None and beta != 0.0:
        result = result + (c if beta == 1.0 else constant(beta, result) * c)
    return result


def matmul_of(a: Tensor) -> Callable[[Tensor, Tensor, bool, bool], Tensor]:
    """The product of matrices of this dtype."""
    if a.dtype not in (tf.uint32, tf.uint64):
        return tf.matmul
    return lambda x, y, tx, ty: _by_parts(
        tf.linalg.matrix_transpose(x) if tx else x, tf.linalg.matrix_transpose(y) if ty else y
    )


@rule("Einsum")
def einsum(node: Node, *tensors: Tensor) -> Tensor:
    """Einstein's summation."""
    return tf.einsum(node.text("equation").replace(" ", ""), *tensors)
