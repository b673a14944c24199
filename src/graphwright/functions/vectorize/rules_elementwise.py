"""Batching rules of ops that work on single elements, or on the last axes only: the axis of the rows goes along."""

from __future__ import annotations

from typing import Any, Final

from graphwright.core.dispatch import apply
from graphwright.functions.vectorize.batching import BY_LOWERING, BatchedOp, BatchedValue, NoBatchingRule, rule
from graphwright.ir.lowering import Elementwise

#: Elementwise ops that have no native rule to tell.
_ELEMENTWISE: Final = (
    "Angle AsString Complex ComplexAbs Conj Imag Real LookupTableFindV2 Identity Snapshot StopGradient PreventGradient "
    "CheckNumerics StaticRegexFullMatch StaticRegexReplace StringLength StringLower StringUpper StringStrip "
    "StringToHashBucket StringToHashBucketFast StringToHashBucketStrong StringToNumber UnicodeTranscode"
)

#: Ops of the last axes of their first input; the others must be the same for every row.
_LEADING: Final = (
    "Cholesky FFT FFT2D FFT3D IFFT IFFT2D IFFT3D IRFFT IRFFT2D IRFFT3D RFFT RFFT2D RFFT3D "
    "LogMatrixDeterminant LogSoftmax Lu MatrixBandPart MatrixDeterminant MatrixDiagPartV3 MatrixDiagV3 "
    "MatrixInverse Qr Softmax TopKV2 RegexFullMatch RegexReplace"
)


def _elementwise(op: BatchedOp) -> Any:
    return op.call_grouped(op.broadcastable(*range(len(op.inputs))))


rule(_ELEMENTWISE)(_elementwise)
BY_LOWERING[Elementwise] = _elementwise


@rule(_LEADING)
def _leading(op: BatchedOp) -> Any:
    return op.call_grouped([op.tensor(0), *op.shared(*range(1, len(op.inputs)))])


#: Elementwise ops whose inputs must have one shape, where others broadcast.
_OF_ONE_SHAPE: Final = (
    "ApproximateEqual Betainc ClipByValue EluGrad InvGrad LeakyReluGrad ReciprocalGrad Relu6Grad ReluGrad RsqrtGrad "
    "SeluGrad SigmoidGrad SoftplusGrad SoftsignGrad SqrtGrad TanhGrad"
)


@rule(_OF_ONE_SHAPE)
def _of_one_shape(op: BatchedOp) -> Any:
    return op.call(op.of_one_shape(*range(len(op.inputs))))


@rule("Equal NotEqual")
def _equality(op: BatchedOp) -> Any:
    if not op.attrs["incompatible_shape_error"]:
        raise NoBatchingRule("shapes that do not fit are unequal")
    return _elementwise(op)


@rule("MatrixSolveLs")
def _least_squares(op: BatchedOp) -> Any:
    return op.call([op.spread(0), op.spread(1), *op.shared(2)])


@rule("Eig SelfAdjointEigV2 Svd")
def _decomposition(op: BatchedOp) -> Any:
    # a part that is not computed is empty, whatever the number of matrices
    found, dims = op.call([op.tensor(0)]), [v.type.dims for v in op.op.outputs]
    return [BatchedValue(v, d != (0,)) for v, d in zip(found, dims, strict=True)]


@rule("AddN Cross MatrixSolve")
def _of_one_rank(op: BatchedOp) -> Any:
    return op.call_grouped([op.spread(i) for i in range(len(op.inputs))])


@rule("MatrixTriangularSolve")
def _triangular_solve(op: BatchedOp) -> Any:
    return op.call_grouped(op.broadcastable(0, 1))


@rule("MatrixSetDiagV3")
def _set_diagonal(op: BatchedOp) -> Any:
    return op.call_grouped([op.spread(0), op.spread(1), *op.shared(2)])


@rule("IdentityN")
def _identities(op: BatchedOp) -> Any:
    return list(op.inputs)


@rule("EnsureShape")
def _ensure_shape(op: BatchedOp) -> Any:
    shape = op.attrs["shape"]
    return op.call([op.tensor(0)], shape=shape if shape.rank is None else [None, *shape.as_list()])


@rule("PlaceholderWithDefault")
def _default(op: BatchedOp) -> Any:
    return op.tensor(0)


@rule("Select")
def _select(op: BatchedOp) -> Any:
    # a condition that is a vector goes with the first axis of the others, not with the last as in broadcasting
    condition = op.tensor(0)
    for _ in range(op.rank(1) - op.rank(0)):
        condition = apply("ExpandDims", (condition, -1))
    return apply("SelectV2", (condition, op.spread(1), op.spread(2)))


@rule("Assert")
def _assert(op: BatchedOp) -> Any:
    if not op.inputs[0].batched:
        return op.call_grouped([v.tensor for v in op.inputs])
    every = apply("All", (op.tensor(0), 0))
    return op.call_grouped([every, *(v.tensor for v in op.inputs[1:])])


@rule("L2Loss")
def _l2_loss(op: BatchedOp) -> Any:
    x = op.tensor(0)
    total = apply("Sum", (apply("Mul", (x, x)), list(range(1, op.rank(0) + 1))))
    return apply("Mul", (total, 0.5))


@rule("BiasAdd BiasAddV1")
def _bias_add(op: BatchedOp) -> Any:
    channels_first = op.attrs.get("data_format", "NHWC") == "NCHW"
    rank = op.rank(0)
    bias = op.spread(1)
    axis = 1 if channels_first else rank - 1
    for _ in range(axis):
        bias = apply("ExpandDims", (bias, 1))
    for _ in range(rank - 1 - axis):
        bias = apply("ExpandDims", (bias, -1))
    return apply("AddV2", (op.spread(0), bias))


@rule("BiasAddGrad")
def _bias_add_gradient(op: BatchedOp) -> Any:
    rank = op.rank(0)
    channel = 1 if op.attrs.get("data_format", "NHWC") == "NCHW" else rank - 1
    return apply("Sum", (op.tensor(0), [a + 1 for a in range(rank) if a != channel]))


@rule("Bucketize Bitcast")
def _unary(op: BatchedOp) -> Any:
    return op.call([op.tensor(0)])


@rule("ReverseSequence")
def _reverse_sequence(op: BatchedOp) -> Any:
    if op.inputs[1].batched or op.attrs["batch_dim"] < 0 or op.attrs["seq_dim"] < 0:
        raise NoBatchingRule("the lengths differ from row to row")
    return op.call([op.tensor(0), op.tensor(1)], seq_dim=op.attrs["seq_dim"] + 1, batch_dim=op.attrs["batch_dim"] + 1)
