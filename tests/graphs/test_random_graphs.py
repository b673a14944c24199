"""Random typed graphs: what the native executor computes and does is what the numpy executor computes and does.

A few by default. GRAPH_SEEDS=0:2000 make test ARGS=tests/graphs/test_random_graphs.py looks at more, and
`tests/graphs/run.py` at many; `tests/graphs/random_graphs.md` says which have been looked at.
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphwright.base.config import variable_of
from graphwright.ir.lowering import Elementwise
from graphwright.ir.record import registered
from graphwright.passes import optimize
from graphwright.runtime.native.llvm.emitter import TextEmitter
from graphwright.runtime.selection import executor
from tests.graphs import catalogue, tolerance, values
from tests.graphs.check import Different, check, check_program
from tests.graphs.draw import Drawer, draw
from tests.graphs.program import Branch, Call, Input, Loop, Program, Step
from tests.graphs.runs import Traced, World
from tests.graphs.shrink import shrink
from tests.graphs.values import DTYPES

pytest.importorskip("llvmlite")
_ROOT = Path(__file__).parents[2]

_FIRST, _LAST = map(int, os.environ.get("GRAPH_SEEDS", "0:20").split(":"))
_CHUNK = 5


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
    code = "from tests.graphs.test_random_graphs import _digest; print(_digest(range(4)))"
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
        elif isinstance(step, (Loop, Call)):
            waiting += step.block.steps
    return found


def test_programs_have_all_there_is() -> None:
    programs = [draw(seed) for seed in range(70)]
    ops = {step.op for program in programs for step in _steps(program)}
    assert len(ops) > 150
    assert {"cond", "while_loop", "called", "gradient", "assign", "read", "Sum", "ArgMax"} <= ops
    assert {"Where", "Conv2D", "TensorList that grows", "SegmentSum"} <= ops
    assert any(op.startswith("scatter_") for op in ops)
    arguments = [x for program in programs for x in (*program.inputs, *program.variables)]
    assert {x.dtype for x in arguments} == set(DTYPES)
    assert {None, 0, 1, 17} <= {n for x in arguments for n in x.dims}
    assert any(program.staged for program in programs) and any(program.large for program in programs)
    assert any("tf.cond(" in program.text() for program in programs)
    assert any("tf.switch_case(" in program.text() for program in programs)


def test_every_elementwise_rule_is_drawn_from() -> None:
    drawn = {record.name for record in catalogue.elementwise()}
    assert drawn == {r.name for r in registered() if isinstance(r.native, Elementwise)} - catalogue.NOT_DRAWN


def test_what_is_not_drawn_is_there_and_in_no_table() -> None:
    assert {r.name for r in registered()} >= catalogue.NOT_DRAWN
    assert not catalogue.NOT_DRAWN & (tolerance.TABLE - {"BatchMatMul"})


def test_what_is_drawn_from_can_be_given_all_its_attributes() -> None:
    chooser = random.Random(0)
    for record in (*catalogue.elementwise(), *catalogue.reductions()):
        assert set(catalogue.attributes(record, chooser)) <= set(record.kernel_attrs)


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
        ("Mul", "complex64", 1, True),
        ("Mul", "complex64", 20, False),
        ("Mul", "float32", 1, False),
        ("Sub", "complex128", 1, False),
        ("SeluGrad", "float16", 1, False),
    ],
)
def test_results_may_be_off_by_what_the_table_says(op: str, dtype: str, moved: int, fits: bool) -> None:
    record = next(r for r in catalogue.records() if r.name == op)
    x = np.linspace(0.1, 0.9, 24).astype(dtype) if dtype != "int32" else np.arange(24, dtype=dtype)
    second = {"Sum": [np.array([0], "int32")], "Max": [np.array([0], "int32")], "Tanh": []}
    inputs = [x, *second.get(op, [x])]

    class Applied:
        type, attrs = op, {"keep_dims": False}

    Applied.record = record  # type: ignore[attr-defined]
    kernel = record.bound_kernel(dict.fromkeys(record.kernel_attrs, False))
    exact = np.asarray(kernel(*inputs))
    found = exact + moved if dtype == "int32" else exact + moved * np.spacing(np.abs(exact))
    reported = tolerance.agreement(Applied, inputs, [found.astype(dtype)], kernel)  # type: ignore[arg-type]
    assert (reported == "") == fits, reported


def _program(expression: str, *arrays: str) -> Program:
    """A program of one statement about inputs `x0`, `x1`, ..."""
    arguments: list[Any] = [eval(text, vars(values)) for text in arrays]
    dtypes = [catalogue.literal(a[:0])[0] for a in arguments]
    inputs = [Input(f"x{i}", text, dtypes[i], arguments[i].shape) for i, text in enumerate(arrays)]
    return Program(tuple(inputs), (), (Step("", expression, ("a0",)),), ("a0",))


@pytest.mark.parametrize(
    "program",
    [
        # NumPy fuses one of the two products of complex numbers, or none, as the operands lie in memory
        _program("tf.reverse(x0, [0]) * x1", "values('complex64', (64,), 1)", "values('complex64', (64,), 2)"),
        _program("tf.abs(tf.reverse(x0, [0]))", "values('complex64', (64,), 1)"),
        _program(
            "tf.einsum('bij,bjk->ik', x0, x1)",
            "values('complex128', (16, 15, 1), 919695)", "values('complex128', (16, 1, 1), 618605)",
        ),
        # a pole next to numbers that are no pole
        _program("tf.math.digamma(tf.tanh(x0))", "array('float64', (2,), [-18.84896733721435, -18.83323572806269])"),
        # beside the images lies nothing, or zeros, which are multiplied by infinity
        _program(
            "tf.nn.depthwise_conv2d(x0, x1, [1, 1, 1, 1], 'SAME')",
            "values('float32', (1, 4, 4, 1), 1, 'tame')", "array('float32', (3, 1, 1, 1), [1, 1, inf])",
        ),
        _program(
            "gradient(lambda x: tf.nn.conv3d(x, x1, [1] * 5, 'SAME'), x0)[0]",
            "values('float16', (1, 1, 1, 4, 3), 1, 'tame')", "array('float16', (1, 1, 3, 3, 8), [1] * 71 + [inf])",
        ),
        # which of two zeros is the smaller one, nobody says
        _program(
            "tf.math.unsorted_segment_min(x0, [0, 1, 0, 1], 2)",
            "array('float16', (4, 2), [0.0, -0.0, 0.0, -0.0, -0.0, 0.0, -0.0, 0.0])",
        ),
        _program(
            "tf.tensor_scatter_nd_max(x0, [[0], [1]], x1)",
            "array('float16', (2,), [0.0, -0.0])", "array('float16', (2,), [-0.0, 0.0])",
        ),
        # rows that were picked
        _program("gradient(lambda x: tf.gather(x, [1, 1]), x0)[0] * 2.0", "values('float32', (3, 2), 1)"),
        # what nothing needs fails, in a loop as it was traced
        replace(
            _program(
                "tf.while_loop(lambda i, *_: i < 1, lambda i, x: (grown(x0, i, 'gather'), (i + 1, x))[1], [0, x0])[1]",
                "values('float64', (2, 3), 1)",
            ),
            inputs=(Input("x0", "values('float64', (2, 3), 1)", "float64", (2, None)),), plain=True,
        ),
        # in half precision each step of this is rounded
        _program(
            "tf.raw_ops.SeluGrad(gradients=x0, outputs=x1)",
            "values('float16', (64,), 1)", "values('float16', (64,), 2)",
        ),
    ],
)  # fmt: skip
def test_what_was_a_difference_is_none(program: Program) -> None:
    if executor("native").name != "native":
        pytest.skip("LLVM is not there")
    check_program(program)


@pytest.mark.parametrize(
    ("at", "value", "fits"), [(0, 5.0, True), (0, np.nan, True), (1, np.nan, True), (1, 9.0, False)]
)
def test_beside_the_images_infinity_may_make_nan_and_nothing_else(at: int, value: float, fits: bool) -> None:
    filters = "array('float32', (1, 3, 1, 2), [inf, 1, 1, 1, 1, 1])"
    program = _program("tf.nn.conv2d(x0, x1, 1, 'SAME')", "array('float32', (1, 1, 4, 1), [1] * 4)", filters)
    traced = Traced(World(program))
    (op,) = (o for o in traced.graph.operations if o.type == "Conv2D")
    kernel = op.record.bound_kernel(op.attrs)
    with np.errstate(all="ignore"):
        found = np.array(kernel(*traced.world.arguments))
    assert np.isnan(found[0, 0, 0, 0]) and found[0, 0, 0, 1] == 2
    found[0, 0, 0, at] = value
    assert (tolerance.agreement(op, traced.world.arguments, [found], kernel) == "") == fits


def test_what_is_rounded_to_infinity_may_be_the_last_number_before_it() -> None:
    traced = Traced(World(_program("tf.exp(x0)", "array('float32', (2,), [88.72284, 200.0])")))
    assert np.isinf(traced.reference().arrays[0]).all()
    noisy = np.array([traced.noisy(seed).arrays[0] for seed in range(8)])
    assert np.isfinite(noisy).any(axis=0).tolist() == [True, False]


# machine code on disk ------------------------------------------------------------------------------------------


@pytest.mark.thorough  # processes that compile everything anew
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
