"""Images: resizing by each method to each size, patches, and the raw ops below them."""

# ruff: noqa: E501 - rows are data

from __future__ import annotations

_IMAGES = [
    "tf.reshape(tf.range(24.0), [1, 4, 3, 2])",
    "tf.reshape(tf.range(24.0), [4, 3, 2])",
    "tf.reshape(tf.range(16, dtype=tf.int32), [1, 4, 4, 1])",
    "tf.cast(tf.reshape(tf.range(16), [1, 4, 4, 1]), tf.uint8)",
    "tf.cast(tf.reshape(tf.range(16), [1, 4, 4, 1]), tf.float16)",
    "tf.zeros([0, 4, 4, 1])",
    "tf.ones([1, 1, 1, 1])",
    "tf.ones([4, 4])",
    "tf.ones([1, 0, 4, 1])",
]
_METHODS = [
    "bilinear",
    "nearest",
    "bicubic",
    "area",
    "lanczos3",
    "lanczos5",
    "gaussian",
    "mitchellcubic",
    "BILINEAR",
    "none",
]

ROWS = [
    *(f"tf.image.resize({x}, {s}, {m!r})" for x in _IMAGES for m in _METHODS for s in ("[2, 2]", "[7, 5]")),
    *(f"tf.image.resize({_IMAGES[0]}, {s}{a})" for s in ("[4, 3]", "[1, 1]", "[8, 8]", "[0, 2]", "[-1, 2]", "[2]", "2", "[2.0, 2.0]", "t([3, 3])", "[2, 2, 2]") for a in ("", ", antialias=True", ", preserve_aspect_ratio=True", ", method='nearest'")),
    *(f"tf.image.extract_patches({x}, {k}, {s}, {r}, {p!r})" for x in ("tf.reshape(tf.range(16.0), [1, 4, 4, 1])", "tf.reshape(tf.range(16), [1, 4, 4, 1])") for k in ("[1, 2, 2, 1]", "[2, 2]") for s in ("[1, 1, 1, 1]", "[1, 2, 2, 1]") for r in ("[1, 1, 1, 1]", "[1, 2, 2, 1]") for p in ("SAME", "VALID", "same")),
    *(f"static(lambda x: tf.image.resize(x, {n}), spec({s}))" for n in ("[2, 2]", "[5, 7]") for s in ("None", "[None, None, None, 3]", "[4, 4, 3]", "[1, 4, 4, 3]", "[None, 4, 4, None]")),
]  # fmt: skip

_REASONS: dict[str, list[str]] = {
    "The weights of cubic filters are computed with float32's full precision.": [
        "tf.image.resize(tf.reshape(tf.range(24.0), [1, 4, 3, 2]), [7, 5], 'bicubic')",
        "tf.image.resize(tf.reshape(tf.range(24.0), [1, 4, 3, 2]), [7, 5], 'mitchellcubic')",
        "tf.image.resize(tf.reshape(tf.range(24.0), [4, 3, 2]), [7, 5], 'bicubic')",
        "tf.image.resize(tf.reshape(tf.range(24.0), [4, 3, 2]), [7, 5], 'mitchellcubic')",
        "tf.image.resize(tf.reshape(tf.range(16, dtype=tf.int32), [1, 4, 4, 1]), [7, 5], 'mitchellcubic')",
        "tf.image.resize(tf.cast(tf.reshape(tf.range(16), [1, 4, 4, 1]), tf.uint8), [7, 5], 'mitchellcubic')",
        "tf.image.resize(tf.cast(tf.reshape(tf.range(16), [1, 4, 4, 1]), tf.float16), [7, 5], 'mitchellcubic')",
    ],
}

ON_PURPOSE: dict[str, str] = {row: reason for reason, rows in _REASONS.items() for row in rows}
