"""Control flow in textual IR: loops and branches as `with` blocks around straight-line code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count

from graphwright.runtime.native.llvm.ir_builder import Builder, ModuleText


class Loop:
    """A loop being written: `index` (an i64) and the carried values inside; `results` after it."""

    __slots__ = ("carried", "following", "index", "results")

    def __init__(self, index: str, carried: list[str]) -> None:
        self.index = index
        self.carried = carried
        self.following: list[str] = []  # the carried values of the next round, set by the body
        self.results: list[str] = []


class Flow:
    """Appends the blocks of one function to `lines`."""

    def __init__(self, module: ModuleText, *, prefix: str = "t") -> None:
        self.module = module
        self.lines: list[str] = ["entry:"]
        self.block = "entry"
        self._prefix = prefix
        self._numbers = count(1)

    def builder(self, width: int, prefix: str) -> Builder:
        """A builder of straight-line code in the current place; `prefix` must be its own."""
        return Builder(self.module, width, prefix=prefix, lines=self.lines)

    def fresh(self) -> str:
        return f"%{self._prefix}{next(self._numbers)}"

    def do(self, instruction: str) -> None:
        self.lines.append("  " + instruction)

    def value(self, expression: str) -> str:
        """The name of a new value."""
        name = self.fresh()
        self.lines.append(f"  {name} = {expression}")
        return name

    def label(self, name: str) -> None:
        """Starts a block."""
        self.lines.append(f"{name}:")
        self.block = name

    # Arithmetic on i64 and pointers, which addressing is made of

    def add(self, a: str, b: str | int) -> str:
        return self.value(f"add i64 {a}, {b}")

    def sub(self, a: str, b: str | int) -> str:
        return self.value(f"sub i64 {a}, {b}")

    def mul(self, a: str, b: str | int) -> str:
        return self.value(f"mul i64 {a}, {b}")

    def smin(self, a: str, b: str | int) -> str:
        self.module.declare("declare i64 @llvm.smin.i64(i64, i64)")
        return self.value(f"call i64 @llvm.smin.i64(i64 {a}, i64 {b})")

    def smax(self, a: str, b: str | int) -> str:
        self.module.declare("declare i64 @llvm.smax.i64(i64, i64)")
        return self.value(f"call i64 @llvm.smax.i64(i64 {a}, i64 {b})")

    def compare(self, predicate: str, a: str, b: str | int) -> str:
        return self.value(f"icmp {predicate} i64 {a}, {b}")

    def select(self, cond: str, ty: str, a: str | int, b: str | int) -> str:
        return self.value(f"select i1 {cond}, {ty} {a}, {ty} {b}")

    def at(self, pointer: str, index: str | int, ty: str) -> str:
        """The address of element `index` of type `ty`."""
        return self.value(f"getelementptr {ty}, ptr {pointer}, i64 {index}")

    # Blocks

    @contextmanager
    def loop(
        self, start: str | int, stop: str | int, step: str | int = 1, carried: Sequence[tuple[str, str]] = ()
    ) -> Iterator[Loop]:
        """Rounds of ``for index in range(start, stop, step)``, `step` positive.

        `carried` are (type, first value) of values handed from round to round: the body sets `following`,
        and after the block `results` holds the last ones.
        """
        number = next(self._numbers)
        before, body, after = self.block, f"loop{number}", f"done{number}"
        some = self.value(f"icmp slt i64 {start}, {stop}")
        self.do(f"br i1 {some}, label %{body}, label %{after}")
        self.label(body)
        loop = Loop(f"%i{number}", [f"%c{number}_{k}" for k in range(len(carried))])
        phis = len(self.lines)
        yield loop
        following = self.add(loop.index, step)
        more = self.value(f"icmp slt i64 {following}, {stop}")
        last = self.block
        self.do(f"br i1 {more}, label %{body}, label %{after}")
        names = [(loop.index, "i64", str(start), following)]
        values = zip(loop.carried, carried, loop.following, strict=True)
        names += [(name, ty, first, next_) for name, (ty, first), next_ in values]
        self.lines[phis:phis] = [
            f"  {name} = phi {ty} [{first}, %{before}], [{next_}, %{last}]" for name, ty, first, next_ in names
        ]
        self.label(after)
        for (ty, first), next_ in zip(carried, loop.following, strict=True):
            loop.results.append(self.value(f"phi {ty} [{first}, %{before}], [{next_}, %{last}]"))

    @contextmanager
    def when(self, cond: str) -> Iterator[None]:
        """A block that runs only if the i1 `cond` holds; what it computes is not seen after it."""
        number = next(self._numbers)
        self.do(f"br i1 {cond}, label %then{number}, label %end{number}")
        self.label(f"then{number}")
        yield
        self.do(f"br label %end{number}")
        self.label(f"end{number}")

    def first_of(self, *cases: tuple[str, Callable[[], None]]) -> None:
        """Runs the body of the first case whose i1 condition holds, if any; its values end with it."""
        number = next(self._numbers)
        for k, (cond, body) in enumerate(cases):
            self.do(f"br i1 {cond}, label %case{number}_{k}, label %not{number}_{k}")
            self.label(f"case{number}_{k}")
            body()
            self.do(f"br label %end{number}")
            self.label(f"not{number}_{k}")
        self.do(f"br label %end{number}")
        self.label(f"end{number}")

    def either(
        self, cond: str, types: Sequence[str], make: Callable[[], Sequence[str]], otherwise: Sequence[str]
    ) -> list[str]:
        """The values that `make` computes in a block of its own if `cond` holds, else those given."""
        number, before = next(self._numbers), self.block
        self.do(f"br i1 {cond}, label %then{number}, label %end{number}")
        self.label(f"then{number}")
        made, last = make(), self.block
        self.do(f"br label %end{number}")
        self.label(f"end{number}")
        return [
            self.value(f"phi {ty} [{new}, %{last}], [{old}, %{before}]")
            for ty, new, old in zip(types, made, otherwise, strict=True)
        ]

    def leave_if(self, cond: str) -> None:
        """Returns from a void function if `cond` holds."""
        number = next(self._numbers)
        self.do(f"br i1 {cond}, label %leave{number}, label %go{number}")
        self.label(f"leave{number}")
        self.do("ret void")
        self.label(f"go{number}")

    def function(self, head: str) -> str:
        """The text of the whole function; `head` is everything before the brace."""
        return "\n".join([head + " {", *self.lines, "}"])
