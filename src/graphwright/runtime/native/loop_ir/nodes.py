"""The objects of the loop IR.

A region is a list of items in program order. An item is a leaf, the LLVM text of one straight-line instruction, or a
node: control flow, or something whose text is known only when the whole function has been written. Leaves are text
because elementwise bodies consist of nothing else, and a tree of instruction objects takes ten times as long to build.

Control flow is structured: a node owns the regions that it runs, and control continues behind it. The names of the
blocks are part of the nodes; `print_llvm` writes labels, jumps and phi nodes from them, and nothing else does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, TypeAlias


class Node:
    """What is not a leaf."""

    __slots__ = ()


Item: TypeAlias = str | Node
Region: TypeAlias = list[Item]


class Carried:
    """A value that a loop carries: `name` in each iteration, `start` in the first, then `next` of the one before.

    `next` is None until the body has been written. `result` names the value behind a loop that may not run at all.
    """

    __slots__ = ("name", "next", "result", "start", "type")

    def __init__(self, name: str, type_: str, start: str) -> None:
        self.name, self.type, self.start = name, type_, start
        self.next: str | None = None
        self.result: str | None = None


class Loop(Node):
    """A loop with its carried values.

    Without `test` the body runs, and again as long as the i1 `again` holds, which the body computes; with a `guard`
    the loop is entered only where that i1 holds. With `test`, a region at the top of each iteration that computes
    `again`, it is a while loop: the body is in the block `inside`.
    """

    __slots__ = ("after", "again", "body", "carried", "guard", "head", "inside", "test")

    def __init__(
        self, head: str, after: str, carried: Sequence[Carried], guard: str | None = None, inside: str | None = None
    ) -> None:
        self.head, self.after, self.guard, self.inside = head, after, guard, inside
        self.carried = list(carried)
        self.test: Region | None = None
        self.body: Region = []
        self.again: str | None = None


class Arm:
    """One side of a choice: the block `label`, which joins the others at the end of the choice.

    An arm that does not has a `target`, a block outside that it leaves for, or an `end`, a terminator such as
    ``ret void``. A `cold` arm hardly ever runs: it is printed behind everything else.
    """

    __slots__ = ("cold", "end", "items", "label", "target")

    def __init__(self, label: str, end: str | None = None, cold: bool = False, target: str | None = None) -> None:
        self.label, self.end, self.cold, self.target = label, end, cold, target
        self.items: Region = []

    @property
    def joins(self) -> bool:
        """Whether control goes on behind the choice."""
        return self.end is None and self.target is None


class Merge:
    """A value that depends on the arm that ran: `values` are in the order of the arms."""

    __slots__ = ("name", "type", "values")

    def __init__(self, name: str, type_: str, values: Sequence[str]) -> None:
        self.name, self.type, self.values = name, type_, list(values)


class Choice(Node):
    """Arms of which one runs; they join in the block `after`, which begins with the merged values."""

    __slots__ = ("after", "arms", "merges")

    def __init__(self, arms: Sequence[Arm | None], after: str) -> None:
        self.arms, self.after = list(arms), after
        self.merges: list[Merge] = []


class Branch(Choice):
    """The first arm runs if an i1 holds, else the second; None is an arm without code."""

    __slots__ = ("condition",)

    def __init__(self, condition: str, then: Arm | None, otherwise: Arm | None, after: str) -> None:
        super().__init__([then, otherwise], after)
        self.condition = condition


class Switch(Choice):
    """The arm of an integer's value runs, and the last one for all others."""

    __slots__ = ("number", "type")

    def __init__(self, type_: str, number: str, arms: Sequence[Arm], after: str) -> None:
        super().__init__(arms, after)
        self.type, self.number = type_, number


class Cases(Choice):
    """The arm of the first i1 that holds runs, if any; `misses` are the blocks behind each test."""

    __slots__ = ("conditions", "misses")

    def __init__(self, conditions: Sequence[str], arms: Sequence[Arm], misses: Sequence[str], after: str) -> None:
        super().__init__(arms, after)
        self.conditions, self.misses = list(conditions), list(misses)


class Attempt(Choice):
    """The first arm runs; an `Exit` in it to the label of the second continues there."""

    __slots__ = ()

    def __init__(self, fast: Arm, slow: Arm, after: str) -> None:
        super().__init__([fast, slow], after)


class Exit(Node):
    """Control leaves for the block `target`, outside of the region, if an i1 is `when`; else it goes on in `after`.

    `value` is what the target's phi node, if it has one, takes from here.
    """

    __slots__ = ("after", "condition", "target", "value", "when")

    def __init__(self, condition: str, target: str, after: str, value: str | None = None, when: bool = True) -> None:
        self.condition, self.target, self.after, self.value, self.when = condition, target, after, value, when


class Nest(Node):
    """A region that computes elements, and may become a function of its own; it begins in the block `before`.

    Where it has become one, `call` is what takes its place.
    """

    __slots__ = ("before", "call", "items")

    def __init__(self, before: str) -> None:
        self.before = before
        self.items: Region = []
        self.call: Region | None = None


class ScratchPointer(Node):
    """A pointer into the scratch block, whose layout is known when the whole function has been written."""

    __slots__ = ("name", "number")

    def __init__(self, name: str, number: int) -> None:
        self.name, self.number = name, number


class HoldInterpreter(Node):
    """From here on the interpreter is needed: a call in a function that releases it somewhere, else nothing."""

    __slots__ = ()


HOLD: Final = HoldInterpreter()


class Landing:
    """A block that exits of a function's body leave for; it goes on to the block `after`, or ends with `end`.

    `value` names, with its type, what the exits bring; `result` is what the function's result is from here.
    """

    __slots__ = ("after", "end", "items", "label", "result", "value")

    def __init__(
        self,
        label: str,
        items: Sequence[Item] = (),
        *,
        after: str | None = None,
        end: str | None = None,
        value: tuple[str, str] | None = None,
        result: str | None = None,
    ) -> None:
        self.label, self.items = label, list(items)
        self.after, self.end, self.value, self.result = after, end, value, result


class Function:
    """A function: `head` is its text before the brace, `body` the region that begins in the block `entry`.

    Behind the body, and behind the landings that go on to the block `LEAVE`, runs the region `leave`, whose last leaf
    returns. `result` is what the body's end gives there, with the name and the type of what `leave` finds it under.
    """

    __slots__ = ("body", "entry", "head", "landings", "leave", "result")

    LEAVE: ClassVar = "leave"

    def __init__(
        self,
        head: str,
        body: Sequence[Item],
        landings: Sequence[Landing] = (),
        leave: Sequence[Item] = (),
        *,
        result: tuple[str, str, str] | None = None,
        entry: str = "entry",
    ) -> None:
        self.head, self.body, self.landings, self.leave = head, list(body), list(landings), list(leave)
        self.result, self.entry = result, entry


def regions(node: Node) -> list[Region]:
    """The regions that a node owns, in program order."""
    if isinstance(node, Loop):
        return [node.body] if node.test is None else [node.test, node.body]
    if isinstance(node, Choice):
        return [arm.items for arm in node.arms if arm is not None]
    if isinstance(node, Nest):
        return [node.items if node.call is None else node.call]
    return []
