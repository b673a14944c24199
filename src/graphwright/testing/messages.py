"""Comparison of protocol buffers."""

from __future__ import annotations

import difflib
import math
from typing import Any

from google.protobuf import text_format


def message_difference(expected: Any, actual: Any, relative_tolerance: float | None = None) -> str:
    """How a message differs from an expected one, which may be text; "" if it does not."""
    if not hasattr(actual, "DESCRIPTOR") or not (isinstance(expected, (str, bytes)) or hasattr(expected, "DESCRIPTOR")):
        return f"Can't compare protos of type {type(expected)} and {type(actual)}."
    if isinstance(expected, bytes):
        expected = expected.decode()
    if isinstance(expected, str):
        expected = text_format.Parse(expected, type(actual)())
    if _same(expected, actual, relative_tolerance or 0.0):
        return ""
    first, second = (text_format.MessageToString(m).splitlines() for m in (expected, actual))
    return "\n".join(difflib.unified_diff(first, second, "expected", "actual", lineterm=""))


def _same(a: Any, b: Any, tolerance: float) -> bool:
    if not tolerance:
        return bool(a == b)
    if hasattr(a, "DESCRIPTOR") and hasattr(b, "DESCRIPTOR"):
        first, second = ({f.name: v for f, v in m.ListFields()} for m in (a, b))
        return first.keys() == second.keys() and all(_same(v, second[n], tolerance) for n, v in first.items())
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, rel_tol=tolerance) or (math.isnan(a) and math.isnan(b))
    if hasattr(a, "keys"):
        return a.keys() == b.keys() and all(_same(v, b[k], tolerance) for k, v in a.items())
    if not isinstance(a, (str, bytes)) and hasattr(a, "__len__"):
        return len(a) == len(b) and all(_same(x, y, tolerance) for x, y in zip(a, b, strict=True))
    return bool(a == b)


def assert_equal_graph_def(expected: Any, actual: Any) -> None:
    """Compare two GraphDef messages, whatever the order of their nodes.

    Raises AssertionError if they differ, TypeError for another message than a GraphDef.

    >>> @tf.function
    ... def f(x):
    ...     return x + 1
    >>> graph = f.get_concrete_function(tf.TensorSpec([])).graph.as_graph_def()
    >>> tf.test.assert_equal_graph_def(graph, graph)
    """
    for name, message in (("expected", expected), ("actual", actual)):
        if getattr(getattr(message, "DESCRIPTOR", None), "name", None) != "GraphDef":
            raise TypeError(f"Expected tf.GraphDef for {name}, got {type(message).__name__}")
    wanted, found = ({node.name: node for node in message.node} for message in (expected, actual))
    for name, node in found.items():
        if name not in wanted:
            raise AssertionError(f"Found unexpected node {name!r} of the op {node.op!r}")
        if node.op != wanted[name].op:
            raise AssertionError(f"Node named {name!r} has op {node.op!r} that is not expected {wanted[name].op!r}")
        told = message_difference(wanted[name], node)
        if told:
            raise AssertionError(f"Node named {name!r} differs:\n{told}")
    for name in wanted:
        if name not in found:
            raise AssertionError(f"Did not find expected node {name!r} of the op {wanted[name].op!r}")


__all__ = ["assert_equal_graph_def", "message_difference"]
