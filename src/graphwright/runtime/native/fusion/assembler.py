"""Builds the operations that an op is decomposed into."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import from_numpy
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import infer
from graphwright.ir.record import OpRecord, lookup
from graphwright.ir.types import tensor_type


class Assembler:
    """What a decomposition builds with: `b(name, *inputs, **attrs)` gives the new op's output or outputs."""

    def __init__(self, origin: Operation) -> None:
        self.origin = origin
        self.made: list[Operation] = []

    def __call__(self, name: str, *inputs: Any, **attrs: Any) -> Any:
        record = lookup(name)
        assert record is not None, name
        flat = [v for item in inputs for v in (item if isinstance(item, (list, tuple)) else (item,))]
        complete = record.complete(inputs, attrs)
        types, _ = infer(record, flat, [v.type for v in flat], complete)
        outputs = self._add(record, flat, complete, types)
        return outputs[0] if record.single_output else outputs

    def const(self, array: Any) -> Value:
        """A constant."""
        value = np.asarray(array)
        dtype = from_numpy(value.dtype)
        record = lookup("Const")
        assert record is not None
        return self._add(record, [], {"value": value, "dtype": dtype}, [tensor_type(dtype, value.shape)])[0]

    def again(self, op: Operation, inputs: list[Value], attrs: dict[str, Any], types: Any) -> list[Value]:
        """An operation with other inputs, attributes and types of its results."""
        return self._add(op.record, inputs, attrs, types)

    def _add(self, record: OpRecord, flat: list[Value], attrs: dict[str, Any], types: Any) -> list[Value]:
        origin = self.origin
        op = Operation(origin.graph, record, origin.name, flat, attrs, types, origin.location, origin.origin or origin)
        self.made.append(op)
        return op.outputs


#: The ops that read a variable and write it again, and the arithmetic between.
UPDATES: Final = {"AssignAddVariableOp": "AddV2", "AssignSubVariableOp": "Sub"}


def read_and_assign(op: Operation) -> list[Operation]:
    """An update of a variable as a read, the arithmetic, and an assignment, so that it fuses with what it adds.

    The interpreter is held in between: no other thread can come between the read and the assignment.
    """
    builder = Assembler(op)
    resource, delta = op.inputs
    current = builder("ReadVariableOp", resource, dtype=delta.type.dtype)
    builder("AssignVariableOp", resource, builder(UPDATES[op.type], current, delta))
    return builder.made


def without_outputs(op: Operation) -> Operation:
    """The operation as one that gives nothing: it stands for a check of its inputs."""
    return Operation(op.graph, op.record, op.name, op.inputs, op.attrs, [], op.location, op.origin)
