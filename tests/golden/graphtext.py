"""A GraphDef as short text that two writers of the same program agree on.

Numbers that count functions in the process are replaced, functions are sorted, and the serialised
configuration of TensorFlow's devices is left out. Works on the messages of any protobuf pool.
"""

from __future__ import annotations

import re
from typing import Any

_SERIAL = re.compile(r"(__inference_\w+?|_(?:true|false|body|cond|branch\d+))_\d+\b")


def _short(message: Any) -> str:
    """The text form of a message on one line."""
    return " ".join(str(message).split())


def _node(node: Any) -> str:
    attrs = " ".join(f"{k}=({_short(node.attr[k])})" for k in sorted(node.attr) if k != "config_proto")
    return f"{node.name} = {node.op}({', '.join(node.input)}) {attrs}".rstrip()


def _function(function: Any) -> list[str]:
    signature = function.signature
    inputs = ", ".join(f"{a.name}: {a.type}" for a in signature.input_arg)
    outputs = ", ".join(f"{a.name}: {a.type}" for a in signature.output_arg)
    lines = [f"function {signature.name}({inputs}) -> ({outputs})" + " stateful" * signature.is_stateful]
    lines += [f"  {_node(n)}" for n in function.node_def]
    lines += [f"  return {k} = {v}" for k, v in sorted(function.ret.items())]
    lines += [f"  effect {k} = {v}" for k, v in sorted(function.control_ret.items())]
    lines += [f"  attribute {k} = {_short(v)}" for k, v in sorted(function.attr.items())]
    for index in sorted(function.arg_attr):
        attrs = sorted(function.arg_attr[index].attr.items())
        lines.append(f"  argument {index} " + " ".join(f"{k}=({_short(v)})" for k, v in attrs))
    assert list(signature.control_output) == sorted(function.control_ret)
    return lines


def graph_text(graph: Any) -> list[str]:
    """One line a node, first of the graph, then of each of its functions."""
    lines = [_node(n) for n in graph.node]
    functions = sorted(("\n".join(_function(f)) for f in graph.library.function), key=lambda t: _SERIAL.sub(r"\1_N", t))
    for text in functions:
        lines += text.split("\n")
    lines.append(f"versions {_short(graph.versions)}")
    return [_SERIAL.sub(r"\1_N", line) for line in lines]


class _Body:
    """The nodes of a graph or function as numbered lines, in an order that does not depend on names.

    A line is `2 = Mul(in 0, 1.1, T=..., after 0)`; an Identity is replaced by its input. What no result and
    no effect needs is not there.
    """

    def __init__(self, nodes: Any, arguments: list[str], library: dict[str, Any]) -> None:
        self.nodes = {n.name: n for n in nodes}
        self.arguments = {name: f"in {i}" for i, name in enumerate(arguments)}
        self.library = library
        self.numbers: dict[str, int] = {}
        self.lines: list[str] = []

    def value(self, reference: str) -> str:
        """What an input such as `x`, `cond:1` or `cond:output:1` stands for."""
        if reference in self.arguments:
            return self.arguments[reference]
        name, _, output = reference.partition(":")
        node = self.nodes[name]
        if node.op == "Identity":
            return self.value(node.input[0])
        index = output.rpartition(":")[2]
        return f"{self.number(name)}" + (f".{index}" if index not in ("", "0") else "")

    def number(self, name: str) -> int:
        """The number of a node's line, which follows those of all that it needs."""
        if name not in self.numbers:
            node = self.nodes[name]
            parts = [self.value(i) for i in node.input if not i.startswith("^")]
            waits = sorted(self.number(i[1:]) for i in node.input if i.startswith("^"))
            kept = [k for k in sorted(node.attr) if not k.startswith("_") and k != "config_proto"]
            parts += [f"{k}={self.attribute(node.attr[k])}" for k in kept]
            parts += [f"after {number}" for number in waits]
            self.numbers[name] = len(self.lines)
            self.lines.append(f"{len(self.lines)} = {node.op}({', '.join(parts)})")
        return self.numbers[name]

    def attribute(self, value: Any) -> str:
        """An attribute's value; functions as their bodies."""
        functions = [value.func] if value.HasField("func") else list(value.list.func)
        if not functions:
            return _short(value)
        return ", ".join("{" + "; ".join(self.function(self.library[f.name])) + "}" for f in functions)

    def function(self, definition: Any) -> list[str]:
        """The lines of a function."""
        signature = definition.signature
        body = _Body(definition.node_def, [a.name for a in signature.input_arg], self.library)
        return body.all_lines([definition.ret[a.name] for a in signature.output_arg], set(definition.control_ret))

    def all_lines(self, outputs: list[str], effects: set[str]) -> list[str]:
        """The lines that outputs and effects need, then what is returned and done."""
        returned = [self.value(o) for o in outputs]
        done = [str(self.number(name)) for name in self.nodes if name in effects]
        return [*self.lines, f"return {', '.join(returned)}", *([f"do {', '.join(done)}"] if done else [])]


def structure(function: Any, graph: Any) -> list[str]:
    """What a function (a FunctionDef; `graph` has those it calls) returns and does, without any names."""
    return _Body([], [], {f.signature.name: f for f in graph.library.function}).function(function)
