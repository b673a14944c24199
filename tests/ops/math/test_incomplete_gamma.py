"""The incomplete gamma and beta functions and zeta: known values, and derivatives by the shape."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.ops.math.formulas import _igamma_large
from tests.support.gradients import check_gradients

each = pytest.mark.parametrize

SHAPES = [0.05, 0.5, 1.0, 2.5, 7.0, 40.0, 900.0]


@each("x", [1e-3, 0.3, 1.0, 4.0, 30.0])
def test_of_shape_one_half_and_one(x: float) -> None:
    """P(1/2, x) = erf(sqrt(x)), P(1, x) = 1 - exp(-x)."""
    np.testing.assert_allclose(tf.math.igamma(np.float64(0.5), x), math.erf(math.sqrt(x)), rtol=1e-14)
    np.testing.assert_allclose(tf.math.igammac(np.float64(0.5), x), math.erfc(math.sqrt(x)), rtol=1e-13)
    np.testing.assert_allclose(tf.math.igamma(np.float64(1), x), -math.expm1(-x), rtol=1e-14)
    np.testing.assert_allclose(tf.math.igammac(np.float64(1), x), math.exp(-x), rtol=1e-14)


@each("a", SHAPES)
def test_recurrence_on_both_sides_of_the_mean(a: float) -> None:
    """Q(a + 1, x) = Q(a, x) + x^a exp(-x) / gamma(a + 1), whichever series computes them."""
    x = a * np.array([0.2, 0.9, 1.0, 1.1, 3.0])
    step = np.exp(a * np.log(x) - x - math.lgamma(a + 1))
    upper = tf.math.igammac(np.float64(a), x)
    np.testing.assert_allclose(tf.math.igammac(np.float64(a + 1), x), upper + step, rtol=1e-11)
    np.testing.assert_allclose(tf.math.igamma(np.float64(a), x), 1 - upper, rtol=1e-8, atol=1e-14)


@each("a", [1e5, 3e6, 1e10, 1e17, 1e300])
def test_at_the_mean_of_a_large_shape(a: float) -> None:
    """P(a, a) = 1/2 + 1 / (3 sqrt(2 pi a)) and smaller terms."""
    lower, upper = (f(np.float64(a), np.float64(a)).numpy() for f in (tf.math.igamma, tf.math.igammac))
    np.testing.assert_allclose(lower - 0.5, (1 + 1 / (180 * a)) / (3 * math.sqrt(2 * math.pi * a)), atol=2e-16)
    np.testing.assert_allclose(lower + upper, 1.0, rtol=1e-15)


@each("deviations", [-8.0, -3.0, -1.0, 0.0, 0.5, 2.0, 6.0])
def test_series_and_expansion_agree(deviations: float) -> None:
    """Where the shape becomes large the function and its derivative go on as before."""
    below, above = np.nextafter(_igamma_large.LARGE, 0), _igamma_large.LARGE
    x = above + deviations * math.sqrt(above)
    for op in (tf.raw_ops.Igamma, tf.raw_ops.Igammac, tf.raw_ops.IgammaGradA):
        a = tf.constant(np.array([below, above]))
        near, far = op(a=a, x=tf.constant(np.array([x, x]))).numpy()
        np.testing.assert_allclose(far, near, rtol=3e-8)


def test_of_an_infinite_shape() -> None:
    inf = np.float64(np.inf)
    assert tf.math.igamma(inf, np.float64(3)).numpy() == 0.0
    assert tf.math.igammac(inf, np.float64(3)).numpy() == 1.0


def test_zeta_of_an_infinite_power() -> None:
    """Terms below one vanish, those of one stay, and others are infinite, as in TensorFlow."""
    q = np.array([0.0, -1.0, -1.5, 0.5, 1.0, 1.5, np.inf])
    np.testing.assert_array_equal(tf.math.zeta(np.full(7, np.inf), q), [np.inf] * 4 + [1.0, 0.0, 0.0])


@each("function", [tf.math.igamma, tf.math.igammac])
def test_gradients_by_both_arguments(function: Any) -> None:
    a, x = np.array([0.3, 2.0, 5.0, 12.0, 3.0]), np.array([0.2, 3.0, 1.5, 11.0, 9.0])
    check_gradients(function, a, x, order=1)


@each("a", [0.5, 2.0, 30.0])
def test_betainc_of_equal_shapes_is_symmetric(a: float) -> None:
    x = np.array([0.01, 0.2, 0.5, 0.7, 0.999])
    lower = tf.math.betainc(np.full(5, a), np.full(5, a), x)
    np.testing.assert_allclose(lower + tf.math.betainc(np.full(5, a), np.full(5, a), 1 - x), np.ones(5), rtol=1e-13)


@each("b", [0.5, 1.0, 3.0, 50.0])
def test_betainc_with_a_of_one(b: float) -> None:
    """I_x(1, b) = 1 - (1 - x)^b."""
    x = np.array([1e-6, 0.1, 0.5, 0.9])
    np.testing.assert_allclose(
        tf.math.betainc(np.float64(1), np.float64(b), x), -np.expm1(b * np.log1p(-x)), rtol=1e-13
    )


def test_betainc_has_a_gradient_by_x_alone() -> None:
    a, b, x = (tf.constant(np.float64(v)) for v in (2.0, 3.0, 0.4))
    with tf.GradientTape() as tape:
        tape.watch([a, b, x])
        y = tf.math.betainc(a, b, x)
    by_a, by_b, by_x = tape.gradient(y, [a, b, x])
    assert by_a is None
    assert by_b is None
    np.testing.assert_allclose(by_x, 12 * 0.4 * 0.6**2, rtol=1e-14)


def test_the_derivative_by_a_has_no_gradient_of_its_own() -> None:
    a = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(a)
        slope = tf.raw_ops.IgammaGradA(a=a, x=1.0)
    with pytest.raises(LookupError, match="IgammaGradA"):
        tape.gradient(slope, a)
