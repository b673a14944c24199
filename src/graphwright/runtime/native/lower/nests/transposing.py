"""Copies that swap two axes: in blocks, by a function of the runtime, for stacks of matrices divided among threads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from graphwright.base.frozen import replace
from graphwright.runtime.native.fusion.symbolic_sizes import Size, product, size_of
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.lower.frame.strides import broadcast_strides
from graphwright.runtime.native.lower.frame.values import Array
from graphwright.runtime.native.lower.nests import parallel_for
from graphwright.runtime.native.lower.nests.batch_loop import BatchLoop, cut_of
from graphwright.runtime.native.schedule.collapse import collapse

_LEAST_ELEMENTS: Final = 1 << 14
_LEAST_LINE: Final = 4  # elements one behind the other, in the source and in the target
_PART_COLUMNS: Final = 64  # of a matrix that threads share, in each of its parts
_PART_ELEMENTS: Final = 1 << 18  # of a part of a matrix with many rows
_LEAST_PART_ROWS: Final = 64
_COPY_EIGHTHS: Final = 16  # of the time of an addition, for each element


def transposes(w: Writer, source: Array, target: Array) -> bool:
    """Write the copy if it is large and swaps an axis that is dense in the source and one that is in the target."""
    found = _matrix(source, target)
    if found is None:
        return False
    w.need_kernel("transpose", "")
    for extents, own, others, rows_before in _parts(*found):
        _write(w, _from_row(w, source, rows_before * own[-2]), _from_row(w, target, rows_before * others[-2]),
               extents, own, others)  # fmt: skip
    return True


def _parts(
    extents: list[int], own: list[int], others: list[int]
) -> Iterator[tuple[list[int], list[int], list[int], int]]:
    """The matrices, cut into parts of some rows, and the rows that are left; with the rows that lie before.

    Threads share the parts, and look for signals between them.
    """
    rows, columns = extents[-2:]
    part = max(_LEAST_PART_ROWS, _PART_ELEMENTS // columns)
    if rows < 2 * part:
        yield extents, own, others, 0
        return
    yield (
        [*extents[:-2], rows // part, part, columns],
        [*own[:-2], part * own[-2], *own[-2:]],
        [*others[:-2], part * others[-2], *others[-2:]],
        0,
    )
    if rows % part:
        yield [*extents[:-2], rows % part, columns], own, others, rows - rows % part


def _from_row(w: Writer, array: Array, offset: int) -> Array:
    """The array from an element on."""
    return replace(array, pointer=w.at(array.pointer, offset * ELEMENTS[array.dtype].size)) if offset else array


def _write(w: Writer, source: Array, target: Array, extents: list[int], own: list[int], others: list[int]) -> None:
    rows, columns = extents[-2:]
    size = ELEMENTS[target.dtype].size
    numbers = [str(n) for n in (rows, columns, own[-2], others[-1], size)]
    outer = [size_of(n) for n in extents[:-2]]
    steps = [[size_of(n) for n in strides[:-2]] for strides in (own, others)]
    loop = BatchLoop(w, [source, target], outer, steps, cut_of(w, outer, size_of(rows * columns), _COPY_EIGHTHS))
    w.module.declare(f"declare i64 @gw_transpose(ptr, ptr{', i64' * len(numbers)})")

    def begin(inner: Writer, _: parallel_for.Given) -> object:
        def call(read: str, written: str) -> None:
            inner.call("i64", "@gw_transpose", f"ptr {read}", f"ptr {written}", *(f"i64 {n}" for n in numbers))

        return call

    loop.write(begin)  # type: ignore[arg-type]


def _matrix(source: Array, target: Array) -> tuple[list[int], list[int], list[int]] | None:
    """The axes of a stack of matrices, and the strides of both arrays along them: rows and columns come last.

    A row is dense in the source, a column in the target.
    """
    strides = [broadcast_strides(source.dims, source.strides, target.dims), target.strides]
    nest, spread = collapse(target.dims, strides, [False] * len(target.dims))
    extents, own, others = (_numbers(sizes) for sizes in (nest.extents, *spread))
    if extents is None or own is None or others is None or 1 not in own or 1 not in others:
        return None
    along, across = own.index(1), others.index(1)
    known = product(target.dims).static or 0
    if along == across or known < _LEAST_ELEMENTS or min(extents[along], extents[across]) < _LEAST_LINE or 0 in own:
        return None
    order = [axis for axis in range(len(extents)) if axis not in (along, across)]
    steps = own
    order.sort(key=lambda axis: -steps[axis])  # neighbours in the source follow each other
    order += [across, along]
    extents, own, others = [extents[k] for k in order], [own[k] for k in order], [others[k] for k in order]
    if extents[-1] % _PART_COLUMNS == 0 and extents[-1] > _PART_COLUMNS:
        extents[-2:] = [extents[-1] // _PART_COLUMNS, extents[-2], _PART_COLUMNS]
        own[-2:] = [_PART_COLUMNS, *own[-2:]]
        others[-2:] = [_PART_COLUMNS * others[-1], *others[-2:]]
    return extents, own, others


def _numbers(sizes: Sequence[Size]) -> list[int] | None:
    found = [size.static for size in sizes]
    return None if None in found else [n for n in found if n is not None]


__all__ = ["transposes"]
