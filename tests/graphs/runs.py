"""A program's runs: by tf.function, by the numpy executor on the graph as it was traced, and with noise."""

from __future__ import annotations

import contextlib
import io
import linecache
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base import errors
from graphwright.ir.funcgraph import FuncGraph, copy_graph
from graphwright.passes import optimize
from graphwright.passes.dce import eliminate_dead_code
from graphwright.runtime.reference import NumpyExecutor, NumpyProgram
from tests.graphs.program import Program
from tests.graphs.tolerance import TABLE, Allowed, allowance, describe, equal, same_bits
from tests.graphs.values import Array

CALLS = 2


@dataclass
class Outcome:
    """What can be seen of some calls: results, variables after each, what was printed, the error of the last."""

    results: list[list[Array]] = field(default_factory=list)
    states: list[list[Array]] = field(default_factory=list)
    printed: str = ""
    error: errors.OpError | None = None

    @property
    def arrays(self) -> list[Array]:
        return [a for group in (*self.results, *self.states) for a in group]

    @property
    def failing(self) -> str:
        """The name of the operation that the error belongs to."""
        found = re.search(r"\[\[\{\{node (\S+?)\}\}\]\]", str(self.error))
        return found[1] if found else ""


class World:
    """A program's text, run: its function, arguments, and variables of its own."""

    _count = 0

    def __init__(self, program: Program) -> None:
        World._count += 1
        filename = f"<graph {World._count}>"
        text = program.text()
        linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
        self.names: dict[str, Any] = {"__name__": "user_code"}
        exec(compile(text, filename, "exec"), self.names)
        self.program = program
        self.variables = self.names["variables"]
        self.arguments = self.names["arguments"]
        self.printed = io.StringIO()  # one for all runs: a trace keeps to what was sys.stdout
        self._initial = [v.numpy() for v in self.variables]

    def reset(self) -> None:
        for variable, value in zip(self.variables, self._initial, strict=True):
            variable.assign(value)

    def call(self, run: Any) -> Outcome:
        """Some calls of `run(*arguments)`, which gives arrays."""
        for variable, value in zip(self.variables, self._initial, strict=True):
            variable.assign(value)
        result = Outcome()
        self.printed.seek(0)
        self.printed.truncate()
        with contextlib.redirect_stdout(self.printed), np.errstate(all="ignore"):
            for _ in range(CALLS):
                try:
                    result.results.append(run(*self.arguments))
                except errors.OpError as error:
                    result.error = error
                result.states.append([v.numpy() for v in self.variables])
                if result.error is not None:
                    break
        result.printed = self.printed.getvalue()
        return result


class Traced:
    """A world's function, traced: what runs it."""

    def __init__(self, world: World) -> None:
        names = world.names
        self.world = world
        self.function = tf.function(names["f"], input_signature=names["signature"], autograph=world.program.staged)
        with contextlib.redirect_stdout(world.printed):
            self.graph: FuncGraph = self.function.get_concrete_function().graph
        self._captures = [t._array for t in self.graph.captures]

    def native(self) -> Outcome:
        """As a user calls it, with whatever executor the process has."""
        return self.world.call(lambda *given: [t.numpy() for t in self.function(*map(tf.constant, given))])

    def reference(self, *, optimized: bool = False) -> Outcome:
        """By the numpy executor, on the graph as it was traced, or as the passes leave it."""
        graph = copy_graph(optimize(self.graph) if optimized else self.graph)
        eliminate_dead_code(graph)
        return self.world.call(self.on(NumpyExecutor().compile(graph)))

    def noisy(self, seed: int) -> Outcome:
        """By the numpy executor, every result off by as much as the table allows."""
        with noise(seed):
            return self.reference()

    def on(self, program: Any) -> Any:
        """The call of a program of the graph or of a copy of it."""
        return lambda *given: program.run([*given, *self._captures])


@contextlib.contextmanager
def noise(seed: int) -> Iterator[None]:
    """Makes each result of NumPy's kernels err within the table, in all elements alike or in each by itself."""
    rng = np.random.default_rng(seed)
    plain = NumpyProgram._run_step

    def run_step(step: Any, slots: list[Any]) -> None:
        plain(step, slots)
        results = [slots[i] for i in step.outputs]
        if step.op.type in TABLE and all(hasattr(r, "dtype") for r in results):  # lists are added, too
            allowed = allowance(step.op, [slots[i] for i in step.inputs], results, step.kernel)
            results = [_moved(r, a, rng, seed) for r, a in zip(results, allowed, strict=True)]
        for slot, value in zip(step.outputs, results, strict=True):
            slots[slot] = _other_nans(value, rng)

    NumpyProgram._run_step = staticmethod(run_step)  # type: ignore[method-assign]
    try:
        yield
    finally:
        NumpyProgram._run_step = staticmethod(plain)  # type: ignore[method-assign]


#: What a result may be whose partial results leave the range of its type.
UNSETTLED = (np.nan, np.inf, -np.inf, 1.0, 0.0)


def _moved(value: Array, error: Allowed | None, rng: np.random.Generator, seed: int) -> Array:
    """A result with an error that the table allows."""
    if error is None:
        return value
    wide = np.complex128 if value.dtype.kind == "c" else np.float64
    shift = rng.uniform(-1, 1, () if seed % 2 else value.shape)
    with np.errstate(all="ignore"):
        # what is rounded to infinity may have been the last number before it
        exact = np.where(np.isinf(value), error.center, value).astype(wide)
        size = error.size + np.abs(exact - error.center)  # NumPy's own error counts, too
        moved = (exact + shift * size * (1 if wide is np.float64 else 1 + 1j)).astype(value.dtype)
        if wide is np.float64:
            if seed % 8 == 6:  # small terms are lost in large ones that cancel; what is next to a round number is that
                grid = np.exp2(np.ceil(np.log2(size)))
                moved = np.where(size > 0, np.round(exact / grid) * grid, exact).astype(value.dtype)
            moved = np.where((value == 0) & (error.size == 0), np.copysign(moved, shift), moved)
        moved = np.where(np.isfinite(exact), moved, value)
        resolved = error.settled & (not error.or_nan)
        return np.where(resolved, moved, UNSETTLED[seed // 2 % len(UNSETTLED)]).astype(value.dtype)


def _other_nans(value: Any, rng: np.random.Generator) -> Any:
    """The same, with NaNs of any sign: which one a function gives is nowhere said, and `Bitcast` shows it."""
    if not isinstance(value, np.ndarray) or value.dtype.kind in "biuOSUc" or not np.isnan(value).any():
        return value
    sign = np.asarray(rng.choice([-1.0, 1.0], value.shape), value.dtype)
    return np.where(np.isnan(value), np.copysign(value, sign), value)


def apart(
    found: Sequence[Array],
    wanted: Sequence[Array],
    sample: Callable[[int], Sequence[Array] | None],
    counts: Sequence[int] = (4, 40),
) -> str:
    """How results differ by more than noise explains; `sample(seed)` are results under noise, None where it failed.

    There are as many samples as the first of `counts` says, and as the next where they do not explain a difference.
    """
    if all(map(same_bits, found, wanted)) and len(found) == len(wanted):
        return ""
    samples: list[Sequence[Array]] = []
    reported = ""
    for count in counts:
        while len(samples) < count:
            samples.append(sample(len(samples)) or wanted)
        reported = _first_apart(found, wanted, samples)
        if not reported:
            break
    return reported


def _first_apart(found: Sequence[Array], wanted: Sequence[Array], samples: Sequence[Sequence[Array]]) -> str:
    for i, (have, want, *rest) in enumerate(zip(found, wanted, *samples, strict=True)):
        if (have.dtype, have.shape) != (want.dtype, want.shape):
            return f"result {i}: {have.dtype}{have.shape} instead of {want.dtype}{want.shape}"
        wrong = ~equal(have, want)
        if wrong.any():
            wrong &= ~_explained(have, want, rest)
        if wrong.any():
            return f"result {i}: {describe(have, want, wrong)}"
    return ""


def _explained(have: Array, want: Array, samples: Sequence[Array]) -> Array:
    """Where the samples are as far from what is wanted, or differ from it in kind."""
    unsettled = np.zeros(want.shape, bool)
    wide = np.complex128 if want.dtype.kind == "c" else np.float64
    with np.errstate(all="ignore"):
        spread = np.zeros(want.shape)
        for other in samples:
            if want.dtype.kind in "biu":
                unsettled |= other != want
            else:
                unsettled |= ~np.isfinite(other) & ~equal(other, want) | np.isfinite(other) & ~np.isfinite(want)
                spread = np.fmax(spread, np.abs(other.astype(wide) - want.astype(wide)))
        if want.dtype.kind in "biu":
            return unsettled
        return np.asarray(unsettled | (np.abs(have.astype(wide) - want.astype(wide)) <= 4 * spread))
