"""The largest arrays of a graph with the lines that make them: what a reader needs where memory has run out."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Final

from graphwright.ir.graph import Graph, Operation, Value
from graphwright.ir.lowering import Alias, Strided

_SHOWN: Final = 3
_LEAST: Final = 1 << 20  # bytes of an array that is worth a line


def largest_arrays(graph: Graph) -> list[tuple[int, Value]]:
    """The largest results of operations whose sizes are known, with their bytes; views of others are none."""
    found = [(size, value) for op in graph.operations for size, value in _sizes(op) if size >= _LEAST]
    return sorted(found, key=lambda pair: -pair[0])[:_SHOWN]


def _sizes(op: Operation) -> Iterator[tuple[int, Value]]:
    if op.type == "Placeholder" or isinstance(op.record.native, (Alias, Strided)):
        return
    for value in op.outputs:
        dims = value.type.dims
        if dims is not None and value.type.is_static and value.dtype.numpy.kind != "O":
            yield prod(dim for dim in dims if isinstance(dim, int)) * value.dtype.size, value


def described_largest(graph: Graph) -> str:
    """The largest arrays, one a line with the user's line below it; empty where none is large.

    >>> graph = tf.function(lambda x: x @ x).get_concrete_function(tf.TensorSpec([1000, 1000])).graph
    >>> print(described_largest(graph))  # doctest: +ELLIPSIS
    The largest arrays of this graph:
      4,000,000 bytes (0.00373 GiB): float32[1000,1000] of MatMul 'matmul'...
    """
    lines = []
    for size, value in largest_arrays(graph):
        location = (value.op.origin or value.op).location
        text = f"  {size:,} bytes ({size / (1 << 30):.3g} GiB): {value.type!r} of {value.op.type} '{value.op.name}'"
        lines.append(f"{text}, {location}" if location else text)
    return "\n".join(["The largest arrays of this graph:", *lines]) if lines else ""


__all__ = ["described_largest", "largest_arrays"]
