"""The backward graph: where the gradient of a graph is built, and how it reaches forward values."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import from_numpy
from graphwright.core.context import as_default_graph, state
from graphwright.core.dispatch import require
from graphwright.core.tensor import EagerTensor, SymbolicTensor
from graphwright.core.tracing import TracingGraph
from graphwright.ir.funcgraph import next_function_name
from graphwright.ir.graph import Operation
from graphwright.ir.record import OpRecord
from graphwright.ir.types import tensor_type

# ops that need only the shape of a forward value; they are added to the forward graph, so that their small result
# is saved instead of the value
_SHAPE_QUERIES = frozenset({"Rank", "Shape", "Size", "TensorListElementShape", "TensorListLength"})


class BackwardGraph(TracingGraph):
    """The gradient of a graph under construction; the forward graph is its outer graph.

    Every forward value that a gradient rule uses becomes a capture, and so is known to be needed.
    """

    def __init__(self, forward: TracingGraph) -> None:
        super().__init__(next_function_name(f"{forward.name}_backward"), forward)
        self.forward = forward
        self.seed = forward.seed
        self._shape_queries: dict[tuple[Any, ...], Operation] = {}

    @contextlib.contextmanager
    def building(self) -> Iterator[None]:
        """Build into this graph inside the block, seen by no tape."""
        with as_default_graph(self):
            state.tapes = ()
            yield

    def make_op(self, record: OpRecord, inputs: Sequence[Any], attrs: dict[str, Any], name: str) -> Operation:
        """Add an operation; one that needs only the shape of a forward value is added to the forward graph."""
        if record.name not in _SHAPE_QUERIES:
            return super().make_op(record, inputs, attrs, name)
        value = self.resolve(inputs[0])
        if not isinstance(value, SymbolicTensor) or value.op.graph is not self.forward:
            return super().make_op(record, inputs, attrs, name)
        known = _static_answer(record.name, value, attrs)
        if known is not None:
            const = require("Const")
            dtype = from_numpy(known.dtype)
            return self.add_op(const, (), {"value": known, "dtype": dtype}, [tensor_type(dtype, known.shape)], name)
        if self.is_available(value):
            return super().make_op(record, [value], attrs, name)
        key = (record.name, id(value), *attrs.values())
        result = self._shape_queries.get(key)
        if result is None:
            unique = self.forward.unique_name(name)
            result = self._shape_queries[key] = self.forward.make_op(record, [value], attrs, unique)
        return result

    def is_available(self, value: SymbolicTensor) -> bool:
        """Whether a forward value is available here anyway, so that saving only its shape gains nothing."""
        return False

    def resolve(self, tensor: Any) -> Any:
        """The forward value, outer value or value of this graph that a tensor refers to."""
        if isinstance(tensor, SymbolicTensor):
            tensor = self._in_scope(tensor)
        if isinstance(tensor, (SymbolicTensor, EagerTensor)):
            return self.forward._capture_of.get(id(tensor), tensor)
        return tensor

    def capture(self, tensor: Any, name: str | None = None) -> SymbolicTensor:
        """The value inside this graph for a forward value or an outer tensor."""
        return super().capture(self.resolve(tensor), name)

    def drop_unused(self, results: Sequence[Any]) -> None:
        """Remove what the results do not need, captures above all: rules also compute unneeded gradients.

        Nothing may be built afterwards that could refer to what was removed.
        """
        used = {id(v) for v in results}
        retained = []
        for op in reversed(self.operations):
            if not op.record.prunable or any(id(v) in used for v in op.outputs):
                used.update(id(v) for v in op.inputs)
                retained.append(op)
        captured = list(zip(self.internal_captures, self.captures, strict=True))
        declared = self.arguments
        passed = {id(v.op) for v in declared}
        left = {id(op) for op in retained} | passed
        self.operations = [op for op in self.operations if id(op) in left]
        self._by_name = {op.name: op for op in self.operations}
        captured = [(inner, outer) for inner, outer in captured if id(inner) in used]
        self.inputs = [*declared, *(inner for inner, _ in captured)]
        self.captures = [outer for _, outer in captured]

    def _remakes(self, constant: SymbolicTensor) -> bool:
        return True


def _static_answer(question: str, value: SymbolicTensor, attrs: dict[str, Any]) -> Any:
    """The result if the static type of the value determines it."""
    type_ = value.type
    if question == "Rank" and type_.rank is not None:
        return np.array(type_.rank, np.int32)
    if not type_.is_static or question not in ("Shape", "Size"):
        return None
    return np.array(type_.dims if question == "Shape" else math.prod(type_.dims or ()), attrs["out_type"].numpy)  # type: ignore[arg-type]


__all__ = ["BackwardGraph"]
