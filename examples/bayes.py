"""Bayesian regression: not one line through the points, but all that are plausible.

    python examples/bayes.py                     # 2,000 samples
    python examples/bayes.py --samples 400 --picture bayes.png

Hamiltonian Monte Carlo draws weights from their distribution given the data. For this model, a cubic with known
noise, the distribution can also be written down, which tells whether the sampler is right. All chains and steps are
one compiled loop.

Method: Neal, "MCMC using Hamiltonian dynamics", 2011.
"""

import argparse

import numpy as np

import graphwright as tf

POINTS, NOISE, PRIOR, DEGREE, CHAINS, LEAPS = 25, 0.3, 2.0, 3, 16, 12


def powers(x):
    """1, x, x^2, ... of each x: `[n, DEGREE + 1]`."""
    return tf.stack([x**k for k in range(DEGREE + 1)], axis=-1)


def made_up_points():
    """Points of a curve, none of them in the middle."""
    x = tf.random.stateless_uniform([POINTS], [9, 1], 0.3, 1.0) * tf.where(tf.range(POINTS) % 2 == 0, 1.0, -1.0)
    return x, tf.sin(3 * x) + tf.random.stateless_normal([POINTS], [9, 2], stddev=NOISE)


def log_density(weights, features, y):
    """Of each row of weights `[chains, DEGREE + 1]`, up to a constant."""
    errors = tf.matmul(weights, features, transpose_b=True) - y
    return -tf.reduce_sum(errors**2, 1) / (2 * NOISE**2) - tf.reduce_sum(weights**2, 1) / (2 * PRIOR**2)


def slope(weights, features, y):
    with tf.GradientTape() as tape:
        tape.watch(weights)
        density = log_density(weights, features, y)
    return tape.gradient(density, weights)


@tf.function
def sample(features, y, count, warm_up, stride):
    """Weights `[count, CHAINS, DEGREE + 1]` after `warm_up` rounds, and the share of the moves that were accepted."""
    kept = tf.TensorArray(tf.float32, count, element_shape=[CHAINS, DEGREE + 1])
    weights = tf.random.normal([CHAINS, DEGREE + 1])
    accepted = tf.constant(0.0)
    for number in tf.range(count + warm_up):
        momentum = tf.random.normal(tf.shape(weights))
        place, speed = weights, momentum + stride / 2 * slope(weights, features, y)
        for leap in tf.range(LEAPS):
            place += stride * speed
            half = tf.where(leap == LEAPS - 1, 0.5, 1.0)
            speed += half * stride * slope(place, features, y)
        before = log_density(weights, features, y) - tf.reduce_sum(momentum**2, 1) / 2
        after = log_density(place, features, y) - tf.reduce_sum(speed**2, 1) / 2
        accept = tf.math.log(tf.random.uniform([CHAINS])) < after - before
        weights = tf.where(accept[:, None], place, weights)
        if number >= warm_up:
            kept = kept.write(number - warm_up, weights)
            accepted += tf.reduce_mean(tf.cast(accept, tf.float32))
    return kept.stack(), accepted / tf.cast(count, tf.float32)


def known_distribution(features, y):
    """The mean and the spread of each weight, from the formula for linear models."""
    features = features.numpy().astype(np.float64)
    covariance = np.linalg.inv(features.T @ features / NOISE**2 + np.eye(DEGREE + 1) / PRIOR**2)
    return covariance @ features.T @ y.numpy() / NOISE**2, np.sqrt(np.diag(covariance))


def draw(path, x, y, samples, mean, spread):
    """Plausible curves with the points, and samples of a weight beside its distribution."""
    import matplotlib.pyplot as plt

    grid = np.linspace(-1.3, 1.3, 131, dtype=np.float32)
    curves = samples.reshape(-1, DEGREE + 1) @ powers(tf.constant(grid)).numpy().T
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
    for low, high, alpha in ((2.5, 97.5, 0.2), (25, 75, 0.4)):
        left.fill_between(grid, *np.percentile(curves, [low, high], axis=0), color="C0", alpha=alpha, lw=0)
    left.plot(grid, curves[:: len(curves) // 8].T, color="C0", lw=0.6)
    left.scatter(x, y, color="black", s=12, zorder=3)
    left.set(title="Half and 95 % of the plausible curves", ylim=(-2.5, 2.5))
    weight = samples[..., 1].ravel()
    right.hist(weight, 60, density=True, alpha=0.5)
    at = np.linspace(weight.min(), weight.max(), 200)
    right.plot(at, np.exp(-(((at - mean[1]) / spread[1]) ** 2) / 2) / (spread[1] * np.sqrt(2 * np.pi)))
    right.set(title="The weight of x: samples and formula")
    figure.savefig(path, dpi=90)


def main():
    parser = argparse.ArgumentParser(description="Draw curves that are plausible given some points.")
    parser.add_argument("--samples", type=int, default=2000)
    parser.add_argument("--picture", help="draw the results into this file")
    arguments = parser.parse_args()

    tf.random.set_seed(9)
    x, y = made_up_points()
    features = powers(x)
    drawn, accepted = sample(features, y, tf.constant(arguments.samples), tf.constant(200), tf.constant(0.06))
    samples = drawn.numpy()
    mean, spread = known_distribution(features, y)
    for power, (m, s) in enumerate(zip(mean, spread)):
        found = samples[..., power]
        print(f"weight of x^{power}: {found.mean():6.3f} +- {found.std():.3f}; formula {m:6.3f} +- {s:.3f}")
    off = np.max(np.abs(samples.mean((0, 1)) - mean) / spread)
    wide = np.max(np.abs(samples.std((0, 1)) / spread - 1))
    print(f"{float(accepted):.0%} of the moves accepted; means off by {off:.3f} spreads, spreads by {wide:.1%}")
    if arguments.picture:
        draw(arguments.picture, x, y, samples, mean, spread)


if __name__ == "__main__":
    main()
