"""Writes the operations of a graph as nodes of ONNX: what is known, names, and the table of rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

import numpy as np

from graphwright.base import dtypes, errors
from graphwright.base.dtypes import DType
from graphwright.base.shape import Symbol
from graphwright.core.context import state
from graphwright.core.variable import Variable
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.onnx.tensors import ELEMENT_NUMBERS, Message

Array: TypeAlias = np.ndarray[Any, Any]
Written: TypeAlias = Any
"""What stands for a value: an array that is known, the name of a result, a `ListOf`, or a variable for its handle."""

ExportRule: TypeAlias = Callable[..., Any]
_R = TypeVar("_R", bound=ExportRule)

RULES: dict[str, ExportRule] = {}
"""For each op the function that writes it; it takes the graph under construction and the operation."""

_REASONS = {"none": "ONNX has nothing for it", "read": "it reads state", "random": "it draws random numbers"}
_LARGEST_FOLDED = 2**22  # elements


@dataclass(frozen=True)
class ListOf:
    """A list of tensors of one shape, written as one tensor with the elements along a new first axis."""

    name: str
    dtype: DType


class NotExportable(Exception):
    """Why an operation cannot be written."""


def rule(*names: str) -> Callable[[_R], _R]:
    """Register a function as what writes operations of these ops; it returns a result, or a list of results."""

    def register(function: _R) -> _R:
        RULES.update(dict.fromkeys(names, function))
        return function

    return register


@dataclass
class Export:
    """What the graphs of one export share."""

    onnx: Any
    opset: int
    initializers: dict[str, Array] = field(default_factory=dict)
    problems: list[tuple[Operation, str]] = field(default_factory=list)
    symbols: dict[Symbol, str] = field(default_factory=dict)
    variables: dict[int, Array] = field(default_factory=dict)
    _names: dict[str, int] = field(default_factory=dict)
    _constants: dict[tuple[Any, ...], str] = field(default_factory=dict)
    _of_arrays: dict[int, tuple[Array, str]] = field(default_factory=dict)

    def unique(self, name: str) -> str:
        """A name that nothing else has."""
        count = self._names.get(name, 0)
        self._names[name] = count + 1
        return name if not count else self.unique(f"{name}_{count}")

    def constant(self, array: Array, name: str = "constant") -> str:
        """The initializer for an array; equal small ones are one."""
        array = np.asarray(array)
        if id(array) in self._of_arrays:
            return self._of_arrays[id(array)][1]
        small = array.size <= 64 and array.dtype != object
        key = (array.dtype.str, array.dtype.name, array.shape, array.tobytes()) if small else ()
        if small and key in self._constants:
            return self._constants[key]
        unique = self.unique(name)
        self.initializers[unique] = array
        self._of_arrays[id(array)] = (array, unique)
        if small:
            self._constants[key] = unique
        return unique

    def value_of(self, variable: Any) -> Array:
        """The value that a variable has now; one array however often it is read."""
        if not isinstance(variable, Variable):
            raise NotExportable("the variable is unknown")
        return self.variables.setdefault(id(variable), np.asarray(variable.numpy()))

    def dimension(self, dim: Any) -> int | str:
        """A dimension: a number, or the name of its symbol."""
        if not isinstance(dim, Symbol):
            return int(dim)
        return self.symbols.setdefault(dim, f"dim_{len(self.symbols)}")

    def info(self, name: str, dtype: DType, dims: Sequence[Any] | None) -> Message:
        """The declaration of an input or output of the model."""
        if dims is None or dtype not in ELEMENT_NUMBERS:
            lacking = "of unknown rank" if dims is None else f"of dtype {dtype.name}"
            raise errors.UnimplementedError(f"'{name}' is {lacking}, which no input or output of an ONNX model is.")
        shape = [self.dimension(d) for d in dims]
        return self.onnx.helper.make_tensor_value_info(name, ELEMENT_NUMBERS[dtype], shape)


class Writer:
    """One graph under construction: the model's, or that of a branch or of a loop's body."""

    def __init__(self, export: Export) -> None:
        self.export = export
        self.nodes: list[Message] = []
        self._values: dict[int, Written] = {}
        self._made: set[str] = set()

    @property
    def opset(self) -> int:
        """The version of the ops that are written."""
        return self.export.opset

    # nodes ---------------------------------------------------------------------------------------------------

    def emit(self, op: str, inputs: Sequence[Any], outputs: int = 1, **attributes: Any) -> Any:
        """Add a node; returns the name of its output, or a list of several. Arrays become constants."""
        names = [self.name_of(i) for i in inputs]
        while names and not names[-1]:
            names.pop()
        results = [self.export.unique(op.lower()) for _ in range(outputs)]
        attributes = {k: v for k, v in attributes.items() if v is not None}
        self.nodes.append(self.export.onnx.helper.make_node(op, names, results, results[0], **attributes))
        self._made.update(results)
        return results[0] if outputs == 1 else results

    def name_of(self, value: Written) -> str:
        """The name of a result, or of the constant for an array; empty for None."""
        if value is None:
            return ""
        if isinstance(value, ListOf):
            return value.name
        if isinstance(value, str):
            return value
        return self.export.constant(value)

    def own(self, value: Written) -> str:
        """The name of a value as an output of this graph: what comes from outside passes through a node."""
        name = self.name_of(value)
        return name if name in self._made else self.emit("Identity", [name])

    def declare(self, name: str) -> str:
        """A name for an input of this graph."""
        return self.export.unique(name)

    # values --------------------------------------------------------------------------------------------------

    def bind(self, value: Value, written: Written) -> None:
        """Let a value of a graph be what is written for it."""
        self._values[id(value)] = written

    def written(self, value: Value) -> Written:
        """What is written for a value."""
        return self._values[id(value)]

    def inputs(self, op: Operation) -> list[Written]:
        """What is written for the inputs of an operation."""
        return [self._values[id(v)] for v in op.inputs]

    def known(self, op: Operation, index: int, what: str) -> Array:
        """The array that an input must be."""
        value = self.written(op.inputs[index])
        if not isinstance(value, np.ndarray):
            raise NotExportable(f"{what} is computed while the model runs")
        return value

    def int64(self, value: Written, dtype: DType | None = None) -> Written:
        """Integers as ONNX wants them for shapes and indices."""
        if isinstance(value, np.ndarray):
            return value.astype(np.int64)
        return value if dtype is dtypes.int64 else self.cast(value, dtypes.int64)

    def cast(self, value: Written, dtype: DType) -> Written:
        """A value in another dtype."""
        if isinstance(value, np.ndarray):
            return value.astype(dtype.as_numpy_dtype)
        return self.emit("Cast", [value], to=ELEMENT_NUMBERS[dtype])

    def like(self, number: Any, value: Value) -> Array:
        """A constant of the dtype of a value."""
        if value.dtype is dtypes.string:
            raise NotExportable("ONNX computes nothing with strings")
        return np.asarray(number).astype(value.dtype.as_numpy_dtype)

    def shape(self, value: Value) -> Written:
        """The sizes of a value, as int64."""
        dims = value.shape.static_dims
        if dims is not None and None not in dims:
            return np.array(dims, np.int64)
        return self.emit("Shape", [self.written(value)])

    def vector(self, *parts: Written) -> Written:
        """Integers, scalars and vectors as one vector of int64."""
        arrays = [np.atleast_1d(np.asarray(p, np.int64)) if not isinstance(p, str) else p for p in parts]
        if all(isinstance(a, np.ndarray) for a in arrays):
            return np.concatenate([a for a in arrays if isinstance(a, np.ndarray)] or [np.zeros(0, np.int64)])
        return arrays[0] if len(arrays) == 1 else self.emit("Concat", arrays, axis=0)

    def transpose(self, value: Written, order: Sequence[int]) -> Written:
        """A value with its axes permuted."""
        if list(order) == list(range(len(order))):
            return value
        if isinstance(value, np.ndarray):
            return np.ascontiguousarray(np.transpose(value, order))
        return self.emit("Transpose", [value], perm=list(order))

    def reshape(self, value: Written, shape: Written) -> Written:
        """A value in another shape."""
        if isinstance(value, np.ndarray) and isinstance(shape, np.ndarray):
            return value.reshape(shape)
        return self.emit("Reshape", [value, shape], allowzero=1 if _has_zero(shape) else None)

    def unsqueeze(self, value: Written, axes: Sequence[int]) -> Written:
        """A value with axes of size 1."""
        if isinstance(value, np.ndarray):
            return np.expand_dims(value, tuple(axes))
        return self.emit("Unsqueeze", [value, np.array(axes, np.int64)])

    def squeeze(self, value: Written, axes: Sequence[int]) -> Written:
        """A value without axes of size 1."""
        if isinstance(value, np.ndarray):
            return np.squeeze(value, tuple(axes))
        return self.emit("Squeeze", [value, np.array(axes, np.int64)])

    # graphs --------------------------------------------------------------------------------------------------

    def run(self, graph: FuncGraph, inputs: Sequence[Written]) -> list[Written]:
        """Write the operations of a graph for these inputs; returns what is written for its outputs."""
        for value, written in zip(graph.inputs, inputs, strict=True):
            self.bind(value, written)
        arguments = {id(v.op) for v in graph.inputs}
        for op in graph.operations:
            if id(op) not in arguments:
                self._write(op)
        return [self.written(v) for v in graph.outputs]

    def _write(self, op: Operation) -> None:
        results = self._folded(op)
        if results is None:
            results = self._by_rule(op)
        if len(results) != len(op.outputs):
            raise AssertionError(f"{op.type}: {len(results)} results for {len(op.outputs)} outputs")
        for value, result in zip(op.outputs, results, strict=True):
            self.bind(value, result)

    def _by_rule(self, op: Operation) -> list[Written]:
        write = RULES.get(op.type)
        try:
            if write is None:
                raise NotExportable(_REASONS.get(op.record.effect, "it has an effect"))
            if any(v.dtype.is_complex for v in (*op.inputs, *op.outputs)):
                raise NotExportable("ONNX computes nothing with complex numbers")
            result = write(self, op)
        except NotExportable as error:
            self.export.problems.append((op, str(error)))
            return [self.export.unique("missing") for _ in op.outputs]
        return list(result) if isinstance(result, (list, tuple)) else [result]

    def _folded(self, op: Operation) -> list[Array] | None:
        """The results of an operation on known arrays."""
        if op.type == "Const":
            return [_as_array(op.attrs["value"])]
        if op.type == "Shape":
            dims = op.inputs[0].shape.static_dims
            if dims is not None and None not in dims:
                return [np.array(dims, op.outputs[0].dtype.as_numpy_dtype)]
        arrays = self.inputs(op)
        sizes = [v.shape.num_elements() for v in op.outputs]
        record = op.record
        plain = record.effect == "none" and not record.runs_code and record.kernel is not None
        if not plain or not arrays or not all(isinstance(a, np.ndarray) for a in arrays):
            return None
        if any(v.dtype in (dtypes.variant, dtypes.resource) for v in op.outputs):
            return None
        if max((s or 0 for s in sizes), default=0) > _LARGEST_FOLDED:
            return None
        results = state.quiet(record.bound_kernel(op.attrs), *record.group(arrays, op.attrs))
        return [np.asarray(results)] if record.single_output else [np.asarray(r) for r in results]


def _as_array(value: Any) -> Array:
    return np.asarray(value)


def _has_zero(shape: Written) -> bool:
    return isinstance(shape, np.ndarray) and 0 in shape


__all__ = ["RULES", "Array", "Export", "ListOf", "NotExportable", "Writer", "Written", "rule"]
