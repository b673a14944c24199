"""Cases of ops that look at images: convolution, pooling, normalisation, resizing, blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Case, array, case, counting, f32, i32, i64, wave


def convolutions() -> Iterator[Case]:
    """Convolution and its gradients, over images and volumes and by channel."""
    for x, filters, strides, padding, dilations in (
        ((2, 5, 4, 3), (3, 2, 3, 2), [1, 1, 1, 1], "VALID", [1, 1, 1, 1]),
        ((1, 5, 6, 2), (3, 3, 2, 3), [1, 2, 3, 1], "SAME", [1, 1, 1, 1]),
        ((1, 7, 7, 1), (2, 1, 1, 2), [1, 3, 4, 1], "SAME", [1, 1, 1, 1]),
        ((1, 6, 5, 2), (2, 3, 2, 2), [1, 1, 1, 1], "SAME", [1, 2, 2, 1]),
        ((1, 4, 4, 4), (2, 2, 2, 4), [1, 1, 1, 1], "VALID", [1, 1, 1, 1]),
    ):
        attrs: dict[str, Any] = {"strides": strides, "padding": padding}
        yield case("Conv2D", wave(*x), wave(*filters, scale=1.5), **attrs, dilations=dilations)
        if filters[2] == x[3] and max(dilations) == 1:
            y = _result(x, filters, strides, padding)
            yield case("Conv2DBackpropInput", i32(x), wave(*filters, scale=1.5), wave(*y), **attrs)
            yield case("Conv2DBackpropFilter", wave(*x), i32(filters), wave(*y), **attrs)
        thin = (*filters[:2], x[3], 2)
        if strides[1] == strides[2]:
            yield case("DepthwiseConv2dNative", wave(*x), wave(*thin), **attrs, dilations=dilations)
    one: dict[str, Any] = {"strides": [1, 1, 1, 1], "padding": "VALID"}
    pads = [0, 0, 1, 2, 0, 1, 0, 0]
    yield case(
        "Conv2D", wave(1, 3, 4, 1), wave(2, 3, 1, 2),
        strides=[1, 1, 2, 1], padding="EXPLICIT", explicit_paddings=pads,
    )  # fmt: skip
    for dtype in ("float64", "float16", "bfloat16"):
        small = array(dtype, wave(1, 3, 3, 2)), array(dtype, wave(2, 2, 2, 1))
        yield case("Conv2D", *small, **one)
    yield case("Conv2D", wave(1, 3, 3, 3), wave(2, 2, 2, 1), **one)
    yield case("Conv2D", wave(1, 3, 3, 1), wave(2, 2, 1, 1), strides=[1, 0, 1, 1], padding="VALID")
    volume = wave(1, 3, 4, 3, 2), wave(2, 2, 1, 2, 2)
    for padding in ("SAME", "VALID"):
        yield case("Conv3D", *volume, strides=[1, 1, 2, 1, 1], padding=padding)


def _result(x: tuple[int, ...], filters: tuple[int, ...], strides: list[int], padding: str) -> tuple[int, ...]:
    reach = (0, 0) if padding == "SAME" else (filters[0] - 1, filters[1] - 1)
    spatial = [-(-(x[1 + i] - reach[i]) // strides[1 + i]) for i in range(2)]
    return (x[0], *spatial, filters[3])


def pools() -> Iterator[Case]:
    """Pooling and its gradients."""
    for shape, ksize, strides, padding in (
        ((2, 4, 5, 2), [1, 2, 2, 1], [1, 2, 2, 1], "VALID"),
        ((1, 5, 4, 3), [1, 3, 2, 1], [1, 2, 1, 1], "SAME"),
        ((1, 7, 6, 1), [1, 2, 1, 1], [1, 4, 3, 1], "SAME"),
    ):
        attrs = {"ksize": ksize, "strides": strides, "padding": padding}
        x = wave(*shape, scale=9.0)
        yield case("MaxPool", x, **attrs)
        yield case("AvgPool", x, **attrs)
        yield case("MaxPoolWithArgmax", x, **attrs)
        reach = 0 if padding == "SAME" else 1
        down, across = (-(-(shape[1 + i] - reach * (ksize[1 + i] - 1)) // strides[1 + i]) for i in range(2))
        yield case("AvgPoolGrad", i32(shape), wave(shape[0], down, across, shape[3]), **attrs)
    for dtype in ("float64", "int32", "int64", "uint8", "int8"):
        pooled = array(dtype, counting(1, 4, 4, 1))
        yield case("MaxPool", pooled, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID")
    cube: dict[str, Any] = {"ksize": [1, 2, 2, 1, 1], "strides": [1, 1, 2, 1, 1], "padding": "SAME"}
    yield case("MaxPool3D", wave(1, 3, 4, 2, 2), **cube)
    yield case("AvgPool3D", wave(1, 3, 4, 2, 2), **cube)


def normalised() -> Iterator[Case]:
    """Batch normalisation with the statistics of the batch and with given ones."""
    x, vectors = wave(2, 3, 2, 2, scale=3.0), (f32([0.5, 2.0]), f32([0.25, -1.0]))
    empty = f32(np.zeros(0))
    yield case("FusedBatchNormV3", x, *vectors, empty, empty)
    yield case("FusedBatchNormV3", x, *vectors, f32([0.5, 1.0]), f32([2.0, 3.0]), is_training=False, epsilon=0.01)


def resized() -> Iterator[Case]:
    """Resizing, growing and shrinking."""
    image = wave(1, 4, 3, 2, scale=9.0)
    flags: tuple[dict[str, Any], ...] = ({}, {"align_corners": True}, {"half_pixel_centers": True})
    for size in ([7, 5], [2, 2], [5, 1]):
        for flag in flags:
            for op in ("ResizeBilinear", "ResizeNearestNeighbor"):
                yield case(op, image, i32(size), **flag)
        yield case("ResizeArea", image, i32(size))
    yield case("ResizeBilinear", image, i32([0, 2]))
    yield case("ResizeBilinear", image[0], i32([2, 2]))


def blocks() -> Iterator[Case]:
    """Blocks moved into the batch or the channels."""
    yield case("SpaceToBatchND", counting(1, 4, 5, 2), i32([2, 3]), i32([[1, 1], [0, 1]]))
    yield case("BatchToSpaceND", counting(6, 2, 2, 2), i64([2, 3]), i64([[1, 0], [0, 2]]))
    yield case("BatchToSpaceND", counting(3, 2, 2, 2), i32([2]), i32([[0, 0]]))
    yield case("SpaceToDepth", counting(1, 4, 2, 3), block_size=2)
    yield case("DepthToSpace", counting(1, 2, 1, 12), block_size=2)
    yield case("DepthToSpace", counting(1, 1, 1, 3), block_size=2)


def cases() -> list[Case]:
    """All of them."""
    return [*convolutions(), *pools(), *normalised(), *resized(), *blocks()]
