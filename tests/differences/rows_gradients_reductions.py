"""Gradients of reductions, scans, segments and sorts: ties, zeros in products, nothing to reduce, infinities."""

from __future__ import annotations

_REDUCTIONS = [
    "tf.reduce_sum", "tf.reduce_mean", "tf.reduce_prod", "tf.reduce_max", "tf.reduce_min", "tf.reduce_logsumexp",
    "tf.math.reduce_std", "tf.math.reduce_variance", "tf.math.reduce_euclidean_norm", "tf.norm",
]  # fmt: skip

_VALUES = [
    "[0.0, 0.0, 0.0]",
    "[0.0, 2.0, 3.0]",
    "[2.0, 2.0, -1.0]",
    "[[0.0, 0.0], [1.0, 0.0], [2.0, 2.0]]",
    "[np.inf, 1.0, np.inf]",
    "[-np.inf, -np.inf]",
    "[np.nan, 1.0, np.inf]",
    "[[1e30, -1e30], [1e-30, 1e-38]]",
]

_SCANS = ["tf.cumsum", "tf.math.cumprod", "tf.math.cumulative_logsumexp"]

_SEGMENTS = ["segment_sum", "segment_mean", "segment_prod", "segment_max", "segment_min"]
_UNSORTED = [f"unsorted_{s}" for s in (*_SEGMENTS, "segment_sqrt_n")]

_SEGMENT_VALUES = [
    "[1.0, 1.0, 2.0, 0.0, 0.0, 3.0]",
    "[0.0, 0.0, 0.0, 2.0, -1.0, 0.0]",
    "[np.inf, np.inf, 1.0, np.nan, 2.0, 2.0]",
    "[[1.0, 2.0], [1.0, 3.0], [0.0, 0.0], [0.0, 4.0], [5.0, 5.0], [5.0, 5.0]]",
]

ROWS = [
    *(f"grad({f}, t({v}))" for f in _REDUCTIONS for v in _VALUES if "prod" not in f or "1e30" not in v),
    *(f"grad2({f}, t({v}))" for f in _REDUCTIONS for v in _VALUES if "prod" not in f or "1e30" not in v),
    *(f"grad(lambda x: {f}(x, axis=0), t({v}))" for f in _REDUCTIONS for v in _VALUES),
    *(f"grad(lambda x: {f}(x, axis=-1, keepdims=True), t({v}))" for f in _REDUCTIONS for v in _VALUES[3:4]),
    *(f"grad2(lambda x: {f}(x, axis=1), t({v}))" for f in _REDUCTIONS for v in _VALUES[3:4]),
    *(f"grad_with({f}, 0.0, t({v}))" for f in _REDUCTIONS for v in _VALUES),
    *(f"grad_with(lambda x: {f}(x, axis=1), [0.0, 1.0, 0.0], t({v}))" for f in _REDUCTIONS for v in _VALUES[3:4]),
    *(f"traced(lambda x: grad({f}, x), t({v}))" for f in _REDUCTIONS for v in _VALUES[:5]),
    *(f"traced(lambda x: grad_with({f}, 0.0, x), t({v}))" for f in _REDUCTIONS for v in _VALUES[:5]),
    *(f"unknown(lambda x: grad({f}, x), t({v}))" for f in _REDUCTIONS for v in _VALUES[:4]),
    *(f"jvp({f}, t([0.0, 2.0, 2.0]), t([1.0, 1.0, 0.0]))" for f in _REDUCTIONS),
    *(f"grad({f}, tf.zeros([0]))" for f in _REDUCTIONS),
    *(f"grad(lambda x: {f}(x, axis=1), tf.zeros([2, 0]))" for f in _REDUCTIONS),
    *(f"grad({f}, t([0.0, 2.0, 2.0], tf.{d}))" for f in _REDUCTIONS for d in ("float16", "bfloat16", "float64")),
    *(
        f"grad({f}, t([0j, 1 + 2j, 1 + 2j]))"
        for f in (
            "tf.reduce_sum",
            "tf.reduce_mean",
            "tf.reduce_prod",
            "tf.math.reduce_std",
            "tf.math.reduce_variance",
            "tf.math.reduce_euclidean_norm",
            "tf.norm",
        )
    ),
    *(f"grad(lambda x: tf.norm(x, ord={o}), t({v}))" for o in ("1", "2", "3", "1.5", "np.inf") for v in _VALUES[:3]),
    *(f"grad2(lambda x: tf.norm(x, ord={o}), t({v}))" for o in ("1", "2", "3", "np.inf") for v in _VALUES[:3]),
    *(f"grad(lambda x: tf.norm(x, ord={o}, axis=[0, 1]), t({_VALUES[3]}))" for o in ("'fro'", "1", "np.inf", "2")),
    *(
        f"grad(lambda x: {f}(x, exclusive={e}, reverse={r}), t({v}))"
        for f in _SCANS
        for e in (False, True)
        for r in (False, True)
        for v in (*_VALUES[:3], "[np.inf, 1.0, -np.inf]", "[-np.inf, 0.0, 1.0]")
    ),
    *(f"grad2({f}, t({v}))" for f in _SCANS for v in _VALUES[:3]),
    *(f"traced(lambda x: grad({f}, x), t({v}))" for f in _SCANS for v in _VALUES[:3]),
    *(f"grad(lambda x: tf.math.{f}(x, [0, 0, 0, 1, 1, 3]), t({v}))" for f in _SEGMENTS for v in _SEGMENT_VALUES),
    *(f"grad2(lambda x: tf.math.{f}(x, [0, 0, 0, 1, 1, 3]), t({v}))" for f in _SEGMENTS for v in _SEGMENT_VALUES),
    *(f"grad(lambda x: tf.math.{f}(x, [2, 0, -1, 2, 0, 0], 4), t({v}))" for f in _UNSORTED for v in _SEGMENT_VALUES),
    *(f"grad2(lambda x: tf.math.{f}(x, [2, 0, -1, 2, 0, 0], 4), t({v}))" for f in _UNSORTED for v in _SEGMENT_VALUES),
    *(
        f"traced(lambda x: grad(lambda a: tf.math.{f}(a, [2, 0, 1, 2, 0, 0], 4), x), t({v}))"
        for f in _UNSORTED
        for v in _SEGMENT_VALUES[:3]
    ),
    *(f"grad(lambda x: tf.sort(x, direction='{d}'), t({v}))" for d in ("ASCENDING", "DESCENDING") for v in _VALUES[:4]),
    *(f"grad(lambda x: tf.math.top_k(x, {k}).values, t({v}))" for k in (0, 1, 2) for v in _VALUES[:4]),
    *(f"grad2(lambda x: tf.math.top_k(x, 2).values ** 2, t({v}))" for v in _VALUES[:4]),
    "grad(lambda x: tf.unique(x).y, t([1.0, 1.0, 2.0]))",
    "grad(lambda x: tf.boolean_mask(x, x > 0), t([1.0, 0.0, 2.0]))",
    "grad(lambda x: tf.math.reduce_std(x, axis=0) / tf.reduce_mean(x, 0), t([[1.0, 2.0], [1.0, 4.0]]))",
    "grad(lambda x: tf.nn.moments(x, [0])[1], t([[1.0, 2.0], [1.0, 4.0]]))",
    "grad(lambda x: tf.nn.moments(x, [0])[1], t([[1.0, 2.0], [1.0, 4.0]], tf.float16))",
    "grad(lambda x: tf.nn.weighted_moments(x, [0], [[0.0], [0.0]])[1], t([[1.0, 2.0], [1.0, 4.0]]))",
    "grad(lambda x: tf.nn.weighted_moments(x, [0], [[0.0], [2.0]])[1], t([[1.0, 2.0], [1.0, 4.0]]))",
    "grad(lambda x, w: tf.nn.weighted_moments(x, [0], w)[1], t([[1.0, 2.0], [1.0, 4.0]]), t([[1.0], [3.0]]))",
    *(
        f"tf.norm(t([[[1.0, 2.0], [3.0, 4.0]]]), ord=2, axis={a}, keepdims={k})"
        for a in ([0, 2], [-2, -1], [1, 0])
        for k in (False, True)
    ),
    "grad(lambda x: tf.add_n([x, x, 2 * x]), t([1.0, 0.0]))",
]

_NAN_IN_SEGMENT = (
    "The extreme of a segment with a NaN is NaN wherever it stands; in TensorFlow that depends on its place."
)
_SECOND = (
    "The second gradient of a segment's product is that of the other elements' product; in TensorFlow it is NaN or 0 "
    "where segments have zeros or elements are left out."
)

ON_PURPOSE: dict[str, str] = {
    **{
        f"grad(lambda x: tf.math.{f}(x, [0, 0, 0, 1, 1, 3]), t({_SEGMENT_VALUES[2]}))": _NAN_IN_SEGMENT
        for f in ("segment_max", "segment_min")
    },
    f"grad2(lambda x: tf.math.segment_prod(x, [0, 0, 0, 1, 1, 3]), t({_SEGMENT_VALUES[0]}))": _SECOND,
    **{
        f"grad2(lambda x: tf.math.unsorted_segment_prod(x, [2, 0, -1, 2, 0, 0], 4), t({v}))": _SECOND
        for v in _SEGMENT_VALUES
    },
    f"grad(lambda x: tf.math.unsorted_segment_prod(x, [2, 0, -1, 2, 0, 0], 4), t({_SEGMENT_VALUES[2]}))": (
        "An element that belongs to no segment has the gradient 0, also where another one is infinite."
    ),
}
