"""A graph as a tree of items for the page: operations, and the loops, branches, calls and scopes around them.

Item 0 is the graph itself; every item names the one that it lies in, which comes before it. An item is a plain dict:

  parent     the item it lies in; -1 for item 0
  kind       `op`, `constant`, `input`, `loop`, `branch`, `call`; and what contains items and is no operation: `graph`,
             `body`, `scope`, `range`
  name       its name without the scopes that it lies in
  label      of an input that is a variable its name and type
  type       the op, such as `AddV2`
  full       its name in its function
  inputs     pairs of an item and the number of one of its outputs
  outputs    their types
  attrs      pairs of a name and a text
  controls   items that it runs after
  line       its row in the table of lines (`lines.py`)
  partner    the item of which it computes the gradient
  region     the native region that runs it (`regions.py`)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from graphwright.core.variable_state import VariableState
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Graph, Operation
from graphwright.ir.printer import FunctionPrinter
from graphwright.viewer.lines import Lines

Item = dict[str, Any]

_BODIES: Final = {
    "cond": "condition",
    "body": "body",
    "then_branch": "then",
    "else_branch": "else",
    "f": "function",
}
_LOOPS: Final = frozenset({"While", "StatelessWhile"})
_BRANCHES: Final = frozenset({"If", "StatelessIf", "Case", "StatelessCase"})
_GRADIENTS: Final = "gradient_tape/"
_LONGEST: Final = 200  # characters of an attribute


class Items:
    """The items of a graph, and the items of each of its operations (several where a function is called twice)."""

    def __init__(self, graph: Graph, lines: Lines, limit: int = 50_000) -> None:
        self.items: list[Item] = [{"parent": -1, "kind": "graph", "name": graph.name}]
        self.of: dict[int, list[int]] = {}  # by id of an operation
        self.operations: list[tuple[int, Operation]] = []
        self.left_out = 0  # operations beyond the limit
        self._lines = lines
        self._limit = limit
        self._add_graph(graph, 0, (graph,), _variables_of(graph))

    def _add_graph(self, graph: Graph, parent: int, around: tuple[Graph, ...], labels: Sequence[str | None]) -> None:
        """Add the operations of a function; `labels` are names of its inputs that say more than their own."""
        printer = FunctionPrinter(graph)
        numbers: dict[int, int] = {}  # by id of an operation of this function
        names: dict[str, int] = {}
        given = {id(v.op): i for i, v in enumerate(graph.inputs)} if isinstance(graph, FuncGraph) else {}
        for op in graph.operations:
            if len(self.items) >= self._limit:
                self.left_out += 1
                continue
            number = len(self.items)
            numbers[id(op)] = names[op.name] = number
            self.of.setdefault(id(op), []).append(number)
            self.operations.append((number, op))
            item = self._item(op, parent, printer, numbers)
            if id(op) in given:
                item["kind"] = "input"
                label = labels[given[id(op)]] if given[id(op)] < len(labels) else None
                if label:
                    item["label"] = label
            item["controls"] = [numbers[id(o)] for o in op.control_inputs if id(o) in numbers]
            self.items.append(item)
            for title, body in _bodies(op):
                self._add_body(title, body, number, around, self._labels(op, body, numbers))
        _find_partners(self.items, names)
        if isinstance(graph, FuncGraph):
            results = [(numbers[id(v.op)], v.index) for v in graph.outputs if id(v.op) in numbers]
            self.items[parent]["results"] = results

    def _labels(self, op: Operation, body: FuncGraph, numbers: dict[int, int]) -> list[str | None]:
        """Names for the inputs of a body: those of what is passed to it; of a loop only those of variables."""
        passed = op.inputs[max(0, len(op.inputs) - len(body.inputs)) :]
        sources = [self.items[numbers[id(v.op)]] if id(v.op) in numbers else {} for v in passed]
        if op.type in _LOOPS:
            return [item.get("label") for item in sources]
        return [item.get("label", item.get("full")) for item in sources]

    def _add_body(
        self, title: str, body: FuncGraph, number: int, around: tuple[Graph, ...], labels: Sequence[str | None]
    ) -> None:
        inside = len(self.items)
        self.items.append({"parent": number, "kind": "body", "name": title, "function": body.name})
        if any(body is outer for outer in around):
            self.items[inside]["name"] = f"{title}: {body.name} again"
            return
        self._add_graph(body, inside, (*around, body), labels)

    def _item(self, op: Operation, parent: int, printer: FunctionPrinter, numbers: dict[int, int]) -> Item:
        item: Item = {
            "parent": parent,
            "kind": _kind(op),
            "name": op.name,
            "full": op.name,
            "type": op.type,
            "inputs": [(numbers[id(v.op)], v.index) for v in op.inputs if id(v.op) in numbers],
            "outputs": [printer.type_text(v.type) for v in op.outputs],
        }
        attrs = [(n, _shortened(printer.attr_text(a))) for n, a in op.attrs.items() if _is_shown(op, n)]
        if attrs:
            item["attrs"] = attrs
        line = self._lines.row((op.origin or op).location)
        if line is not None:
            item["line"] = line
        return item


def _variables_of(graph: Graph) -> list[str | None]:
    """For each input of a function the variable that it is, with its type; None for other inputs."""
    if not isinstance(graph, FuncGraph):
        return []
    found: list[str | None] = [None] * (len(graph.inputs) - len(graph.captures))
    for capture in graph.captures:
        state = getattr(capture, "_array", None)
        found.append(f"{state.name} {state.type!r}" if isinstance(state, VariableState) else None)
    return found


def _kind(op: Operation) -> str:
    if op.type == "Const":
        return "constant"
    if op.type in _LOOPS:
        return "loop"
    if op.type in _BRANCHES:
        return "branch"
    return "call" if op.record.function_attrs else "op"


def _is_shown(op: Operation, name: str) -> bool:
    return name in op.record.kernel_attrs or (op.type == "Const" and name == "value")


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}\N{HORIZONTAL ELLIPSIS}"


def _bodies(op: Operation) -> Iterator[tuple[str, FuncGraph]]:
    """The functions that an operation calls, with a title for each."""
    for name in op.record.function_attrs:
        value = op.attrs.get(name)
        if isinstance(value, (list, tuple)):
            yield from ((f"branch {i}", body) for i, body in enumerate(value))
        elif value is not None:
            yield _BODIES.get(name, name), value


def _find_partners(items: list[Item], names: dict[str, int]) -> None:
    """Link operations of a gradient to the forward operation: they are named after it."""
    for number in names.values():
        name = items[number]["full"]
        at = name.rfind(_GRADIENTS)
        if at < 0:
            continue
        scope, forward = name[:at], name[at + len(_GRADIENTS) :]
        while "/" in forward:
            forward = forward.rpartition("/")[0]
            partner = names.get(scope + forward, names.get(forward))
            if partner is not None and partner != number:
                items[number]["partner"] = partner
                break
