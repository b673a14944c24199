"""Cases whose conventions matter: matrices taken apart, counted and numbered segments, transforms, sequences, sets.

Signs of singular vectors and the like are open, so that sizes alone are recorded of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Case, array, c64, case, counting, f32, f64, i32, i64, s, wave

_EMPTY = f32(np.zeros(0))


def segments() -> Iterator[Case]:
    """Segments left out, empty, or wrong; numbers counted with weights."""
    rows = counting(4, 2, start=1)
    for op in ("SegmentSum", "SegmentMean", "SegmentMax", "SegmentMin", "SegmentProd"):
        yield case(op, rows, i32([1, 1, 4, 4]))
        yield case(op, array("int32", rows), i64([0, 0, 0, 1]))
        yield case(op, rows[:0], i32([]))
        yield case(op, rows, i32([1, 0, 2, 2]))
        yield case(op, rows, i32([0, 0, 1]))
        yield case(op, rows, i32([-1, 0, 1, 2]))
    for op in ("UnsortedSegmentMax", "UnsortedSegmentMin", "UnsortedSegmentProd"):
        yield case(op, rows, i32([[0, 2], [2, -1], [0, 0], [2, 2]]), i32(4))
        yield case(op, array("int32", rows), i64([1, 0, 1, 1]), i32(3))
        yield case(op, rows[:0], i32([]), i32(2))
        yield case(op, rows, i32([0, 1, 5, 0]), i32(3))
    values = i32([1, 1, 3, 0, 7])
    for weights in (_EMPTY, f32([0.5, 1.0, 2.0, 4.0, 8.0]), i32([1, 2, 3, 4, 5])):
        for size in (0, 3, 9):
            yield case("Bincount", values, i32(size), weights)
            yield case("DenseBincount", values, i32(size), weights)
    yield case("DenseBincount", i32([[1, 1], [0, 9]]), i32(3), f32([[0.5, 1.0], [2.0, 3.0]]))
    yield case("DenseBincount", i32([[1, 1], [0, 9]]), i32(3), _EMPTY, binary_output=True)
    yield case("DenseBincount", i32([1, -1]), i32(3), _EMPTY)
    yield case("Bucketize", i32([[-1, 0], [5, 9]]), boundaries=[0.0, 5.0])


def ordered() -> Iterator[Case]:
    """Distinct elements in the order in which they come, sequences turned round, pieces put together."""
    for axis in ([0], [1], [-1]):
        yield case("UniqueV2", i32([[3, 1, 3], [1, 2, 1], [3, 1, 3]]), i32(axis))
        yield case("UniqueWithCountsV2", i32([[3, 1, 3], [1, 2, 1], [3, 1, 3]]), i64(axis))
    yield case("UniqueV2", f32([2.0, -0.0, 0.0, 2.0]), i32([]))
    yield case("UniqueV2", s(["b", "a", "b"]), i32([0]))
    yield case("DynamicStitch", [i32([0, 2]), i32([2, 0])], [f32([1, 3]), f32([5, 7])])
    yield case("DynamicStitch", [i32([[0, 3], [1, 1]]), i32(2)], [counting(2, 2, 2), f32([9, 8])])
    yield case("DynamicPartition", counting(3, 2), i32([2, 0, 2]), num_partitions=4)
    yield case("DynamicPartition", counting(2, 2), i32([[1, 0], [1, 1]]), num_partitions=2)
    yield case("ReverseSequence", counting(3, 4), i32([0, 4, 2]), seq_dim=1)
    yield case("ReverseSequence", counting(3, 4), i64([3, 1, 0, 2]), seq_dim=0, batch_dim=1)
    for padding in ("SAME", "VALID"):
        ways: dict[str, Any] = {"ksizes": [1, 2, 3, 1], "strides": [1, 2, 1, 1], "rates": [1, 1, 2, 1]}
        yield case("ExtractImagePatches", wave(1, 5, 6, 2), **ways, padding=padding)


def transforms() -> Iterator[Case]:
    """Fourier transforms of even and odd lengths, cut off and filled up."""
    spectrum = c64(wave(2, 5) + 1j * wave(2, 5, scale=1.1))
    for op in ("FFT", "IFFT"):
        yield case(op, spectrum)
    for op in ("FFT2D", "IFFT2D"):
        yield case(op, spectrum)
    for length in (4, 5, 6, 8, 1):
        yield case("RFFT", wave(2, 6), i32([length]))
        yield case("IRFFT", spectrum, i32([length]))
    yield case("RFFT2D", wave(4, 5), i32([4, 6]))
    yield case("IRFFT2D", spectrum, i32([2, 7]))
    yield case("RFFT", wave(2, 6), i32([4, 4]))
    yield case("IRFFT", spectrum, i32([10]))


def matrices() -> Iterator[Case]:
    """Solutions, inverses and factors that are not open to choice."""
    square = np.float64([[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 2.0]])
    skew = f32(square + np.triu(square))
    right = wave(3, 2)
    yield case("Cholesky", f32(square))
    yield case("Cholesky", f32([[1.0, 9.0], [0.5, 2.0]]))
    yield case("Cholesky", f32(np.zeros((0, 0))))
    yield case("Lu", skew)
    yield case("Lu", f32([[0.0, 2.0], [4.0, 2.0]]), output_idx_type="int64")
    yield case("MatrixInverse", skew, adjoint=True)
    yield case("MatrixInverse", f32(np.ones((2, 2))))
    yield case("MatrixDeterminant", np.stack([skew, -skew]))
    yield case("LogMatrixDeterminant", np.stack([skew, -skew]))
    yield case("MatrixSolve", skew, right)
    yield case("MatrixSolve", skew, right, adjoint=True)
    yield case("MatrixTriangularSolve", f32(square), right, lower=False)
    yield case("MatrixTriangularSolve", f32(square), right, adjoint=True)
    for bad in (wave(2, 3), wave(3)):
        yield case("MatrixInverse", bad)
        yield case("Cholesky", bad)
    yield case("BatchMatMulV3", array("int8", [[100, -128]]), array("int8", [[127], [127]]), Tout="int32")
    yield case("BatchMatMulV3", array("int8", [[[1, 2]]]), array("uint8", [[[3, 4]]]), Tout="int32", adj_y=True)


def special() -> Iterator[Case]:
    """Incomplete functions, inside and at their ends."""
    a = f64([0.1, 0.5, 2.0, 7.0, 9.0, 1.0, 1.0, 0.0, -1.0])
    x = f64([0.01, 3.0, 1.5, 8.0, 12.0, 0.0, np.inf, 1.0, 1.0])
    yield case("Igamma", f32(a), f32(x))
    yield case("Igammac", f32(a), f32(x))
    yield case("IgammaGradA", f32(a[:4]), f32(x[:4]))
    ends = f64([0.2, 0.5, 0.9, 0.4, 0.6, 0.0, 1.0])
    yield case("Betainc", f32(a[:7]), f32(a[6::-1]), f32(ends))
    yield case("Betainc", f32([1.0, 2.0]), f32([1.0]), f32([0.5]))


def sets() -> Iterator[Case]:
    """Sets along the last axis."""
    places, shape = i64([[0, 0], [0, 1], [2, 0]]), i64([3, 2])
    for operation in ("a-b", "b-a", "intersection", "union"):
        yield case(
            "DenseToDenseSetOperation", i32([[1, 2, 2], [5, 3, 1]]), i32([[2, 9], [1, 1]]), set_operation=operation
        )
        yield case(
            "SparseToSparseSetOperation", places, i32([4, 5, 4]), shape, places, i32([5, 9, 7]), shape,
            set_operation=operation,
        )  # fmt: skip
        yield case(
            "DenseToSparseSetOperation", i32([[1], [2], [4]]), places, i32([4, 5, 4]), shape, set_operation=operation
        )
    yield case("DenseToDenseSetOperation", i32([[1]]), i32([[1], [2]]), set_operation="union")


def cases() -> list[Case]:
    """All of them."""
    return [*segments(), *ordered(), *transforms(), *matrices(), *special(), *sets()]


def _wide(expression: str) -> str:
    """The expression in `w`, which is `x` in float64: rounded once, whichever library computes it."""
    return f"tf.cast({expression}, tf.float32)".replace("w", "tf.cast(x, tf.float64)")


_SQUARE = {"x": f32([[2.0, 0.5, -1.0], [0.25, 3.0, 1.0], [-0.5, 1.5, 1.0]])}
_TALL = {"x": wave(4, 2)}
_SOUND = {"x": wave(2, 11)}
_LENGTHS = {"x": wave(6)}
_LOGITS = {"x": wave(5, 2, 4)}
_PLACES = "tf.SparseTensor([[1, 0], [0, 2], [0, 1]], x, [2, 3])"

EXPRESSIONS: list[tuple[str, dict[str, object]]] = [
    *((_wide(f"tf.abs(tf.linalg.qr(w)[{i}])"), given) for i in (0, 1) for given in (_SQUARE, _TALL)),
    *((_wide(f"tf.abs(tf.linalg.svd(w)[{i}])"), given) for i in (0, 1, 2) for given in (_SQUARE, _TALL)),
    (_wide("tf.linalg.svd(w, compute_uv=False)"), _TALL),
    (_wide("tf.linalg.eigvalsh(w)"), _SQUARE),
    (_wide("tf.abs(tf.linalg.eigh(w)[1])"), _SQUARE),
    (_wide("tf.linalg.pinv(w)"), _TALL),
    (_wide("tf.linalg.slogdet(w)[1]"), _SQUARE),
    (_wide("tf.linalg.lstsq(w, tf.ones([4, 1], tf.float64))"), _TALL),
    ("tf.math.segment_max(x, [0, 0, 2, 2, 2, 3]) ** 2", {"x": f32([1.0, 1.0, 2.0, 0.0, 2.0, 5.0])}),
    ("tf.math.segment_mean(x, [0, 0, 2, 2, 2, 3]) ** 2", _LENGTHS),
    ("tf.math.unsorted_segment_min(x, [1, 0, 1, 0, 1, -1], 3)[:2] ** 2", _LENGTHS),
    ("tf.math.unsorted_segment_prod(x, [0, 0, 0, 1, 1, -1], 3)", {"x": f32([0.0, 2.0, 3.0, 0.0, 0.0, 1.5])}),
    ("tf.abs(tf.signal.stft(x, 4, 3))", _SOUND),
    ("tf.abs(tf.signal.stft(x, 5, 2, fft_length=8, pad_end=True))", _SOUND),
    ("tf.signal.inverse_stft(tf.signal.stft(x, 4, 2), 4, 2)", _SOUND),
    ("tf.signal.frame(x, 4, 3, pad_end=True, pad_value=1.5)", _SOUND),
    ("tf.signal.overlap_and_add(x, 3)", _SOUND),
    *((f"tf.signal.dct(x, type={n}) ** 2", _SOUND) for n in (1, 2, 3, 4)),
    ("tf.signal.dct(x, norm='ortho') ** 2", _SOUND),
    ("tf.nn.ctc_loss([[1, 2], [2, 0]], x, [2, 1], [5, 4], blank_index=3)", _LOGITS),
    ("tf.nn.ctc_loss([[1, 2], [2, 2]], x, [2, 2], [5, 4], blank_index=0)", _LOGITS),
    ("tf.RaggedTensor.from_row_lengths(x, [2, 0, 4]).to_tensor()", _LENGTHS),
    ("tf.RaggedTensor.from_row_lengths(x, [2, 0, 4]).to_tensor(-1.0, shape=[None, 3])", _LENGTHS),
    ("(tf.RaggedTensor.from_row_splits(x, [0, 1, 1, 6]) * 2.0)[2]", _LENGTHS),
    (f"tf.sparse.reorder({_PLACES}).values ** 2", {"x": wave(3)}),
    (f"tf.sparse.to_dense(tf.sparse.reorder({_PLACES}), 7.0) ** 2", {"x": wave(3)}),
    (f"tf.sparse.sparse_dense_matmul(tf.sparse.reorder({_PLACES}), tf.ones([3, 2])) ** 2", {"x": wave(3)}),
    (f"tf.sparse.reduce_sum({_PLACES}, 1) ** 2", {"x": wave(3)}),
    ("tf.math.igamma(y, x)", {"x": f32([0.2, 3.0, 1.5]), "y": f32([0.5, 2.0, 7.0])}),
    ("tf.math.betainc(2.0, 3.0, x)", {"x": f32([0.2, 0.5, 0.9])}),
]  # fmt: skip
