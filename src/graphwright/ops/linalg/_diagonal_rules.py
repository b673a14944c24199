"""Native rules for diagonals of matrices and tensors: each element computed from its indices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from graphwright.ir.graph import Operation
from graphwright.ir.prelude import Emitter, Generate, Loader, Operand, Unsupported


def _same(e: Emitter, first: Sequence[Operand], second: Sequence[Operand]) -> Operand:
    """Whether all pairs of numbers are equal."""
    equal = [e.compare("eq", a, b) for a, b in zip(first, second, strict=True)]
    return reduce(e.logical_and, equal, e.const(True, "bool"))


def _sizes(load: Loader, input: int, axes: Sequence[int]) -> list[Operand]:
    return [load.size(input, axis) for axis in axes]


def _number(load: Loader, input: int) -> int:
    """A constant input that is one number."""
    value = load.constant(input)
    if value is None or value.size != 1:
        raise Unsupported("a diagonal that is not known while compiling, or several of them")
    return int(value.reshape(()))


def _main_alone(load: Loader, input: int) -> None:
    if _number(load, input):
        raise Unsupported("a diagonal other than the main one")


def _band_part(e: Emitter, load: Loader, index: Sequence[Operand]) -> Operand:
    beyond, zero = e.sub(index[-1], index[-2]), e.const(0, "int64")
    value = load(0, index)
    lower, upper = (e.convert(load(i, []), "int64") for i in (1, 2))
    left = e.logical_or(e.compare("lt", lower, zero), e.compare("ge", beyond, e.neg(lower)))
    right = e.logical_or(e.compare("lt", upper, zero), e.compare("le", beyond, upper))
    return e.select(e.logical_and(left, right), value, e.const(0, value))


def _band_part_check(e: Emitter, load: Loader, index: Sequence[Operand]) -> Operand:
    """Check that the matrix has as many diagonals."""
    rank = len(index)
    limits = (e.convert(load(i, []), "int64") for i in (1, 2))
    return reduce(
        e.logical_and,
        (e.compare("le", n, size) for n, size in zip(limits, _sizes(load, 0, (rank - 2, rank - 1)), strict=True)),
    )


def _matrix_diag(e: Emitter, load: Loader, index: Sequence[Operand], align: str) -> Operand:
    _main_alone(load, 1)
    if _number(load, 2) != -1 or _number(load, 3) != -1:
        raise Unsupported("a matrix of an explicit size")
    return e.select(e.compare("eq", index[-2], index[-1]), load(0, index[:-1]), load(4, []))


def _matrix_diag_part(e: Emitter, load: Loader, index: Sequence[Operand], align: str) -> Operand:
    _main_alone(load, 1)
    return load(0, [*index, index[-1]])


def matrix_diag_part_sizes(e: Emitter, load: Loader, op: Operation) -> list[Operand]:
    """The length of the main diagonal: the smaller size of a matrix."""
    _main_alone(load, 1)
    *outer, rows, columns = _sizes(load, 0, range(load.rank(0)))
    return [*outer, e.min(rows, columns)]


def _matrix_set_diag(e: Emitter, load: Loader, index: Sequence[Operand], align: str) -> Operand:
    _main_alone(load, 2)
    last = e.sub(load.size(1, load.rank(1) - 1), e.const(1, "int64"))
    diagonal = load(1, [*index[:-2], e.min(index[-2], last)])
    return e.select(e.compare("eq", index[-2], index[-1]), diagonal, load(0, index))


def _matrix_set_diag_check(e: Emitter, load: Loader, index: Sequence[Operand], align: str) -> Operand:
    """Check that the diagonal has the length of the matrix diagonal."""
    _main_alone(load, 2)
    outer = range(len(index) - 2)
    if load.rank(1) != len(index) - 1:
        raise Unsupported("a diagonal of another rank")
    length = e.min(load.size(0, len(index) - 2), load.size(0, len(index) - 1))
    same = _same(e, _sizes(load, 0, outer), _sizes(load, 1, outer))
    return e.logical_and(same, e.compare("eq", load.size(1, load.rank(1) - 1), length))


def _tensor_diag(e: Emitter, load: Loader, index: Sequence[Operand]) -> Operand:
    half = len(index) // 2
    value = load(0, index[:half])
    return e.select(_same(e, index[:half], index[half:]), value, e.const(0, value))


def _tensor_diag_part_check(e: Emitter, load: Loader, index: Sequence[Operand]) -> Operand:
    """Check that the second half of the sizes equals the first."""
    half = len(index)
    return _same(e, _sizes(load, 0, range(half)), _sizes(load, 0, range(half, 2 * half)))


def _cross(e: Emitter, load: Loader, index: Sequence[Operand]) -> Operand:
    three = e.const(3, "int64")
    first, second = ([*index[:-1], e.floormod(e.add(index[-1], e.const(step, "int64")), three)] for step in (1, 2))
    return e.sub(e.mul(load(0, first), load(1, second)), e.mul(load(0, second), load(1, first)))


def _cross_check(e: Emitter, load: Loader, index: Sequence[Operand]) -> Operand:
    """Check that both operands are equally many vectors of three."""
    axes = range(len(index))
    same = _same(e, _sizes(load, 0, axes), _sizes(load, 1, axes))
    return e.logical_and(same, e.compare("eq", load.size(0, len(index) - 1), e.const(3, "int64")))


BAND_PART = Generate(_band_part, _band_part_check)
MATRIX_DIAG = Generate(_matrix_diag)
MATRIX_DIAG_PART = Generate(_matrix_diag_part)
MATRIX_SET_DIAG = Generate(_matrix_set_diag, _matrix_set_diag_check)
TENSOR_DIAG = Generate(_tensor_diag)
TENSOR_DIAG_PART = Generate(lambda e, load, index: load(0, [*index, *index]), _tensor_diag_part_check)
CROSS = Generate(_cross, _cross_check)
