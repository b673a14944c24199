"""Random typed graphs: what the native executor computes and does is what the numpy executor computes and does.

A few by default. GRAPH_SEEDS=0:2000 make test ARGS=tests/test_random_graphs.py looks at more, and `tests/graphs/run.py`
at many; `tests/graphs/random_graphs.md` says which have been looked at.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphwright.base.config import variable_of
from graphwright.ir.lowering import Elementwise
from graphwright.ir.record import registered
from graphwright.passes import optimize
from graphwright.runtime.executor import executor
from graphwright.runtime.native.text.emitter import TextEmitter
from tests.graphs import catalogue, tolerance
from tests.graphs.check import Different, check, check_program
from tests.graphs.draw import Drawer, draw
from tests.graphs.program import Branch, Loop, Program
from tests.graphs.runs import Traced, World
from tests.graphs.shrink import shrink
from tests.graphs.values import DTYPES

pytest.importorskip("llvmlite")
_ROOT = Path(__file__).parents[1]

_FIRST, _LAST = map(int, os.environ.get("GRAPH_SEEDS", "0:200").split(":"))
_CHUNK = 10


@pytest.mark.executors
@pytest.mark.parametrize("first", range(_FIRST, _LAST, _CHUNK))
def test_executors_agree(first: int) -> None:
    if executor("native").name != "native":
        pytest.skip("LLVM is not there")
    for seed in range(first, first + _CHUNK):
        try:
            check(seed)
        except Exception as error:
            raise AssertionError(f"seed {seed}: python -m tests.graphs.run --shrink {seed}") from error


# the generator -------------------------------------------------------------------------------------------------


def _digest(seeds: range) -> str:
    return hashlib.sha256("".join(draw(seed).text() for seed in seeds).encode()).hexdigest()


def test_a_seed_gives_the_same_program_in_every_process() -> None:
    code = "from tests.test_random_graphs import _digest; print(_digest(range(4)))"
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, cwd=_ROOT, env=environment, capture_output=True, text=True, timeout=100)
    assert found.stdout.strip() == _digest(range(4)), found.stderr


def _steps(program: Program) -> list[Any]:
    found: list[Any] = []
    waiting: list[Any] = list(program.steps)
    while waiting:
        step = waiting.pop()
        found.append(step)
        if isinstance(step, Branch):
            waiting += [*step.then.steps, *step.otherwise.steps]
        elif isinstance(step, Loop):
            waiting += step.block.steps
    return found


def test_programs_have_all_there_is() -> None:
    programs = [draw(seed) for seed in range(70)]
    steps = [step for program in programs for step in _steps(program)]
    assert len({step.op for step in steps}) > 150
    assert {"cond", "while_loop", "assign", "read", "Sum", "ArgMax"} <= {step.op for step in steps}
    given = [x for program in programs for x in (*program.inputs, *program.variables)]
    assert {x.dtype for x in given} == set(DTYPES)
    assert {None, 0, 1, 17} <= {n for x in given for n in x.dims}
    assert any(program.staged for program in programs) and any(program.large for program in programs)
    assert any("tf.cond(" in program.text() for program in programs)
    assert any("tf.switch_case(" in program.text() for program in programs)


def test_every_elementwise_rule_is_drawn_from() -> None:
    drawn = {record.name for record in catalogue.elementwise()}
    assert drawn == {r.name for r in registered() if isinstance(r.native, Elementwise)}


def test_the_table_names_ops_that_there_are() -> None:
    names = {record.name for record in catalogue.records()} | {"BatchMatMul"}
    assert names >= tolerance.TABLE


def test_large_programs_are_shared_by_threads() -> None:
    if executor("native").name != "native":
        pytest.skip("LLVM is not there")
    large = [seed for seed in range(400) if Drawer(seed).large]
    compiled: Any = (executor("native").compile(optimize(Traced(World(draw(s))).graph)) for s in large)
    assert any("@gw_split" in program.ir for program in compiled)


# the check and the shrinking of what fails ----------------------------------------------------------------------


def test_a_wrong_rule_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    if executor("native").name != "native":
        pytest.skip("LLVM is not there")
    right = TextEmitter.sub
    monkeypatch.setattr(TextEmitter, "sub", lambda e, a, b: right(e, a, b) if a.dtype == "float32" else e.add(a, b))
    program = next(p for p in map(draw, range(1000)) if len(p.steps) > 5 and _is_wrong(p))
    small = shrink(program, _is_wrong)
    assert len(small.steps) <= 2 < len(program.steps)
    assert len(small.text()) < len(program.text())


def _is_wrong(program: Program) -> bool:
    try:
        check_program(program)
    except Different:
        return True
    return False


@pytest.mark.parametrize(
    ("op", "dtype", "moved", "fits"),
    [
        ("Add", "float32", 1, False),
        ("Tanh", "float32", 3, True),
        ("Tanh", "float32", 10, False),
        ("Tanh", "float16", 0, True),
        ("Tanh", "float16", 3, False),
        ("Sum", "float64", 1, True),
        ("Sum", "float64", 10**6, False),
        ("Sum", "int32", 1, False),
        ("Max", "float32", 1, False),
    ],
)
def test_results_may_be_off_by_what_the_table_says(op: str, dtype: str, moved: int, fits: bool) -> None:
    record = next(r for r in catalogue.records() if r.name == op)
    x = np.linspace(0.1, 0.9, 24).astype(dtype) if dtype != "int32" else np.arange(24, dtype=dtype)
    inputs = [x, x] if op == "Add" else [x, np.array([0], "int32")] if op in ("Sum", "Max") else [x]

    class Applied:
        type, attrs = op, {"keep_dims": False}

    Applied.record = record  # type: ignore[attr-defined]
    kernel = record.bound_kernel(dict.fromkeys(record.kernel_attrs, False))
    exact = np.asarray(kernel(*inputs))
    found = exact + moved if dtype == "int32" else exact + moved * np.spacing(exact)
    told = tolerance.agreement(Applied, inputs, [found.astype(dtype)], kernel)  # type: ignore[arg-type]
    assert (told == "") == fits, told


# machine code on disk ------------------------------------------------------------------------------------------


def test_programs_agree_with_the_cache_cold_warm_and_damaged(tmp_path: Path) -> None:
    environment = {**os.environ, variable_of("cache"): "1", variable_of("cache_dir"): str(tmp_path)}

    def run() -> None:
        command = [sys.executable, "-m", "tests.graphs.run", "--check", "0:5"]
        done = subprocess.run(command, cwd=_ROOT, env=environment, capture_output=True, text=True, timeout=110)
        assert done.stdout.count('""') == 5 and done.stdout.count("\n") == 10, done.stdout + done.stderr

    def entries() -> dict[str, bytes]:
        return {p.name: p.read_bytes() for p in (tmp_path / "native").iterdir()}

    run()
    cold = entries()
    assert cold
    run()
    assert entries() == cold
    for number, name in enumerate(sorted(cold)):
        _damage(tmp_path / "native" / name, number)
    run()
    assert entries() == cold  # what was damaged is written again


def _damage(entry: Path, number: int) -> None:
    """An entry cut short, with some bits changed, emptied, or full of something else."""
    content = bytearray(entry.read_bytes())
    middle = len(content) // 2
    if number % 4 == 0:
        content = content[:middle]
    elif number % 4 == 1:
        content[middle] ^= 0x10
    elif number % 4 == 2:
        content.clear()
    else:
        content[:] = bytes(len(content))
    entry.write_bytes(content)
