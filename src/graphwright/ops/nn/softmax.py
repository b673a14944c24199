"""Softmax, log-softmax and their cross entropy losses, computed without overflow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.dtypes import float32
from graphwright.base.shape import Symbol
from graphwright.core.convert import convert_to_tensor
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, errors
from graphwright.ir.emit import Unsupported
from graphwright.ir.prelude import Builder, Decompose, Dims, Operation, OpRecord, ShapeContext, Value, describe_dims, op
from graphwright.ops.array._dims import mismatch
from graphwright.ops.math._broadcast import broadcast_pair, in_float32, index_vector, unbroadcast
from graphwright.ops.math._reduce import largest_over, sum_over

# shapes -----------------------------------------------------------------------------------------------------


def _softmax_rule(ctx: ShapeContext) -> Dims:
    if ctx.rank(0) == 0:
        raise mismatch(ctx, "Input dims must be >=1", "Shape must be at least rank 1 but is rank 0")
    return ctx.dims(0)


def _not_broadcastable(features: Dims, labels: Dims) -> errors.ShapeMismatchError:
    return errors.ShapeMismatchError(
        f"logits and labels must be broadcastable: logits_size={describe_dims(features)} "
        f"labels_size={describe_dims(labels)}"
    )


_NOT_A_MATRIX = "logits and labels must be either 2-dimensional, or broadcasted to be 2-dimensional"


def _dense_rule(ctx: ShapeContext) -> list[Dims]:
    features, labels = ctx.dims(0), ctx.dims(1)
    if features is None or labels is None:
        from graphwright.ops.array._dims import unknown

        broadcast = unknown(2)
    else:
        broadcast, clash, _ = broadcast_pair(features, labels)
        if clash is not None:
            raise _not_broadcastable(features, labels)
    if broadcast is None or len(broadcast) != 2:
        raise mismatch(ctx, _NOT_A_MATRIX)
    return [broadcast[:1], broadcast]


def _sparse_rule(ctx: ShapeContext) -> list[Dims]:
    from graphwright.ops.array._dims import merge_dim, unknown

    features, labels = ctx.dims(0), ctx.dims(1)
    _check_sparse_ranks(features, labels)
    rows, classes = features if features is not None else unknown(2) or ()
    if labels is not None:
        merged = merge_dim(rows, labels[0])
        if merged is None:
            raise _different_rows(features, labels)
        rows = merged
    return [(rows,), (rows, classes)]


def _check_sparse_ranks(features: Dims, labels: Dims) -> None:
    if features is not None and len(features) != 2:
        raise errors.ShapeMismatchError(f"logits must be 2-D, but got shape {describe_dims(features)}")
    if labels is not None and len(labels) != 1:
        raise errors.ShapeMismatchError(f"labels must be 1-D, but got shape {describe_dims(labels)}")


def _different_rows(features: Dims, labels: Dims) -> errors.ShapeMismatchError:
    return errors.ShapeMismatchError(
        "logits and labels must have the same first dimension, got logits shape "
        f"{describe_dims(features)} and labels shape {describe_dims(labels)}"
    )


# kernels ----------------------------------------------------------------------------------------------------


def _shifted(x: Array) -> Any:
    """Subtract each row's maximum, so that the exponentials cannot overflow."""
    if x.ndim == 0:
        raise errors.ShapeMismatchError("Input dims must be >=1")
    if x.shape[-1] == 0:
        return x
    return np.subtract(x, largest_over(x, -1, None, None, True))


def _softmax(x: Array) -> Any:
    exponentials = np.exp(_shifted(x))
    return exponentials / sum_over(exponentials, -1, None, None, True)


def _log_softmax(x: Array) -> Any:
    shifted = _shifted(x)
    return shifted - np.log(sum_over(np.exp(shifted), -1, None, None, True))


def _wide(x: Array) -> Array:
    return x.astype(np.float32) if x.dtype.itemsize == 2 else x


def _dense_cross_entropy(features: Array, labels: Array) -> tuple[Array, Array]:
    dtype = features.dtype
    broadcast, clash, _ = broadcast_pair(features.shape, labels.shape)
    if clash is not None:
        raise _not_broadcastable(features.shape, labels.shape)
    if len(broadcast) != 2:
        raise errors.ShapeMismatchError(_NOT_A_MATRIX)
    shape: Any = broadcast
    x, z = np.broadcast_to(_wide(features), shape), np.broadcast_to(_wide(labels), shape)
    shifted = _shifted(x)
    exponentials = np.exp(shifted)
    total = sum_over(exponentials, 1, None, None, True)
    loss = sum_over(z * (np.log(total) - shifted), 1)
    return loss.astype(dtype), (exponentials / total - z).astype(dtype)


def _sparse_cross_entropy(features: Array, labels: Array) -> tuple[Array, Array]:
    dtype = features.dtype
    _check_sparse_ranks(features.shape, labels.shape)
    if len(features) != len(labels):
        raise _different_rows(features.shape, labels.shape)
    classes = features.shape[1]
    outside = (labels < 0) | (labels >= classes)
    if outside.any():
        raise _outside(labels, classes)
    shifted = _shifted(_wide(features))
    exponentials = np.exp(shifted)
    total = sum_over(exponentials, 1, None, None, True)
    rows = np.arange(len(labels))
    loss = np.log(total[:, 0]) - shifted[rows, labels]
    backprop = exponentials / total
    backprop[rows, labels] -= 1
    return loss.astype(dtype), backprop.astype(dtype)


def _outside(labels: Array, classes: int) -> errors.OpError:
    """The error for labels of which some are none of the classes."""
    outside = (labels < 0) | (labels >= classes)
    return errors.InvalidArgumentError(
        f"Received a label value of {labels[outside][0]} which is outside the valid range of [0, {classes}).  "
        f"Label values: {' '.join(str(v) for v in labels)}"
    )


def _softmax_refusal(part: str, x: Array, *_: Array) -> errors.OpError | None:
    """The error where a part of a softmax refuses its inputs."""
    return errors.ShapeMismatchError("Input dims must be >=1") if x.ndim == 0 else None


def _dense_refusal(part: str, x: Array, y: Array, *_: Array) -> errors.OpError | None:
    """The error where a part of `_native_dense` refuses its inputs."""
    if part in ("Max", "Sum"):
        return errors.ShapeMismatchError(_NOT_A_MATRIX) if x.ndim != 2 else None
    if part not in ("Mul", "Sub") or broadcast_pair(x.shape, y.shape)[1] is None:
        return None
    return _not_broadcastable(y.shape, x.shape) if part == "Mul" else _not_broadcastable(x.shape, y.shape)


def _sparse_refusal(part: str, x: Array, y: Array, *_: Array) -> errors.OpError | None:
    """The error where a part of `_native_sparse` refuses its inputs."""
    if part == "GatherV2" and x.ndim == 1:  # labels among the numbers of the classes
        return _outside(y, len(x))
    if part == "Reshape":  # labels to the number of rows
        return _different_rows((int(y[0]), Symbol()), x.shape)
    return None


# native rules -----------------------------------------------------------------------------------------------


class _SoftmaxTerms:
    """Common subexpressions of the native rules: shifted rows, their exponentials and their sums, a column."""

    def __init__(self, b: Any, x: Tensor) -> None:
        self.b = b
        self.dtype = x.dtype
        self.logits = b("Cast", x, DstT=float32) if x.dtype.size == 2 else x
        self.last = b.const(np.array([-1], np.int32))
        self.largest = b("Max", self.logits, self.last, keep_dims=True)
        self.shifted = b("Sub", self.logits, self.largest)
        self.exponentials = b("Exp", self.shifted)
        self.total = b("Sum", self.exponentials, self.last, keep_dims=True)

    def softmax(self) -> Any:
        """The softmax. The sum of a row is at least 1, so one reciprocal per row is exact enough and cheaper."""
        return self.b("Mul", self.exponentials, self.b("Reciprocal", self.total))

    def narrow(self, value: Any) -> Any:
        return self.b("Cast", value, DstT=self.dtype) if self.dtype.size == 2 else value


def _native_softmax(b: Builder, op: Operation, x: Any) -> list[Value]:
    common = _SoftmaxTerms(b, x)
    return [common.narrow(common.softmax())]


def _native_log_softmax(b: Builder, op: Operation, x: Any) -> list[Value]:
    common = _SoftmaxTerms(b, x)
    return [common.narrow(b("Sub", common.shifted, b("Log", common.total)))]


def _native_dense(b: Builder, op: Operation, x: Any, labels: Any) -> list[Value]:
    # logits that must be broadcast too are left to the kernel
    common = _SoftmaxTerms(b, x)
    z = b("Cast", labels, DstT=float32) if labels.dtype.size == 2 else labels
    total = common.total
    terms = b("Mul", z, b("Sub", b("Log", total), common.shifted))
    loss = b("Sum", terms, b.const(np.array([1], np.int32)))
    backprop = b("Sub", b("RealDiv", common.exponentials, total), z)
    return [common.narrow(loss), common.narrow(backprop)]


def _native_sparse(b: Builder, op: Operation, x: Any, labels: Any) -> list[Any]:
    if x.type.rank != 2 or labels.type.rank != 1:
        raise Unsupported("logits or labels of unknown rank")
    common = _SoftmaxTerms(b, x)
    int32 = np.int32
    shape = b("Shape", x)
    zero, one, two = (b.const(np.array([v], int32)) for v in (0, 1, 2))
    classes = b("StridedSlice", shape, one, two, one, shrink_axis_mask=1)
    if labels.type.dims != x.type.dims[:1]:
        # checked at run time: there must be as many labels as rows
        labels = b("Reshape", labels, b("StridedSlice", shape, zero, one, one))
    # gathering from 0, 1, 2, ... checks that each label is in range
    numbers = b("Range", b.const(np.array(0, int32)), classes, b.const(np.array(1, int32)))
    checked = b("GatherV2", numbers, labels, b.const(np.array(0, int32)))
    column = b("ExpandDims", checked, b.const(np.array(1, int32)))
    # of the logits, not of those that are shifted: these are then needed nowhere as an array
    label_logits = b("GatherV2", common.logits, column, b.const(np.array(1, int32)), batch_dims=1)
    label_terms = b("Sub", label_logits, common.largest)
    is_label = b("Cast", b("Equal", numbers, column), DstT=common.shifted.dtype)
    backprop = b("Sub", common.softmax(), is_label)
    # last, as it has other dimensions: what comes before goes through the rows together
    loss = b("Squeeze", b("Sub", b("Log", common.total), label_terms), squeeze_dims=[1])
    return [common.narrow(loss), common.narrow(backprop)]


# gradients --------------------------------------------------------------------------------------------------


def _sum_last(x: Tensor) -> Tensor:
    return apply("Sum", (x, -1), {"keep_dims": True})


def _softmax_gradient(op: Application, grad: Tensor) -> Gradients:
    y = op.outputs[0]
    return [apply("Mul", (apply("Sub", (grad, _sum_last(apply("Mul", (grad, y))))), y))]


def _column(x: Tensor) -> Tensor:
    return apply("ExpandDims", (x, -1))


def _features_gradient(op: Application, loss_grad: Tensor, backprop_grad: Tensor) -> Tensor:
    total = None
    if loss_grad is not None:
        total = apply("Mul", (_column(loss_grad), op.outputs[1]))
    if backprop_grad is None or _is_zeros(backprop_grad):
        return total
    probabilities = apply(SOFTMAX, (op.inputs[0],))
    mean = _sum_last(apply("Mul", (backprop_grad, probabilities)))
    second = apply("Mul", (apply("Sub", (backprop_grad, mean)), probabilities))
    return second if total is None else apply("AddV2", (total, second))


def _is_zeros(x: Tensor) -> bool:
    """Whether a gradient is known to be zero, as for an unused output."""
    producer = None if not hasattr(x, "index") else x.op
    if producer is None:
        array = getattr(x, "_array", None)
        return array is not None and not array.any()
    return producer.type == "ZerosLike" or (producer.type == "Const" and not producer.attrs["value"].any())


def _dense_gradient(op: Application, loss_grad: Tensor, backprop_grad: Tensor) -> Gradients:
    features, labels = op.inputs
    by_labels = None
    if loss_grad is not None:
        logs = apply(LOG_SOFTMAX, (features,))
        by_labels = apply("Mul", (_column(loss_grad), apply("Neg", (logs,))))
    if backprop_grad is not None and not _is_zeros(backprop_grad):
        negated = apply("Neg", (backprop_grad,))
        by_labels = negated if by_labels is None else apply("AddV2", (by_labels, negated))
    return unbroadcast(features, labels, _features_gradient(op, loss_grad, backprop_grad), by_labels)


# records ----------------------------------------------------------------------------------------------------

SOFTMAX: OpRecord = op(
    "Softmax",
    "logits: T -> softmax: T",
    "T: floating",
    shape=_softmax_rule,
    kernel=in_float32(_softmax),
    gradient=_softmax_gradient,
    native=Decompose(_native_softmax, _softmax_refusal),
)

LOG_SOFTMAX: OpRecord = op(
    "LogSoftmax",
    "logits: T -> logsoftmax: T",
    "T: floating",
    shape=_softmax_rule,
    kernel=in_float32(_log_softmax),
    gradient=lambda op, grad: [apply("Sub", (grad, apply("Mul", (_sum_last(grad), apply("Exp", (op.outputs[0],))))))],
    native=Decompose(_native_log_softmax, _softmax_refusal),
)

DENSE_CROSS_ENTROPY = op(
    "SoftmaxCrossEntropyWithLogits",
    "features: T, labels: T -> loss: T, backprop: T",
    "T: floating",
    shape=_dense_rule,
    kernel=_dense_cross_entropy,
    gradient=_dense_gradient,
    native=Decompose(_native_dense, _dense_refusal),
)

SPARSE_CROSS_ENTROPY = op(
    "SparseSoftmaxCrossEntropyWithLogits",
    "features: T, labels: Tlabels -> loss: T, backprop: T",
    "T: floating; Tlabels: index = int64",
    shape=_sparse_rule,
    kernel=_sparse_cross_entropy,
    gradient=lambda op, loss_grad, backprop_grad: [_features_gradient(op, loss_grad, backprop_grad), None],
    native=Decompose(_native_sparse, _sparse_refusal),
)

# public functions -------------------------------------------------------------------------------------------


def along_axis(function: Callable[[Tensor], Tensor], x: Tensor, axis: int, name: str | None = None) -> Tensor:
    """Apply `function`, which works along the last axis, along another axis."""
    rank = x._type.rank
    if axis == -1 or (rank is not None and axis == rank - 1):
        return function(x)
    if rank is None:
        raise errors.UnimplementedError(
            f"Along axis {axis} of a tensor of unknown rank; only the last axis is supported."
        )
    if not -rank <= axis < rank:
        raise errors.ShapeMismatchError(
            f"`dim` must be in the range [{-rank}, {rank}) where {rank} is the number of dimensions in the input. "
            f"Received: dim={axis}"
        )
    order = swapped(rank, axis)
    return apply("Transpose", (function(apply("Transpose", (x, order))), order), None, name)


def swapped(rank: int, axis: int) -> Any:
    """The permutation that swaps an axis with the last."""
    order = list(range(rank))
    order[axis], order[-1] = order[-1], order[axis]
    return index_vector(tuple(order))


def softmax(logits: TensorLike, axis: int | None = None, name: str | None = None) -> Tensor:
    """Softmax along an axis, by default the last: exponentials normalised to a sum of 1.

    >>> tf.nn.softmax([1000., 1000.]).numpy()
    array([0.5, 0.5], dtype=float32)
    """
    x = convert_to_tensor(logits, name="logits")
    return along_axis(lambda t: apply(SOFTMAX, (t,), None, name), x, -1 if axis is None else int(axis))


def log_softmax(logits: TensorLike, axis: int | None = None, name: str | None = None) -> Tensor:
    """Logarithm of the softmax along an axis, by default the last.

    >>> [round(float(v), 4) for v in tf.nn.log_softmax([0., 0.])]
    [-0.6931, -0.6931]
    """
    x = convert_to_tensor(logits, name="logits")
    return along_axis(lambda t: apply(LOG_SOFTMAX, (t,), None, name), x, -1 if axis is None else int(axis))
