"""Quantization, response normalization, morphology, sampled losses, averages of losses, merged labels."""
# ruff: noqa: E501

from itertools import product

_X = "[-2.0, -0.6, -0.5, -0.1, 0.0, 0.1, 0.5, 0.61, 1.25, 3.0]"
_RANGES = ("-1.0, 2.0", "1.0, 1.0", "1.0, 2.0", "-3.0, -1.0", "0.0, 0.0", "3.0, 2.0", "-3.0, 0.5")
_NARROW = ("quint8", "qint8", "qint16", "quint16")
_MODES = ("MIN_COMBINED", "MIN_FIRST", "SCALED")
_INTS = "[tf.cast(v, tf.int32) if v.dtype.is_quantized else v for v in {}]"
_QUANTIZED = [
    *(_INTS.format(f"tf.quantization.quantize({_X}, {r}, tf.{t}, mode='{m}')") for r, t, m in product(_RANGES[:6], _NARROW, _MODES)),
    *(_INTS.format(f"tf.quantization.quantize({_X}, -1.0, 2.0, tf.qint8, mode='SCALED', round_mode='{r}', narrow_range={n})") for r, n in product(("HALF_AWAY_FROM_ZERO", "HALF_TO_EVEN"), (True, False))),
    _INTS.format("tf.quantization.quantize([[1.0, 2.0], [3.0, 4.0]], [0.0, 1.0], [2.0, 3.0], tf.quint8, axis=1)"),
    _INTS.format("tf.quantization.quantize([[1.0, 2.0], [3.0, 4.0]], [0.0, 1.0], [2.0, 3.0], tf.qint8, axis=0, mode='SCALED')"),
    _INTS.format(f"tf.quantization.quantize({_X}, -1.0, 2.0, tf.qint32)"),
    "tf.quantization.quantize([1.0], 0.0, 1.0, tf.quint8, round_mode='HALF_TO_EVEN')",
    "tf.quantization.quantize([1.0], [0.0, 1.0], [1.0, 2.0], tf.quint8)",
    "traced(lambda: tf.quantization.dequantize(*tf.quantization.quantize([1.0, 0.3], 0.0, 1.0, tf.quint8)))",
    *(f"tf.quantization.dequantize(*tf.quantization.quantize({_X}, {r}, tf.{t}, mode='{m}'), mode='{m}')" for r, t, m in product(_RANGES[:4], _NARROW, _MODES)),
    *(f"tf.quantization.dequantize(tf.cast([[1, 2], [3, 4]], tf.{t}), [0.0, 1.0], [2.0, 3.0], axis={a})" for t, a in product(("qint8", "quint8"), (0, 1))),
    "tf.quantization.dequantize(tf.cast([1, 2], tf.qint8), -1.0, 2.0, mode='SCALED', narrow_range=True)",
    "tf.quantization.dequantize(tf.cast([1, 2], tf.quint8), 0.0, 2.0, dtype=tf.bfloat16)",
]  # fmt: skip
_ROUNDED = [
    *(f"tf.quantization.{f}({_X}, -1.0, 2.0, signed_input={s}, range_given={g}, round_mode='{r}', narrow_range={n}, num_bits={b})"
      for f, s, g, r, n, b in product(("quantize_and_dequantize", "quantize_and_dequantize_v2"), (True, False), (True, False), ("HALF_TO_EVEN", "HALF_UP"), (True, False), (2, 4, 8))),
    *(f"tf.quantization.quantize_and_dequantize_v2(t([[1.0, 2.0], [3.0, 4.5]]), 0.0, 1.0, axis={a}, num_bits=4)" for a in (0, 1, -1)),
    "tf.quantization.quantize_and_dequantize_v2([0.0, 0.0], 0.0, 0.0)",
    "tf.quantization.quantize_and_dequantize_v2([1.0], 2.0, 1.0, range_given=True)",
    "tf.quantization.quantize_and_dequantize_v2(t([0.3, 1.7], tf.float64), t(0.0, tf.float64), t(1.0, tf.float64), range_given=True)",
    *(f"grad(lambda x: tf.quantization.{f}(x, -1.0, 2.0, range_given={g}) * 2.0, t({_X}))" for f, g in product(("quantize_and_dequantize", "quantize_and_dequantize_v2"), (True, False))),
    *(f"tf.quantization.fake_quant_with_min_max_args({_X}, {r}{k})" for r, k in product(("-1.0, 2.0", "0.5, 2.0", "-3.0, -1.1"), ("", ", num_bits=3", ", narrow_range=True"))),
    "tf.quantization.fake_quant_with_min_max_args([1.0], 1.0, 1.0)",
    "tf.quantization.fake_quant_with_min_max_args([1.0], 0.0, 1.0, num_bits=1)",
    f"grad(lambda x: tf.quantization.fake_quant_with_min_max_args(x, -1.0, 2.0) * 3.0, t({_X}))",
    *(f"tf.quantization.fake_quant_with_min_max_{k}_gradient(tf.range(10.0), {_X}, {r})" for k, r in product(("args", "vars"), ("-1.0, 2.0", "0.5, 2.0", "-3.0, -1.1"))),
    "tf.quantization.fake_quant_with_min_max_vars_gradient([1.0], [2.0], 0.0, 0.0)",
    "tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient([[1.0, 2.0], [3.0, 4.0]], [[-3.0, 4.0], [0.5, 0.2]], [-1.0, -1.0], [2.0, 2.0])",
]  # fmt: skip

_IMAGE = "tf.reshape(tf.math.sin(tf.range(30.0)), [1, 5, 6, 1])"
_FILTER = "t([[[0.5], [1.0]], [[2.0], [-1.0]]])"
_WINDOWS = [f"[1, {s}, 1, 1], '{p}', 'NHWC', [1, 1, {r}, 1]" for s, p, r in product((1, 2), ("SAME", "VALID"), (1, 2))]
_IMAGES = [
    *(f"tf.nn.{f}({_IMAGE}, {_FILTER}, {w})" for f, w in product(("dilation2d", "erosion2d"), _WINDOWS)),
    *(f"grad(lambda x, f: tf.nn.{f}(x, f, {w}) ** 2, {_IMAGE}, {_FILTER})" for f, w in product(("dilation2d", "erosion2d"), _WINDOWS[:4])),
    f"tf.nn.dilation2d({_IMAGE}, {_FILTER}, [1, 1, 1, 1], 'SAME', 'NCHW', [1, 1, 1, 1])",
    f"tf.nn.dilation2d({_IMAGE}, tf.ones([2, 2, 3]), [1, 1, 1, 1], 'SAME', 'NHWC', [1, 1, 1, 1])",
    "tf.nn.dilation2d(tf.reshape(tf.range(6), [1, 2, 3, 1]), t([[[1]]]), [1, 1, 1, 1], 'SAME', 'NHWC', [1, 1, 1, 1])",
    *(f"tf.nn.lrn(tf.reshape(tf.range(24.0), [1, 2, 3, 4]) / 7{k})" for k in ("", ", depth_radius=1", ", depth_radius=1, bias=2.0, alpha=0.5, beta=0.75", ", depth_radius=0", ", beta=1.0")),
    "tf.nn.local_response_normalization(t([[[[1.0, 2.0, 3.0]]]], tf.float16))",
    "tf.nn.lrn([[1.0]])",
    *(f"{g}(lambda x: tf.nn.lrn(x, depth_radius=1, alpha=0.5, beta=0.75), tf.reshape(tf.range(1.0, 13.0), [1, 1, 3, 4]) / 7)" for g in ("grad", "traced", "unknown")),
    "tf.raw_ops.LRNGrad(input_grads=tf.ones([1, 1, 2, 3]), input_image=tf.reshape(tf.range(6.0), [1, 1, 2, 3]), output_image=tf.nn.lrn(tf.reshape(tf.range(6.0), [1, 1, 2, 3])))",
    *(f"tf.nn.batch_norm_with_global_normalization(tf.ones([1, 2, 2, 2]) * 3, t([1.0, 2.0]), t([1.0, 4.0]), t([0.0, 1.0]), t([2.0, 3.0]), 0.1, {s})" for s in (True, False)),
    *(f"tf.nn.isotonic_regression({a})" for a in ("[[3.0, 1.0, 2.0], [1.0, 3.0, 2.0]]", "[3, 1, 2], decreasing=False", "[[3.0, 1.0], [5.0, 7.0]], axis=0", "t([3.0, 1.0, 2.0, 2.0], tf.float64)", "t([1, 2, 3], tf.int8)", "tf.zeros([0, 2])", "[5.0]")),
    "grad(lambda x: tf.nn.isotonic_regression(x)[0] ** 2, [[3.0, 1.0, 2.0], [1.0, 3.0, 2.0]])",
]  # fmt: skip

_SAMPLED = "(t([0, 3], tf.int64), t([[0.5], [0.25]]), t([0.3, 0.4]))"
_ARGS = "tf.reshape(tf.range(20.0), [5, 4]) / 10, t([0.1, 0.2, 0.3, 0.4, 0.5]), t([[1], [3]], tf.int64), tf.ones([2, 4]) / 2, 2, 5"
_LOSSES = [
    *(f"tf.nn.{f}({_ARGS}, sampled_values={_SAMPLED}{k})" for f, k in product(("nce_loss", "sampled_softmax_loss"), ("", ", remove_accidental_hits=True", ", remove_accidental_hits=False"))),
    *(f"grad(lambda w: tf.nn.{f}(w, t([0.1, 0.2, 0.3, 0.4, 0.5]), t([[1], [3]], tf.int64), tf.ones([2, 4]) / 2, 2, 5, sampled_values={_SAMPLED}), tf.reshape(tf.range(20.0), [5, 4]) / 10)" for f in ("nce_loss", "sampled_softmax_loss")),
    f"tf.nn.sampled_softmax_loss({_ARGS}, seed=7)",
    f"traced(lambda: tf.nn.nce_loss({_ARGS}, sampled_values={_SAMPLED}))",
    "tf.nn.nce_loss(tf.reshape(tf.range(20.0), [5, 4]) / 10, tf.zeros([5]), t([[1, 2], [3, 0]], tf.int64), tf.ones([2, 4]) / 2, 2, 5, num_true=2, sampled_values=(t([0, 3], tf.int64), t([[0.5, 0.1], [0.25, 0.2]]), t([0.3, 0.4])))",
    "tf.nn.compute_accidental_hits(t([[1, 2], [3, 1]], tf.int64), t([1, 5, 1, 3], tf.int64), 2)",
    "tf.nn.compute_accidental_hits(t([[1, 2]], tf.int64), t([5, 6], tf.int64), 2)",
    "tf.nn.compute_accidental_hits(t([[1, 2]], tf.int64), t([5, 6], tf.int64), 3)",
    *(f"tf.nn.compute_average_loss({a})" for a in ("[1.0, 2.0, 3.0]", "[1.0, 2.0, 3.0], sample_weight=[1.0, 0.0, 2.0]", "[1.0, 2.0, 3.0], global_batch_size=6", "t([[1.0, 2.0, 3.0]], tf.float64)", "[[1, 2], [3, 4]], sample_weight=[1, 2]", "tf.zeros([0])", "1.0", "[1.0], global_batch_size=0", "[1.0], global_batch_size=-1", "[1.0], global_batch_size=2.5", "[1.0], global_batch_size=[2]", "t([1.0], tf.float16)", "[[1.0, 2.0]], sample_weight=2.0")),
    *(f"tf.nn.scale_regularization_loss({a})" for a in ("[1.0, 2.0]", "3", "t([1.0], tf.float64)", "[]")),
    *(f"tf.nn.collapse_repeated({a})" for a in ("[[1, 1, 2, 2, 1], [3, 3, 3, 0, 0]], [5, 3]", "[[1, 1, 2, 2, 1], [3, 3, 3, 0, 0]], [4, 0]", "[[1]], [1]", "t([[1, 1]], tf.int64), [2]", "[[1, 2, 2]], t([3], tf.int64)")),
    "traced(lambda: tf.nn.collapse_repeated([[1, 1, 2]], [3]))",
    *(f"tf.nn.ctc_unique_labels({a})" for a in ("[[3, 4, 4, 3], [1, 1, 0, 0]]", "[[1]]", "t([[5, 5, 7]], tf.int64)", "[[0, 0]]")),
    *(f"tf.math.approx_max_k({a})" for a in ("t([[3.0, 1.0, 2.0], [5.0, 7.0, 6.0]]), 2", "t([1.0, 2.0]), 3", "t([3.0, 3.0, 1.0]), 2", "t([1, 2]), 1")),
    "grad(lambda x: tf.math.approx_max_k(x, 2)[0] ** 2, [[3.0, 1.0, 2.0], [5.0, 7.0, 6.0]])",
]  # fmt: skip

ROWS = [*_QUANTIZED, *_ROUNDED, *_IMAGES, *_LOSSES]
