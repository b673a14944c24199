"""A random program as data, and as the text of a module that runs: what is drawn, shrunk and printed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

PRELUDE = """\
import sys

import graphwright as tf
import numpy as np
from tests.graphs.nested import called, gradient, grown, repeated
from tests.graphs.values import array, inf, nan, values
"""

_NAME = re.compile(r"\b[avx]\d+\b")


def names_in(text: str) -> set[str]:
    """The inputs (`x`), variables (`v`) and values (`a`) that a piece of text speaks of."""
    return set(_NAME.findall(text))


@dataclass(frozen=True)
class Step:
    """One statement: an expression and the names its results get; none for what has an effect alone."""

    op: str
    expression: str
    results: tuple[str, ...] = ()
    listed: bool = False  # the expression gives a list

    @property
    def uses(self) -> set[str]:
        return names_in(self.expression)

    @property
    def keeps(self) -> bool:
        """Whether it must stay although nobody uses its results."""
        return not self.results

    def lines(self, staged: bool) -> list[str]:
        if not self.results:
            return [self.expression]
        targets = f"({', '.join(self.results)},)" if self.listed else self.results[0]
        return [f"{targets} = {self.expression}"]


@dataclass(frozen=True)
class Block:
    """The body of a branch or loop: its own parameters, its statements, what it gives."""

    parameters: tuple[str, ...]
    steps: tuple[AnyStep, ...]
    outcomes: tuple[str, ...]

    @property
    def uses(self) -> set[str]:
        """What it needs of the outside."""
        result = {name for step in self.steps for name in step.results}
        wanted = {name for step in self.steps for name in step.uses} | set(self.outcomes)
        return wanted - result - set(self.parameters)

    @property
    def keeps(self) -> bool:
        return any(step.keeps for step in self.steps)

    def lines(self, staged: bool) -> list[str]:
        return [line for step in self.steps for line in step.lines(staged)]


@dataclass(frozen=True)
class Branch:
    """`if` by a tensor: two bodies that give the same kinds of values."""

    predicate: str
    then: Block
    otherwise: Block
    results: tuple[str, ...]
    op: str = "cond"

    @property
    def uses(self) -> set[str]:
        return names_in(self.predicate) | self.then.uses | self.otherwise.uses

    @property
    def keeps(self) -> bool:
        return self.then.keeps or self.otherwise.keeps

    def lines(self, staged: bool) -> list[str]:
        if staged:
            return [
                f"if {self.predicate}:",
                *_indented([*self.then.lines(staged), _assigned(self.results, self.then.outcomes)]),
                "else:",
                *_indented([*self.otherwise.lines(staged), _assigned(self.results, self.otherwise.outcomes)]),
            ]
        tag = self.results[0]
        return [
            *_function(f"then_{tag}", (), self.then, _tuple(self.then.outcomes)),
            *_function(f"else_{tag}", (), self.otherwise, _tuple(self.otherwise.outcomes)),
            f"{_tuple(self.results)} = {self._choice(int(tag[1:]), f'then_{tag}, else_{tag}')}",
        ]

    def _choice(self, number: int, functions: str) -> str:
        """The call that chooses; every other time by a number, where one that is no function's is the last's."""
        if number % 2:
            return f"tf.cond({self.predicate}, {functions})"
        other = (1, -1, 2)[number // 2 % 3]
        return f"tf.switch_case(tf.where({self.predicate}, 0, {other}), [{functions}])"


@dataclass(frozen=True)
class Loop:
    """`for` over a range: the block's parameters begin as `initial` and are renewed in each round."""

    rounds: str
    counter: str
    initial: tuple[str, ...]
    block: Block
    results: tuple[str, ...]
    op: str = "while_loop"

    @property
    def uses(self) -> set[str]:
        return names_in(self.rounds) | set(self.initial) | (self.block.uses - {self.counter})

    @property
    def keeps(self) -> bool:
        return self.block.keeps

    def lines(self, staged: bool) -> list[str]:
        parameters = self.block.parameters
        if staged:
            return [
                _assigned(parameters, self.initial),
                f"for {self.counter} in tf.range({self.rounds}):",
                *_indented([*self.block.lines(staged), _assigned(parameters, self.block.outcomes)]),
                _assigned(self.results, parameters),
            ]
        tag = self.results[0]
        outcome = f"({self.counter} + 1, {', '.join(self.block.outcomes)})"
        return [
            *_function(f"body_{tag}", (self.counter, *parameters), self.block, outcome),
            f"(_, {', '.join(self.results)}) = tf.while_loop("
            f"lambda {self.counter}, *_: {self.counter} < {self.rounds}, body_{tag}, [0, {', '.join(self.initial)}])",
        ]


@dataclass(frozen=True)
class Call:
    """A function of the block's parameters: `called`, or its `gradient`."""

    how: str
    arguments: tuple[str, ...]
    block: Block
    results: tuple[str, ...]

    @property
    def op(self) -> str:
        return self.how

    @property
    def uses(self) -> set[str]:
        return set(self.arguments) | self.block.uses

    @property
    def keeps(self) -> bool:
        return self.block.keeps

    def lines(self, staged: bool) -> list[str]:
        name = f"inner_{self.results[0]}"
        function = _function(name, self.block.parameters, self.block, _tuple(self.block.outcomes), staged)
        return [*function, f"{_tuple(self.results)} = {self.how}({name}, {', '.join(self.arguments)})"]


AnyStep = Step | Branch | Loop | Call


def _tuple(names: Iterable[str]) -> str:
    return f"({', '.join(names)},)"


def _assigned(targets: tuple[str, ...], sources: tuple[str, ...]) -> str:
    return f"{', '.join(targets)} = {', '.join(sources)}"


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _function(name: str, parameters: tuple[str, ...], block: Block, outcome: str, staged: bool = False) -> list[str]:
    return [f"def {name}({', '.join(parameters)}):", *_indented([*block.lines(staged), f"return {outcome}"])]


@dataclass(frozen=True)
class Input:
    """A parameter or variable: an expression for its array, and the dimensions that a signature declares."""

    name: str
    expression: str
    dtype: str
    dims: tuple[int | None, ...]

    @property
    def variable(self) -> str:
        """The text of a variable that begins so."""
        return f"tf.Variable({self.expression}, shape={list(self.dims)})"


@dataclass(frozen=True)
class Program:
    """All of it. A `staged` one is written as Python's statements, which AutoGraph converts."""

    inputs: tuple[Input, ...]
    variables: tuple[Input, ...]
    steps: tuple[AnyStep, ...]
    outputs: tuple[str, ...]
    staged: bool = False
    large: bool = False  # enough elements for several threads
    plain: bool = False  # its operations are judged as traced

    def text(self) -> str:
        """The module: `f`, its `arguments` and its `variables`."""
        lines = [PRELUDE, *(f"{v.name} = {v.variable}" for v in self.variables)]
        lines.append(f"variables = [{', '.join(v.name for v in self.variables)}]")
        lines.append(f"arguments = [{', '.join(x.expression for x in self.inputs)}]")
        specs = [f"tf.TensorSpec({list(x.dims)}, {x.dtype!r})" for x in self.inputs]
        lines.append(f"signature = [{', '.join(specs)}]")
        lines.append(f"staged = {self.staged}")
        lines += ["", "", f"def f({', '.join(x.name for x in self.inputs)}):"]
        lines += _indented(line for step in self.steps for line in step.lines(self.staged))
        lines.append(f"    return [{', '.join(self.outputs)}]")
        lines += ["", "", 'if __name__ == "__main__":']
        lines.append("    native = tf.function(f, input_signature=signature, autograph=staged)(*arguments)")
        lines.append("    print([t.numpy() for t in native])")
        return "\n".join(lines) + "\n"

    def pruned(self) -> Program:
        """Without the statements, inputs and variables that nothing needs."""
        wanted = set(self.outputs)
        kept: list[AnyStep] = []
        for step in reversed(self.steps):
            if step.keeps or not wanted.isdisjoint(step.results):
                wanted |= step.uses
                kept.append(step)
        inputs = tuple(x for x in self.inputs if x.name in wanted)
        variables = tuple(v for v in self.variables if v.name in wanted)
        return replace(self, steps=tuple(reversed(kept)), inputs=inputs, variables=variables)
