"""The structured block builder: what is appended to `lines` between the opening and the closing of a construct is its
region, so all that appends instructions shares one list, and a tree comes of it as constructs are closed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import ClassVar, overload

from graphwright.runtime.native.loop_ir.nodes import (
    Arm,
    Attempt,
    Branch,
    Carried,
    Cases,
    Choice,
    Exit,
    Loop,
    Merge,
    Region,
    Switch,
)
from graphwright.runtime.native.loop_ir.typed import I1, I64, PTR, IROperand, IRValue, argument, make


class BlockBuilder:
    """Builds one function: leaves, loops and choices are appended to `lines`; `current` is the block written to."""

    #: What a counted loop is opened with.
    open_loop: ClassVar[type[OpenLoop]]

    def __init__(self, lines: Region, block: str, prefix: str = "t") -> None:
        self.lines = lines
        self.current = block
        self._prefix = prefix
        self._names = count(1)
        self._labels = count(1)

    # names and instructions

    def fresh(self) -> str:
        """The name of a new value."""
        return f"%{self._prefix}{next(self._names)}"

    def line(self, instruction: str) -> None:
        """An instruction without a result."""
        self.lines.append("  " + instruction)

    @overload
    def let(self, expression: str) -> str: ...
    @overload
    def let(self, expression: str, type_: str, name: str = "") -> IRValue: ...

    def let(self, expression: str, type_: str = "", name: str = "") -> str:
        """An instruction with a result; gives its name, a typed value if the type is known."""
        name = f"%{name}" if name else f"%{self._prefix}{next(self._names)}"
        self.lines.append(f"  {name} = {expression}")
        if not type_:
            return name
        value = IRValue(name)  # what `make` does, without calling it
        value.type, value.builder = type_, self
        return value

    def typed(self, operand: IROperand, type_: str) -> IRValue:
        """A parameter, a constant or a value of this type, with which instructions of this builder can begin."""
        if operand.__class__ is IRValue and operand.builder is self:
            return operand
        return make(str(operand), type_, self)

    def i1(self, operand: IROperand) -> IRValue:
        """The same of a condition."""
        return self.typed(operand, I1)

    def i64(self, operand: IROperand) -> IRValue:
        """The same of an i64."""
        return self.typed(operand, I64)

    def ptr(self, operand: IROperand) -> IRValue:
        """The same of a pointer."""
        return self.typed(operand, PTR)

    def declare(self, line: str) -> None:
        """Declare an intrinsic, a function or a global of the module."""
        raise NotImplementedError("this builder writes no module")

    def alloca(self, type_: str, align: int = 0, name: str = "") -> IRValue:
        """Memory on the stack for one value of this type."""
        return self.let(f"alloca {type_}" + (f", align {align}" if align else ""), PTR, name)

    def call(self, result: str, function: str, *arguments: IROperand) -> IRValue:
        """Call a function, `@name` or a pointer, for its result; one that returns nothing has the result `void`."""
        text = f"call {result} {function}({', '.join(map(argument, arguments))})"
        if result == "void":
            self.line(text)
            return make("", result)
        return self.let(text, result)

    def new_label(self, stem: str) -> str:
        """A new name for a block."""
        return f"{stem}{next(self._labels)}"

    def enter(self, label: str) -> None:
        """What is appended next belongs to this block."""
        self.current = label

    def cut(self, start: int) -> Region:
        """Take what has been appended since `lines` had this length."""
        region = self.lines[start:]
        del self.lines[start:]
        return region

    # loops

    def loop(
        self,
        start: str | int,
        stop: str | int,
        step: str | int = 1,
        carried: Sequence[tuple[str, str]] = (),
        *,
        entered: bool = False,
    ) -> OpenLoop:
        """Open ``for index in range(start, stop, step)``, `step` positive, with carried (type, first value) pairs.

        `entered` says that it is known to run at least once.
        """
        head, after = self.new_label("loop"), self.new_label("done")
        guard = None
        if not entered:
            guard = self.let(f"icmp sgt i64 {stop}, 0" if start == 0 else f"icmp slt i64 {start}, {stop}")
        values = [Carried(f"%i{head}", "i64", str(start))]
        values += [Carried(f"%c{k}{head}", kind, first) for k, (kind, first) in enumerate(carried)]
        return self.open_loop(self, Loop(head, after, values, guard), (step, stop))

    def repeat(
        self,
        carried: Sequence[tuple[str, str]],
        stem: str = "again",
        *,
        guard: str | None = None,
        results: bool = True,
    ) -> OpenLoop:
        """Open a loop that runs until its body says otherwise: `OpenLoop.close_if` ends it.

        With a `guard` it is entered only where that i1 holds; without `results` no value is needed behind it.
        """
        head, after = self.new_label(stem), self.new_label("done")
        values = [Carried(f"%c{k}{head}", kind, first) for k, (kind, first) in enumerate(carried)]
        return OpenLoop(self, Loop(head, after, values, guard), None, results=results)

    def while_loop(self) -> OpenLoop:
        """Open a loop that is tested at the top: `OpenLoop.test` ends the test, `close_while` the body."""
        head, inside, after = self.new_label("while"), self.new_label("round"), self.new_label("after")
        return OpenLoop(self, Loop(head, after, [], inside=inside), None)

    # choices

    def branch(self, condition: str, then: str | None = "then", otherwise: str | None = "else") -> OpenChoice:
        """Open a choice between two arms, named by their stems; None is an arm without code."""
        arms = [None if stem is None else Arm(self.new_label(stem)) for stem in (then, otherwise)]
        return OpenChoice(self, Branch(condition, arms[0], arms[1], self.new_label("end")))

    def switch(self, type_: str, number: str, count: int) -> OpenChoice:
        """Open a choice by number: what names no arm goes to the last one."""
        arms = [Arm(self.new_label("case")) for _ in range(count)]
        return OpenChoice(self, Switch(type_, number, arms, self.new_label("end")))

    @contextmanager
    def when(self, condition: str, stem: str = "then", *, holds: bool = True) -> Iterator[OpenChoice]:
        """A block that runs only if an i1 holds, or does not hold; what it computes is not seen after it."""
        then, otherwise = (stem, None) if holds else (None, stem)
        opened = self.branch(condition, then, otherwise)
        with opened.arm(0 if holds else 1):
            yield opened
        opened.close()

    def first_of(self, *cases: tuple[str, Callable[[], object]]) -> None:
        """Run the body of the first case whose i1 condition holds, if any; its values end with it."""
        arms = [Arm(self.new_label("case")) for _ in cases]
        misses = [self.new_label("not") for _ in cases]
        opened = OpenChoice(self, Cases([condition for condition, _ in cases], arms, misses, self.new_label("end")))
        for k, (_, body) in enumerate(cases):
            with opened.arm(k):
                body()
        opened.close()

    def either(
        self, condition: str, types: Sequence[str], compute: Callable[[], Sequence[str]], otherwise: Sequence[str]
    ) -> list[IRValue]:
        """The values that `compute` computes in a block of its own if `condition` holds, else those passed."""
        with self.when(condition) as choice:
            computed = compute()
        return [choice.merge(ty, [new, old]) for ty, new, old in zip(types, computed, otherwise, strict=True)]

    @contextmanager
    def leaving(
        self, condition: str, end: str = "", *, target: str | None = None, cold: bool = False, holds: bool = True
    ) -> Iterator[Arm]:
        """A block that runs only if an i1 holds, or does not hold, and does not go on: it leaves for `target`, or ends.

        The block may set the terminator, `Arm.end`, where that is not known before.
        """
        arm = Arm(self.new_label("cold" if cold else "leave"), None if target else end, cold, target)
        then, otherwise = (arm, None) if holds else (None, arm)
        opened = OpenChoice(self, Branch(condition, then, otherwise, self.new_label("on")))
        with opened.arm(0 if holds else 1):
            yield arm
        opened.close()

    def attempt(self) -> OpenAttempt:
        """Open code that may turn out not to be for the case at hand: `OpenAttempt.require`, then `otherwise`."""
        return OpenAttempt(self)

    def exit_if(self, condition: str, target: str, value: str | None = None, *, when: bool = True) -> None:
        """Leave for a block outside of all that is open if an i1 is `when`."""
        after = self.new_label("on")
        self.lines.append(Exit(condition, target, after, value, when))
        self.enter(after)


class OpenLoop:
    """A loop that is being built: what is appended before `close` is its body."""

    def __init__(
        self, b: BlockBuilder, node: Loop, counted: tuple[str | int, str | int] | None, results: bool = True
    ) -> None:
        self.b, self.node, self._counted, self._needed = b, node, counted, results
        self._start = len(b.lines)
        self.next_values: Sequence[str] = []
        self.results: list[IRValue] = []
        b.enter(node.head)

    def __enter__(self) -> OpenLoop:
        """The body of a counted loop as a block, which sets `next_values`; behind it `results` are known."""
        return self

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        if failed is None:
            self.results = self.close(*self.next_values)

    @property
    def index(self) -> IRValue:
        """What a counted loop counts."""
        return make(self.node.carried[0].name, I64, self.b)

    @property
    def carried(self) -> list[IRValue]:
        """The carried values in the body, without the index."""
        return [make(c.name, c.type, self.b) for c in self.node.carried[self._counted is not None :]]

    def carry(self, type_: str, start: str, stem: str = "carried") -> Carried:
        """Carry one more value; its `next` is to be set before the loop is closed."""
        carried = Carried(f"%{self.b.new_label(stem)}", type_, start)
        self.node.carried.append(carried)
        return carried

    def close(self, *following: str) -> list[IRValue]:
        """End a counted loop, with the carried values of the next iteration; gives those behind the loop."""
        assert self._counted is not None
        step, stop = self._counted
        after = self.b.let(f"add i64 {self.index}, {step}")
        return self._close(self.b.let(f"icmp slt i64 {after}, {stop}"), [after, *following])[1:]

    def close_if(self, again: str, *following: str) -> list[IRValue]:
        """End a loop that runs again if an i1 holds; gives the carried values behind it."""
        return self._close(again, following)

    def test(self, again: str) -> None:
        """End the test of a while loop, which goes on if an i1 holds."""
        self.node.test, self.node.again = self.b.cut(self._start), again
        self.b.enter(str(self.node.inside))

    def close_while(self) -> None:
        """End the body of a while loop; the carried values have their next ones."""
        self.node.body = self.b.cut(self._start)
        self.b.lines.append(self.node)
        self.b.enter(self.node.after)

    def _close(self, again: str, following: Sequence[str]) -> list[IRValue]:
        node, b = self.node, self.b
        for carried, value in zip(node.carried, following, strict=True):
            carried.next = value
        node.body, node.again = b.cut(self._start), again
        b.lines.append(node)
        b.enter(node.after)
        if node.guard is None or not self._needed:
            return [make(text, c.type, b) for text, c in zip(following, node.carried, strict=True)]
        skip = self._counted is not None  # nobody asks for the index behind the loop
        for carried in node.carried[skip:]:
            carried.result = b.fresh()
        return [make("" if c.result is None else c.result, c.type, b) for c in node.carried]


BlockBuilder.open_loop = OpenLoop


class OpenChoice:
    """A choice that is being built, arm by arm."""

    def __init__(self, b: BlockBuilder, node: Choice) -> None:
        self.b, self.node = b, node

    @contextmanager
    def arm(self, k: int, *, cold: bool = False) -> Iterator[None]:
        """What is appended in the block is the arm of this number."""
        arm, start = self.node.arms[k], len(self.b.lines)
        assert arm is not None
        arm.cold = arm.cold or cold
        self.b.enter(arm.label)
        yield
        arm.items = self.b.cut(start)

    def close(self) -> None:
        """All arms are written: go on where they join."""
        self.b.lines.append(self.node)
        self.b.enter(self.node.after)

    def merge(self, type_: str, values: Sequence[str]) -> IRValue:
        """The value of the arm that ran; gives its name. The choice has been closed."""
        name = self.b.fresh()
        self.node.merges.append(Merge(name, type_, values))
        return make(name, type_, self.b)


class OpenAttempt:
    """Code that is right only if all its requirements hold, and what runs if one does not."""

    def __init__(self, b: BlockBuilder) -> None:
        self.b = b
        self._slow, self._start = Arm(b.new_label("slow")), len(b.lines)

    def require(self, condition: str) -> None:
        """Go on where an i1 holds."""
        self.b.exit_if(condition, self._slow.label, when=False)

    @contextmanager
    def otherwise(self) -> Iterator[OpenChoice]:
        """The code before is done; what is appended in the block runs where a requirement did not hold."""
        b, fast = self.b, Arm("")
        fast.items = b.cut(self._start)
        opened = OpenChoice(b, Attempt(fast, self._slow, b.new_label("end")))
        with opened.arm(1):
            yield opened
        opened.close()
