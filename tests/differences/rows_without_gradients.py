"""Gradients of what has none: an error, or None."""

from __future__ import annotations

_X = "t([1.0, 2.0, 1.0])"
_IMAGE = "tf.reshape(tf.tile(x, [16]), [1, 4, 4, 3])"

_INTEGERS = [
    "tf.unique(x)[1]",
    "tf.histogram_fixed_width(x, [0.0, 5.0])",
    "tf.where(x)",
    "tf.math.is_nan(x)",
    "tf.math.is_inf(x)",
    "tf.math.is_finite(x)",
    "tf.raw_ops.Bucketize(input=x, boundaries=[1.0, 2.0])",
    "tf.math.in_top_k([0], x[None], 1)",
    "tf.bitcast(x, tf.int32)",
    "tf.raw_ops.LowerBound(sorted_inputs=x[None], values=x[None])",
    "tf.raw_ops.Fingerprint(data=x, method='farmhash64')",
    "tf.audio.encode_wav(x[:, None] / 4, 8000)",
]
_REFUSED = [
    "tf.unique(x)[0]",
    "tf.unique_with_counts(x).y",
    "tf.reduce_sum(tf.unique(x)[0] * 2.0)",
    "tf.math.bincount([1, 2, 2], weights=x)",
    "tf.math.bincount([[1, 2, 2]], weights=x[None], axis=-1)",
    "tf.raw_ops.Bincount(arr=[1, 2, 2], size=4, weights=x)",
    "tf.raw_ops.DenseBincount(input=[1, 2, 2], size=4, weights=x)",
    "tf.raw_ops.ListDiff(x=x, y=[1.0])[0]",
    f"tf.image.draw_bounding_boxes({_IMAGE}, [[[0.0, 0.0, 1.0, 1.0]]], [[1.0, 0.0, 0.0]])",
    f"tf.image.extract_glimpse({_IMAGE}, [2, 2], [[0.0, 0.0]])",
    "tf.image.combined_non_max_suppression(tf.reshape(tf.tile(x, [4]), [1, 3, 1, 4]), tf.ones([1, 3, 1]), 2, 2)[0]",
    "tf.image.non_max_suppression_with_scores(tf.reshape(tf.tile(x, [4]), [3, 4]), x, 2)[1]",
    "tf.quantization.quantize(x, 0.0, 5.0, tf.quint8)[1]",
    "tf.quantization.dequantize(tf.quantization.quantize([1.0, 2.0], 0.0, 5.0, tf.quint8)[0], x[0], 5.0)",
    "tf.random.poisson([3], x)",
]
_NONE = [
    "tf.argmax(x)",
    "x > 1.0",
    "x == 1.0",
    "tf.cast(tf.math.is_nan(x), tf.float32)",
    "tf.gather(x, tf.unique(x)[1])",
    "tf.searchsorted([1.0, 2.0], x)",
    "tf.histogram_fixed_width_bins(x, [0.0, 5.0])",
    "tf.bitcast(tf.bitcast(x, tf.int32), tf.float32)",
    "tf.quantization.dequantize(tf.quantization.quantize(x, 0.0, 5.0, tf.quint8)[0], 0.0, 5.0)",
    f"tf.raw_ops.DrawBoundingBoxes(images={_IMAGE}, boxes=[[[0.0, 0.0, 1.0, 1.0]]])",
    "tf.random.stateless_categorical(x[None], 2, seed=[1, 1])",
    "tf.random.stateless_poisson([3], [1, 1], x)",
    "tf.nn.ctc_greedy_decoder(tf.reshape(tf.tile(x, [4]), [2, 2, 3]), [2, 2])[1]",
    "tf.nn.ctc_beam_search_decoder(tf.reshape(tf.tile(x, [4]), [2, 2, 3]), [2, 2], top_paths=1)[1]",
]
_COUNTED = "tf.sparse.bincount([1, 2, 2], weights=x).values"

ROWS = [f"grad(lambda x: {program}, {_X})" for program in (*_INTEGERS, *_REFUSED, *_NONE, _COUNTED)]

_NO_DERIVATIVE = (
    "Integers, booleans and text have no gradient, whatever computed them: None, as of comparisons there and here. "
    "TensorFlow raises LookupError for some ops."
)
ON_PURPOSE: dict[str, str] = {
    **{f"grad(lambda x: {program}, {_X})": _NO_DERIVATIVE for program in _INTEGERS},
    f"grad(lambda x: {_COUNTED}, {_X})": "Sums of the weights have a gradient, which TensorFlow lacks.",
}
