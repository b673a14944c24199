"""Writes nests that occur several times in a plan (`fusion/duplicates.py`) once, as functions.

The layers of a deep network are the same nests on other arrays. All that the text of a nest follows from is known
before it is written: what is computed, how long the axes are, how the arrays lie, which numbers are constant. So the
nests after the first cost a line each, where `outline.py` would have to find out that they are the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from graphwright.base.frozen import frozen, replace
from graphwright.runtime.native.fusion.steps import Fused
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.lower.frame.values import Array, Scalar
from graphwright.runtime.native.lower.nests import parallel_for

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code
    from graphwright.runtime.native.lower.nests.fused_nest import NestWriter


@frozen
class NestFunction:
    """The function of a nest; one that may find no memory has a last parameter, a word that it sets then."""

    name: str
    may_lack_memory: bool

    def call(self, w: Writer, arguments: Sequence[str]) -> None:
        """Call it, and fail if it found no memory."""
        if not self.may_lack_memory:
            w.call("void", f"@{self.name}", *arguments)
            return
        with w.noting_lack() as lacks:
            w.call("void", f"@{self.name}", *arguments, f"ptr {lacks}")


def key_of(code: Code, step: Fused) -> Hashable | None:
    """All that the text of a step's nest follows from; None where it is to be written in its place."""
    form = code.duplicates.get(step)
    if form is None or code.in_place is not None or any(value in code.env.wanted for value in step.outputs):
        return None
    inputs: list[Hashable] = []
    for bound in map(code.value, step.inputs):
        if isinstance(bound, Scalar):
            inputs.append(bound.operand.text if bound.operand.is_constant else "")
        elif isinstance(bound, Array) and not any(stride.symbols for stride in bound.strides):
            inputs.append(bound.strides)
        else:
            return None
    return form, tuple(inputs)


def call(code: Code, step: Fused, nest: NestFunction) -> None:
    """Call the function of a nest, which is given the arrays that it reads and writes, and numbers."""
    given_or_made = [code.value(value) for value in (*step.inputs, *step.outputs)]
    arrays = [bound for bound in given_or_made if isinstance(bound, Array)]
    numbers = [b.operand for b in given_or_made if isinstance(b, Scalar) and not b.operand.is_constant]
    type_of = code.w.emitter.type_of
    arguments = [f"ptr {array.pointer}" for array in arrays] + [f"{type_of(o.dtype)} {o.text}" for o in numbers]
    nest.call(code.w, arguments)


def function(nest: NestWriter) -> NestFunction:
    """Write the function of a nest that is laid out. The nest is of no use any more."""
    outer = nest.w
    nest.w = Writer(outer)
    parameters: list[str] = []
    for stream in nest.all_streams():
        name = f"%given{len(parameters)}"
        stream.array = replace(stream.array, pointer=name)
        stream.pointer = name
        parameters.append(f"ptr {name}")
    e = nest.w.emitter
    for value, operand in nest.scalars.items():
        if not operand.is_constant:
            nest.scalars[value] = e.operand(operand.dtype, f"%given{len(parameters)}")
            parameters.append(f"{e.type_of(operand.dtype)} {nest.scalars[value].text}")
    nest.write_in_place()
    lost: list[str] = []
    may_lack_memory = parallel_for.may_lack_memory(nest.w)
    if may_lack_memory:
        parameters.append("ptr %lacks")
        lost.append("  store i64 1, ptr %lacks")
    text = parallel_for.chunk_text(nest.w, ", ".join(parameters), lost)
    return NestFunction(outer.module.function("gw_nest", text), may_lack_memory)
