"""A node of an ONNX graph under conversion, and the table of rules that convert nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

from graphwright.base import errors
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.onnx.known_values import static
from graphwright.onnx.tensors import Message, to_array

if TYPE_CHECKING:
    from graphwright.onnx.importer import Scope

Value: TypeAlias = Any
"""A tensor, a sequence (a list of tensors), or None for an optional input or value that is absent."""

Rule: TypeAlias = Callable[..., Any]
_R = TypeVar("_R", bound=Rule)

_FLOAT, _INT, _STRING, _TENSOR, _GRAPH, _FLOATS, _INTS, _STRINGS = 1, 2, 3, 4, 5, 6, 7, 8
_KIND_NAMES = {
    1: "a float",
    2: "an integer",
    3: "a string",
    4: "a tensor",
    5: "a graph",
    6: "floats",
    7: "integers",
    8: "strings",
}

RULES: dict[tuple[str, str], list[tuple[int, Rule]]] = {}
"""For each domain and op the functions that convert a node, with the first opset version that each is for."""


def rule(*names: str, since: int = 1, domain: str = "") -> Callable[[_R], _R]:
    """Register a function as the rule of these ops from an opset version on.

    It is called with the node and its inputs, None for one that is absent, and returns a value, or a tuple with one
    for each output.
    """

    def register(function: _R) -> _R:
        for name in names:
            RULES.setdefault((domain, name), []).append((since, function))
        return function

    return register


def table(entries: dict[str, Rule]) -> None:
    """Register functions of the inputs alone as rules of ops."""
    for name, function in entries.items():
        rule(name)(_without_node(function))


def _without_node(function: Rule) -> Rule:
    return lambda node, *inputs: function(*inputs)


def rule_for(domain: str, name: str, version: int) -> Rule | None:
    """The rule of an op in an opset version."""
    found = [entry for entry in RULES.get((domain, name), ()) if entry[0] <= version]
    return max(found, key=lambda entry: entry[0])[1] if found else None


class Node:
    """A node: its attributes, checked, and what rules ask of its context."""

    def __init__(self, proto: Message, version: int, scope: Scope, attributes: dict[str, Message]) -> None:
        self.proto = proto
        self.op = str(proto.op_type)
        self.version = version
        self.scope = scope
        self.outputs = [str(name) for name in proto.output]
        self._attributes = attributes

    def __str__(self) -> str:
        return f"the node '{self.proto.name or (self.outputs or [''])[0]}' ({self.op})"

    def error(self, text: str) -> errors.InvalidArgumentError:
        """An error about this node."""
        return errors.InvalidArgumentError(f"{_sentence(self)}: {text}")

    def unsupported(self, text: str) -> errors.UnimplementedError:
        """An error about a use of the op that has no rule."""
        return errors.UnimplementedError(f"{_sentence(self)}: {text} is not supported.")

    def has(self, name: str) -> bool:
        """Whether an attribute is set."""
        return name in self._attributes

    def _of_kind(self, name: str, kind: int) -> Message | None:
        attribute = self._attributes.get(name)
        if attribute is None:
            return None
        if attribute.type != kind:
            raise self.error(f"the attribute '{name}' must be {_KIND_NAMES[kind]}.")
        return attribute

    def integer(self, name: str, default: int = 0) -> int:
        """An attribute that is an integer."""
        attribute = self._of_kind(name, _INT)
        return default if attribute is None else int(attribute.i)

    def number(self, name: str, default: float = 0.0) -> float:
        """An attribute that is a float."""
        attribute = self._of_kind(name, _FLOAT)
        return default if attribute is None else float(attribute.f)

    def text(self, name: str, default: str = "") -> str:
        """An attribute that is a string."""
        attribute = self._of_kind(name, _STRING)
        return default if attribute is None else str(attribute.s.decode(errors="replace"))

    def integers(self, name: str, default: Sequence[Any] = ()) -> list[Any]:
        """An attribute that is a list of integers."""
        attribute = self._of_kind(name, _INTS)
        return list(default) if attribute is None else [int(i) for i in attribute.ints]

    def numbers(self, name: str, default: Sequence[Any] = ()) -> list[Any]:
        """An attribute that is a list of floats."""
        attribute = self._of_kind(name, _FLOATS)
        return list(default) if attribute is None else [float(f) for f in attribute.floats]

    def texts(self, name: str, default: Sequence[str] = ()) -> list[str]:
        """An attribute that is a list of strings."""
        attribute = self._of_kind(name, _STRINGS)
        return list(default) if attribute is None else [s.decode(errors="replace") for s in attribute.strings]

    def array(self, name: str) -> np.ndarray[Any, Any] | None:
        """An attribute that is a tensor."""
        attribute = self._of_kind(name, _TENSOR)
        return None if attribute is None else to_array(attribute.t, self.scope.folder)

    def graph(self, name: str) -> Message:
        """An attribute that is a graph."""
        attribute = self._of_kind(name, _GRAPH)
        if attribute is None:
            raise self.error(f"the attribute '{name}' is missing.")
        return attribute.g

    def one_of(self, name: str, default: str, choices: Sequence[str]) -> str:
        """An attribute that is one of some strings."""
        value = self.text(name, default)
        if value not in choices:
            raise self.error(f"the attribute '{name}' is '{value}'; it must be one of {', '.join(choices)}.")
        return value

    def known(self, value: Value, what: str) -> np.ndarray[Any, Any]:
        """The value of an input that must be known when the model is loaded."""
        found = static(value)
        if found is None:
            raise self.unsupported(f"{what} that is not known before the model runs (see `constants` of `load`)")
        return found

    def rank(self, value: Tensor) -> int:
        """The rank of an input, which must be known when the model is loaded."""
        rank = value.shape.rank
        if rank is None:
            raise self.unsupported("an input of unknown rank")
        return int(rank)

    def axis(self, value: Tensor, name: str, default: int) -> int:
        """An attribute that names an axis of an input, from 0 up."""
        return self.checked_axis(self.integer(name, default), self.rank(value))

    def checked_axis(self, axis: int, rank: int) -> int:
        """An axis of a tensor of some rank, from 0 up."""
        if not -rank <= axis < rank:
            raise self.error(f"the axis {axis} is not among the {rank} of the input.")
        return axis % rank

    def axes(self, rank: int, value: Value, name: str = "axes") -> list[Any] | None:
        """Axes from 0 up, given by an input (which must be known) or by an attribute; None if they are not given."""
        if value is not None:
            given = self.known(value, "a list of axes").reshape(-1).tolist()
        elif self.has(name):
            given = self.integers(name)
        else:
            return None
        axes = [self.checked_axis(int(axis), rank) for axis in given]
        if len(set(axes)) != len(axes):
            raise self.error(f"the axes {given} name one twice.")
        return axes


def _sentence(node: Node) -> str:
    text = str(node)
    return text[:1].upper() + text[1:]


def constant(value: Any, like: Tensor) -> Tensor:
    """A constant of the dtype of a tensor."""
    return to_tensor(np.asarray(value).astype(like.dtype.as_numpy_dtype), like.dtype)


__all__ = ["RULES", "Node", "Rule", "Value", "constant", "rule", "rule_for", "static", "table"]
