"""Elementwise ops, reductions and products, as ONNX nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base import dtypes
from graphwright.ir.graph import Operation
from graphwright.onnx.exporting.writer import RULES, NotExportable, Writer, Written, rule
from graphwright.onnx.tensors import ELEMENT_NUMBERS

SAME = {
    "Abs": "Abs",
    "Acos": "Acos",
    "Acosh": "Acosh",
    "Asin": "Asin",
    "Asinh": "Asinh",
    "Atan": "Atan",
    "Atanh": "Atanh",
    "BitwiseAnd": "BitwiseAnd",
    "BitwiseOr": "BitwiseOr",
    "BitwiseXor": "BitwiseXor",
    "Ceil": "Ceil",
    "Cos": "Cos",
    "Cosh": "Cosh",
    "Elu": "Elu",
    "Equal": "Equal",
    "Erf": "Erf",
    "Exp": "Exp",
    "Floor": "Floor",
    "Greater": "Greater",
    "GreaterEqual": "GreaterOrEqual",
    "Invert": "BitwiseNot",
    "IsInf": "IsInf",
    "IsNan": "IsNaN",
    "Less": "Less",
    "LessEqual": "LessOrEqual",
    "Log": "Log",
    "LogicalAnd": "And",
    "LogicalNot": "Not",
    "LogicalOr": "Or",
    "Maximum": "Max",
    "Minimum": "Min",
    "Mul": "Mul",
    "Neg": "Neg",
    "Pow": "Pow",
    "RealDiv": "Div",
    "Reciprocal": "Reciprocal",
    "Inv": "Reciprocal",
    "Relu": "Relu",
    "Rint": "Round",
    "Round": "Round",
    "SelectV2": "Where",
    "Sigmoid": "Sigmoid",
    "Sign": "Sign",
    "Sin": "Sin",
    "Sinh": "Sinh",
    "Softplus": "Softplus",
    "Softsign": "Softsign",
    "Sqrt": "Sqrt",
    "Sub": "Sub",
    "Tan": "Tan",
    "Tanh": "Tanh",
    "AddN": "Sum",
}
"""Ops that are one of ONNX's, with the same inputs."""

_PASSED = (
    "Identity",
    "StopGradient",
    "PreventGradient",
    "Snapshot",
    "EnsureShape",
    "CheckNumerics",
    "PlaceholderWithDefault",
)
_SINCE = {"BitwiseAnd": 18, "BitwiseOr": 18, "BitwiseXor": 18, "BitwiseNot": 18}


def _same(name: str) -> Callable[[Writer, Operation], Any]:
    def write(w: Writer, op: Operation) -> Any:
        if _SINCE.get(name, 0) > w.opset:
            raise NotExportable(f"it needs opset {_SINCE[name]}")
        if dtypes.string in (v.dtype for v in op.inputs) and name not in ("Equal", "Where"):
            raise NotExportable("ONNX computes nothing with strings")
        return w.emit(name, w.inputs(op))

    return write


for _name, _target in SAME.items():
    RULES[_name] = _same(_target)


@rule("Add", "AddV2")
def add(w: Writer, op: Operation) -> Any:
    """A sum; strings are joined."""
    if op.inputs[0].dtype is not dtypes.string:
        return w.emit("Add", w.inputs(op))
    if w.opset < 20:
        raise NotExportable("it needs opset 20")
    return w.emit("StringConcat", w.inputs(op))


@rule(*_PASSED)
def passed(w: Writer, op: Operation) -> Any:
    """What changes no value in inference."""
    return w.inputs(op)[0]


@rule("IdentityN")
def identities(w: Writer, op: Operation) -> Any:
    """Each input as it is."""
    return w.inputs(op)


_Formula = Callable[..., Any]

FORMULAS: dict[str, _Formula] = {
    "Rsqrt": lambda w, op, x: w.emit("Reciprocal", [w.emit("Sqrt", [x])]),
    "Square": lambda w, op, x: w.emit("Mul", [x, x]),
    "SquaredDifference": lambda w, op, x, y: _squared(w, w.emit("Sub", [x, y])),
    "Expm1": lambda w, op, x: w.emit("Sub", [w.emit("Exp", [x]), w.like(1, op.inputs[0])]),
    "Log1p": lambda w, op, x: w.emit("Log", [w.emit("Add", [x, w.like(1, op.inputs[0])])]),
    "Erfc": lambda w, op, x: w.emit("Sub", [w.like(1, op.inputs[0]), w.emit("Erf", [x])]),
    "Relu6": lambda w, op, x: w.emit("Clip", [x, w.like(0, op.inputs[0]), w.like(6, op.inputs[0])]),
    "Selu": lambda w, op, x: w.emit("Selu", [x], alpha=1.6732632423543772, gamma=1.0507009873554805),
    "NotEqual": lambda w, op, x, y: w.emit("Not", [w.emit("Equal", [x, y])]),
    "IsFinite": lambda w, op, x: w.emit("Not", [w.emit("Or", [w.emit("IsNaN", [x]), w.emit("IsInf", [x])])]),
    "ZerosLike": lambda w, op, x: _filled(w, op, 0),
    "OnesLike": lambda w, op, x: _filled(w, op, 1),
    "Xdivy": lambda w, op, x, y: _where_zero(w, op, x, w.emit("Div", [x, y])),
    "Xlogy": lambda w, op, x, y: _where_zero(w, op, x, w.emit("Mul", [x, w.emit("Log", [y])])),
    "DivNoNan": lambda w, op, x, y: _where_zero(w, op, y, w.emit("Div", [x, y])),
    "MulNoNan": lambda w, op, x, y: _where_zero(w, op, y, w.emit("Mul", [x, y])),
    "TruncateDiv": lambda w, op, x, y: w.emit("Div", [x, y]),
    "TruncateMod": lambda w, op, x, y: w.emit("Mod", [x, y], fmod=1),
    "L2Loss": lambda w, op, x: w.emit("Mul", [_sum_all(w, op, x), w.like(0.5, op.inputs[0])]),
    "LogSoftmax": lambda w, op, x: w.emit("LogSoftmax", [x], axis=-1),
    "Softmax": lambda w, op, x: w.emit("Softmax", [x], axis=-1),
    "LeakyRelu": lambda w, op, x: w.emit("LeakyRelu", [x], alpha=float(op.attrs["alpha"])),
}
"""Ops that are a short expression of ONNX's."""


def _by_formula(formula: _Formula) -> Callable[[Writer, Operation], Any]:
    return lambda w, op: formula(w, op, *w.inputs(op))


for _name, _formula in FORMULAS.items():
    RULES[_name] = _by_formula(_formula)


def _squared(w: Writer, x: Written) -> Written:
    return w.emit("Mul", [x, x])


def _sum_all(w: Writer, op: Operation, x: Written) -> Written:
    return w.emit("ReduceSum", [w.emit("Mul", [x, x])], keepdims=0)


def _filled(w: Writer, op: Operation, number: int) -> Written:
    return w.emit("Expand", [w.like(number, op.inputs[0]), w.shape(op.inputs[0])])


def _where_zero(w: Writer, op: Operation, x: Written, otherwise: Written) -> Written:
    zero = w.like(0, op.inputs[0])
    return w.emit("Where", [w.emit("Equal", [x, zero]), zero, otherwise])


@rule("FloorDiv")
def floor_div(w: Writer, op: Operation) -> Any:
    """The quotient of the dividend less its remainder, which has the sign of the divisor."""
    x, y = w.inputs(op)
    if not op.inputs[0].dtype.is_integer:
        return w.emit("Floor", [w.emit("Div", [x, y])])
    return w.emit("Div", [w.emit("Sub", [x, w.emit("Mod", [x, y])]), y])


@rule("Div")
def div(w: Writer, op: Operation) -> Any:
    """Integers are divided towards zero, as ONNX divides them."""
    return w.emit("Div", w.inputs(op))


@rule("FloorMod", "Mod")
def floor_mod(w: Writer, op: Operation) -> Any:
    """The remainder with the sign of the divisor."""
    x, y = w.inputs(op)
    if op.inputs[0].dtype.is_integer:
        return w.emit("Mod", [x, y])
    return w.emit("Sub", [x, w.emit("Mul", [w.emit("Floor", [w.emit("Div", [x, y])]), y])])


@rule("Atan2")
def atan2(w: Writer, op: Operation) -> Any:
    """By the arcus tangent, with the quadrant from the signs."""
    y, x = w.inputs(op)
    zero, pi, half = (w.like(v, op.inputs[0]) for v in (0, np.pi, np.pi / 2))
    base = w.emit("Atan", [w.emit("Div", [y, x])])
    negative = w.emit("Less", [x, zero])
    below = w.emit("Less", [y, zero])
    shifted = w.emit("Where", [below, w.emit("Sub", [base, pi]), w.emit("Add", [base, pi])])
    result = w.emit("Where", [negative, shifted, base])
    upright = w.emit("Where", [below, -half, w.emit("Where", [w.emit("Greater", [y, zero]), half, zero])])
    return w.emit("Where", [w.emit("Equal", [x, zero]), upright, result])


@rule("ClipByValue")
def clip(w: Writer, op: Operation) -> Any:
    """`Clip` for scalars, otherwise the larger and the smaller one."""
    x, low, high = w.inputs(op)
    if op.inputs[1].shape.rank == 0 and op.inputs[2].shape.rank == 0:
        return w.emit("Clip", [x, low, high])
    return w.emit("Min", [w.emit("Max", [x, low]), high])


@rule("Cast")
def cast(w: Writer, op: Operation) -> Any:
    """A cast; complex numbers and strings have none in ONNX's runtimes."""
    source, target = op.inputs[0].dtype, op.outputs[0].dtype
    if target not in ELEMENT_NUMBERS or source.is_complex or target.is_complex:
        raise NotExportable(f"ONNX casts nothing from {source.name} to {target.name}")
    return w.emit("Cast", w.inputs(op), to=ELEMENT_NUMBERS[target])


@rule("Select")
def select(w: Writer, op: Operation) -> Any:
    """`Where`; a vector of conditions chooses rows."""
    condition, x, y = w.inputs(op)
    rank, own = op.inputs[1].shape.rank, op.inputs[0].shape.rank
    if own == 1 and rank is not None and rank > 1:
        condition = w.unsqueeze(condition, list(range(1, rank)))
    return w.emit("Where", [condition, x, y])


@rule("LeftShift", "RightShift")
def shift(w: Writer, op: Operation) -> Any:
    """`BitShift`, which ONNX has for numbers without sign."""
    if op.inputs[0].dtype not in (dtypes.uint8, dtypes.uint16, dtypes.uint32, dtypes.uint64):
        raise NotExportable("ONNX shifts numbers without sign alone")
    return w.emit("BitShift", w.inputs(op), direction="LEFT" if op.type == "LeftShift" else "RIGHT")


_REDUCTIONS = {"Sum": "ReduceSum", "Mean": "ReduceMean", "Max": "ReduceMax", "Min": "ReduceMin", "Prod": "ReduceProd"}


@rule(*_REDUCTIONS)
def reduction(w: Writer, op: Operation) -> Any:
    """Over axes that are known."""
    return reduced(w, op, _REDUCTIONS[op.type], w.inputs(op)[0])


def reduced(w: Writer, op: Operation, name: str, x: Written) -> Written:
    """A reduction, with its axes as the opset has them."""
    keep = int(bool(op.attrs["keep_dims"]))
    if isinstance(w.inputs(op)[1], str) and (w.opset >= 18 or name == "ReduceSum"):
        return w.emit(name, [x, w.int64(w.inputs(op)[1], op.inputs[1].dtype)], keepdims=keep, noop_with_empty_axes=1)
    axes = [int(a) for a in w.known(op, 1, "the list of axes").reshape(-1)]
    if not axes:
        return x
    if w.opset >= 18 or name == "ReduceSum":
        return w.emit(name, [x, np.array(axes, np.int64)], keepdims=keep)
    return w.emit(name, [x], axes=axes, keepdims=keep)


@rule("All", "Any")
def all_or_any(w: Writer, op: Operation) -> Any:
    """Whether the number of those that are true, or are not, is 0."""
    x = w.inputs(op)[0]
    counted = w.cast(w.emit("Not", [x]) if op.type == "All" else x, dtypes.int32)
    none = w.emit("Equal", [reduced(w, op, "ReduceSum", counted), np.array(0, np.int32)])
    return none if op.type == "All" else w.emit("Not", [none])


@rule("EuclideanNorm")
def norm(w: Writer, op: Operation) -> Any:
    """The root of the sum of squares."""
    if not op.inputs[0].dtype.is_floating:
        raise NotExportable("ONNX has no roots of integers")
    x = w.inputs(op)[0]
    return w.emit("Sqrt", [reduced(w, op, "ReduceSum", w.emit("Mul", [x, x]))])


@rule("ArgMax", "ArgMin")
def arg_extreme(w: Writer, op: Operation) -> Any:
    """The first of several equal ones, as here."""
    axis = int(w.known(op, 1, "the axis"))
    result = w.emit(op.type, [w.inputs(op)[0]], axis=axis, keepdims=0)
    return result if op.outputs[0].dtype is dtypes.int64 else w.cast(result, op.outputs[0].dtype)


@rule("Cumsum")
def cumsum(w: Writer, op: Operation) -> Any:
    """Sums of the elements up to each."""
    x, axis = w.inputs(op)
    exclusive, reverse = (int(bool(op.attrs[n])) for n in ("exclusive", "reverse"))
    return w.emit("CumSum", [x, w.int64(axis, op.inputs[1].dtype)], exclusive=exclusive, reverse=reverse)


@rule("MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3")
def matmul(w: Writer, op: Operation) -> Any:
    """A product; `Gemm` transposes matrices by itself."""
    x, y = w.inputs(op)
    first, second = ("transpose_a", "transpose_b") if op.type == "MatMul" else ("adj_x", "adj_y")
    left, right = bool(op.attrs.get(first)), bool(op.attrs.get(second))
    if op.inputs[0].dtype.is_complex:
        raise NotExportable("ONNX multiplies no complex numbers")
    if left:
        x = _swapped(w, x, op.inputs[0].shape.rank)
    if right:
        y = _swapped(w, y, op.inputs[1].shape.rank)
    return w.emit("MatMul", [x, y])


def _swapped(w: Writer, x: Written, rank: int | None) -> Written:
    if rank is None:
        raise NotExportable("the rank of an input is unknown")
    return w.transpose(x, [*range(rank - 2), rank - 1, rank - 2])


@rule("Einsum")
def einsum(w: Writer, op: Operation) -> Any:
    """The same notation."""
    return w.emit("Einsum", w.inputs(op), equation=op.attrs["equation"])


@rule("BiasAdd")
def bias_add(w: Writer, op: Operation) -> Any:
    """A vector added along the channels."""
    x, bias = w.inputs(op)
    rank = op.inputs[0].shape.rank
    if _format(op).startswith("NC"):
        if rank is None:
            raise NotExportable("the rank of the input is unknown")
        bias = w.unsqueeze(bias, list(range(1, rank - 1)))
    return w.emit("Add", [x, bias])


def _format(op: Operation) -> str:
    value = op.attrs.get("data_format", "NHWC")
    return value.decode() if isinstance(value, bytes) else str(value)


@rule("StringJoin")
def string_join(w: Writer, op: Operation) -> Any:
    """Strings joined in pairs."""
    if w.opset < 20:
        raise NotExportable("it needs opset 20")
    parts = w.inputs(op)
    separator = op.attrs["separator"]
    total = parts[0]
    for part in parts[1:]:
        if separator:
            total = w.emit("StringConcat", [total, np.array(separator, object)])
        total = w.emit("StringConcat", [total, part])
    return total
