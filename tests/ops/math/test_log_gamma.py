"""log(abs(gamma(x))) next to its zeros and poles, against values computed with 90 digits (mpmath)."""

from __future__ import annotations

import numpy as np
import pytest

import graphwright as tf

VALUES = [
    (-2.4616180982963463, -0.006859339769120575),
    (-2.45, 0.01088697133977868),
    (-2.4570247382, 3.1525660499724e-11),
    (-2.5030793752167826, -0.059595520260975324),
    (-2.7477, 3.322312413865517e-05),
    (-2.76, 0.025071500388702594),
    (-2.6, -0.11801163280539748),
    (-2.34, 0.24799607602820625),
    (-2.3, 0.36956666345500805),
    (-2.83, 0.23756793104371846),
    (-2.9, 0.6515085442272084),
    (-2.1, 1.5317138081950856),
    (-0.5, 1.2655121234846454),
    (-0.75, 1.5757045971498584),
    (-1.25, 1.3664317612369763),
    (-1.5, 0.860047015376481),
    (-1.75, 1.0160888092144358),
    (-3.14, 0.02820254304019114),
    (-3.13, 0.11075214821939802),
    (-3.15, -0.04891713598827222),
    (-3.5, -1.309006684993042),
    (-3.955, -0.006077366819974693),
    (-4.04, -0.01696597116014476),
    (-4.99, -0.16510495290865138),
    (-5.0082, 0.0022437317953606342),
    (-6.5, -6.389634350909333),
    (-7.25, -7.54188344347575),
    (-9.5, -12.795895333554363),
    (-9.999, -8.194303944153827),
    (-10.5, -15.147270590717842),
    (-20.25, -41.60096191534053),
    (-100.5, -364.90096830942736),
    (0.25, 1.2880225246980774),
    (1.01, -0.005690307946069651),
    (1.99, -0.004195529088791668),
    (5.5, 3.9578139676187165),
]


@pytest.mark.parametrize("open_sizes", [False, True])
def test_log_gamma(open_sizes: bool) -> None:
    x, want = map(np.array, zip(*VALUES, strict=True))
    compiled = tf.function(
        tf.math.lgamma, input_signature=[tf.TensorSpec([None] if open_sizes else x.shape, tf.float64)]
    )
    for function in (tf.math.lgamma, compiled):
        error = np.abs(function(x).numpy() - want) / np.spacing(np.abs(want))
        assert error.max() <= 4, dict(zip(x[error > 4].tolist(), error[error > 4].tolist(), strict=True))


def test_poles() -> None:
    assert np.isposinf(
        tf.math.lgamma(tf.constant([0.0, -1.0, -2.0, -3.0, -9.0, -10.0, -50.0], tf.float64)).numpy()
    ).all()
