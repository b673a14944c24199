"""Cases of ops that make, move and pick elements."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Case, array, b, case, counting, f32, f64, i32, i64, s, wave

_EMPTY = np.zeros(0, np.int32)


def shaping() -> Iterator[Case]:
    """Shapes and what changes them."""
    x = counting(2, 3)
    for shape in ([3, 2], [6], [-1], [1, -1, 2], [2, 3, 1, 1], [4], [-1, -1], [5, -1]):
        yield case("Reshape", x, i32(shape))
    yield case("Reshape", f32([5]), i32(_EMPTY))
    yield case("Reshape", np.zeros((0, 3), np.float32), i32([3, -1]))
    yield case("Reshape", np.zeros((0, 3), np.float32), i32([0, 7]))
    yield case("Reshape", x, i64([3, 2]))
    for value in (x, f32(1), np.zeros((0, 2), np.int32)):
        yield case("Shape", value)
        yield case("Shape", value, out_type="int64")
        yield case("Size", value)
        yield case("Rank", value)
    yield case("ShapeN", [x, f32(1)])
    for perm in ([1, 0], [0, 1]):
        yield case("Transpose", x, i32(perm))
    yield case("Transpose", counting(2, 3, 4, dtype="int32"), i32([2, 0, 1]))
    yield case("Transpose", x, i32([0]))
    yield case("Transpose", x, i32([0, 0]))
    yield case("ConjugateTranspose", np.array([[1 + 2j, 3 - 1j]], np.complex64), i32([1, 0]))
    yield case("InvertPermutation", i32([2, 0, 1]))
    for axis in (0, 1, 2, -1, -3, 3):
        yield case("ExpandDims", x, i32(axis))
    y = counting(1, 2, 1, 3)
    for axes in ([], [0], [2], [-2, 0], [1]):
        yield case("Squeeze", y, squeeze_dims=axes)
    for shape in ([2, 3], [4, 2, 3], [2, 2]):
        yield case("BroadcastTo", x, i32(shape))
    yield case("BroadcastTo", f32([[1], [2]]), i32([2, 3]))
    yield case("BroadcastTo", f32(7), i32([2, 2]))
    yield case("BroadcastArgs", i32([2, 1]), i32([3]))
    yield case("BroadcastGradientArgs", i32([2, 1, 3]), i32([4, 1]))
    yield case("BroadcastGradientArgs", i32([2, 3]), i32([2, 3]))
    yield case("EnsureShape", x, shape=[None, 3])
    yield case("EnsureShape", x, shape=[3, 3])
    yield case("Identity", x)
    yield case("IdentityN", [x, i32(3)])
    yield case("StopGradient", x)


def making() -> Iterator[Case]:
    """Constants and tensors filled by rule."""
    yield case("Fill", i32([2, 3]), f32(1.5))
    yield case("Fill", i32(_EMPTY), i32(4))
    yield case("Fill", i32([0, 2]), s("a"))
    yield case("Fill", i32([2]), s("a"))
    yield case("Fill", i32([-1]), f32(1))
    for bounds in ((0, 5, 1), (2, 10, 3), (5, 0, -2), (0, 0, 1), (-3, 3, 2)):
        yield case("Range", *(i32(v) for v in bounds))
        yield case("Range", *(i64(v) for v in bounds))
    yield case("Range", f32(0), f32(1), f32(0.3))
    yield case("Range", f32(0.1), f32(0.5), f32(0.1))
    yield case("Range", f64(1), f64(0), f64(-0.25))
    yield case("Range", i32(0), i32(5), i32(0))
    yield case("Range", i32(0), i32(5), i32(-1))
    for start, stop, num in ((0.0, 1.0, 5), (1.0, -1.0, 4), (0.1, 0.7, 7), (3.0, 3.0, 2), (2.0, 5.0, 1)):
        yield case("LinSpace", f32(start), f32(stop), i32(num))
        yield case("LinSpace", f64(start), f64(stop), i32(num))
    yield case("LinSpace", f32(0), f32(1), i32(0))
    for axis in (-1, 0, 1):
        yield case("OneHot", i32([[0, 2], [-1, 5]]), i32(3), f32(1), f32(0), axis=axis)
    yield case("OneHot", i64([1, 0]), i32(2), i32(5), i32(-5))
    yield case("OneHot", array("uint8", [1]), i32(3), b(True), b(False))
    yield case("ZerosLike", s(["a", "b"]))
    yield case("OnesLike", b([False]))
    yield case("MatrixBandPart", wave(3, 3), i64(0), i64(-1))
    yield case("MatrixDiag", f32([1, 2]))
    yield case("MatrixDiagPart", wave(2, 2))
    yield case("Diag", f32([1, 2, 3]))
    yield case("DiagPart", wave(2, 2))


def joining() -> Iterator[Case]:
    """Joining and cutting."""
    x, y = counting(2, 2), counting(2, 3, start=10)
    yield case("ConcatV2", [x, y], i32(1))
    yield case("ConcatV2", [x, y], i32(-1))
    yield case("ConcatV2", [x, counting(1, 2, start=50)], i32(0))
    yield case("ConcatV2", [x, np.zeros((2, 0), np.float32)], i32(1))
    yield case("ConcatV2", [x, y], i32(0))
    yield case("ConcatV2", [x, x], i32(2))
    yield case("ConcatV2", [s(["a"]), s(["b", "c"])], i32(0))
    yield case("ConcatOffset", i32(1), [i32([2, 2]), i32([2, 3]), i32([2, 1])])
    for axis in (0, 1, 2, -1):
        yield case("Pack", [x, x + 10], axis=axis)
    yield case("Pack", [i32(1), i32(2)], axis=0)
    yield case("Pack", [f32([1]), f32([1, 2])], axis=0)
    yield case("Unpack", y, num=2)
    yield case("Unpack", y, num=3, axis=1)
    yield case("Unpack", y, num=3, axis=-1)
    yield case("Split", i32(1), counting(2, 4), num_split=2)
    yield case("Split", i32(0), counting(2, 4), num_split=2)
    yield case("Split", i32(1), y, num_split=2)
    yield case("SplitV", counting(5), i32([2, 0, 3]), i32(0), num_split=3)
    yield case("SplitV", counting(5), i32([2, -1]), i32(0), num_split=2)
    yield case("SplitV", counting(5), i32([2, 2]), i32(0), num_split=2)
    yield case("Tile", x, i32([2, 3]))
    yield case("Tile", x, i32([0, 1]))
    yield case("Tile", s(["a"]), i32([2]))
    yield case("Pad", x, i32([[1, 0], [0, 2]]))
    yield case("PadV2", x, i32([[0, 1], [1, 0]]), f32(-1))
    for mode in ("REFLECT", "SYMMETRIC"):
        yield case("MirrorPad", y, i32([[1, 1], [2, 1]]), mode=mode)
    yield case("MirrorPad", y, i32([[2, 0], [0, 0]]), mode="REFLECT")
    yield case("MirrorPadGrad", counting(4, 5), i32([[1, 1], [1, 1]]), mode="REFLECT")
    yield case("ReverseV2", y, i32([0]))
    yield case("ReverseV2", y, i32([-1, 0]))
    yield case("ReverseSequence", y, i32([2, 3]), seq_dim=1, batch_dim=0)
    yield case("Roll", y, i32(1), i32(1))
    yield case("Roll", y, i32([1, -1]), i32([0, 1]))
    yield case("SpaceToBatchND", counting(1, 4, 2), i32([2]), i32([[0, 0]]))
    yield case("BatchToSpaceND", counting(2, 2, 2), i32([2]), i32([[0, 0]]))


def slicing() -> Iterator[Case]:
    """Slices with every kind of mask."""
    x = counting(3, 4, dtype="int32")
    yield case("Slice", x, i32([1, 0]), i32([2, -1]))
    yield case("Slice", x, i32([0, 1]), i32([0, 2]))
    yield case("Slice", x, i64([2, 3]), i64([1, 1]))
    yield case("Slice", x, i32([2, 0]), i32([2, 1]))
    names = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")

    def sliced(value: Any, begin: Any, end: Any, strides: Any, *masks: int) -> Case:
        set_masks = {n: m for n, m in zip(names, masks, strict=False) if m}
        return case("StridedSlice", value, i32(begin), i32(end), i32(strides), **set_masks)

    yield sliced(x, [0], [2], [1])
    yield sliced(x, [1, 1], [3, 3], [1, 2])
    yield sliced(x, [-1, -3], [-4, -1], [-1, 1])
    yield sliced(x, [0, 0], [0, 0], [1, 1], 3, 3)
    yield sliced(x, [0, 0], [0, 0], [-1, -2], 3, 3)
    for begin_mask, end_mask in itertools.product(range(4), range(4)):
        yield sliced(x, [1, 1], [2, 3], [1, 1], begin_mask, end_mask)
    yield sliced(x, [1], [2], [1], 0, 0, 0, 0, 1)
    yield sliced(x, [-1, 2], [0, 3], [1, 1], 0, 0, 0, 0, 3)
    yield sliced(x, [0, 2], [0, 3], [1, 1], 1, 1, 0, 0, 2)
    yield sliced(x, [0, 0], [0, 2], [1, 1], 0, 0, 1)
    yield sliced(x, [0, 1], [0, 2], [1, 1], 0, 0, 1, 0, 2)
    yield sliced(x, [0, 1], [0, 3], [1, 1], 0, 0, 0, 1)
    yield sliced(x, [1, 0, 0], [2, 0, 0], [1, 1, 1], 4, 4, 0, 2, 1)
    yield sliced(x, [0, 0, 0], [0, 0, 1], [1, 1, 1], 0, 0, 2, 1, 4)
    yield sliced(counting(2, 3, 4, dtype="int32"), [0, 0, 1], [0, 0, 3], [1, 1, 1], 0, 0, 2, 1)
    yield sliced(x, [5], [9], [1])
    yield sliced(x, [2], [0], [1])
    yield sliced(x, [-9], [9], [2])
    yield sliced(x, [3], [4], [1], 0, 0, 0, 0, 1)
    yield sliced(x, [0], [1], [0])
    yield sliced(x, [0, 0, 0], [1, 1, 1], [1, 1, 1])
    yield sliced(s(["a", "b", "c"]), [1], [3], [1])
    masks = dict(zip(names, (1, 2, 0, 0, 1), strict=True))
    dy = counting(2, dtype="int32", start=1)
    yield case("StridedSliceGrad", i32([3, 4]), i32([1, 2]), i32([2, 0]), i32([1, 1]), dy, **masks)
    dy = counting(2, 2, dtype="int32", start=1)
    yield case("StridedSliceGrad", i32([3, 4]), i32([0, 0]), i32([3, 4]), i32([2, 2]), dy)
    yield case("TensorStridedSliceUpdate", x, i32([0, 1]), i32([2, 3]), i32([1, 1]), -dy)


def picking() -> Iterator[Case]:
    """Gathering, scattering, selecting."""
    x = counting(3, 4)
    yield case("Gather", x, i32([2, 0]))
    for axis in (0, 1, -1):
        yield case("GatherV2", x, i32([2, 0, 0]), i32(axis))
    yield case("GatherV2", x, i64([[0, 1], [2, 2]]), i32(1))
    yield case("GatherV2", x, i32(1), i32(0))
    yield case("GatherV2", x, np.zeros((0,), np.int32), i32(0))
    yield case("GatherV2", counting(2, 3, 2), i32([[0, 2], [1, 1]]), i32(1), batch_dims=1)
    yield case("GatherV2", counting(2, 3, 2), i32([[0, 1], [1, 1]]), i32(2), batch_dims=1)
    yield case("GatherV2", s(["a", "b"]), i32([1, 1, 0]), i32(0))
    yield case("GatherV2", x, i32([3]), i32(0))
    yield case("GatherV2", x, i32([-1]), i32(0))
    yield case("GatherV2", x, i32([0]), i32(2))
    yield case("GatherNd", x, i32([[0, 1], [2, 3]]))
    yield case("GatherNd", x, i32([[2], [0]]))
    yield case("GatherNd", x, np.zeros((2, 0), np.int32))
    yield case("GatherNd", counting(2, 2, 2), i64([[[0, 1]], [[1, 0]]]))
    yield case("GatherNd", x, i32([[3, 0]]))
    yield case("ScatterNd", i32([[0], [2], [0]]), f32([[1, 2], [3, 4], [5, 6]]), i32([4, 2]))
    yield case("ScatterNd", i32([[0, 1]]), f32([9]), i32([2, 2]))
    yield case("ScatterNd", i32([[4]]), f32([9]), i32([2]))
    for op in ("Update", "Add", "Sub", "Max", "Min"):
        yield case(f"TensorScatter{op}", x, i32([[0, 0], [2, 3]]), f32([5, -5]))
    yield case("TensorScatterUpdate", x, i32([[1]]), f32([[9, 9, 9, 9]]))
    condition = b([[True, False], [False, True]])
    yield case("SelectV2", condition, counting(2, 2), -counting(2, 2))
    yield case("SelectV2", b([True, False]), counting(2, 2), f32(7))
    yield case("SelectV2", b(True), i32([1, 2]), i32([[3], [4]]))
    yield case("SelectV2", b([True, False]), s(["a", "b"]), s("c"))
    yield case("Select", b([True, False]), counting(2, 2), -counting(2, 2))
    yield case("Select", b(True), f32([1, 2]), f32([3, 4]))
    yield case("Where", condition)
    yield case("Where", f32([[0, 1.5], [np.nan, 0]]))
    yield case("Where", i32([0, 3, 0]))
    yield case("Where", b([False, False]))
    yield case("Where", b(True))
    yield case("Unique", i32([3, 1, 3, 2, 1]))
    yield case("UniqueWithCounts", i32([3, 1, 3, 2, 1]))
    yield case("ListDiff", i32([1, 2, 3, 4]), i32([2, 4]))
    yield case("DynamicPartition", f32([10, 20, 30]), i32([1, 0, 1]), num_partitions=2)
    yield case("DynamicStitch", [i32([0, 2]), i32([1])], [f32([1, 3]), f32([2])])
    yield case("UnravelIndex", i32([5, 3]), i32([2, 3]))


def cases() -> list[Case]:
    """All of them."""
    return [*shaping(), *making(), *joining(), *slicing(), *picking()]
