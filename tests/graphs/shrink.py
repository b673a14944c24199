"""Makes a failing program small: fewer outputs, statements cut off from what they were computed from."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base import errors
from tests.graphs.catalogue import literal
from tests.graphs.program import PRELUDE, AnyStep, Block, Branch, Call, Input, Loop, Program

_MOST = 5000  # elements of an array that is written out


def shrink(program: Program, fails: Callable[[Program], bool]) -> Program:
    """A smaller program that fails as well; `fails` must hold for the one that is given."""
    program = program.pruned()
    while True:
        for smaller in _candidates(program):
            if smaller != program and fails(smaller):
                program = smaller
                break
        else:
            return program


def _candidates(program: Program) -> Iterator[Program]:
    for name in program.outputs:
        yield replace(program, outputs=(name,)).pruned()
    for name in program.outputs:
        yield replace(program, outputs=tuple(o for o in program.outputs if o != name)).pruned()
    steps = program.steps
    known = _values(program)
    for i in reversed(range(len(steps))):
        rest = steps[:i] + steps[i + 1 :]
        used = {name for step in rest for name in step.uses}
        outputs = tuple(o for o in program.outputs if o not in steps[i].results)
        if used.isdisjoint(steps[i].results) and (outputs or not program.outputs):
            yield replace(program, steps=rest, outputs=outputs).pruned()
        arguments = [known.get(name) for name in steps[i].results]
        if not steps[i].keeps and all(arguments):
            inputs = tuple(x for x in arguments if x is not None)
            yield replace(program, steps=rest, outputs=outputs, inputs=(*program.inputs, *inputs)).pruned()
    for i, step in enumerate(steps):
        for smaller in _smaller(step):
            yield replace(program, steps=(*steps[:i], smaller, *steps[i + 1 :])).pruned()
    if program.staged:
        yield replace(program, staged=False)
    for i, x in enumerate(program.inputs):
        if None in x.dims and x.name in known:
            closed = replace(x, dims=known[x.name].dims)
            yield replace(program, inputs=(*program.inputs[:i], closed, *program.inputs[i + 1 :]))


def _smaller(step: AnyStep) -> Iterator[AnyStep]:
    if isinstance(step, Branch):
        for block in _smaller_blocks(step.then):
            yield replace(step, then=block)
        for block in _smaller_blocks(step.otherwise):
            yield replace(step, otherwise=block)
    elif isinstance(step, Call):
        for block in _smaller_blocks(step.block):
            yield replace(step, block=block)
    elif isinstance(step, Loop):
        for block in _smaller_blocks(step.block):
            yield replace(step, block=block)
        if step.rounds not in ("1", "2"):
            yield replace(step, rounds="1")
            yield replace(step, rounds="2")


def _smaller_blocks(block: Block) -> Iterator[Block]:
    for i in reversed(range(len(block.steps))):
        rest = block.steps[:i] + block.steps[i + 1 :]
        used = {name for step in rest for name in step.uses} | set(block.outcomes)
        if used.isdisjoint(block.steps[i].results):
            yield replace(block, steps=rest)
        for smaller in _smaller(block.steps[i]):
            yield replace(block, steps=(*block.steps[:i], smaller, *block.steps[i + 1 :]))
    for i, parameter in enumerate(block.parameters):
        if block.outcomes[i] != parameter:
            yield replace(block, outcomes=(*block.outcomes[:i], parameter, *block.outcomes[i + 1 :]))


def _values(program: Program) -> dict[str, Input]:
    """What the program's values are, as far as it runs eagerly: inputs that could stand for them."""
    names: dict[str, Any] = {}
    result: dict[str, Input] = {}
    try:
        exec(PRELUDE, names)
        for item in (*program.variables, *program.inputs):
            array = eval(item.expression, names)
            names[item.name] = tf.Variable(array) if item in program.variables else tf.constant(array)
            result[item.name] = Input(item.name, item.expression, item.dtype, array.shape)
        for step in program.steps:
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # AutoGraph's, of functions whose source is in no file
                exec("\n".join(step.lines(False)), names)
            for name in step.results:
                array = names[name].numpy()
                if array.size <= _MOST:
                    dtype, shape, text = literal(array)
                    result[name] = Input(name, text, dtype, shape)
    except errors.OpError:
        pass
    return result
