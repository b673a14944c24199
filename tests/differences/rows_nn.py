"""Functions of neural networks: losses, convolutions, pools, norms, activations; shapes that do not fit, narrow floats."""

# ruff: noqa: E501, E741 - rows are data

from __future__ import annotations

_ACTIVATIONS = [
    "relu",
    "relu6",
    "elu",
    "selu",
    "silu",
    "swish",
    "gelu",
    "leaky_relu",
    "softplus",
    "softsign",
    "sigmoid",
    "tanh",
    "softmax",
    "log_softmax",
    "crelu",
    "l2_loss",
    "l2_normalize",
    "zero_fraction",
]
_VALUES = [
    "t([-3.0, -0.5, 0.0, 0.5, 3.0, 7.0])",
    "t([np.nan, np.inf, -np.inf])",
    "t([-np.inf, -np.inf])",
    "t([1000.0, 999.0])",
    "t([-3.0, 0.5, 7.0], tf.float16)",
    "t([-3.0, 0.5, 7.0], tf.bfloat16)",
    "t([-3.0, 0.5, 7.0], tf.float64)",
    "tf.zeros([0])",
    "tf.zeros([2, 0])",
    "t(1.5)",
    "t([1, -2])",
    "t([1+1j])",
    "[[1.0, 2.0], [3.0, 4.0]]",
    "t([True])",
    "t([[-1.0, 2.0], [30.0, -40.0]])",
    "t([1, 2], tf.uint8)",
]
_IMAGE = "tf.reshape(tf.range(32.0), [1, 4, 4, 2])"
_SERIES = "tf.reshape(tf.range(12.0), [1, 6, 2])"
_VOLUME = "tf.reshape(tf.range(27.0), [1, 3, 3, 3, 1])"
_PADDINGS = ["'SAME'", "'VALID'", "'same'", "'FULL'", "[[0, 0], [1, 1], [1, 0], [0, 0]]"]
_LOGITS = [
    "[[1.0, 2.0, 3.0], [0.5, -1.0, 0.0]]",
    "[[np.inf, 0.0, 1.0]]",
    "[[np.nan, 0.0, 1.0]]",
    "[[1000.0, 0.0, -1000.0]]",
    "tf.zeros([0, 3])",
    "tf.zeros([2, 0])",
    "t([[1.0, 2.0, 3.0]], tf.float16)",
    "t([[1.0, 2.0, 3.0]], tf.bfloat16)",
]

ROWS = [
    *(f"tf.nn.{f}({x})" for f in _ACTIVATIONS for x in _VALUES),
    *(f"tf.nn.{f}({x}, axis={a})" for f in ("softmax", "log_softmax", "l2_normalize", "crelu") for x in ("t([[1.0, 2.0], [3.0, 4.0]])", "t([1.0, 2.0])", "t(1.0)", "tf.ones([2, 3, 4])") for a in ("0", "-1", "1", "2", "-2", "-3", "None")),
    *(f"tf.nn.gelu(t([-2.0, 0.5, 3.0], {d}), approximate={a})" for a in (True, False) for d in ("tf.float32", "tf.float16", "tf.bfloat16", "tf.float64")),
    *(f"tf.nn.leaky_relu(t([-2.0, 3.0]), {a})" for a in ("0.0", "0.5", "1.5", "-1.0", "np.nan")),
    *(f"tf.nn.silu(t([-2.0, 3.0]), {b})" for b in ("0.5", "0.0", "2.0")),
    *(f"tf.nn.softmax_cross_entropy_with_logits(labels={l}, logits={x}{a})" for l in ("tf.ones_like({x})", "[[0.0, 1.0, 0.0]]", "[0.0, 1.0, 0.0]", "[[0, 1, 0]]", "[[0.0, 1.0]]") for x in _LOGITS for a in ("", ", axis=0") for l in [l.format(x=x)]),
    *(f"tf.nn.sparse_softmax_cross_entropy_with_logits(labels={l}, logits={x})" for l in ("[0]", "[1, 2]", "[3]", "[-1]", "0", "[[0]]", "t([0], tf.int64)", "[0.0]", "[]") for x in _LOGITS),
    *(f"tf.nn.sigmoid_cross_entropy_with_logits(labels={l}, logits={x})" for l in ("[0.0, 1.0]", "[0.5]", "1.0", "[0, 1]", "[np.nan, 1.0]") for x in ("[1.0, -1.0]", "[1000.0, -1000.0]", "[np.inf, -np.inf]", "[0.0]", "t([1.0, 2.0], tf.bfloat16)", "t([1.0, 2.0], tf.float16)", "tf.zeros([0])")),
    *(f"tf.nn.weighted_cross_entropy_with_logits([0.0, 1.0], {x}, {w})" for x in ("[1.0, -1.0]", "[1000.0, -1000.0]", "[1.0]") for w in ("1.0", "2.0", "0.0", "[1.0, 2.0]")),
    *(f"tf.nn.log_poisson_loss({t}, {x}, compute_full_loss={c})" for t in ("[0.0, 1.0, 3.0]", "[0.5]") for x in ("[0.1, 0.2, 0.3]", "[1.0]") for c in (True, False)),
    *(f"tf.nn.conv2d({_IMAGE}, tf.ones({k}), {s}, {p})" for k in ("[2, 2, 2, 1]", "[3, 3, 2, 2]", "[1, 1, 2, 1]", "[2, 2, 1, 1]", "[2, 2, 3, 1]", "[2, 2, 2]") for s in ("1", "2", "[1, 2]", "[1, 1, 2, 1]", "0", "[2, 1, 1, 1]") for p in _PADDINGS),
    *(f"tf.nn.conv2d({_IMAGE}, tf.ones([2, 2, 2, 1]), 1, 'SAME', dilations={d})" for d in ("1", "2", "[1, 2]", "0", "3", "[1, 2, 2, 1]", "[2, 1, 1, 1]")),
    *(f"tf.nn.conv2d(tf.cast({_IMAGE}, {d}) / 7, tf.ones([2, 2, 2, 1], {d}) / 3, 1, 'SAME')" for d in ("tf.float16", "tf.bfloat16", "tf.float64", "tf.float32")),
    *(f"tf.nn.conv2d(tf.zeros({x}), tf.ones({k}), 1, {p})" for x in ("[0, 4, 4, 1]", "[1, 0, 4, 1]", "[2, 1, 4, 4, 1]") for k in ("[2, 2, 1, 1]", "[2, 2, 1, 0]", "[2, 2, 0, 1]") for p in _PADDINGS[:2]),
    *(f"tf.nn.conv2d(tf.zeros([1, 4, 4, 0]), tf.ones([2, 2, 1, 1]), 1, {p})" for p in _PADDINGS[:2]),
    *(f"tf.nn.conv1d({_SERIES}, tf.ones({k}), {s}, {p})" for k in ("[2, 2, 1]", "[3, 2, 2]", "[3, 1, 1]") for s in ("1", "2", "3") for p in _PADDINGS[:2]),
    *(f"tf.nn.conv3d({_VOLUME}, tf.ones({k}), {s}, {p})" for k in ("[2, 2, 2, 1, 1]", "[3, 3, 3, 1, 2]", "[2, 2, 2, 2, 1]") for s in ("[1, 1, 1, 1, 1]", "[1, 2, 2, 2, 1]", "[1, 1, 1]") for p in _PADDINGS[:2]),
    *(f"tf.nn.depthwise_conv2d({_IMAGE}, tf.ones({k}), {s}, {p})" for k in ("[2, 2, 2, 1]", "[2, 2, 2, 3]", "[2, 2, 1, 1]", "[2, 2, 3, 1]") for s in ("[1, 1, 1, 1]", "[1, 2, 2, 1]", "[1, 1, 2, 1]") for p in _PADDINGS[:2]),
    *(f"tf.nn.separable_conv2d({_IMAGE}, tf.ones([2, 2, 2, 2]), tf.ones({k}), [1, 1, 1, 1], {p})" for k in ("[1, 1, 4, 3]", "[1, 1, 3, 3]", "[2, 1, 4, 3]") for p in _PADDINGS[:2]),
    *(f"tf.nn.conv2d_transpose(tf.ones([1, 2, 2, 1]), tf.ones([3, 3, 2, 1]), {o}, {s}, {p})" for o in ("[1, 4, 4, 2]", "[1, 5, 5, 2]", "[1, 2, 2, 2]", "[1, 4, 4, 3]", "[1, 3, 3, 2]") for s in ("1", "2") for p in _PADDINGS[:2]),
    *(f"tf.nn.conv1d_transpose(tf.ones([1, 3, 1]), tf.ones([2, 2, 1]), {o}, {s}, {p})" for o in ("[1, 6, 2]", "[1, 3, 2]", "[1, 4, 2]") for s in ("1", "2") for p in _PADDINGS[:2]),
    *(f"tf.nn.{f}({_IMAGE}, {k}, {s}, {p})" for f in ("max_pool2d", "avg_pool2d", "max_pool", "avg_pool") for k in ("2", "[2, 3]", "[1, 2, 2, 1]", "[2]") for s in ("1", "2", "[1, 2]", "0") for p in _PADDINGS),
    *(f"tf.nn.{f}({_SERIES}, {k}, {s}, {p})" for f in ("max_pool1d", "avg_pool1d") for k in ("2", "3") for s in ("1", "2") for p in _PADDINGS[:2]),
    *(f"tf.nn.{f}({_VOLUME}, {k}, {s}, {p})" for f in ("max_pool3d", "avg_pool3d") for k in ("2", "3") for s in ("1", "2") for p in _PADDINGS[:2]),
    *(f"tf.nn.{f}(t([np.nan, 1.0, -np.inf, np.inf])[None, :, None, None] * tf.ones([1, 4, 2, 1]), 2, 1, 'VALID')" for f in ("max_pool2d", "avg_pool2d")),
    *(f"tf.nn.{f}(tf.zeros({x}), 2, 1, {p})" for f in ("max_pool2d", "avg_pool2d") for x in ("[0, 4, 4, 1]", "[1, 0, 4, 1]", "[1, 4, 4, 0]") for p in _PADDINGS[:2]),
    *(f"tf.nn.{f}(tf.cast({_IMAGE}, {d}) / 7, 2, 2, 'SAME')" for f in ("max_pool2d", "avg_pool2d") for d in ("tf.float16", "tf.bfloat16", "tf.float64", "tf.int32")),
    *(f"tf.nn.max_pool_with_argmax({_IMAGE}, 2, {s}, {p}{a})" for s in ("1", "2") for p in _PADDINGS[:2] for a in ("", ", include_batch_in_index=True", ", output_dtype=tf.int32")),
    *(f"tf.nn.pool({_IMAGE}, [2, 2], {m!r}, padding={p}, strides={s})" for m in ("MAX", "AVG", "max") for p in _PADDINGS[:2] for s in ("[1, 1]", "[2, 2]", "None")),
    *(f"tf.nn.{f}({a})" for f in ("bias_add",) for a in ("tf.ones([2, 3]), [1.0, 2.0, 3.0]", "tf.ones([2, 3]), [1.0, 2.0]", "tf.ones([3]), [1.0, 2.0, 3.0]", "tf.ones([2, 3, 4]), tf.ones([4])", "tf.ones([2, 3, 4, 4]), [1.0, 2.0, 3.0], 'NCHW'", "tf.ones([2, 3]), [[1.0, 2.0, 3.0]]", "tf.ones([2, 3], tf.int32), [1, 2, 3]", "tf.ones([2, 3], tf.bfloat16), tf.ones([3], tf.bfloat16)", "tf.ones([0, 3]), tf.ones([3])", "tf.ones([2, 3]), tf.ones([3]), 'ABC'")),
    *(f"tf.nn.moments({x}, {a}{k})" for x in ("t([[1.0, 2.0, 4.0], [5.0, 7.0, 9.0]])", "t([[1.0, np.nan, np.inf]])", "tf.zeros([0, 2])", "t([[1, 2], [4, 8]], tf.float16)", "t([[1, 2], [4, 8]], tf.bfloat16)", "t([[1, 2], [4, 8]])", "t([[60000.0, 60000.0]], tf.float16)") for a in ("[0]", "[1]", "[0, 1]", "0", "-1", "[]", "2", "None") for k in ("", ", keepdims=True")),
    *(f"tf.nn.{f}" for f in ("weighted_moments(t([[1.0, 2.0], [3.0, 5.0]]), [0], t([[1.0, 2.0], [3.0, 4.0]]))", "weighted_moments(t([[1.0, 2.0], [3.0, 5.0]]), [0, 1], 2.0, keepdims=True)", "sufficient_statistics(t([[1.0, 2.0], [3.0, 5.0]]), [0])", "sufficient_statistics(t([[1.0, 2.0], [3.0, 5.0]]), [0, 1], shift=1.0)", "sufficient_statistics(t([[1.0, 2.0], [3.0, 5.0]]), [1], keepdims=True)",
      "normalize_moments(2.0, t([2.0, 4.0]), t([4.0, 10.0]), None)", "normalize_moments(2.0, t([2.0, 4.0]), t([4.0, 10.0]), 1.0)", "batch_normalization(t([[1.0, 2.0]]), [0.5, 0.5], [1.0, 4.0], [0.1, 0.2], [2.0, 3.0], 1e-3)", "batch_normalization(t([[1.0, 2.0]]), [0.5, 0.5], [1.0, 4.0], None, None, 1e-3)", "batch_normalization(t([[1.0, 2.0]], tf.float16), t([0.5, 0.5], tf.float16), t([1.0, 4.0], tf.float16), None, None, 1e-3)",
      "embedding_lookup(t([[1.0, 2.0], [3.0, 4.0]]), [1, 0, 1])", "embedding_lookup(t([[1.0, 2.0], [3.0, 4.0]]), [2])", "embedding_lookup(t([[1.0, 2.0], [3.0, 4.0]]), [[0], [1]], max_norm=1.0)", "embedding_lookup(t([[1.0, 2.0]]), [])", "embedding_lookup(t([[1.0, 2.0]]), [0.0])", "embedding_lookup(None, [0])",
      "space_to_depth(tf.reshape(tf.range(16), [1, 4, 4, 1]), 2)", "space_to_depth(tf.ones([1, 3, 4, 1]), 2)", "space_to_depth(tf.ones([1, 4, 4, 1]), 1)", "space_to_depth(tf.ones([4, 4, 1]), 2)", "depth_to_space(tf.reshape(tf.range(16), [1, 2, 2, 4]), 2)", "depth_to_space(tf.ones([1, 2, 2, 3]), 2)", "depth_to_space(tf.zeros([0, 2, 2, 4]), 2)", "space_to_depth(tf.ones([1, 1, 4, 4]), 2, 'NCHW')",
      "dropout(t([1.0, 2.0]), 0.0)", "dropout(t([1.0, 2.0]), 1.0)", "dropout(t([1.0, 2.0]), -0.1)", "dropout(t([1.0, 2.0]), 1.5)", "dropout(t([1, 2]), 0.5)", "dropout(t([1.0, 2.0]), 1)",
      "ctc_greedy_decoder(tf.math.log(t([[[0.1, 0.8, 0.1]], [[0.1, 0.1, 0.8]]])), [2])", "ctc_greedy_decoder(tf.ones([2, 1, 3]), [3])", "ctc_beam_search_decoder(tf.math.log(t([[[0.1, 0.8, 0.1]], [[0.6, 0.3, 0.1]]])), [2], 3, 2)",
      "ctc_loss([[1, 2]], tf.zeros([4, 1, 3]), [2], [4], blank_index=0)", "ctc_loss([[1, 2]], tf.zeros([1, 4, 3]), [2], [4], logits_time_major=False, blank_index=0)")),
    *(f"unknown({f}, {x})" for f, x in (*((f"tf.nn.{a}", "t([[-1.0, 2.0], [0.5, 3.0]])") for a in _ACTIVATIONS), ("lambda x: tf.nn.conv2d(x, tf.ones([2, 2, 2, 1]), 1, 'SAME')", _IMAGE), ("lambda x: tf.nn.max_pool2d(x, 2, 1, 'SAME')", _IMAGE), ("lambda x: tf.nn.avg_pool2d(x, 2, 1, 'SAME')", _IMAGE),
      ("lambda x: tf.nn.moments(x, [0])", "t([[1.0, 2.0], [3.0, 5.0]])"), ("lambda x: tf.nn.bias_add(x, [1.0, 2.0])", "t([[1.0, 2.0]])"), ("lambda x: tf.nn.softmax(x, 0)", "t([[1.0, 2.0]])"), ("lambda x: tf.nn.l2_normalize(x, 0)", "t([[1.0, 2.0]])"), ("lambda x: tf.nn.softmax_cross_entropy_with_logits(x, x)", "t([[1.0, 2.0]])"), ("lambda x: tf.nn.sparse_softmax_cross_entropy_with_logits([1], x)", "t([[1.0, 2.0]])"), ("lambda x: tf.nn.dropout(x, 0.0)", "t([1.0])"))),
    *(f"static({f}, spec({s}))" for s in ("None", "[None, None, None, 2]", "[1, 4, 4, 2]", "[None, 4, 4, None]", "[4, 4]") for f in ("lambda x: tf.nn.conv2d(x, tf.ones([2, 2, 2, 3]), 2, 'SAME')", "lambda x: tf.nn.conv2d(x, tf.ones([2, 2, 2, 3]), 1, 'VALID')", "lambda x: tf.nn.max_pool2d(x, 2, 2, 'SAME')", "lambda x: tf.nn.avg_pool2d(x, 3, 1, 'VALID')", "lambda x: tf.nn.softmax(x)", "lambda x: tf.nn.moments(x, [0, 1])", "lambda x: tf.nn.space_to_depth(x, 2)", "lambda x: tf.nn.depthwise_conv2d(x, tf.ones([2, 2, 2, 2]), [1, 1, 1, 1], 'SAME')", "lambda x: tf.nn.bias_add(x, [1.0, 2.0])", "lambda x: tf.nn.crelu(x)", "lambda x: tf.nn.l2_loss(x)", "lambda x: tf.image.resize(x, [2, 2])")),
]  # fmt: skip

_REASONS: dict[str, list[str]] = {
    "The constants of the formula have the precision of float64; TensorFlow's have that of float32.": [
        "tf.nn.gelu(t([-3.0, 0.5, 7.0], tf.float64))",
        "tf.nn.gelu(t([-2.0, 0.5, 3.0], tf.float64), approximate=True)",
        "tf.nn.gelu(t([-2.0, 0.5, 3.0], tf.float64), approximate=False)",
    ],
    "NaN spreads through the whole row.": [
        "tf.nn.softmax(t([np.nan, np.inf, -np.inf]))",
        "tf.nn.softmax_cross_entropy_with_logits(labels=tf.ones_like([[1.0, 2.0, 3.0], [0.5, -1.0, 0.0]]), logits=[[np.nan, 0.0, 1.0]])",
    ],
    "A scalar is refused with the class that shapes have elsewhere; TensorFlow's class is that of its oneDNN kernel.": [
        "tf.nn.softmax(t(1.5))",
        "tf.nn.softmax(t(1.0), axis=-1)",
        "tf.nn.softmax(t(1.0), axis=None)",
    ],
    "Labels and logits are broadcast against each other, whichever is the smaller.": [
        "tf.nn.softmax_cross_entropy_with_logits(labels=tf.ones_like([[1.0, 2.0, 3.0], [0.5, -1.0, 0.0]]), logits=[[np.inf, 0.0, 1.0]])",
        "tf.nn.softmax_cross_entropy_with_logits(labels=tf.ones_like([[1.0, 2.0, 3.0], [0.5, -1.0, 0.0]]), logits=[[1000.0, 0.0, -1000.0]])",
    ],
    "Computed in float32 and rounded once; TensorFlow rounds to 16 bits on the way.": [
        "tf.nn.softmax_cross_entropy_with_logits(labels=tf.ones_like([[1.0, 2.0, 3.0], [0.5, -1.0, 0.0]]), logits=t([[1.0, 2.0, 3.0]], tf.float16))",
        "tf.nn.softmax_cross_entropy_with_logits(labels=tf.ones_like([[1.0, 2.0, 3.0], [0.5, -1.0, 0.0]]), logits=t([[1.0, 2.0, 3.0]], tf.bfloat16))",
        "tf.nn.sigmoid_cross_entropy_with_logits(labels=[0.0, 1.0], logits=t([1.0, 2.0], tf.bfloat16))",
        "tf.nn.sigmoid_cross_entropy_with_logits(labels=[0.0, 1.0], logits=t([1.0, 2.0], tf.float16))",
        "tf.nn.sigmoid_cross_entropy_with_logits(labels=[0, 1], logits=t([1.0, 2.0], tf.bfloat16))",
        "tf.nn.sigmoid_cross_entropy_with_logits(labels=[0, 1], logits=t([1.0, 2.0], tf.float16))",
        "tf.nn.sigmoid_cross_entropy_with_logits(labels=[np.nan, 1.0], logits=t([1.0, 2.0], tf.bfloat16))",
        "tf.nn.sigmoid_cross_entropy_with_logits(labels=[np.nan, 1.0], logits=t([1.0, 2.0], tf.float16))",
    ],
    "Python values take the dtype of the logits.": [
        "tf.nn.sigmoid_cross_entropy_with_logits(labels=[0, 1], logits=[1.0, -1.0])",
        "tf.nn.sigmoid_cross_entropy_with_logits(labels=[0, 1], logits=[1000.0, -1000.0])",
        "tf.nn.sigmoid_cross_entropy_with_logits(labels=[0, 1], logits=[np.inf, -np.inf])",
        "tf.nn.weighted_cross_entropy_with_logits([0.0, 1.0], [1.0, -1.0], [1.0, 2.0])",
        "tf.nn.weighted_cross_entropy_with_logits([0.0, 1.0], [1000.0, -1000.0], [1.0, 2.0])",
    ],
    "Of several mistakes the shape of the filter is named first.": [
        "tf.nn.conv2d(tf.reshape(tf.range(32.0), [1, 4, 4, 2]), tf.ones([2, 2, 2]), [2, 1, 1, 1], 'SAME')",
        "tf.nn.conv2d(tf.reshape(tf.range(32.0), [1, 4, 4, 2]), tf.ones([2, 2, 2]), [2, 1, 1, 1], 'VALID')",
        "tf.nn.conv2d(tf.reshape(tf.range(32.0), [1, 4, 4, 2]), tf.ones([2, 2, 2]), [2, 1, 1, 1], [[0, 0], [1, 1], [1, 0], [0, 0]])",
    ],
    "Dilations of the batch are refused as strides of the batch are.": [
        "tf.nn.conv2d(tf.reshape(tf.range(32.0), [1, 4, 4, 2]), tf.ones([2, 2, 2, 1]), 1, 'SAME', dilations=[2, 1, 1, 1])",
    ],
    "The result of no images has the sizes that it has for one image.": [
        "tf.nn.conv2d(tf.zeros([0, 4, 4, 1]), tf.ones([2, 2, 1, 1]), 1, 'VALID')",
    ],
    "A filter of no channels gives images of no channels.": [
        "tf.nn.conv2d(tf.zeros([0, 4, 4, 1]), tf.ones([2, 2, 1, 0]), 1, 'SAME')",
        "tf.nn.conv2d(tf.zeros([0, 4, 4, 1]), tf.ones([2, 2, 1, 0]), 1, 'VALID')",
        "tf.nn.conv2d(tf.zeros([1, 0, 4, 1]), tf.ones([2, 2, 1, 0]), 1, 'SAME')",
        "tf.nn.conv2d(tf.zeros([2, 1, 4, 4, 1]), tf.ones([2, 2, 1, 0]), 1, 'SAME')",
        "tf.nn.conv2d(tf.zeros([2, 1, 4, 4, 1]), tf.ones([2, 2, 1, 0]), 1, 'VALID')",
    ],
    "Strides may be given for the spatial axes alone, as for other convolutions.": [
        "tf.nn.conv3d(tf.reshape(tf.range(27.0), [1, 3, 3, 3, 1]), tf.ones([2, 2, 2, 1, 1]), [1, 1, 1], 'SAME')",
        "tf.nn.conv3d(tf.reshape(tf.range(27.0), [1, 3, 3, 3, 1]), tf.ones([2, 2, 2, 1, 1]), [1, 1, 1], 'VALID')",
        "tf.nn.conv3d(tf.reshape(tf.range(27.0), [1, 3, 3, 3, 1]), tf.ones([3, 3, 3, 1, 2]), [1, 1, 1], 'SAME')",
        "tf.nn.conv3d(tf.reshape(tf.range(27.0), [1, 3, 3, 3, 1]), tf.ones([3, 3, 3, 1, 2]), [1, 1, 1], 'VALID')",
    ],
    "An output shape that does not fit is an InvalidArgumentError that names both; TensorFlow's class is that of its oneDNN kernel.": [
        "tf.nn.conv2d_transpose(tf.ones([1, 2, 2, 1]), tf.ones([3, 3, 2, 1]), [1, 4, 4, 2], 1, 'SAME')",
        "tf.nn.conv2d_transpose(tf.ones([1, 2, 2, 1]), tf.ones([3, 3, 2, 1]), [1, 4, 4, 2], 2, 'VALID')",
        "tf.nn.conv2d_transpose(tf.ones([1, 2, 2, 1]), tf.ones([3, 3, 2, 1]), [1, 5, 5, 2], 1, 'SAME')",
        "tf.nn.conv2d_transpose(tf.ones([1, 2, 2, 1]), tf.ones([3, 3, 2, 1]), [1, 5, 5, 2], 1, 'VALID')",
        "tf.nn.conv2d_transpose(tf.ones([1, 2, 2, 1]), tf.ones([3, 3, 2, 1]), [1, 5, 5, 2], 2, 'SAME')",
        "tf.nn.conv2d_transpose(tf.ones([1, 2, 2, 1]), tf.ones([3, 3, 2, 1]), [1, 2, 2, 2], 1, 'VALID')",
        "tf.nn.conv2d_transpose(tf.ones([1, 2, 2, 1]), tf.ones([3, 3, 2, 1]), [1, 2, 2, 2], 2, 'SAME')",
        "tf.nn.conv2d_transpose(tf.ones([1, 2, 2, 1]), tf.ones([3, 3, 2, 1]), [1, 2, 2, 2], 2, 'VALID')",
        "tf.nn.conv2d_transpose(tf.ones([1, 2, 2, 1]), tf.ones([3, 3, 2, 1]), [1, 3, 3, 2], 1, 'SAME')",
        "tf.nn.conv2d_transpose(tf.ones([1, 2, 2, 1]), tf.ones([3, 3, 2, 1]), [1, 3, 3, 2], 1, 'VALID')",
        "tf.nn.conv2d_transpose(tf.ones([1, 2, 2, 1]), tf.ones([3, 3, 2, 1]), [1, 3, 3, 2], 2, 'VALID')",
        "tf.nn.conv1d_transpose(tf.ones([1, 3, 1]), tf.ones([2, 2, 1]), [1, 6, 2], 1, 'SAME')",
        "tf.nn.conv1d_transpose(tf.ones([1, 3, 1]), tf.ones([2, 2, 1]), [1, 6, 2], 1, 'VALID')",
        "tf.nn.conv1d_transpose(tf.ones([1, 3, 1]), tf.ones([2, 2, 1]), [1, 3, 2], 1, 'VALID')",
        "tf.nn.conv1d_transpose(tf.ones([1, 3, 1]), tf.ones([2, 2, 1]), [1, 3, 2], 2, 'SAME')",
        "tf.nn.conv1d_transpose(tf.ones([1, 3, 1]), tf.ones([2, 2, 1]), [1, 3, 2], 2, 'VALID')",
        "tf.nn.conv1d_transpose(tf.ones([1, 3, 1]), tf.ones([2, 2, 1]), [1, 4, 2], 1, 'SAME')",
        "tf.nn.conv1d_transpose(tf.ones([1, 3, 1]), tf.ones([2, 2, 1]), [1, 4, 2], 2, 'SAME')",
        "tf.nn.conv1d_transpose(tf.ones([1, 3, 1]), tf.ones([2, 2, 1]), [1, 4, 2], 2, 'VALID')",
    ],
    "Each step rounds to 16 bits in both; where the last step subtracts nearly equal numbers, one unit in the last place shows.": [
        "tf.nn.batch_normalization(t([[1.0, 2.0]]), [0.5, 0.5], [1.0, 4.0], [0.1, 0.2], [2.0, 3.0], 1e-3)",
        "tf.nn.batch_normalization(t([[1.0, 2.0]]), [0.5, 0.5], [1.0, 4.0], None, None, 1e-3)",
    ],
    "The axis of a tensor of unknown rank is named in the error.": [
        "unknown(lambda x: tf.nn.softmax(x, 0), t([[1.0, 2.0]]))",
    ],
}

ON_PURPOSE: dict[str, str] = {row: reason for reason, rows in _REASONS.items() for row in rows}
