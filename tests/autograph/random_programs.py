"""Random programs of the constructs that conversion rewrites, in two dialects.

`Wild` ones hold anything Python allows, also names without a value, errors and odd targets. `Tame` ones compute with
small whole numbers that always have a value, so that the same text runs on numbers and, traced, on tensors.
"""

from __future__ import annotations

import random

NAMES = list("abcde")


class Program:
    """What both dialects share."""

    places: tuple[str, ...] = ("o.x", "t['k']")

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.count = 0

    def choice(self, *options: str) -> str:
        return self.random.choice(options)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def line(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    def name(self) -> str:
        return self.random.choice(NAMES)

    def target(self) -> str:
        return self.choice(*NAMES * 2, *self.places)

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def number(self, depth: int = 0) -> str:
        raise NotImplementedError

    def condition(self, depth: int = 0) -> str:
        raise NotImplementedError

    def block(self, indent: int, depth: int, in_loop: bool, size: int = 0) -> None:
        for _ in range(size or self.random.randrange(1, 4)):
            self.statement(indent, depth, in_loop)

    def statement(self, indent: int, depth: int, in_loop: bool) -> None:
        raise NotImplementedError

    def branch(self, indent: int, depth: int, in_loop: bool) -> None:
        self.line(indent, f"if {self.condition()}:")
        self.block(indent + 1, depth + 1, in_loop)
        if self.chance(0.3):
            self.line(indent, f"elif {self.condition()}:")
            self.block(indent + 1, depth + 1, in_loop)
        if self.chance(0.5):
            self.line(indent, "else:")
            self.block(indent + 1, depth + 1, in_loop)

    def while_loop(self, indent: int, depth: int, in_loop: bool) -> None:
        rounds = self.fresh("w")
        self.line(indent, f"{rounds} = 0")
        self.line(indent, f"while {rounds} < 3 and {self.condition()}:")
        self.line(indent + 1, f"{rounds} += 1")
        self.block(indent + 1, depth + 1, True)
        self.loop_else(indent, depth, in_loop)

    def loop_else(self, indent: int, depth: int, in_loop: bool) -> None:
        if self.chance(0.25):
            self.line(indent, "else:")
            self.block(indent + 1, depth + 1, in_loop)

    def match(self, indent: int, depth: int, in_loop: bool) -> None:
        self.line(indent, f"match {self.number()}:")
        for pattern in ("0", f"1 | 2 if {self.condition()}", self.choice("_", *NAMES)):
            self.line(indent + 1, f"case {pattern}:")
            self.block(indent + 2, depth + 1, in_loop, 1)

    def local_function(self, indent: int) -> None:
        name, free = self.fresh("f"), self.name()
        self.line(indent, f"def {name}(z):")
        self.line(indent + 1, f"nonlocal {free}")
        self.line(indent + 1, f"{free} = z + {self.number()}")
        self.line(indent + 1, f"if z > {self.number()}:")
        self.line(indent + 2, f"return {self.number()}")
        self.line(indent + 1, f"return {self.number()}")
        self.line(indent, f"{self.name()} = {name}({self.number()})")


class Wild(Program):
    """Anything that Python allows."""

    places = ("o.x", "t['k']", "l[0]", "o.z", "t['m']", "g")

    def text(self) -> str:
        self.line(0, "def f(a, b, o, t, l, p=1):")
        self.line(1, "global g" if self.chance(0.3) else "g = 5")
        if self.chance(0.9):
            self.line(1, "c = 1")
        if self.chance(0.9):
            self.line(1, "d = e = 0")
        for name in NAMES:
            self.line(1, f"if 0: {name} = 0")
        self.block(1, 0, False, 6)
        self.line(1, f"return {self.number()}")
        return "\n".join(self.lines) + "\n"

    def condition(self, depth: int = 0) -> str:
        return self.number(depth)

    def number(self, depth: int = 0) -> str:
        kind = self.random.randrange(21 if depth < 2 else 4)
        x, y = (self.number(depth + 1), self.number(depth + 1)) if kind > 3 else ("", "")
        bound = self.choice(*NAMES, "q")
        return [
            self.name(),
            self.name(),
            str(self.random.randrange(-2, 5)),
            self.choice("o.x", "t['k']", "l[0]", "p"),
            f"({x} + {y})",
            f"({x} - {y})",
            f"({x} < {y})",
            f"({x} < {y} <= {self.name()})",
            f"({x} and {y})",
            f"({x} or {y})",
            f"(not {x})",
            f"({x} if {y} else {self.name()})",
            f"log({x})",
            f"h({x}, k={y})",
            f"sum([{x} for {bound} in range(3) if {y}])",
            f"(lambda {bound}: {x})({y})",
            f"({self.name()} := {x})",
            f"h(*({x},), **{{'k': {y}}})",
            f"max({x}, abs({y}))",
            f"len({{{bound}: {x} for {bound} in range(2) if {y}}})",
            f"any({x} for {bound} in [1, {y}])",
        ][kind]

    def statement(self, indent: int, depth: int, in_loop: bool) -> None:
        self.line(indent, "tick()")
        kind = self.random.randrange(100)
        if depth > 3 or kind < 34:
            self.line(indent, self.simple())
        elif kind < 52:
            self.branch(indent, depth, in_loop)
        elif kind < 60:
            iterable = self.choice("range(3)", "[1, 0, 2]", "iter([3, 4])", "(i for i in (5, 6))")
            self.line(indent, f"for {self.choice(*NAMES, 'o.x', 'l[0]')} in {iterable}:")
            self.block(indent + 1, depth + 1, True)
            self.loop_else(indent, depth, in_loop)
        elif kind < 68:
            self.while_loop(indent, depth, in_loop)
        elif kind < 74 and in_loop:
            self.line(indent, self.choice("break", "continue"))
        elif kind < 78:
            self.line(indent, self.choice(f"return {self.number()}", "return"))
        elif kind < 80:
            self.line(indent, f"raise {self.choice('ValueError', 'KeyError')}('x')")
        elif kind < 86:
            self.attempt(indent, depth, in_loop)
        elif kind < 91:
            self.line(indent, f"with manager({self.choice('True', 'False')}) as {self.choice(*NAMES, 'm')}:")
            self.block(indent + 1, depth + 1, in_loop)
        elif kind < 93:
            self.line(indent, f"del {self.name()}")
        elif kind < 95:
            self.local_function(indent)
        elif kind < 97:
            self.match(indent, depth, in_loop)
        else:
            self.line(indent, f"assert {self.number()}, 'm'")

    def simple(self) -> str:
        return self.choice(
            f"{self.target()} = {self.number()}",
            f"{self.target()} += {self.number()}",
            f"log({self.number()})",
            f"l.{self.choice('append', 'remove')}({self.number()})",
            f"{self.name()}, {self.name()} = {self.number()}, {self.number()}",
        )

    def attempt(self, indent: int, depth: int, in_loop: bool) -> None:
        self.line(indent, "try:")
        self.block(indent + 1, depth + 1, in_loop)
        caught = self.chance(0.8)
        if caught:
            clause = self.choice("ValueError as e", "Exception", "(KeyError, NameError) as x", "TypeError as b")
            self.line(indent, f"except {clause}:")
            self.block(indent + 1, depth + 1, in_loop)
            if self.chance(0.4):
                self.line(indent, "else:")
                self.block(indent + 1, depth + 1, in_loop)
        if not caught or self.chance(0.3):
            self.line(indent, "finally:")
            self.line(indent + 1, f"{self.name()} = log({self.number()})")


class Tame(Program):
    """Arithmetic on small whole numbers, and a list of them."""

    def text(self) -> str:
        self.line(0, "def f(a, b, o, t):")
        self.line(1, "c = 1")
        self.line(1, "d = e = a")
        self.line(1, "l = [a, 2]")
        if self.chance(0.3):
            self.line(1, "same = l")
        else:
            self.line(1, "same = [b]")
        self.block(1, 0, False, 4)
        self.leave(1)
        return "\n".join(self.lines) + "\n"

    def leave(self, indent: int) -> None:
        self.line(indent, f"return {self.number()}, a, b, c, d, e, o.x, t['k'], total(l), len(same)")

    def number(self, depth: int = 0) -> str:
        kind = self.random.randrange(17 if depth < 2 else 3)
        x, y = (self.number(depth + 1), self.number(depth + 1)) if kind > 2 else ("", "")
        test = self.condition(depth + 1) if kind in (6, 14) else ""
        bound = self.fresh("q") if kind > 12 else ""
        return [
            self.name() if self.chance(0.8) else "o.x",
            self.name(),
            str(self.random.randrange(-2, 5)),
            f"(({x} + {y}) % 97)",
            f"(({x} - {y}) % 31)",
            f"(({x} * {y}) % 13)",
            f"({x} if {test} else {y})",
            f"h({x}, k={y})",
            f"max({x}, {y})",
            f"(lambda q: q + {x})({y})",
            f"int({x})",
            f"o.m({x})",
            "o.larger",
            f"sum([{bound} + {x} for {bound} in {self.choice('items([1, 2])', 'span(3)', 'range(2)', 'l')}])",
            f"sum([{bound} * 2 for {bound} in {self.choice('items([1, 2])', 'span(3)', '[1, a]')} if {test}])",
            f"{self.choice('l', 'same')}[{self.choice('0', '-1', '0')}]",
            f"len({self.choice('l', 'same')})",
        ][kind]

    def condition(self, depth: int = 0) -> str:
        kind = self.random.randrange(9 if depth < 2 else 3)
        if kind < 3:
            return f"({self.number(depth + 1)} {self.choice('<', '<=', '>', '==', '!=')} {self.number(depth + 1)})"
        if kind == 3:
            return f"({self.number(depth + 1)} < {self.number(depth + 1)} <= {self.number(depth + 1)})"
        if kind == 4:
            return f"(not {self.condition(depth + 1)})"
        if kind == 5:
            return f"({self.number(depth + 1)} {self.choice('in', 'not in')} [{self.number(depth + 1)}, 1])"
        if kind == 6:
            first, second = self.condition(depth + 1), self.condition(depth + 1)
            return f"{self.choice('any', 'all')}([{first}, {second}])"
        return f"({self.condition(depth + 1)} {self.choice('and', 'or')} {self.condition(depth + 1)})"

    def statement(self, indent: int, depth: int, in_loop: bool) -> None:
        kind = self.random.randrange(112)
        if depth > 2 or kind < 38:
            for text in self.simple():
                self.line(indent, text)
        elif kind < 60:
            self.branch(indent, depth, in_loop)
        elif kind < 70:
            self.for_loop(indent, depth, in_loop)
        elif kind < 78:
            self.while_loop(indent, depth, in_loop)
        elif kind < 86 and in_loop:
            self.line(indent, f"if {self.condition()}:")
            self.line(indent + 1, self.choice("break", "continue"))
        elif kind < 93:
            self.line(indent, f"if {self.condition()}:")
            self.leave(indent + 1)
        elif kind < 97:
            self.line(indent, "with manager():")
            self.block(indent + 1, depth + 1, in_loop)
        elif kind < 100:
            self.local_function(indent)
        elif kind < 103:
            # decided by a tensor: what Python raises while tracing comes before all that is raised in the graph
            self.line(indent, f"if ({self.condition()}) and a == a:")
            self.line(indent + 1, f"raise {self.choice('ValueError', 'IndexError')}({self.choice('a', '3')})")
        elif kind < 106:
            self.match(indent, depth, in_loop)
        elif kind < 109:
            self.attempt(indent, depth, in_loop)
        else:
            self.walrus(indent, depth, in_loop)

    def simple(self) -> list[str]:
        target = self.target()
        return self.random.choice(
            [
                [f"{target} = {self.number()}"],
                [f"{target} += {self.number()}", f"{target} %= 997"],
                [f"{self.name()}, {self.name()} = {self.number()}, {self.number()}"],
                [f"{self.choice('l', 'l', 'same')}.append({self.number()})"],
                [f"l[0] = {self.number()}"],
            ]
        )

    def attempt(self, indent: int, depth: int, in_loop: bool) -> None:
        self.line(indent, "try:")
        fails = self.chance(0.3)
        if fails:
            self.line(indent + 1, f"{self.name()} = t['{self.choice('k', 'm')}']")
        self.block(indent + 1, depth + 1, in_loop)
        if fails or self.chance(0.4):
            self.line(indent, "except KeyError:")
            self.block(indent + 1, depth + 1, in_loop, 1)
        else:
            self.line(indent, "finally:")
            self.line(indent + 1, f"{self.name()} = {self.number()}")

    def walrus(self, indent: int, depth: int, in_loop: bool) -> None:
        first, second = f"({self.name()} := {self.number()})", f"({self.name()} := {self.number()})"
        test = f"{first} < {self.number()} {self.choice('and', 'or')} {second} > {self.number()}"
        self.line(indent, f"if {test}:")
        self.block(indent + 1, depth + 1, in_loop)

    def for_loop(self, indent: int, depth: int, in_loop: bool) -> None:
        item = self.fresh("i")
        ranges = ("span(3)", "span(1, 4)", "span(5, 0, -2)", f"span({self.number()} % 5)", f"range({self.name()} % 4)")
        single = (*ranges, "items([3, 1, 2])", "range(2)", "[a, b]", "reversed(items([1, 2, 3]))", "l")
        pairs = ("enumerate(items([4, 5]))", "zip(items([1, 2]), items([3, 4, 5]))", "zip(span(c % 3), [1, 2, 3])")
        iterable = self.choice(*single, *pairs)
        self.line(indent, f"for {f'({item}, j{item})' if iterable in pairs else item} in {iterable}:")
        self.line(indent + 1, f"{self.name()} = {item} + {self.number()}")
        if iterable == "l":
            self.line(indent + 1, "if len(l) > 9:")
            self.line(indent + 2, "break")
        self.block(indent + 1, depth + 1, True)
        self.loop_else(indent, depth, in_loop)
