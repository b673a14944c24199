"""Boxes of images: crops with their gradients, outlines, and the suppression of several classes."""

# ruff: noqa: E501 - rows are data

from __future__ import annotations

_X = "(tf.reshape(tf.range(48.0), [1, 4, 6, 2]) ** 1.5)"
_B = "tf.constant([[0.0, 0.0, 1.0, 1.0], [0.2, 0.1, 0.9, 0.7], [1.0, 1.0, 0.0, 0.0], [-0.5, -0.5, 1.5, 1.5], [0.3, 0.3, 0.3, 0.3]])"
_FIVE = "[0, 0, 0, 0, 0]"
_D = "[[[0.1, 0.2, 0.9, 0.8], [0.0, 0.0, 0.5, 0.5]], [[-0.2, 0.3, 0.6, 1.2], [0.9, 0.9, 0.1, 0.1]]]"
_C = "tf.constant([[[[0.1, 0.1, 0.5, 0.6]], [[0.15, 0.1, 0.5, 0.6]], [[0.7, 0.7, 1.2, 1.1]], [[0.6, 0.0, 0.1, 0.4]]]])"
_S = "tf.constant([[[0.9, 0.2], [0.8, 0.7], [0.3, 0.6], [0.4, 0.1]]])"

ROWS = [
    *(f"tf.image.crop_and_resize({_X}, {_B}, {_FIVE}, {s}, {m!r}, 7.0)" for s in ("[2, 3]", "[1, 1]", "[3, 1]") for m in ("bilinear", "nearest")),
    *(f"tf.image.crop_and_resize(tf.cast({_X} / 2, tf.{d}), {_B}, {_FIVE}, [2, 2])" for d in ("uint8", "int16", "float16", "float64", "int64")),
    *(f"tf.image.crop_and_resize({a})" for a in (f"{_X}, {_B}, [0, 0, 3, 0, 0], [2, 2]", f"{_X}, {_B}, {_FIVE}, [2, 2], 'x'", f"{_X}, {_B}, {_FIVE}, [0, 2]", f"{_X}, {_B}, {_FIVE}, [2]", f"{_X}, {_B}[:, :3], {_FIVE}, [2, 2]", f"{_X}[0], {_B}, {_FIVE}, [2, 2]", f"{_X}, {_B}, [0, 0], [2, 2]", f"{_X}, {_B}[:0], [], [2, 2]")),
    *(f"grad(lambda x, b: tf.image.crop_and_resize(x, b, [0, 0, 0], {s}, {m!r}) ** 2, {_X} / 100, {_B}[1:4])" for s in ("[3, 2]", "[1, 1]") for m in ("bilinear", "nearest")),
    *(f"tf.image.draw_bounding_boxes(tf.zeros([2, 5, 6, {c}]), {_D}, {k})" for c in (1, 2, 3, 4) for k in ("None", "[[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.5, 1.0]]", "[[1.0]]")),
    *(f"tf.image.draw_bounding_boxes({a}, None)" for a in (f"tf.zeros([5, 6, 3]), {_D}", f"tf.zeros([2, 5, 6, 3], tf.float16), {_D}", "tf.zeros([2, 5, 6, 3]), [[[2.0, 2.0, 3.0, 3.0]], [[0.0, 0.0, 1.0, 1.0]]]", "tf.zeros([2, 5, 6, 3]), [[[2.0, 2.0, 3.0]], [[0.0, 0.0, 1.0]]]")),
    *(f"tf.image.combined_non_max_suppression({_C}, {_S}, {a})" for a in ("2, 5", "2, 2", "1, 5, pad_per_class=True", "2, 5, 0.2", "2, 5, score_threshold=0.5", "2, 5, clip_boxes=False", "0, 5", "2, 0", "2, 5, 2.0")),
    f"tf.image.combined_non_max_suppression({_C}[:, :, 0], {_S}, 2, 5)",
    f"tf.image.combined_non_max_suppression(tf.repeat({_C}, 2, 2), {_S}, 2, 5)",
    *(f"tf.image.non_max_suppression_padded({_C}[0, :, 0], {_S}[0, :, 0], 3, pad_to_max_output_size={p})" for p in (True, False)),
]  # fmt: skip

ON_PURPOSE: dict[str, str] = {}
