"""Constant folding: operations on constants are evaluated while compiling."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import resource, variant
from graphwright.base.shape import Dim, Symbol
from graphwright.base.size_arithmetic import unknown_integer
from graphwright.ir.graph import Operation, Value, called_functions
from graphwright.ir.record import OpRecord
from graphwright.ir.types import TensorType
from graphwright.passes._rewrite import Rewriter, Rule, constant_of

_MAX_RESULT: Final = 64 * 1024
"""Bytes up to which a result is stored even if it is larger than the operands."""
_STRING_BYTES: Final = 64
"""Assumed size of one string."""
_MAX_SHAPE: Final = 256


class Fold:
    """The visitor: it tracks integer vectors of which some elements are known, such as shapes."""

    def __init__(self) -> None:
        self._dims: dict[Value, tuple[Dim, ...] | None] = {}

    def __call__(self, record: OpRecord) -> Sequence[Rule]:
        if record.effect != "none" or record.name == "Const":
            return ()
        rules: list[Rule] = [self._fold_partial] if record.partial is not None else []
        if record.name in TYPE_RULES:
            rules.append(_fold_by_type)
        return [*rules, _evaluate]

    def _fold_partial(self, op: Operation, rewriter: Rewriter) -> list[Value] | None:
        known = self._known_integers(op)
        return None if known is None else [rewriter.constant(known, op.outputs[0].dtype, op, op.name)]

    # partially known integers --------------------------------------------------------------------------------

    def _known_integers(self, op: Operation) -> np.ndarray[Any, Any] | None:
        """The array of a small integer output all of whose elements are known."""
        output = op.outputs[0]
        type_ = output.type
        if (
            len(op.outputs) != 1
            or not (type_.dtype.is_integer or type_.dtype.is_bool)
            or type_.rank is None
            or type_.rank > 1
        ):
            return None
        assert op.record.partial is not None
        dims = op.record.partial(op, self._dims_of)
        if not op.record.single_output and dims is not None:
            dims = dims[0]
        self._dims[output] = dims
        if dims is None or any(isinstance(d, Symbol) for d in dims):
            return None
        if (type_.rank == 0 and len(dims) != 1) or not _fits(type_, (len(dims),)):
            return None
        return np.array(dims if type_.rank else dims[0], type_.dtype.numpy)

    def _dims_of(self, value: Value) -> tuple[Dim, ...] | None:
        """The elements of an integer scalar or vector, symbols for unknown ones; its operands were visited before."""
        if value in self._dims:
            return self._dims[value]
        found: tuple[Dim, ...] | None = None
        array = constant_of(value)
        if array is not None:
            if array.size <= _MAX_SHAPE and array.dtype.kind in "iub":
                found = tuple(int(v) for v in array.reshape(-1))
        elif value.type.is_static:
            length = math.prod(value.type.dims or ())  # type: ignore[arg-type]
            if length <= _MAX_SHAPE:
                found = tuple(unknown_integer() for _ in range(length))
        self._dims[value] = found
        return found


def _fits(type_: TensorType, shape: tuple[int, ...]) -> bool:
    if not type_.dims:
        return type_.dims == () and shape in ((), (1,))
    return len(type_.dims) == len(shape) and all(
        isinstance(a, Symbol) or a == b for a, b in zip(type_.dims, shape, strict=True)
    )


def _fold_by_type(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    arrays = TYPE_RULES[op.record.name](op)
    return None if arrays is None else _constants(op, arrays, rewriter)


def _constants(op: Operation, arrays: list[Any], rewriter: Rewriter) -> list[Value]:
    names = [op.name, *[None] * (len(arrays) - 1)]
    pairs = zip(arrays, op.outputs, names, strict=True)
    return [rewriter.constant(array, output.dtype, op, name) for array, output, name in pairs]


# running kernels --------------------------------------------------------------------------------------------


def _evaluate(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """The outputs as constants, by the op's kernel; None if they are large or the kernel fails."""
    for v in op.inputs:
        if v.op.record.name != "Const":
            return None
    record = op.record
    if record.kernel is None or not op.outputs or called_functions(op):
        return None
    arguments = [v.op.attrs["value"] for v in op.inputs]
    allowed = max(_MAX_RESULT, sum(_bytes(a.dtype, a.size) for a in arguments))
    for output in op.outputs:
        size = _static_bytes(output.type)
        if size is None or size > allowed:
            return None
    try:
        with np.errstate(all="ignore"):
            result = record.bound_kernel(op.attrs)(*record.group(arguments, op.attrs))
    except Exception:
        return None  # the error is reported at run time, if the op is reached at all
    arrays = [np.asarray(a) for a in ((result,) if record.single_output else result)]
    if len(arrays) != len(op.outputs) or not all(map(_as_inferred, arrays, op.outputs)):
        return None
    if not all(_is_finite(a, v) for a, v in zip(arrays, op.outputs, strict=True)):
        return None  # the check for infinities and NaNs must find the op that produces them
    return _constants(op, [_contiguous(a) for a in arrays], rewriter)


def _as_inferred(array: np.ndarray[Any, Any], output: Value) -> bool:
    return bool(array.dtype == output.dtype.numpy) and array.shape == output.type.dims


def _is_finite(array: np.ndarray[Any, Any], output: Value) -> bool:
    return not output.dtype.is_floating or bool(np.isfinite(array).all())


def _contiguous(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The array, or a contiguous copy if it is a view: a constant's elements are contiguous."""
    return array if array.flags.c_contiguous and array.base is None else np.array(array, order="C")


def _bytes(dtype: np.dtype[Any], size: int) -> int:
    return size * (_STRING_BYTES if dtype.kind == "O" else dtype.itemsize)


def _static_bytes(type_: TensorType) -> int | None:
    if not type_.is_static or type_.dtype is resource or type_.dtype is variant or type_.dtype.numpy is None:
        return None
    size = 1
    for d in type_.dims or ():
        size *= int(d)  # type: ignore[arg-type]
    return _bytes(type_.dtype.numpy, size)


# outputs that follow from types alone -----------------------------------------------------------------------


def _shape_n(op: Operation) -> list[Any] | None:
    if not all(v.type.is_static for v in op.inputs):
        return None
    return [np.array(v.type.dims, o.dtype.numpy) for v, o in zip(op.inputs, op.outputs, strict=True)]


def _fill_rule(number: int) -> Any:
    def rule(op: Operation) -> list[Any] | None:
        type_ = op.outputs[0].type
        size = _static_bytes(type_)
        if size is None or size > _MAX_RESULT or type_.dtype.numpy.kind == "O":
            return None
        return [np.full(type_.dims, number, type_.dtype.numpy)]

    return rule


TYPE_RULES: Final[dict[str, Any]] = {
    "ShapeN": _shape_n,
    "ZerosLike": _fill_rule(0),
    "OnesLike": _fill_rule(1),
}
"""Op to `rule(op) -> arrays of the outputs, or None`, for what follows from the types of the inputs."""
