"""Reads ONNX models and checks their structure: a model is untrusted input."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from graphwright.base import errors
from graphwright.base.files import read_regular
from graphwright.base.install import install_command
from graphwright.base.words import with_article
from graphwright.onnx.tensors import NAMES_OF_OTHERS, Message, dtype_of

LARGEST = 2**31 - 1
"""The largest message, in bytes."""

MOST_NODES = 1_000_000
"""The largest number of nodes, initializers and inputs in a model, those of subgraphs and functions included."""

DEEPEST = 20
"""How deep graphs, functions and types may be nested."""

DOMAINS = ("", "ai.onnx", "ai.onnx.ml", "ai.onnx.preview", "ai.onnx.preview.training", "ai.onnx.training")

_GRAPH, _GRAPHS = 5, 10  # the numbers of attribute types


def read_model(model: Any) -> tuple[Message, str | None]:
    """The ModelProto that a path, bytes or a ModelProto are, and the folder of its external data.

    Raises ImportError without the package `onnx`, DataLossError for what is no model, OSError for an unreadable file.
    """
    onnx = onnx_package()
    if isinstance(model, onnx.ModelProto):
        return model, None
    if isinstance(model, (bytes, bytearray, memoryview)):
        return _parsed(onnx, bytes(model), "The model"), None
    path = os.fspath(model)
    if os.path.getsize(path) > LARGEST:
        raise errors.DataLossError(f"{path} has {os.path.getsize(path)} bytes; an ONNX model has at most {LARGEST}.")
    data = read_regular(path)
    return _parsed(onnx, data, path), os.path.dirname(os.path.abspath(path))


def onnx_package() -> Any:
    """The package `onnx`; ImportError that says how to install it."""
    try:
        import onnx
    except ImportError:
        raise ImportError(f"ONNX models need the package onnx: {install_command('onnx')}") from None
    return onnx


def _parsed(onnx: Any, data: bytes, what: str) -> Message:
    from google.protobuf.message import DecodeError

    result = onnx.ModelProto()
    try:
        result.ParseFromString(data)
    except (DecodeError, ValueError, RecursionError) as error:
        raise errors.DataLossError(f"{what} is no ONNX model: {error}.") from None
    if not result.HasField("graph") or not result.opset_import:
        raise errors.DataLossError(f"{what} is no ONNX model: it has no {'graph' if result.opset_import else 'opset'}.")
    return result


def opsets_of(imports: Any, what: str) -> dict[str, int]:
    """The version of each domain; InvalidArgumentError for versions that there are not."""
    result: dict[str, int] = {}
    for entry in imports:
        domain = "" if entry.domain == "ai.onnx" else entry.domain
        if domain in result or entry.version < 1:
            raise errors.InvalidArgumentError(f"{what} imports version {entry.version} of the opset '{domain}'.")
        result[domain] = entry.version
    return result


class Verifier:
    """Checks the graphs of a model: names, order, types, nesting and sizes.

    Raises InvalidArgumentError for the first thing that is wrong.
    """

    def __init__(self, model: Message) -> None:
        self._count = 0
        self._functions = functions_of(model)
        self._model = model

    def verify(self) -> None:
        """Check the model."""
        opsets_of(self._model.opset_import, "The model")
        self._verify_graph(self._model.graph, frozenset(), 0)
        for function in self._model.functions:
            opsets_of(function.opset_import, f"The function '{function.name}'")
            what = f"the function '{function.name}'"
            known = self._distinct(function.input, what)
            known = self._nodes(function.node, known, what, 0)
            self._outputs(function.output, known, what)
        self._acyclic()

    def _counted(self, number: int) -> None:
        self._count += number
        if self._count > MOST_NODES:
            raise errors.InvalidArgumentError(f"The model has more than {MOST_NODES} nodes and initializers.")

    def _verify_graph(self, graph: Message, outer: frozenset[str], depth: int) -> None:
        if depth > DEEPEST:
            raise errors.InvalidArgumentError(f"Graphs of the model are nested more than {DEEPEST} deep.")
        what = f"the graph '{graph.name}'"
        if graph.sparse_initializer:
            raise errors.UnimplementedError(f"The sparse initializers of {what} are not supported.")
        self._counted(len(graph.initializer) + len(graph.input))
        inputs = self._distinct((i.name for i in graph.input), what)
        constants = self._distinct((t.name for t in graph.initializer), what)
        for info in graph.input:
            if info.HasField("type"):
                check_type(info.type, f"The input '{info.name}'", 0)
        known = self._nodes(graph.node, outer | inputs | constants, what, depth, inputs | constants)
        self._outputs((o.name for o in graph.output), known, what)

    def _distinct(self, names: Any, what: str) -> frozenset[str]:
        listed = list(names)
        found = frozenset(listed)
        if len(found) != len(listed) or "" in found:
            raise errors.InvalidArgumentError(
                f"Inputs or initializers of {what} have no name, or one that occurs twice."
            )
        return found

    def _outputs(self, names: Any, known: frozenset[str], what: str) -> None:
        for name in names:
            if name not in known:
                raise errors.InvalidArgumentError(f"The output '{name}' of {what} is the result of no node.")

    def _nodes(
        self, nodes: Any, known: frozenset[str], what: str, depth: int, own: frozenset[str] = frozenset()
    ) -> frozenset[str]:
        self._counted(len(nodes))
        visible, made = set(known), set(own)
        for node in nodes:
            missing = [name for name in node.input if name and name not in visible]
            if missing:
                raise errors.InvalidArgumentError(
                    f"The node '{node.name}' ({node.op_type}) of {what} uses '{missing[0]}', which no node before it "
                    "makes: nodes must be in the order of their use, without cycles."
                )
            self._subgraphs(node, frozenset(visible), depth)
            results = [name for name in node.output if name]
            twice = [name for name in results if name in made]
            if twice or len(set(results)) != len(results):
                raise errors.InvalidArgumentError(
                    f"The node '{node.name}' ({node.op_type}) of {what} makes '{(twice or results)[0]}' a second time."
                )
            made.update(results)
            visible.update(results)
        return frozenset(visible)

    def _subgraphs(self, node: Message, visible: frozenset[str], depth: int) -> None:
        if len({a.name for a in node.attribute}) != len(node.attribute):
            raise errors.InvalidArgumentError(f"The node '{node.name}' ({node.op_type}) has an attribute twice.")
        for graph in graphs_of(node):
            self._verify_graph(graph, visible, depth + 1)

    def _acyclic(self) -> None:
        """Functions call no functions that call them."""
        called = {key: self._calls(function.node) for key, function in self._functions.items()}
        height: dict[tuple[str, str], int] = {}

        def visit(key: tuple[str, str], depth: int) -> int:
            if depth > DEEPEST:
                raise errors.InvalidArgumentError(
                    f"The function '{key[1]}' calls itself, or functions are nested more than {DEEPEST} deep."
                )
            if key not in height:
                height[key] = 1 + max((visit(k, depth + 1) for k in called[key]), default=0)
            return height[key]

        for key in called:
            visit(key, 0)

    def _calls(self, nodes: Any) -> set[tuple[str, str]]:
        found: set[tuple[str, str]] = set()
        for node in nodes:
            key = (domain_of(node), node.op_type)
            if key in self._functions:
                found.add(key)
            for graph in graphs_of(node):
                found |= self._calls(graph.node)
        return found


def functions_of(model: Message) -> Mapping[tuple[str, str], Message]:
    """The functions of a model, by domain and name; InvalidArgumentError for two of one name."""
    result: dict[tuple[str, str], Message] = {}
    for function in model.functions:
        key = ("" if function.domain == "ai.onnx" else function.domain, function.name)
        if key in result:
            raise errors.InvalidArgumentError(f"The model has two functions '{function.name}'.")
        result[key] = function
    return result


def domain_of(node: Message) -> str:
    """The domain of a node, that of ONNX itself as the empty string."""
    return "" if node.domain == "ai.onnx" else str(node.domain)


def graphs_of(node: Message) -> Iterator[Message]:
    """The graphs among the attributes of a node."""
    for attribute in node.attribute:
        if attribute.type == _GRAPH:
            yield attribute.g
        elif attribute.type == _GRAPHS:
            yield from attribute.graphs


def check_type(proto: Message, what: str, depth: int) -> None:
    """InvalidArgumentError for a type that there is not."""
    kind = proto.WhichOneof("value")
    if kind == "tensor_type":
        if proto.tensor_type.elem_type not in NAMES_OF_OTHERS:
            dtype_of(proto.tensor_type.elem_type, what)
        for dim in proto.tensor_type.shape.dim:
            if dim.WhichOneof("value") == "dim_value" and dim.dim_value < 0:
                raise errors.InvalidArgumentError(f"{what} has a dimension of size {dim.dim_value}.")
    elif kind in ("sequence_type", "optional_type"):
        if depth > DEEPEST:
            raise errors.InvalidArgumentError(f"The type of {what} is nested more than {DEEPEST} deep.")
        check_type(getattr(proto, kind).elem_type, what, depth + 1)
    elif kind is not None:
        raise errors.UnimplementedError(
            f"{what} is {with_article(kind.removesuffix('_type'))}, which is not supported."
        )


__all__ = ["Verifier", "domain_of", "functions_of", "graphs_of", "onnx_package", "opsets_of", "read_model"]
