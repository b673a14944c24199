"""Ops on images and boxes of open sizes: they compute what they do with known sizes, or raise the kernel's error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.native_graphs import Array
from tests.support.open_programs import Inputs, check

pytest.importorskip("llvmlite")

_RANDOM = np.random.default_rng(7)


def boxes(count: int, *rest: int) -> Array:
    """Boxes that overlap."""
    corners = _RANDOM.random((count, *rest, 2))
    return np.concatenate([corners, corners + 0.4], -1).astype(np.float32)


def numbers(*shape: int) -> Array:
    """Numbers between 0 and 1, some of them equal."""
    return (np.round(_RANDOM.random(shape) * 20) / 20).astype(np.float32)


def scalar(n: int) -> Array:
    return np.array(n, np.int32)


def suppressed(b: Any, s: Any, n: Any) -> Any:
    softly = tf.image.non_max_suppression_with_scores(b, s, n, 0.5, 0.1, 0.5)
    padded = tf.image.non_max_suppression_padded(b, s, n, 0.3, pad_to_max_output_size=True)
    return tf.image.non_max_suppression(b, s, n, 0.5, 0.2), *softly, *padded


def crops(method: str) -> Callable[..., Any]:
    def found(images: Any, b: Any, which: Any, *size: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch([images, b])
            cut = tf.image.crop_and_resize(images, b, which, tf.stack(size), method, -1.0)
        return cut, *tape.gradient(cut, [images] if method == "nearest" else [images, b])

    return found


def cut(images: tuple[int, ...], which: list[int], size: tuple[int, int], sides: int = 4, count: int = 0) -> Inputs:
    return numbers(*images), boxes(count or len(which))[:, :sides], np.array(which, np.int32), *map(scalar, size)


_PAIR = (2, 5, 6, 3)
_CUT = [cut(_PAIR, [1, 0, 1], (3, 4)), cut((1, 4, 4, 1), [0], (1, 1)), cut((3, 2, 9, 2), [], (2, 3))]
_NOT_CUT = [cut(_PAIR, [1, 0], (3, 0)), cut(_PAIR, [1, 0], (3, 4), 3), cut(_PAIR, [1], (3, 4), 4, 2)]
_BOXES = [(boxes(n), numbers(n), scalar(most)) for n, most in ((7, 4), (40, 100), (1, 1), (0, 3), (9, 0))]
_DETECTED = [
    (boxes(2, 9, own), numbers(2, 9, 3), scalar(each), scalar(all_))
    for own, each, all_ in ((1, 4, 20), (3, 9, 5), (1, 1, 2))
]
Case = tuple[Callable[..., Any], list[Inputs], list[Inputs]]
CASES: dict[str, Case] = {
    "crops": (crops("bilinear"), list(_CUT), list(_NOT_CUT)),
    "nearest crops": (crops("nearest"), list(_CUT), list(_NOT_CUT)),
    "suppression": (suppressed, list(_BOXES), [(boxes(3), numbers(2), scalar(3)), (boxes(3), numbers(3), scalar(-1))]),
    "of overlaps": (
        lambda x, s, n: tf.image.non_max_suppression_overlaps(x, s, n, 0.6),
        [(numbers(k, k), numbers(k), scalar(4)) for k in (5, 1, 0)], [(numbers(3, 2), numbers(3), scalar(4))],
    ),
    "of classes": (
        tf.image.combined_non_max_suppression, list(_DETECTED),
        [
            (boxes(2, 9, 2), numbers(2, 9, 3), scalar(1), scalar(1)),
            (boxes(1, 2, 1), numbers(1, 2, 3), scalar(0), scalar(1)),
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_open_sizes_give_what_known_sizes_do(case: str) -> None:
    check(*CASES[case])


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_colors_of_open_sizes(dtype: str) -> None:
    def colors(pixels: Any) -> Any:
        converted = [tf.image.rgb_to_hsv(pixels), tf.image.hsv_to_rgb(pixels)]
        if dtype == "float64":
            return converted
        return [*converted, tf.image.adjust_hue(pixels, 0.3), tf.image.adjust_saturation(pixels, 2.0)]

    sizes = (2, 5, 3), (1, 1, 3), (0, 4, 3), (9, 16, 3)
    check(colors, [(numbers(*size).astype(dtype),) for size in sizes], [(numbers(2, 5, 4).astype(dtype),)])


@pytest.mark.parametrize("number", [-1, 2])
def test_crops_of_images_that_are_not_there_are_refused(number: int) -> None:
    cropped = tf.function(crops("bilinear"))
    with pytest.raises(tf.errors.OutOfRangeError, match="box_index has values outside"):
        cropped(*cut(_PAIR, [number, 0], (3, 4)))
