"""Programs about the modified cosine transform."""

from __future__ import annotations

from tests.behaviour.table import product

_CALLS = [
    "tf.signal.mdct(s, 8)", "tf.signal.mdct(s, 8, norm='ortho')", "tf.signal.mdct(s, 8, window_fn=None)", "tf.signal.mdct(s, 8, pad_end=True)", "tf.signal.mdct(s, 6)",
    "tf.signal.mdct(s, 8, tf.signal.kaiser_bessel_derived_window)", "tf.signal.mdct(tf.stack([s, 2 * s]), 4)", "tf.signal.mdct(tf.sin(tf.range(24.0, dtype=tf.float64) / 3), 8)", "tf.signal.mdct(s, 32)",
    "tf.signal.inverse_mdct(m)", "tf.signal.inverse_mdct(m, norm='ortho')", "tf.signal.inverse_mdct(m, window_fn=None)", "tf.signal.inverse_mdct(tf.stack([m, -m]))",
    "tf.signal.inverse_mdct(tf.signal.mdct(s, 8))", "tf.signal.inverse_mdct(tf.signal.mdct(s, 8, norm='ortho'), norm='ortho')", "tf.signal.mdct(s, 8, norm='other')", "tf.signal.mdct(s, tf.constant(8))",
    "tf.signal.inverse_mdct(m[:, :3])",
]  # fmt: skip
_SLOPES = ["tf.signal.mdct(v, 4)", "tf.signal.inverse_mdct(v)", "tf.signal.mdct(v, 4, norm='ortho')"]
ROWS = {
    **product(
        "<call>",
        """
        s, m = tf.sin(tf.range(24.0) / 3), tf.cos(tf.reshape(tf.range(12.0), [3, 4]))
        <call>
        tf.function(lambda s, m: <call>)(s, m)
        """,
        call=_CALLS,
    ),
    **product(
        "the gradient of <call>",
        """
        v = tf.reshape(tf.sin(tf.range(24.0)), [2, 3, 4])
        with tf.GradientTape() as tape:
            tape.watch(v)
            y = tf.abs(<call>) ** 2
            z = tf.reduce_sum(y * tf.reshape(tf.range(float(tf.size(y))), tf.shape(y)))
        tape.gradient(z, v)
        """,
        call=_SLOPES,
    ),
}
ON_PURPOSE = {"tf.signal.mdct(s, 32)": "A signal that is too short for a frame has no frames, like in `stft`."}
