"""Gradients of layers and losses: ties in pools, infinite logits, nothing to normalise, edges of images."""

from __future__ import annotations

_LOGITS = [
    "[[0.0, 0.0, 0.0]]",
    "[[1.0, -1.0, 2.0], [40.0, -40.0, 0.0]]",
    "[[1000.0, 0.0, -1000.0]]",
    "[[-np.inf, 0.0, 1.0]]",
    "[[np.inf, 0.0, 1.0]]",
    "[[-np.inf, -np.inf, -np.inf]]",
    "[[np.nan, 0.0, 1.0]]",
]

_LABELS = {"one": "[[0.0, 1.0, 0.0]]", "zero": "[[0.0, 0.0, 0.0]]", "even": "[[0.25, 0.25, 0.5]]"}

_SCALARS = ["[0.0, -0.0]", "[40.0, -40.0]", "[1000.0, -1000.0]", "[np.inf, -np.inf]", "[np.nan, 1.0]"]

# upstream gradients that a rectifier lets pass, and what it makes of those that it does not: NaN, or 0 with a sign
_UPSTREAM = "[np.nan, np.inf, -np.inf, -1.0] * 3"
_RECTIFIED = "[-1.0] * 4 + [7.0] * 4 + [2.0] * 4"
_RECTIFIERS = ("tf.nn.relu", "tf.nn.relu6", "tf.nn.leaky_relu")
_POOLED = "lambda x: tf.nn.max_pool2d(tf.nn.relu(x), 2, 2, 'VALID')"

_IMAGE = "tf.reshape(tf.range(16.0), [1, 4, 4, 1])"
_FLAT = "tf.zeros([1, 4, 4, 1])"
_POOLS = [
    "lambda x: tf.nn.max_pool2d(x, 2, 2, 'VALID')",
    "lambda x: tf.nn.max_pool2d(x, 3, 1, 'SAME')",
    "lambda x: tf.nn.avg_pool2d(x, 3, 2, 'SAME')",
    "lambda x: tf.nn.max_pool_with_argmax(x, 2, 1, 'SAME')[0]",
    "lambda x: tf.nn.pool(x, [2, 2], 'MAX', strides=[1, 1], padding='SAME')",
    "lambda x: tf.nn.depth_to_space(tf.nn.space_to_depth(x, 2), 2)",
]

_POOL_IMAGES = [_IMAGE, _FLAT, f"tf.where({_IMAGE} > 7, np.inf, {_IMAGE})", f"tf.where({_IMAGE} > 7, np.nan, {_IMAGE})"]

_WIDE = "tf.reshape(tf.range(48.0), [1, 4, 4, 3])"
_WIDE_FILTER = "tf.reshape(tf.where(tf.range(216.0) == 24, np.inf, tf.range(216.0)), [3, 3, 3, 8])"

_CONVOLUTIONS = [
    "lambda x, w: tf.nn.conv2d(x, w, 1, 'SAME')",
    "lambda x, w: tf.nn.conv2d(x, w, 2, 'VALID')",
    "lambda x, w: tf.nn.depthwise_conv2d(x, w, [1, 1, 1, 1], 'SAME')",
    "lambda x, w: tf.nn.conv2d_transpose(x, w, [1, 4, 4, 1], 1, 'SAME')",
    "lambda x, w: tf.nn.atrous_conv2d(x, w, 2, 'SAME')",
]

_FILTERS = [
    "tf.reshape(tf.range(9.0), [3, 3, 1, 1])",
    "tf.reshape(t([1., 2., 3., 4., np.inf, 6., 7., 8., 9.]), [3, 3, 1, 1])",
    "tf.reshape(t([np.inf, 2., 3., 4., 5., 6., 7., 8., np.nan]), [3, 3, 1, 1])",
]

_V1 = "tf.compat.v1.nn.fused_batch_norm"
_BATCH = "t(np.sin(np.arange(16.0)).reshape(2, 2, 2, 2), tf.float32)"
_SIDES = "t([1.5, 0.5]), t([0.25, -1.0])"
_WEIGHTS = "t(np.cos(np.arange(16.0) ** 2).reshape(2, 2, 2, 2), tf.float32)"
_TRAIN = f"lambda x, s, o: {_V1}(x, s, o)[0] ** 2 * {_WEIGHTS}"
_INFER = f"lambda x, s, o, m, v: {_V1}(x, s, o, m, v, is_training=False)[0] ** 2 * {_WEIGHTS}"
_FORMAT = f"lambda x, s, o, m, v: {_V1}(x, s, o, m, v, is_training=False, data_format='NCHW')[0] ** 2 * {_WEIGHTS}"
_STATS = f"{_BATCH}, {_SIDES}, t([0.5, -0.25]), t([2.0, 0.0])"

_RESIZES = ["bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian", "mitchellcubic"]

ROWS = [
    *(f"{g}({f}, t({v}))" for f in ("tf.nn.softmax", "tf.nn.log_softmax") for v in _LOGITS for g in ("grad", "grad2")),
    *(f"traced(lambda x: grad({f}, x), t({v}))" for f in ("tf.nn.softmax", "tf.nn.log_softmax") for v in _LOGITS),
    *(f"grad(lambda x: {f}(x) ** 2, t({v}))" for f in ("tf.nn.softmax", "tf.nn.log_softmax") for v in _LOGITS),
    *(
        f"{g}(lambda x: tf.nn.softmax_cross_entropy_with_logits({y}, x), t({v}))"
        for y in _LABELS.values()
        for v in _LOGITS
        for g in ("grad", "grad2")
    ),
    *(
        f"grad(tf.nn.softmax_cross_entropy_with_logits, t({y}), t({v}))"
        for y in _LABELS.values()
        for v in _LOGITS
        if "40" not in v
    ),
    *(
        f"grad_with(lambda x: tf.nn.softmax_cross_entropy_with_logits({_LABELS['one']}, x), 0.0, t({v}))"
        for v in _LOGITS
    ),
    *(
        f"{g}(lambda x: tf.nn.sparse_softmax_cross_entropy_with_logits([{k}], x), t({v}))"
        for k in (0, 1)
        for v in _LOGITS
        if "40" not in v
        for g in ("grad", "grad2")
    ),
    *(
        f"traced(lambda x: grad(lambda a: tf.nn.sparse_softmax_cross_entropy_with_logits([1], a), x), t({v}))"
        for v in _LOGITS
        if "40" not in v
    ),
    *(
        f"{g}({f}, t([{a}, {a}]), t({v}))"
        for f in ("tf.nn.sigmoid_cross_entropy_with_logits",)
        for a in (0.0, 0.5, 1.0)
        for v in _SCALARS
        for g in ("grad", "grad2")
    ),
    *(
        f"grad(lambda y, x: tf.nn.weighted_cross_entropy_with_logits(y, x, {w}), t([{a}, {a}]), t({v}))"
        for w in (0.0, 2.0)
        for a in (0.0, 1.0)
        for v in _SCALARS
    ),
    *(
        asked.format(f"grad_with({f}, {_UPSTREAM}, t({_RECTIFIED}, {d}))")
        for f in _RECTIFIERS
        for d in ("tf.float32", "tf.float64", "tf.float16", "tf.bfloat16")
        for asked in ("{}", "traced(lambda: {})")
    ),
    *(f"signs(grad_with({f}, -1.0, t({_RECTIFIED}, {d})))" for f in _RECTIFIERS for d in ("tf.float32", "tf.bfloat16")),
    *(f"unsized(lambda x, u: grad_with({f}, u, x), {_RECTIFIED}, {_UPSTREAM})" for f in _RECTIFIERS),
    *(
        f"traced(lambda x: grad_with(lambda a: tf.nn.max_pool2d(tf.nn.relu(a), 2, 2, 'VALID'), {u}, x), {_IMAGE} - 8.0)"
        for u in ("np.nan", "np.inf", "-1.0")
    ),
    *(f"{g}(tf.nn.l2_loss, t({v}))" for v in _SCALARS for g in ("grad", "grad2")),
    *(f"{g}(tf.math.l2_normalize, t({v}))" for v in ("[0.0, 0.0]", *_SCALARS) for g in ("grad", "grad2")),
    *(f"grad(lambda x: tf.math.l2_normalize(x, epsilon=0.0), t({v}))" for v in _SCALARS),
    *(
        f"grad(lambda x: tf.clip_by_norm(x, {c}), t({v}))"
        for c in (1.0, 0.0)
        for v in ("[3.0, 4.0]", "[0.3, 0.4]", *_SCALARS)
    ),
    *(
        f"grad2(lambda x: tf.clip_by_norm(x, {c}), t({v}))"
        for c in (1.0, 0.0)
        for v in ("[3.0, 4.0]", "[0.3, 0.4]", *_SCALARS)
    ),
    *(
        f"grad(lambda x: tf.clip_by_norm(x, 1.0, [1]), t([[0.0, 0.0], [3.0, 4.0], {r}]))"
        for r in ("[0.6, 0.8]", "[1.0, 0.0]")
    ),
    *(
        f"grad(lambda x: tf.clip_by_global_norm([x], {c})[0][0], t({v}))"
        for c in (1.0, 0.0)
        for v in ("[3.0, 4.0]", *_SCALARS)
    ),
    *(f"grad(lambda x: tf.linalg.global_norm([x]), t({v}))" for v in ("[3.0, 4.0]", *_SCALARS)),
    *(f"grad({p}, {x})" for p in _POOLS for x in _POOL_IMAGES),
    *(f"grad2(lambda x: ({p})(x) ** 2, {x})" for p in _POOLS[:5] for x in _POOL_IMAGES[:2]),
    *(f"traced(lambda x: grad({p}, x), {x})" for p in _POOLS[:3] for x in _POOL_IMAGES),
    *(f"grad({c}, {_IMAGE}, {w})" for c in _CONVOLUTIONS for w in _FILTERS),
    *(f"traced(lambda x, w: grad({c}, x, w), {_IMAGE}, {w})" for c in _CONVOLUTIONS for w in _FILTERS),
    f"tf.nn.conv2d({_WIDE}, {_WIDE_FILTER}, 1, 'SAME')",
    f"traced(lambda x: grad(lambda a: tf.nn.conv2d(a, {_WIDE_FILTER}, 1, 'SAME'), x), {_WIDE})",
    f"traced(lambda x: grad(lambda a: tf.nn.conv2d(a, {_WIDE_FILTER}, 1, 'VALID'), x), {_WIDE})",
    *(f"grad2(lambda x, w: ({c})(x, w) ** 2, {_IMAGE} / 10, {_FILTERS[0]} / 10)" for c in _CONVOLUTIONS),
    *(
        f"grad(lambda x: tf.image.resize(x, [{h}, {w}], '{m}'), {_IMAGE})"
        for m in _RESIZES
        for h, w in ((2, 3), (7, 5))
    ),
    *(
        f"grad(lambda x: tf.image.resize(x, [7, 5], '{m}'), tf.where({_IMAGE} > 12, np.inf, {_IMAGE}))"
        for m in _RESIZES
    ),
    *(f"traced(lambda x: grad(lambda a: tf.image.resize(a, [7, 5], '{m}'), x), {_IMAGE})" for m in _RESIZES),
    f"grad({_TRAIN}, {_BATCH}, {_SIDES})",
    f"grad2({_TRAIN}, {_BATCH}, {_SIDES})",
    f"grad({_TRAIN}, tf.zeros([2, 2, 2, 2]), {_SIDES})",
    f"grad({_INFER}, {_STATS})",
    f"grad2({_INFER}, {_STATS})",
    f"grad2({_FORMAT}, {_STATS})",
    f"traced(lambda *a: grad2({_TRAIN}, *a), {_BATCH}, {_SIDES})",
    f"traced(lambda *a: grad2({_INFER}, *a), {_STATS})",
    f"traced(lambda *a: grad2({_FORMAT}, *a), {_STATS})",
    f"jvp(lambda x: {_V1}(x, [1.5, 0.5], [0.0, 1.0])[0] ** 2, {_BATCH}, tf.ones([2, 2, 2, 2]) * {_BATCH})",
    f"grad(lambda x, s, o: {_V1}(x, s, o)[1], {_BATCH}, {_SIDES})",
    "grad(lambda x, v: tf.nn.batch_normalization(x, 1.0, v, None, None, 0.0), t([1.0, 2.0]), t([0.0, 1.0]))",
    "grad(lambda x, v: tf.nn.batch_normalization(x, 1.0, v, 0.5, 2.0, 1e-3), t([1.0, 2.0]), t([0.0, 1.0]))",
    "grad(lambda x: tf.image.extract_patches(x, [1, 2, 2, 1], [1] * 4, [1] * 4, 'SAME'), tf.ones([1, 3, 3, 1]))",
    "grad(tf.nn.dropout, t([1.0, 0.0]), t(0.0))",
    "grad(lambda x: tf.nn.normalize_moments(t(2.0), x, x, None)[1], t([1.0]))",
    "grad(lambda x: tf.nn.embedding_lookup(x, [0, 0, 1]), t([[1.0], [2.0], [3.0]]))",
    "grad(lambda x: tf.nn.bias_add(x, [1.0, 2.0]), t([[1.0, np.inf]]))",
    "grad(lambda x: tf.nn.log_poisson_loss([0.0, 1.0], x, True), t([0.0, np.inf]))",
    "grad(lambda y: tf.nn.log_poisson_loss(y, [0.0, 1.0], True), t([0.0, 1.0]))",
    "grad(lambda y: tf.nn.log_poisson_loss(y, [0.0, 1.0], True), t([0.5, 2.0]))",
    "grad(lambda x: tf.nn.ctc_loss([[1]], x, [1], [2], False, blank_index=0), t([[[0.0, 0.0]], [[0.0, 1.0]]]))",
    "grad(lambda x: tf.nn.ctc_loss([[1]], x, [1], [2], False, blank_index=0), t([[[-np.inf, 0.0]], [[0.0, 1.0]]]))",
]

_PADDED = (
    "Convolutions multiply the zeros around an image too: an infinite or NaN weight gives NaN beside the edge, where "
    "TensorFlow leaves them out. To leave them out would slow down every convolution."
)

ON_PURPOSE: dict[str, str] = {
    f"grad({_CONVOLUTIONS[3]}, {_IMAGE}, {_FILTERS[2]})": _PADDED,
    f"traced(lambda x, w: grad({_CONVOLUTIONS[3]}, x, w), {_IMAGE}, {_FILTERS[2]})": _PADDED,
    f"tf.nn.conv2d({_WIDE}, {_WIDE_FILTER}, 1, 'SAME')": _PADDED,
    f"traced(lambda x: grad(lambda a: tf.nn.conv2d(a, {_WIDE_FILTER}, 1, 'SAME'), x), {_WIDE})": _PADDED,
    f"traced(lambda x: grad(lambda a: tf.nn.conv2d(a, {_WIDE_FILTER}, 1, 'VALID'), x), {_WIDE})": _PADDED,
    **{
        f"grad2(lambda x: ({_POOLS[3]})(x) ** 2, {x})": (
            "TensorFlow has no second gradient of max_pool_with_argmax; here there is one."
        )
        for x in _POOL_IMAGES[:2]
    },
    f"traced(lambda x: grad({_POOLS[1]}, x), {_POOL_IMAGES[3]})": (
        "Which of several NaNs in a window the gradient goes to is open: compiled code and kernels choose differently."
    ),
}
