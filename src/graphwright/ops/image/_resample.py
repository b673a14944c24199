"""Resizing as a matrix for each axis: row i has the weights of the input's elements in output element i."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, reduce
from typing import Any, Final

import numpy as np

from graphwright.core.tensor import Array


def _scale(size: int, result: int, align_corners: bool) -> Any:
    """The distance between the positions that output elements sample, in single precision as in documented values."""
    if align_corners and result > 1:
        return np.float32((size - 1) / (result - 1))
    return np.float32(size / result)


@lru_cache(64)
def bilinear(size: int, result: int, align_corners: bool, half_pixel_centers: bool) -> Array:
    """Between the two neighbours, by distance."""
    at = np.arange(result, dtype=np.float32)
    scale = _scale(size, result, align_corners)
    positions = (at + np.float32(0.5)) * scale - np.float32(0.5) if half_pixel_centers else at * scale
    floor = np.floor(positions)
    share = positions - floor
    low = np.clip(floor.astype(np.int64), 0, size - 1)
    high = np.clip(np.ceil(positions) if half_pixel_centers else floor + 1, 0, size - 1).astype(np.int64)
    weights, rows = np.zeros((result, size), np.float32), np.arange(result)
    np.add.at(weights, (rows, low), 1 - share)
    np.add.at(weights, (rows, high), share)
    return _frozen(weights)


def nearest(size: int, result: int, align_corners: bool, half_pixel_centers: bool) -> Array:
    """The element that each output element shows."""
    at = np.arange(result, dtype=np.float32)
    scale = _scale(size, result, align_corners)
    positions = (at + np.float32(0.5)) * scale if half_pixel_centers else at * scale
    # halves away from zero, and no position is negative
    positions = np.floor(positions + np.float32(0.5)) if align_corners else np.floor(positions)
    return np.asarray(np.clip(positions.astype(np.int64), 0, size - 1))


def _cubic(x: Array, a: float) -> Array:
    """Keys's cubic convolution, Keys 1981, with parameter `a`."""
    x = np.abs(x)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return np.where(x <= 1, near, np.where(x < 2, far, 0))


@lru_cache(64)
def bicubic(size: int, result: int, align_corners: bool, half_pixel_centers: bool) -> Array:
    """Keys's cubic over four neighbours; at the edges they are left out or, without half pixels, repeated."""
    at = np.arange(result, dtype=np.float32)
    scale = _scale(size, result, align_corners)
    positions = (at + np.float32(0.5)) * scale - np.float32(0.5) if half_pixel_centers else at * scale
    floor = np.floor(positions)
    share = np.rint((positions - floor) * 1024) / 1024
    a = -0.5 if half_pixel_centers else -0.75
    weights, rows = np.zeros((result, size)), np.arange(result)
    for step in (-1, 0, 1, 2):
        where = floor.astype(np.int64) + step
        part = _cubic(share - step, a)
        if half_pixel_centers:
            part = np.where((where >= 0) & (where < size), part, 0)
        np.add.at(weights, (rows, np.clip(where, 0, size - 1)), part)
    if half_pixel_centers:
        weights /= weights.sum(axis=1, keepdims=True)
    return _frozen(weights.astype(np.float32))


@lru_cache(64)
def area(size: int, result: int, align_corners: bool) -> Array:
    """The mean of what an output element covers."""
    scale = float(_scale(size, result, align_corners)) or 1.0  # one element is all there is to look at
    begin = np.arange(result)[:, None] * scale
    edges = np.arange(size)[None]
    covered = np.minimum(edges + 1, begin + scale) - np.maximum(edges, begin)
    weights = np.maximum(covered, 0)
    beyond = np.maximum(begin[:, 0] + scale - size, 0)
    weights[:, -1] += np.minimum(beyond, scale)
    return _frozen((weights / scale).astype(np.float32))


def _lanczos(radius: int) -> Callable[[Array], Array]:
    return lambda x: np.where(np.abs(x) < radius, np.sinc(x) * np.sinc(x / radius), 0)


def _mitchell(x: Array) -> Array:
    """Mitchell and Netravali 1988, with B = C = 1/3."""
    x = np.abs(x)
    near = ((7 * x - 12) * x * x + 16 / 3) / 6
    far = (((-7 / 3 * x + 12) * x - 20) * x + 32 / 3) / 6
    return np.where(x < 1, near, np.where(x < 2, far, 0))


#: Each kernel by name: how far it reaches, and its values.
KERNELS: Final[dict[str, tuple[float, Callable[[Array], Array]]]] = {
    "lanczos1": (1.0, _lanczos(1)),
    "lanczos3": (3.0, _lanczos(3)),
    "lanczos5": (5.0, _lanczos(5)),
    "gaussian": (1.5, lambda x: np.where(np.abs(x) < 1.5, np.exp(-2 * x * x), 0)),
    "box": (0.5, lambda x: np.where(np.abs(x) < 0.5, 1.0, np.where(np.abs(x) == 0.5, 0.5, 0.0))),
    "triangle": (1.0, lambda x: np.maximum(1 - np.abs(x), 0)),
    "keyscubic": (2.0, lambda x: _cubic(x, -0.5)),
    "mitchellcubic": (2.0, _mitchell),
}


def scaled(size: int, result: int, scale: float, translation: float, kernel: str, antialias: bool) -> Array:
    """A kernel centred at each output element, wider where the image shrinks, its weights adding to 1."""
    _, value = KERNELS[kernel]
    # in single precision, as documented values are: whether a sample lies exactly on a kernel's edge depends on it
    inverse = np.float32(1) / np.float32(scale)
    wide = max(float(inverse), 1.0) if antialias else 1.0
    at = np.arange(result, dtype=np.float32) + np.float32(0.5)
    centres = at * inverse - np.float32(translation) * inverse
    distance = (np.arange(size)[None] + 0.5 - centres[:, None]) / wide
    weights = value(distance)
    total = weights.sum(axis=1, keepdims=True)
    inside = (centres >= 0) & (centres <= size) & (np.abs(total[:, 0]) >= 1000 * np.finfo(np.float32).tiny)
    return np.where(inside[:, None], weights / np.where(total, total, 1), 0).astype(np.float32)


class _Same:
    """An array that never changes, as a key."""

    __slots__ = ("array",)

    def __init__(self, array: Array) -> None:
        self.array = array

    def __hash__(self) -> int:
        return id(self.array)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.array is self.array


def _kept(function: Callable[[Array], Any]) -> Callable[[Array], Any]:
    """A function whose results are kept for arrays that never change, such as `_frozen` gives."""
    kept = lru_cache(64)(lambda same: function(same.array))
    return lambda matrix: kept(_Same(matrix)) if _is_frozen(matrix) else function(matrix)


def _is_frozen(matrix: Array) -> bool:
    return matrix.flags.owndata and not matrix.flags.writeable  # a view is a new object each time


@_kept
def transposed(matrix: Array) -> Array:
    """The matrix of the gradient."""
    return _frozen(matrix.T.copy())


@_kept
def spans(matrix: Array) -> tuple[Array, Array]:
    """Of each row, which elements count, as `[rows, 2]` with the first one and how many, and their weights in order."""
    counts = matrix != 0
    some = counts.any(axis=1)
    first = np.where(some, counts.argmax(axis=1), 0)
    count = np.where(some, matrix.shape[1] - counts[:, ::-1].argmax(axis=1) - first, 0)
    taps = max(int(count.max(initial=0)), 1)
    at = np.minimum(first[:, None] + np.arange(taps), matrix.shape[1] - 1)
    weights = np.where(np.arange(taps) < count[:, None], np.take_along_axis(matrix, at, axis=1), 0)
    return np.stack([first, count], axis=1).astype(np.int32), np.ascontiguousarray(weights, np.float32)


@_kept
def _picks(matrix: Array) -> list[tuple[Array, Array, Array]]:
    """Which elements to pick, with their weights and whether they count at all, one after the other."""
    ends, weights = spans(matrix)
    first, count = ends.T
    counted = [tap < count for tap in range(weights.shape[1])]
    return [(first + np.where(counts, tap, 0), weights[:, tap], counts) for tap, counts in enumerate(counted)]


@_kept
def _is_dense(matrix: Array) -> bool:
    """Whether a product is faster than picking."""
    taps = spans(matrix)[1].shape[1]
    return bool(taps > _FEW and taps * _DENSE > matrix.shape[1])


_FEW: Final = 8  # so many are picked whatever the size
_DENSE: Final = 24  # elements that a product adds up in the time in which one is picked


def apply_weights(images: Array, rows: Array, columns: Array) -> Array:
    """`images[batch, height, width, channels]` with both matrices applied, in single precision."""
    images = images.astype(np.float32, copy=False)
    return np.ascontiguousarray(_along(_along(images, rows, 1), columns, 2))


def _along(images: Array, matrix: Array, axis: int) -> Array:
    """The weighted sums along an axis."""
    if _is_dense(matrix) and np.isfinite(images).all():  # 0 times infinity would spoil a product
        indices = "ih,bhwc->biwc" if axis == 1 else "jw,bhwc->bhjc"
        return np.asarray(np.einsum(indices, matrix, images, optimize=True))
    shape = (-1,) + (1,) * (3 - axis)
    parts = (
        np.multiply(images.take(at, axis), weights.reshape(shape), dtype=np.float32)
        if counts.all()
        else np.where(counts.reshape(shape), images.take(at, axis) * weights.reshape(shape), 0)
        for at, weights, counts in _picks(matrix)
    )
    return np.asarray(reduce(np.add, parts, np.float32(0)), np.float32)


def _frozen(weights: Array) -> Array:
    weights.setflags(write=False)
    return weights
