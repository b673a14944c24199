"""The function of jax under construction: operations lowered one by one, for sizes that are known.

Each operation is applied anew to values of the sizes met, so that its rule sees types without unknown dimensions, and
shapes as constants. What only depends on constants is computed while lowering, as the sizes of further operations may
follow from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, Final

import jax.numpy as jnp
import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import from_numpy
from graphwright.ir.emit import Unsupported
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value, infer
from graphwright.ir.lowering import Decompose
from graphwright.ir.record import OpRecord, lookup
from graphwright.ir.types import TensorType, tensor_type
from graphwright.runtime.xla.emitter import DTYPES
from graphwright.runtime.xla.lists import ListBuffer
from graphwright.runtime.xla.table import lowering_of

MOST_FOLDED: Final = 4096
"""Elements of a result that is computed while lowering."""


class Handle:
    """The variable of this number among those that a segment reads or writes."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number


class Opaque:
    """A value that stays outside: text, datasets and other objects."""


class Block:
    """Operations that run one after the other inside one function of jax, with the state that they change.

    Attributes:
      states: the current value of each variable, by number; None before its first assignment.
      written: the numbers of the variables that are assigned to.
      failures: bools, of which one is true where an operation has to be refused.
      axis: the axis of the mesh along which the replicas of the program are counted; None where there is one.
      layouts: the shardings of values, as far as they are known: of arguments on a mesh, and of `Relayout`.
      made_by: of results that need it, the method of the emitter that gave them.
      lenient: whether indices out of range give zeros instead of an error, as TensorFlow documents it for GPUs.
    """

    def __init__(self, outer: Block | None = None, lenient: bool = False) -> None:
        self.lenient: bool = lenient if outer is None else outer.lenient
        self.graph: FuncGraph = FuncGraph("lowered") if outer is None else outer.graph
        self.data: dict[Value, Any] = {} if outer is None else outer.data
        self.layouts: dict[Value, Any] = {} if outer is None else outer.layouts
        self.made_by: dict[Value, str] = {} if outer is None else outer.made_by
        self.calls: tuple[FuncGraph, ...] = () if outer is None else outer.calls
        self.states: dict[int, Any] = {} if outer is None else dict(outer.states)
        self.written: set[int] = set() if outer is None else set(outer.written)
        self.failures: list[Any] = []
        self.axis: str | None = None if outer is None else outer.axis
        self.origin: Operation | None = None if outer is None else outer.origin

    def inner(self) -> Block:
        """A block for a branch or for a round of a loop, which begins with the state of this one."""
        return Block(self)

    # values ------------------------------------------------------------------------------------------------

    def constant(self, array: Any) -> Value:
        """A value that is known while lowering."""
        array = np.asarray(array)
        record = lookup("Const")
        assert record is not None
        dtype = from_numpy(array.dtype)
        type_ = tensor_type(dtype, array.shape)
        value: Value = self._operation(record, [], {"value": array, "dtype": dtype}, [type_]).outputs[0]
        return value

    def value(self, payload: Any, type_: TensorType) -> Value:
        """A value that comes from outside: an argument of the function."""
        record = lookup("Placeholder")
        assert record is not None
        value: Value = self._operation(record, [], {"dtype": type_.dtype, "shape": type_.shape}, [type_]).outputs[0]
        self.data[value] = payload
        return value

    def array(self, value: Value) -> Any:
        """The array of a value: jax's, or NumPy's where it is known."""
        known = constant_value(value)
        found = self.data.get(value) if known is None else known
        if isinstance(found, (Handle, Opaque, ListBuffer)) or found is None or value.dtype.name not in DTYPES:
            raise Unsupported(f"{value.dtype.name} stays outside of compiled programs")
        return found

    def traced(self, value: Value) -> Any:
        """The same as an array of jax always."""
        return jnp.asarray(self.array(value))

    def list_of(self, value: Value) -> ListBuffer:
        """The list behind a value."""
        found = self.data.get(value)
        if not isinstance(found, ListBuffer):
            raise Unsupported("the list stays outside of compiled programs")
        return found

    def variable(self, value: Value) -> int:
        """The number of the variable behind a handle."""
        found = self.data.get(value)
        if not isinstance(found, Handle):
            raise Unsupported("the resource stays outside of compiled programs")
        return found.number

    def require(self, holds: Any) -> None:
        """Note that a bool must hold; where it does not the reference runs, which raises the documented error."""
        if isinstance(holds, (bool, np.bool_)) or (isinstance(holds, np.ndarray) and not holds.ndim):
            if not holds:
                raise Unsupported("its inputs are refused")
            return
        self.failures.append(jnp.logical_not(holds))

    def in_range(self, inside: Any, result: Any = None, instead: Any = 0) -> Any:
        """The elements of a result whose indices are inside; where one is not, an error, or `instead` if lenient."""
        if not self.lenient:
            self.require(jnp.all(inside))
        elif result is not None:
            return jnp.where(inside, result, jnp.asarray(instead, result.dtype))
        return result

    def failed(self) -> Any:
        """Whether an operation had to be refused, as one bool of jax; None where none can be."""
        if not self.failures:
            return None
        result = self.failures[0]
        for other in self.failures[1:]:
            result = result | other
        return result

    # operations --------------------------------------------------------------------------------------------

    def lower(self, op: Operation, inputs: Sequence[Value]) -> list[Value]:
        """An operation of the program applied to values of this block; raises `Unsupported` where it cannot be."""
        self.origin = op
        return self.apply(op.record, inputs, op.attrs)

    def apply(self, record: OpRecord, inputs: Sequence[Value], attrs: Mapping[str, Any]) -> list[Value]:
        """The outputs of an op on values of this block."""
        types = self._inferred(record, inputs, attrs)
        folded = self._folded(record, inputs, attrs, types)
        if folded is not None:
            return folded
        op = self._operation(record, inputs, dict(attrs), types)
        write = lowering_of(record)
        if write is None:
            if not isinstance(record.native, Decompose):
                raise Unsupported("there is no rule for it")
            return self._decomposed(record.native, op)
        results = write(self, op)
        return [self._bound(value, result) for value, result in zip(op.outputs, results, strict=True)]

    def _decomposed(self, rule: Decompose, op: Operation) -> list[Value]:
        try:
            outputs: list[Value] = rule.build(Parts(self), op, *op.inputs)
        except errors.OpError as error:  # a rule that is not for these operands
            raise Unsupported(str(error)) from error
        return outputs

    def _inferred(self, record: OpRecord, inputs: Sequence[Value], attrs: Mapping[str, Any]) -> list[TensorType]:
        try:
            types, _ = infer(record, inputs, [v.type for v in inputs], attrs)
        except Exception as error:  # the kernel says what is wrong
            raise Unsupported("its inputs are refused") from error
        return types

    def _folded(
        self, record: OpRecord, inputs: Sequence[Value], attrs: Mapping[str, Any], types: Sequence[TensorType]
    ) -> list[Value] | None:
        """The results where they follow from constants and sizes; None where they do not."""
        if record.effect != "none" or record.runs_code or record.kernel is None or not types:
            return None
        if any(not t.is_static or prod(t.dims) > MOST_FOLDED for t in types):  # type: ignore[arg-type]
            return None
        if record.name in ("Shape", "ShapeN", "Size", "Rank") and all(v.type.is_static for v in inputs):
            known: list[Any] = [np.broadcast_to(np.int8(0), v.type.dims) for v in inputs]  # type: ignore[arg-type]
        else:
            known = [constant_value(v) for v in inputs]
            if any(array is None for array in known) or any(v.dtype.name not in DTYPES for v in inputs):
                return None
        try:
            with np.errstate(all="ignore"):
                found = record.bound_kernel(attrs)(*record.group(known, attrs))
        except Exception as error:  # when the program runs it is raised in its place
            raise Unsupported("its inputs are refused") from error
        arrays = (found,) if record.single_output else found
        if any(not isinstance(a, (np.ndarray, np.generic)) for a in arrays):
            return None
        return [self.constant(a) for a in arrays]

    def _bound(self, value: Value, result: Any) -> Value:
        """A result bound to the output that it is of; a `Value` takes the output's place."""
        if isinstance(result, Value):
            return result
        if not isinstance(result, (Handle, Opaque, ListBuffer)):
            expected = value.type
            found = tensor_type(from_numpy(np.dtype(result.dtype)), tuple(map(int, result.shape)))
            if found is not expected:
                fits = found.dtype is expected.dtype and found.shape.is_compatible_with(expected.shape)
                if not fits:
                    raise TypeError(f"{value.op.type} gave {found!r} in place of {expected!r}")
                value.type = found
        self.data[value] = result
        return value

    def _operation(
        self, record: OpRecord, inputs: Sequence[Value], attrs: dict[str, Any], types: Sequence[TensorType]
    ) -> Operation:
        origin = self.origin
        name, location = ("", None) if origin is None else (origin.name, origin.location)
        return Operation(self.graph, record, name, inputs, attrs, types, location, origin)

    # graphs ------------------------------------------------------------------------------------------------

    def inline(self, graph: FuncGraph, inputs: Sequence[Value]) -> list[Value]:
        """The outputs of a graph whose operations run here; those that nothing needs are left out."""
        if graph in self.calls:
            raise Unsupported("a recursive call")
        values = dict(zip(graph.inputs, inputs, strict=True))
        outer, self.calls = self.calls, (*self.calls, graph)
        try:
            for op in needed(graph):
                found = self.lower(op, [values[v] for v in op.inputs])
                values.update(zip(op.outputs, found, strict=True))
        finally:
            self.calls = outer
        return [values[v] for v in graph.outputs]


def needed(graph: FuncGraph) -> list[Operation]:
    """The operations of a graph that an output or an effect needs, without its arguments."""
    arguments = {v.op for v in graph.inputs}
    wanted: set[Value] = set(graph.outputs)
    kept: list[Operation] = []
    for op in reversed(graph.operations):
        if op not in arguments and (not op.record.prunable or not wanted.isdisjoint(op.outputs)):
            kept.append(op)
            wanted.update(op.inputs)
    return kept[::-1]


class Parts:
    """What decompositions build with: ops that are lowered at once."""

    def __init__(self, block: Block) -> None:
        self.block = block

    def __call__(self, name: str, *inputs: Any, **attrs: Any) -> Any:
        record = lookup(name)
        assert record is not None, name
        flat = [v for item in inputs for v in (item if isinstance(item, (list, tuple)) else (item,))]
        outputs = self.block.apply(record, flat, record.complete(inputs, attrs))
        return outputs[0] if record.single_output else outputs

    def const(self, array: Any) -> Value:
        """A constant."""
        return self.block.constant(array)
