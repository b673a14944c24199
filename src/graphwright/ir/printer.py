"""A graph as text, for reading."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.base.shape import Symbol, TensorShape
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Graph, Operation, Value
from graphwright.ir.types import TensorType

_SHOWN = 8  # elements of a constant


def print_graph(graph: Graph) -> str:
    """The operations of a graph in program order, and behind them the functions it names.

    An unknown size is a letter: the same letter stands for the same size within one function.

    >>> from graphwright.ir.funcgraph import FuncGraph
    >>> print(print_graph(FuncGraph("nothing")))
    function nothing() {
      return
    }
    """
    return "\n\n".join(FunctionPrinter(g).text() for g in (graph, *graph.functions()))


class FunctionPrinter:
    """The text of one function; its letters stand for its unknown sizes."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._letters: dict[Symbol, str] = {}

    def text(self) -> str:
        graph = self.graph
        provided = graph.inputs if isinstance(graph, FuncGraph) else []
        captured = len(graph.captures) if isinstance(graph, FuncGraph) else 0
        arguments, captures = provided[: len(provided) - captured], provided[len(provided) - captured :]
        head = f"function {graph.name}({self._declared(arguments)})"
        if captures:
            head += f" captures ({self._declared(captures)})"
        inputs = {v.op for v in provided}
        lines = [self._line(op) for op in graph.operations if op not in inputs]
        if isinstance(graph, FuncGraph):
            lines.append("  return" + "".join(f"{',' if i else ''} {_name(v)}" for i, v in enumerate(graph.outputs)))
        return "\n".join([f"{head} {{", *lines, "}"])

    def _declared(self, values: Iterable[Value]) -> str:
        return ", ".join(f"{_name(v)}: {self.type_text(v.type)}" for v in values)

    def _line(self, op: Operation) -> str:
        results = ", ".join(self.type_text(v.type) for v in op.outputs)
        text = f"  {op.name} = {op.type}({', '.join(map(_name, op.inputs))})"
        attrs = ", ".join(f"{n}={self.attr_text(a)}" for n, a in op.attrs.items() if n in op.record.kernel_attrs)
        if attrs:
            text += f" [{attrs}]"
        if results:
            text += f": {results}"
        if op.control_inputs:
            text += f" after {', '.join(o.name for o in op.control_inputs)}"
        return text

    def type_text(self, type_: TensorType) -> str:
        """A type in short: `float32[a,3]`."""
        if type_.dims is None:
            return f"{type_.dtype.name}[...]"
        return (
            f"{type_.dtype.name}[{','.join(self._letter(d) if isinstance(d, Symbol) else str(d) for d in type_.dims)}]"
        )

    def _letter(self, symbol: Symbol) -> str:
        """a to z, then a1 to z1 and so on, in order of first use."""
        count = len(self._letters)
        return self._letters.setdefault(symbol, chr(97 + count % 26) + (str(count // 26) if count >= 26 else ""))

    def attr_text(self, attribute: Any) -> str:
        """An attribute's value; of a large array only what it is."""
        if isinstance(attribute, Graph):
            return f"@{attribute.name}"
        if isinstance(attribute, DType):
            return attribute.name
        if isinstance(attribute, TensorShape):
            dims = attribute.symbolic
            return "[...]" if dims is None else f"[{','.join('?' if isinstance(d, Symbol) else str(d) for d in dims)}]"
        if isinstance(attribute, np.ndarray):
            return _array(attribute)
        if isinstance(attribute, (list, tuple)):
            return f"({', '.join(map(self.attr_text, attribute))})"
        return repr(attribute)


def _name(value: Value) -> str:
    """`op`, or `op:index` for an operation with several outputs."""
    return value.name if len(value.op.outputs) > 1 else value.op.name


def _array(array: np.ndarray[Any, Any]) -> str:
    if array.size > _SHOWN:
        return f"<{array.dtype} array of shape {array.shape}>"
    return str(array.tolist())
