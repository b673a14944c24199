"""Runs of the numpy executor that err as XLA may: what xla computes is right where such runs differ as much.

The reference runs again with the result of each kernel moved by some units in the last place, and with what else XLA
does to numbers:

- it takes subnormal numbers for zeros, in some operations and not in others, as they are fused;
- it multiplies by the reciprocal of a divisor that it broadcasts or knows, and that is zero for divisors near the end
  of the range;
- which sign zeros have, and what a result is whose partial sums leave the range, is left open.

So a comparison, a cast, an argmax or a size that follows from values is judged by what it gives on the values of those
runs: one that no run moves must agree exactly. The number of a run, modulo 4, says what is done in it: results are
moved (0), and everything takes subnormal numbers for zeros (1), or some operations do (2), or each does that computes,
and multiplies by reciprocals (3).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from graphwright.ir.graph import Operation
from graphwright.ir.lowering import Contract, Elementwise, Reduce, Scan, Scatter, Segments, Sliding
from graphwright.runtime.reference import NumpyProgram
from tests.graphs.runs import UNSETTLED, Traced, apart
from tests.graphs.tolerance import OF_TWO_TERMS, TABLE, TRANSFORMS, Allowed, allowance, in_range, of_sums
from tests.graphs.values import Array
from tests.support.subnormals import can_flush, flushed_subnormals

_UNITS = 4.0  # in the last place of every result
_COUNTS = (4, 40, 160)  # of runs; more where fewer do not explain a difference
_COMPUTES = (Contract, Elementwise, Reduce, Scan, Scatter, Segments, Sliding)
_FORMATS = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "float64": 2.0**-52}
EPSILON = {**_FORMATS, "complex64": 2.0**-23, "complex128": 2.0**-52}
LEAST = {
    "float16": 0.0, "bfloat16": 2.0**-126, "float32": 2.0**-126, "float64": 2.0**-1022, "complex64": 2.0**-126,
    "complex128": 2.0**-1022,
}  # fmt: skip
"""The least normal number, where those below are taken for zeros."""


def apart_from_runs(
    found: Sequence[Array], wanted: Sequence[Array], traced: Traced, comparable: Callable[[Array, Array], Any]
) -> str:
    """How results differ by more than moved runs explain, or nothing; `comparable` leaves out of two what is open."""
    if any(a.shape != b.shape for a, b in zip(found, wanted, strict=True)):
        # sizes follow from values: they must be those of some run, and so must the values
        runs = (_moved_run(traced, number) for number in range(_COUNTS[1]))
        alike = next((arrays for arrays in runs if _same_sizes(arrays, found)), None)
        if alike is None:
            return f"sizes {[a.shape for a in found]} instead of {[a.shape for a in wanted]}, and of all runs"
        wanted = alike
    pairs = [comparable(a, b) for a, b in zip(found, wanted, strict=True)]

    def run(number: int) -> list[Array] | None:
        arrays = _moved_run(traced, number)
        if len(arrays) != len(wanted):
            return None
        return [a if a.shape == b.shape else b for a, b in zip(arrays, wanted, strict=True)]

    return apart([a for a, _ in pairs], [b for _, b in pairs], run, _COUNTS)


def _same_sizes(some: Sequence[Array], others: Sequence[Array]) -> bool:
    return [a.shape for a in some] == [a.shape for a in others]


def _moved_run(traced: Traced, number: int) -> list[Array]:
    with _moved_results(number), _flushed(number % 4 == 1):
        return traced.reference().arrays


def _flushed(really: bool) -> contextlib.AbstractContextManager[None]:
    return flushed_subnormals() if really and can_flush() else contextlib.nullcontext()


@contextlib.contextmanager
def _moved_results(number: int) -> Iterator[None]:
    """Every result of a kernel that computes is off by some units, and by what the table allows besides."""
    rng = np.random.default_rng(number)
    plain = NumpyProgram._run_step

    def run_step(step: Any, slots: list[Any]) -> None:
        if _may_move(step.op):
            plain(step, slots)
            if _is_movement(step, slots):
                return
        flushes = bool(number % 2) or ((number % 4 == 2 or number > _COUNTS[1]) and bool(rng.integers(2)))
        before = [slots[i] for i in step.inputs]
        _move_inputs(step, slots, rng, number, flushes)
        if number % 4 == 3:
            _divide_by_reciprocals(step, slots)
        with _flushed(flushes):
            plain(step, slots)
        for i, value in zip(step.inputs, before, strict=True):
            slots[i] = value
        for i in step.outputs:
            slots[i] = _as_plain(slots[i])
        _move_outputs(step, slots, rng, number, flushes)

    NumpyProgram._run_step = staticmethod(run_step)  # type: ignore[method-assign]
    try:
        yield
    finally:
        NumpyProgram._run_step = staticmethod(plain)  # type: ignore[method-assign]


# what goes in and what comes out ----------------------------------------------------------------------------


def _may_move(op: Operation) -> bool:
    """Whether an operation may only move numbers, by the kind of its rule, and can run twice."""
    pure = op.record.effect == "none" and not op.record.runs_code and not op.record.calls_functions
    return pure and not isinstance(op.record.native, _COMPUTES)


def _is_movement(step: Any, slots: list[Any]) -> bool:
    """Whether floats come out, and each of them went in: nothing is rounded."""
    inputs, results = ([slots[i] for i in places if _is_inexact(slots[i])] for places in (step.inputs, step.outputs))
    for result in results:
        given = [_bits(x) for x in inputs if x.dtype == result.dtype]
        if not given or not np.isin(_bits(result), np.concatenate(given)).all():
            return False
    return bool(results)


def _bits(floats: Array) -> Array:
    """The numbers as integers, which tell zeros from each other, and a NaN from none."""
    real = {"complex64": np.float32, "complex128": np.float64}.get(floats.dtype.name, floats.dtype)
    flat = np.ascontiguousarray(floats).ravel().view(real)
    return flat.view(f"u{flat.dtype.itemsize}")


def _move_inputs(step: Any, slots: list[Any], rng: np.random.Generator, number: int, flushes: bool) -> None:
    """What XLA makes of what an operation reads, or does inside of it."""
    for i in step.inputs if flushes else ():
        slots[i] = _without_subnormals(slots[i], signed=number % 4 >= 2)
    for i in step.inputs if number % 4 >= 2 else ():
        slots[i] = _other_zeros(slots[i])
    # it takes (v - x) + x for v where x is complex, and multiplies by the reciprocal of what it broadcasts
    inside = step.inputs if step.op.record.effect == "write" else step.inputs[: step.op.type == "TruncateDiv"]
    for i in inside:
        slots[i] = _moved(slots[i], None, rng, number)


def _move_outputs(step: Any, slots: list[Any], rng: np.random.Generator, number: int, flushes: bool) -> None:
    inputs, results = ([slots[i] for i in numbers] for numbers in (step.inputs, step.outputs))
    unlimited = not all(np.isfinite(x).all() for x in inputs if _is_inexact(x))
    least = 1.0 if step.op.type in OF_TWO_TERMS else 0.0  # near their zeros the terms cancel
    parts = [x for x in inputs if _is_complex(x) or (step.op.type in TRANSFORMS and _is_inexact(x))]
    narrow = max((EPSILON[x.dtype.name] for x in parts), default=0.0)
    for slot, value, more in zip(step.outputs, results, _allowed(step, inputs, results), strict=True):
        if isinstance(step.op.record.native, Sliding):  # beside the images lies nothing, or zeros times infinity
            plain_ones = np.isfinite(value) & (not unlimited or number % 3 != 0)
            value = np.where(plain_ones, value, (np.nan, np.inf, -np.inf)[number % 3]).astype(value.dtype)
        moved = _moved(value, more, rng, number, narrow, least)
        slots[slot] = _without_subnormals(moved, signed=number % 4 >= 2) if flushes else moved


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
    if result.dtype.name not in EPSILON:
        return [None]
    with np.errstate(all="ignore"):
        size = np.abs(result.astype(np.complex128)) * (4 + result.size) * EPSILON[result.dtype.name]
    return [Allowed(result, size, np.broadcast_to(in_range(inputs[0]), result.shape))]


# numbers ----------------------------------------------------------------------------------------------------


def _moved(
    value: Any, allowed: Any, rng: np.random.Generator, number: int, units: float = 0.0, least: float = 0.0
) -> Any:
    """The value with an error of some units in the last place, or as large as is allowed.

    A unit is at least `units` of the value, and of `least`.
    """
    dtype = getattr(value, "dtype", None)
    if dtype is None or dtype.name not in EPSILON:
        return value
    shape = () if number // 4 % 2 else value.shape
    wide = np.complex128 if dtype.kind == "c" else np.float64
    with np.errstate(all="ignore"):
        exact = value.astype(wide)
        size = np.maximum(np.abs(exact), least) * (_UNITS * max(EPSILON[dtype.name], units))
        if allowed is not None:
            size = size + np.where(np.isfinite(allowed.size), allowed.size, 0)
        if number % 6 == 5:  # subnormal numbers alone: an error of the whole would hide a small part
            size = np.zeros(size.shape)
        shift = rng.uniform(-1, 1, shape) * (1 if wide is np.float64 else 1 + 1j)
        moved = np.where(np.isfinite(exact), exact + shift * size, exact).astype(dtype)
        if allowed is not None and (allowed.or_nan or not allowed.settled.all()):
            anything: Any = UNSETTLED[number // 2 % len(UNSETTLED)]
            if number % 8 == 2:  # each element by itself
                chosen = rng.integers(1 + len(UNSETTLED), size=value.shape)
                anything = np.select([chosen == i for i in range(len(UNSETTLED))], UNSETTLED, moved)
            moved = np.where(allowed.settled & (not allowed.or_nan), moved, anything).astype(dtype)
    return moved


def _other_zeros(value: Any) -> Any:
    """Complex numbers whose zeros have the other sign: on which side of a branch cut they lie is left open."""
    if not _is_complex(value):
        return value
    result = np.array(value)
    for part in (result.real, result.imag):
        np.negative(part, out=part, where=part == 0)
    return result


def _without_subnormals(value: Any, signed: bool = False) -> Any:
    """What XLA sees of an array; its zeros have the signs of what they stand for, or are positive."""
    least = LEAST.get(getattr(getattr(value, "dtype", None), "name", ""))
    if least is None:
        return value
    if _is_complex(value):
        result = np.array(value)
        for part in (result.real, result.imag):
            part[...] = _without_subnormals(part, signed)
        return result
    with np.errstate(all="ignore"):
        zero = np.zeros((), value.dtype)
        return np.where(np.abs(value) < least, np.copysign(zero, value) if signed else zero, value)


def _is_complex(value: Any) -> bool:
    return getattr(getattr(value, "dtype", None), "kind", "") == "c"


def _is_inexact(value: Any) -> bool:
    return getattr(getattr(value, "dtype", None), "name", "") in EPSILON


# quotients --------------------------------------------------------------------------------------------------


class _Reciprocals(np.ndarray):  # type: ignore[type-arg]
    """An array that is not divided by another, but multiplied by its reciprocal."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, out: Any = None, **options: Any) -> Any:
        plain = [_as_plain(x) for x in inputs]
        if out is not None:
            options["out"] = tuple(map(_as_plain, out))
        divides = ufunc is np.true_divide and method == "__call__" and not options
        result = _product(*plain) if divides else getattr(ufunc, method)(*plain, **options)
        return result.view(_Reciprocals) if isinstance(result, np.ndarray) else result


def _product(a: Any, b: Any) -> Any:
    dtype = np.result_type(a, b)
    if dtype.name not in _FORMATS:
        return np.true_divide(a, b)
    wide = np.promote_types(dtype, np.float32)  # half precision is divided in single
    inverse = _without_subnormals(np.true_divide(1, np.asarray(b, wide)).astype(wide), signed=True)
    return np.asarray(np.asarray(a, wide) * inverse).astype(dtype)


def _as_plain(value: Any) -> Any:
    return value.view(np.ndarray) if isinstance(value, _Reciprocals) else value


def _divide_by_reciprocals(step: Any, slots: list[Any]) -> None:
    """Let the kernel divide as XLA does by what it broadcasts or knows."""
    if isinstance(step.op.record.native, Elementwise) and all(slots[i].dtype.name in _FORMATS for i in step.inputs):
        for i in step.inputs:
            slots[i] = slots[i].view(_Reciprocals)
