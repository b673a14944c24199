"""Widens the operands of products and windows whose dtype no kernel computes in, and rounds the result.

The conversions are elementwise operations like any others, and fuse with what makes the operands. So are the parts of
complex numbers, of whose products there are four.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from graphwright.base.dtypes import DType, as_dtype
from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Contract, Decompose, Sliding
from graphwright.ir.types import tensor_type
from graphwright.runtime.native.fusion.open_sizes import open_window

_FLOATS: Final = {"float16": "float32", "bfloat16": "float32"}
# what is cut off sums in the end does not depend on how they wrap above it
_INTEGERS: Final = {**dict.fromkeys(("int8", "int16", "uint8", "uint16", "uint32"), "int32"), "uint64": "int64"}

_TABLES: Final[Mapping[type, Mapping[str, str]]] = {Contract: {**_FLOATS, **_INTEGERS}, Sliding: _FLOATS}


def in_wider(op: Operation) -> Decompose | None:
    """The operation in the dtype that it is computed in; None where that is its own, or no kernel can do it."""
    rule = op.record.native
    table = _TABLES.get(type(rule))
    if table is None:
        return None
    if isinstance(rule, Contract) and op.outputs[0].type.dtype.is_complex:
        return Decompose(lambda b, op, *inputs: _build_from_parts(b, op, rule, inputs))
    if not any(value.type.dtype.name in table for value in (*op.inputs, *op.outputs)):
        return None
    if isinstance(rule, Sliding):
        fits = slides(op, rule) or open_window(op, rule) is not None
    else:
        fits = all(value.type.dims is not None and len(value.type.dims) >= 2 for value in op.inputs)
    return Decompose(lambda b, op, *inputs: _build(b, op, inputs, table)) if fits else None


def slides(op: Operation, rule: Sliding) -> bool:
    """Whether it is known how the window slides, and there is something to do: else the kernel says what is wrong."""
    window = rule.window(op)
    if window is None:
        return False
    return all((*window.size, *window.result, *window.window, window.channels, window.result_channels))


def _build(b: Any, op: Operation, inputs: Sequence[Value], table: Mapping[str, str]) -> list[Value]:
    rule, (result,) = op.record.native, op.outputs
    wide = [_converted(b, value, table) for value in inputs]
    if (
        isinstance(rule, Sliding)
        and rule.kernel == "max into input"
        and op.inputs[1].type.dims == op.inputs[2].type.dims
    ):
        wide[1] = wide[2]  # of the results nothing is looked at but their shape
    attrs = {name: _wider(item, table) if isinstance(item, DType) else item for name, item in op.attrs.items()}
    (created,) = b.again(op, wide, attrs, [tensor_type(_wider(result.type.dtype, table), result.type.dims)])
    return [created if created.type is result.type else b("Cast", created, DstT=result.type.dtype)]


def _build_from_parts(b: Any, op: Operation, rule: Contract, inputs: Sequence[Value]) -> list[Value]:
    (result,) = op.outputs
    part = result.type.dtype.real_dtype
    if any(value.type.dtype is not result.type.dtype for value in inputs):
        raise Unsupported("a product of different complex numbers")
    (ar, ai), (br, bi) = ([b(name, v, Tout=part) for name in ("Real", "Imag")] for v in inputs)
    # an adjoint is the transpose of the conjugates
    if rule.transpose_a.startswith("adj") and op.attrs[rule.transpose_a]:
        ai = b("Neg", ai)
    if rule.transpose_b.startswith("adj") and op.attrs[rule.transpose_b]:
        bi = b("Neg", bi)
    attrs = {name: part if isinstance(item, DType) else item for name, item in op.attrs.items()}
    type_ = tensor_type(part, result.type.dims)

    def product(x: Value, y: Value) -> Value:
        created: Value = b.again(op, [x, y], attrs, [type_])[0]
        return created

    real = b("Sub", product(ar, br), product(ai, bi))
    return [b("Complex", real, b("AddV2", product(ar, bi), product(ai, br)), Tout=result.type.dtype)]


def _wider(dtype: DType, table: Mapping[str, str]) -> DType:
    return as_dtype(table[dtype.name]) if dtype.name in table else dtype


def _converted(b: Any, value: Value, table: Mapping[str, str]) -> Value:
    to = _wider(value.type.dtype, table)
    if to is value.type.dtype:
        return value
    if value.op.type == "Const":
        result: Value = b.const(value.op.attrs["value"].astype(to.numpy))
    else:
        result = b("Cast", value, DstT=to)
    return result
