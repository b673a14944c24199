"""Makes programs smaller that still show their difference.

    python -m tests.compare.statements.minimise --tensorflow PYTHON SEED ...

Statements are left out, blocks take the place of their loops and branches, and expressions that of their operands.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import replace

from tests.compare.statements.draw import draw
from tests.compare.statements.judge import differences, floor_of
from tests.compare.statements.program import Program
from tests.compare.statements.run import ROOT, Process, environment_of


def smaller_texts(text: str) -> Iterator[str]:
    """Smaller texts: large cuts first."""
    tree = ast.parse(text)
    total = sum(1 for _ in _edits(tree))
    for k in range(total):
        changed = copy.deepcopy(tree)
        next(edit for i, edit in enumerate(_edits(changed)) if i == k)()
        if _body(changed):
            yield ast.unparse(ast.fix_missing_locations(changed)) + "\n"


def _body(tree: ast.Module) -> list[ast.stmt]:
    make = tree.body[0]
    assert isinstance(make, ast.FunctionDef) and isinstance(make.body[0], ast.FunctionDef)
    return make.body[0].body


def _edits(tree: ast.Module):  # type: ignore[no-untyped-def]
    """Functions that change a tree in place, one edit each."""
    program = _body(tree)
    for block in _blocks(program):
        for i in range(len(block) - 1, -1, -1):
            statement = block[i]
            if isinstance(statement, ast.Return):
                continue
            yield lambda block=block, i=i: block.__setitem__(slice(i, i + 1), [] if len(block) > 1 else [ast.Pass()])
            for inner in ("body", "orelse"):
                if getattr(statement, inner, None):
                    yield lambda block=block, i=i, s=statement, n=inner: block.__setitem__(
                        slice(i, i + 1), getattr(s, n)
                    )
            if getattr(statement, "orelse", None):
                yield lambda s=statement: setattr(s, "orelse", [])
    last = program[-1]
    if isinstance(last, ast.Return) and isinstance(last.value, ast.Tuple) and len(last.value.elts) > 1:
        for i in range(len(last.value.elts)):
            yield lambda value=last.value, i=i: value.elts.pop(i)
    for node in ast.walk(ast.Module(program, [])):
        for name, value in ast.iter_fields(node):
            if isinstance(value, (ast.Call, ast.BinOp)) and not isinstance(node, (ast.Expr, ast.Lambda, ast.withitem)):
                for part in value.args if isinstance(value, ast.Call) else [value.left, value.right]:
                    yield lambda node=node, name=name, part=part: setattr(node, name, part)
            elif isinstance(value, list) and name == "args":
                for i, argument in enumerate(value):
                    parts = argument.args if isinstance(argument, ast.Call) else [getattr(argument, "left", None)]
                    for part in parts:
                        if isinstance(part, ast.expr):
                            yield lambda value=value, i=i, part=part: value.__setitem__(i, part)


def _blocks(body: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    yield body
    for statement in body:
        for name in ("body", "orelse"):
            inner = getattr(statement, name, None)
            if inner:
                yield from _blocks(inner)


class Minimiser:
    """A pair of processes, and programs made smaller by them."""

    def __init__(self, theirs: Process, ours: Process) -> None:
        self.theirs, self.ours = theirs, ours

    def found(self, program: Program) -> dict[str, str]:
        """The kinds of differences by mode: without the numbers of calls."""
        ours = self.ours.answer(program)
        if "died" in ours:
            return {"all": "died"}
        return {
            m: re.sub(r"call \d+: ", "", t)
            for m, t in differences(ours, self.theirs.answer(program), floor_of(program)).items()
        }

    def smaller(self, program: Program) -> tuple[Program, dict[str, str]]:
        """The smallest program found that differs in the same way."""
        wanted = self.found(program)
        if not wanted:
            return program, wanted
        mode = next(iter(wanted))
        if mode != "all":
            program = replace(program, modes=tuple(dict.fromkeys(["eager", mode])))
        elif (less := replace(program, modes=program.modes[1:2])) and self.found(less) == wanted:
            program = less
        if program.tape and self.found(replace(program, tape=False)).get(mode) == wanted[mode]:
            program = replace(program, tape=False)
        going = True
        while going:
            going = False
            for text in smaller_texts(program.text):
                if len(text) < len(program.text) and self.found(program.with_text(text)).get(mode) == wanted[mode]:
                    program, going = program.with_text(text), True
                    break
        return program, self.found(program)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tensorflow", required=True)
    parser.add_argument("--executor", default="")
    parser.add_argument("seeds", type=int, nargs="+")
    options = parser.parse_args()
    theirs = Process(os.path.join(ROOT, options.tensorflow), "tensorflow", {"PYTHONPATH": ""})
    ours = Process(sys.executable, "graphwright", environment_of(options.executor))
    minimiser = Minimiser(theirs, ours)
    for seed in options.seeds:
        program, found = minimiser.smaller(draw(seed))
        print(
            seed,
            found,
            [(g.name, g.dtype, g.dims, g.kind) for g in (*program.arguments, *program.variables)],
            program.sizes,
        )
        print(program.text if found else "  no difference", flush=True)
    theirs.close()
    ours.close()


if __name__ == "__main__":
    main()
