"""Random typed graphs: what the xla executor computes and does is what the numpy executor computes and does.

XLA rounds differently wherever it fuses, so the reference is run again with results moved by a few units, and a
difference counts where those runs do not differ as much (`moved_runs.py`). What complex numbers become that are not
finite is left open: NumPy itself answers differently as arrays lie in memory.
XLA_GRAPH_SEEDS=0:500 looks at more.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

from tests.graphs.draw import draw
from tests.graphs.program import Program
from tests.graphs.runs import Traced, World
from tests.graphs.values import Array
from tests.runtime.xla.moved_runs import LEAST, apart_from_runs
from tests.support.executors import executor_in_force

pytest.importorskip("jax", reason="the xla executor needs jax: pip install graphwright[xla]")

_FIRST, _LAST = map(int, os.environ.get("XLA_GRAPH_SEEDS", "0:24").split(":"))
_CHUNK = 4


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
    return apart_from_runs(found.arrays, reference.arrays, traced, _comparable)


def _comparable(found: Array, wanted: Array) -> tuple[Array, Array]:
    """Two results without what is left open."""
    least = LEAST.get(wanted.dtype.name)
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
