"""Nothing to count or to average, and numbers that have no digits: what is made of them."""
# ruff: noqa: E501

from __future__ import annotations

_MEANS = [
    use.format(f"tf.zeros({shape}, tf.{dtype})", axis)
    for shape, axis in (("[0]", "None"), ("[0, 2]", "0"), ("[2, 0]", "1"))
    for dtype in ("complex64", "complex128", "float32", "float16")
    for use in ("tf.reduce_mean({}, {})", "traced(lambda x: tf.reduce_mean(x, {1}), {0})")
] + [
    use.format(f"t([[complex(np.inf, 1), 2j]], tf.{dtype})")
    for dtype in ("complex64", "complex128")
    for use in ("tf.reduce_mean({}, 0)", "traced(lambda x: tf.reduce_mean(x, 0), {})")
]

_NUMBERS = "[-np.nan, np.nan, -np.inf, np.inf, -0.0, 1.5, -1.5]"
_FORMATS = [
    f"tf.strings.as_string(t({_NUMBERS}, tf.{dtype}){form})"
    for dtype in ("float16", "bfloat16", "float32", "float64")
    for form in (
        "", ", fill='0'", ", fill='0', width=8", ", width=8", ", fill='-', width=8", ", fill='+'", ", fill=' ', width=6",
        ", scientific=True, fill='0', width=15", ", shortest=True, fill='0', width=8", ", precision=2, fill='0', width=9",
    )
] + [
    f"tf.strings.as_string(t([complex(np.nan, -np.nan), complex(-np.inf, -0.0)], tf.{dtype}){form})"
    for dtype in ("complex64", "complex128")
    for form in ("", ", fill='0', width=8", ", fill='-', width=8", ", shortest=True")
]  # fmt: skip

_COUNTED = [
    f"tf.sparse.bincount({values}, axis={axis}{bounds}).dense_shape"
    for values in ("[1, 1]", "[7]", "tf.zeros([0], tf.int32)", "tf.zeros([3, 0], tf.int32)")
    for axis in ("0", "-1")
    for bounds in ("", ", maxlength=5", ", maxlength=0", ", minlength=3, maxlength=5", ", minlength=9, maxlength=5", ", minlength=3")
] + [
    f"tf.raw_ops.DenseCountSparseOutput(values={values}, weights=tf.zeros([0]), minlength={low}, maxlength={high}, binary_output=False).output_dense_shape"
    for values in ("[1, 1]", "tf.zeros([0], tf.int32)", "[[1, 1], [4, 0]]")
    for low in (-1, 3)
    for high in (-1, 0, 1, 5)
]  # fmt: skip

ROWS = [*_MEANS, *_FORMATS, *_COUNTED]
