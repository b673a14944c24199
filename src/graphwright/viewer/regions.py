"""The native regions of a program: which operations each of them runs, and its code as the loop IR prints it.

The program is written once more for that, up to LLVM; nothing is kept for it when a function is compiled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation
from graphwright.runtime.native.fusion.step_work import kind_of, operations_of
from graphwright.runtime.native.fusion.steps import Rename, Step, op_of
from graphwright.runtime.native.loop_ir.show import show
from graphwright.runtime.native.lower.body import write_body
from graphwright.runtime.native.lower.codegen import Code

_LONGEST: Final = 12_000  # characters of one region
_ALL: Final = 1_500_000  # characters of all regions together
_NAME: Final = re.compile(r"@([\w.]+)\(")
_FUNCTION: Final = re.compile(r"^define [^\n]*@([\w.]+)\([^\n]*\{\n.*?^\}", re.M | re.S)
_OF_NOTHING: Final = ("views", "variable")


class Region:
    """One piece of a program.

    Attributes:
      kind: what it is, as profiles say it: "fused loop", "product", "loop", "host call", ...
      ops: the operations that it runs, of the optimized graph or made of those.
      parent: the number of the loop, branch or call that it is in; None for none.
      code: its text, with the regions in it left out; "" where too much text was there already.
    """

    def __init__(self, kind: str, ops: list[Operation], parent: int | None) -> None:
        self.kind = kind
        self.ops = ops
        self.parent = parent
        self.code = ""


def regions_of(graph: FuncGraph) -> list[Region]:
    """The regions of an optimized graph, in program order."""
    code = _WatchedCode()
    write_body(graph, code)
    functions = _functions(code.w.module.text())
    total = 0
    for region in code.regions:
        if not region.code:
            continue
        called = dict.fromkeys(_NAME.findall(region.code))
        text = "\n\n".join([region.code, *(functions[name] for name in called if name in functions)])
        region.code = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}\n..."
        total += len(region.code)
        if total > _ALL:
            region.code = ""
    return code.regions


def _functions(text: str) -> dict[str, str]:
    """The functions of a module by name."""
    return {match[1]: match[0] for match in _FUNCTION.finditer(text)}


class _WatchedCode(Code):
    """Notes each step that is written as a region, with the part of the loop IR that it adds."""

    def __init__(self) -> None:
        super().__init__()
        self.regions: list[Region] = []
        self._around: list[int] = []

    def write_step(self, step: Step) -> None:
        kind = _kind(step)
        if kind is None:
            super().write_step(step)
            return
        region = Region(kind, list(_operations(step)), self._around[-1] if self._around else None)
        self._around.append(len(self.regions))
        self.regions.append(region)
        lines, start = self.w.lines, len(self.w.lines)
        first = len(self.regions)
        try:
            super().write_step(step)
        finally:
            self._around.pop()
        if len(self.regions) == first:
            region.code = show(lines[start:])


def _kind(step: Step) -> str | None:
    """What a profile calls the step; None for what runs no code of its own."""
    kind = kind_of(step)
    return None if kind in _OF_NOTHING or isinstance(step, Rename) else kind


def _operations(step: Step) -> Iterator[Operation]:
    """The operations of a step."""
    yield from operations_of(step)
    op = op_of(step)
    if op is not None:
        yield from _between(step, op)


def _between(step: Step, op: Operation) -> Iterator[Operation]:
    """The operation of a step, and those after it that the step does as well: a bias, an activation, a sum."""
    seen = {id(value) for value in step.inputs}
    pending = [value.op for value in step.outputs]
    found: dict[int, Operation] = {id(op): op}
    while pending:
        op = pending.pop()
        if id(op) not in found:
            found[id(op)] = op
            pending += [value.op for value in op.inputs if id(value) not in seen]
    yield from found.values()
