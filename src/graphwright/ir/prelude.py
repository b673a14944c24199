"""What each module of ops imports from this layer: records, and the language of shape rules and native rules."""

from __future__ import annotations

from graphwright.base.shape import Dim, Symbol
from graphwright.ir.emit import Emitter, Operand, Unsupported
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import ShapeContext, constant_value
from graphwright.ir.lowering import Builder, Callee, CustomCall, Decompose, Elementwise, Generate, Loader, library_kind
from graphwright.ir.record import Gradient, Kernel, OpRecord, op
from graphwright.ir.types import Dims, describe_dims

__all__ = [
    "Builder", "Callee", "CustomCall", "Decompose", "Dim", "Dims", "Elementwise", "Emitter", "Generate", "Gradient",
    "Kernel", "Loader",
    "OpRecord", "Operand", "Operation", "ShapeContext", "Symbol", "Unsupported", "Value", "constant_value",
    "describe_dims", "library_kind", "op",
]  # fmt: skip
