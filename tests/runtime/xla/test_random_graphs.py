"""Random typed graphs: what the xla executor computes and does is what the numpy executor computes and does.

XLA rounds differently wherever it fuses, and takes subnormal numbers for zeros. So the reference is run again with
every floating-point result moved by a few units, and a difference counts where those runs do not differ as much. What
complex numbers become that are not finite is left open: NumPy itself answers differently as arrays lie in memory.
XLA_GRAPH_SEEDS=0:500 looks at more.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from graphwright.ir.graph import Operation
from graphwright.ir.lowering import Sliding
from graphwright.runtime.reference import NumpyProgram
from tests.graphs.draw import draw
from tests.graphs.program import Program
from tests.graphs.runs import UNSETTLED, Outcome, Traced, World, apart
from tests.graphs.tolerance import OF_TWO_TERMS, TABLE, TRANSFORMS, Allowed, allowance, in_range, of_sums
from tests.graphs.values import Array
from tests.support.executors import executor_in_force
from tests.support.subnormals import can_flush, flushed_subnormals

pytest.importorskip("jax", reason="the xla executor needs jax: pip install graphwright[xla]")

_FIRST, _LAST = map(int, os.environ.get("XLA_GRAPH_SEEDS", "0:24").split(":"))
_CHUNK = 4
_UNITS = 4.0  # in the last place of every result


@pytest.mark.timeout(600)
@pytest.mark.parametrize("first", range(_FIRST, _LAST, _CHUNK))
def test_executors_agree(first: int) -> None:
    problems = {seed: reported for seed in range(first, first + _CHUNK) if (reported := difference(draw(seed)))}
    assert not problems


def difference(program: Program) -> str:
    """What differs in a program, or nothing."""
    traced = Traced(World(program))
    with executor_in_force("xla"):
        found = traced.native()
    reference = traced.reference()
    if reference.error is not None and found.error is None:
        reference = traced.reference(optimized=True)  # what nothing needs may fail in the graph as traced
    unexpected = [
        f"{refusal.op.type}: {refusal.reason}"
        for program in traced.graph.derived.values()
        for refusal in getattr(program, "refusals", ())
        if refusal.unexpected
    ]
    if unexpected:
        return f"rules failed: {unexpected}"
    if len(found.results) != len(reference.results) or type(found.error) is not type(reference.error):
        return f"xla: {found.error!r}, numpy: {reference.error!r}"
    if found.printed != reference.printed:
        return f"printed {found.printed!r} instead of {reference.printed!r}"
    pairs = [_comparable(a, b) for a, b in zip(found.arrays, reference.arrays, strict=True)]
    return apart([a for a, _ in pairs], [b for _, b in pairs], lambda number: _moved_run(traced, number, reference))


def _comparable(found: Array, wanted: Array) -> tuple[Array, Array]:
    """Two results without what is left open."""
    least = _LEAST.get(wanted.dtype.name)
    if least is None or found.shape != wanted.shape or found.dtype != wanted.dtype:
        return found, wanted
    with np.errstate(all="ignore"):
        tiny = (np.abs(found) < least) & (np.abs(wanted) < least)
        if wanted.dtype.kind == "c":
            tiny |= ~(np.isfinite(found) & np.isfinite(wanted)) | _across_a_cut(found, wanted)
    zero = np.zeros((), wanted.dtype)
    return np.where(tiny, zero, found), np.where(tiny, zero, wanted)


def _across_a_cut(found: Array, wanted: Array) -> Array:
    """Where results are those of the two sides of a branch cut: right angles, or straight ones, of either sign."""
    sides = np.zeros(wanted.shape, bool)
    for a, b in ((found.real, wanted.real), (found.imag, wanted.imag)):
        for angle in (np.pi / 2, np.pi):
            sides |= np.isclose(np.abs(a), angle, 1e-6, 0) & np.isclose(np.abs(b), angle, 1e-6, 0)
    same = np.isclose(np.abs(found.real), np.abs(wanted.real)) & np.isclose(np.abs(found.imag), np.abs(wanted.imag))
    return np.asarray(sides & same)


def _is_complex(value: Any) -> bool:
    return getattr(getattr(value, "dtype", None), "kind", "") == "c"


def _is_inexact(value: Any) -> bool:
    return getattr(getattr(value, "dtype", None), "name", "") in _EPSILON


def _moved_run(traced: Traced, seed: int, like: Outcome) -> list[Array] | None:
    flushed = flushed_subnormals() if seed % 2 and can_flush() else contextlib.nullcontext()
    with _moved_results(seed), flushed:
        outcome = traced.reference()
    if len(outcome.arrays) != len(like.arrays):
        return None
    # sizes may follow from values that moved
    return [a if a.shape == b.shape else b for a, b in zip(outcome.arrays, like.arrays, strict=True)]


@contextlib.contextmanager
def _moved_results(seed: int) -> Iterator[None]:
    """Every floating-point result of a kernel is off by some units, and by what the table allows besides."""
    rng = np.random.default_rng(seed)
    plain = NumpyProgram._run_step

    def run_step(step: Any, slots: list[Any]) -> None:
        _move_inputs(step, slots, rng, seed)
        plain(step, slots)
        inputs, results = ([slots[i] for i in numbers] for numbers in (step.inputs, step.outputs))
        unlimited = not all(np.isfinite(x).all() for x in inputs if _is_inexact(x))
        least = 1.0 if step.op.type in OF_TWO_TERMS else 0.0  # near their zeros the terms cancel
        parts = [x for x in inputs if _is_complex(x) or (step.op.type in TRANSFORMS and _is_inexact(x))]
        narrow = max((_EPSILON[x.dtype.name] for x in parts), default=0.0)
        for slot, value, more in zip(step.outputs, results, _allowed(step, inputs, results), strict=True):
            if isinstance(step.op.record.native, Sliding):  # beside the images lies nothing, or zeros times infinity
                plain_ones = np.isfinite(value) & ~(unlimited and seed % 3 == 0)
                value = np.where(plain_ones, value, (np.nan, np.inf, -np.inf)[seed % 3]).astype(value.dtype)
            slots[slot] = _moved(value, more, rng, seed, narrow, least)

    NumpyProgram._run_step = staticmethod(run_step)  # type: ignore[method-assign]
    try:
        yield
    finally:
        NumpyProgram._run_step = staticmethod(plain)  # type: ignore[method-assign]


def _move_inputs(step: Any, slots: list[Any], rng: np.random.Generator, seed: int) -> None:
    """What XLA makes of what an operation reads, or does inside of it."""
    for i in step.inputs if seed % 2 else ():
        slots[i] = _without_subnormals(slots[i])
    for i in step.inputs if seed % 4 >= 2 else ():
        slots[i] = _other_zeros(slots[i])
    # it takes (v - x) + x for v where x is complex, and multiplies by the reciprocal of what it broadcasts
    inside = step.inputs if step.op.record.effect == "write" else step.inputs[: step.op.type == "TruncateDiv"]
    for i in inside:
        slots[i] = _moved(slots[i], None, rng, seed)


def _allowed(step: Any, inputs: Sequence[Any], results: Sequence[Any]) -> list[Any]:
    """The error that each result may have besides some units; None for none."""
    if step.op.type in ("Cumsum", "Cumprod"):
        return _in_any_order(step.op, inputs, results, step.kernel)
    if step.op.type in TABLE and all(hasattr(r, "dtype") for r in results):
        return list(allowance(step.op, inputs, results, step.kernel))
    return [None] * len(results)


def _in_any_order(op: Operation, inputs: Sequence[Array], results: Sequence[Array], kernel: Any) -> list[Any]:
    """What running sums and products may be whose terms are taken in pairs, as by XLA."""
    if op.type == "Cumsum":
        return of_sums(op, inputs, results, kernel)
    (result,) = results
    if result.dtype.name not in _EPSILON:
        return [None]
    with np.errstate(all="ignore"):
        size = np.abs(result.astype(np.complex128)) * (4 + result.size) * _EPSILON[result.dtype.name]
    return [Allowed(result, size, np.broadcast_to(in_range(inputs[0]), result.shape))]


def _moved(
    value: Any, allowed: Any, rng: np.random.Generator, seed: int, units: float = 0.0, least: float = 0.0
) -> Any:
    """The value with an error of some units in the last place, or as large as is allowed.

    A unit is at least `units` of the value, and of `least`.
    """
    dtype = getattr(value, "dtype", None)
    if dtype is None or dtype.name not in _EPSILON:
        return value
    shape = () if seed // 4 % 2 else value.shape
    wide = np.complex128 if dtype.kind == "c" else np.float64
    with np.errstate(all="ignore"):
        exact = value.astype(wide)
        size = np.maximum(np.abs(exact), least) * (_UNITS * max(_EPSILON[dtype.name], units))
        if allowed is not None:
            size = size + np.where(np.isfinite(allowed.size), allowed.size, 0)
        if seed % 6 == 5:  # subnormal numbers alone: an error of the whole would hide a small part
            size = np.zeros(size.shape)
        shift = rng.uniform(-1, 1, shape) * (1 if wide is np.float64 else 1 + 1j)
        moved = np.where(np.isfinite(exact), exact + shift * size, exact).astype(dtype)
        if allowed is not None and (allowed.or_nan or not allowed.settled.all()):
            moved = np.where(
                allowed.settled & (not allowed.or_nan), moved, UNSETTLED[seed // 2 % len(UNSETTLED)]
            ).astype(dtype)
    return _without_subnormals(moved) if seed % 2 else moved


def _other_zeros(value: Any) -> Any:
    """Complex numbers whose zeros have the other sign: on which side of a branch cut they lie is left open."""
    if not _is_complex(value):
        return value
    result = np.array(value)
    for part in (result.real, result.imag):
        np.negative(part, out=part, where=part == 0)
    return result


def _without_subnormals(value: Any) -> Any:
    """What XLA sees of an array."""
    least = _LEAST.get(getattr(getattr(value, "dtype", None), "name", ""))
    if least is None:
        return value
    if _is_complex(value):
        result = np.array(value)
        result.real, result.imag = _without_subnormals(result.real), _without_subnormals(result.imag)
        return result
    with np.errstate(all="ignore"):
        return np.where(np.abs(value) < least, np.zeros((), value.dtype), value)


_FORMATS = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "float64": 2.0**-52}
_EPSILON = {**_FORMATS, "complex64": 2.0**-23, "complex128": 2.0**-52}
_LEAST = {
    "float16": 0.0, "bfloat16": 2.0**-126, "float32": 2.0**-126, "float64": 2.0**-1022, "complex64": 2.0**-126,
    "complex128": 2.0**-1022,
}  # fmt: skip
