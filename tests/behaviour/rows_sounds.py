"""Programs about sounds: bands of pitch, and cepstral coefficients."""

from __future__ import annotations

from tests.behaviour.table import product

_MEL = "linear_to_mel_weight_matrix"
ROWS = product(
    "<what>",
    "tf.signal.<what>\n",
    what=[f"{_MEL}()", f"{_MEL}(4, 9, 8000, 100.0, 4000.0)", f"{_MEL}(5, 17, 16000, 20.0, 7000.0)", f"{_MEL}(5, 17, tf.constant(16000.0), 20.0, 7000.0)",
          f"{_MEL}(0, 5)", f"{_MEL}(4, 5, -1.0)", f"{_MEL}(4, 5, 8000, -1.0)", f"{_MEL}(4, 5, 8000, 100.0, 50.0)", f"{_MEL}(4, 5, 8000, 100.0, 5000.0)",
          f"{_MEL}(4, 5, dtype=tf.int32)", f"{_MEL}(4, 65, 8000, 0.0, 4000.0)", "mfccs_from_log_mel_spectrograms([[1.0, 2.0, 4.0]])",
          "mfccs_from_log_mel_spectrograms(tf.reshape(tf.range(40.0), [2, 2, 10]) % 7.0)", "mfccs_from_log_mel_spectrograms(tf.ones([2, 0]))",
          "mfccs_from_log_mel_spectrograms(tf.constant([[1.0, 2.5]], tf.float64))"],
)  # fmt: skip
ON_PURPOSE = {
    f"{_MEL}()": "The differences of pitches are small: the rounding of float32 shows, as much there as here."
}
