"""The sizes that a trace has programs of their own for, as `explain` lists them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from graphwright.base.frozen import frozen
from graphwright.ir.types import TensorType

if TYPE_CHECKING:
    from graphwright.functions.calls.specializations import Specializations, Specialized
    from graphwright.ir.funcgraph import FuncGraph


@frozen
class Sizes:
    """The sizes of the arguments that the trace leaves open, and the calls with these sizes.

    Attributes:
      types: the arguments with these sizes; of a gradient, what it is computed from.
      calls: how often their program ran.
      part: what the program is for: "" for the calls of the trace, "taped" for those that a tape records, "gradient"
        for the gradients of these.

    >>> from graphwright.base.dtypes import float32
    >>> from graphwright.ir.types import tensor_type
    >>> str(Sizes((tensor_type(float32, (32, 100)),), 412))
    '(32, 100)'
    >>> str(Sizes((tensor_type(float32, (32, 10)), tensor_type(float32, (32, 10))), 7, "gradient"))
    'gradient of (32, 10)'
    """

    types: tuple[TensorType, ...]
    calls: int
    part: str = ""

    def __str__(self) -> str:
        if self.part == "gradient":
            return "gradient of " + ", ".join(dict.fromkeys(str(type_.shape) for type_ in self.types))
        return ", ".join(str(type_.shape) for type_ in self.types) + ", taped" * (self.part == "taped")


def by_sizes(special: Sequence[Sizes], calls: int) -> Iterator[str]:
    """A line for each program of such sizes, and one for the program of all others.

    >>> list(by_sizes([], 2))
    ['others: 2 calls, open program']
    """
    for sizes in special:
        yield f"{sizes}: {_calls(sizes.calls)}, own program"
    others = calls - sum(sizes.calls for sizes in special if sizes.part != "gradient")
    if others > 0:
        yield f"others: {_calls(others)}, open program"


def _calls(count: int) -> str:
    return f"{count:,} call" if count == 1 else f"{count:,} calls"


def specialized(graph: FuncGraph) -> Iterator[Specialized]:
    """The programs of a graph for sizes that return."""
    kept: Specializations | None = graph.derived.get("specializations")
    if kept is not None:
        yield from kept.programs()


def gradient_graphs(graph: FuncGraph) -> dict[FuncGraph, str]:
    """The graphs that run when a tape records calls of a graph, and when it is asked for gradients."""
    found: dict[FuncGraph, str] = {}
    pending = [graph]
    while pending:
        for key, gradient in list(pending.pop().derived.items()):
            if isinstance(key, tuple) and key[0] == "gradient" and gradient.forward not in found:
                found |= {gradient.forward: "taped", gradient.backward: "gradient"}
                pending.append(gradient.forward)
    return found


__all__ = ["Sizes", "by_sizes", "gradient_graphs", "specialized"]
