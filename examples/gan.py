"""Generate points like those of a data set: two networks that play against each other.

    python examples/gan.py                     # 1,200 steps
    python examples/gan.py --steps 300 --picture gan.png

A critic learns to tell real points, on a ring of eight spots, from generated ones, and the generator learns to please
it. The slope of the critic is kept near 1 (a gradient of a gradient), which makes the game stable.

Method: Gulrajani et al., "Improved Training of Wasserstein GANs", 2017.
"""

import argparse

import numpy as np

import graphwright as tf

SPOTS = tf.constant([[np.cos(a), np.sin(a)] for a in np.arange(8) * np.pi / 4], tf.float32)
SPREAD, NOISE, BATCH = 0.05, 4, 256


def real_points(count):
    """Points `[count, 2]` near one of the spots."""
    spots = tf.gather(SPOTS, tf.random.uniform([count], 0, len(SPOTS), tf.int32))
    return spots + tf.random.normal([count, 2], stddev=SPREAD)


def network(inputs, outputs):
    layers = [tf.keras.layers.Dense(64, "relu") for _ in range(3)]
    return tf.keras.Sequential([tf.keras.layers.Input([inputs]), *layers, tf.keras.layers.Dense(outputs)])


class Game:
    """The generator, its critic, and a step of both."""

    def __init__(self):
        self.generator, self.critic = network(NOISE, 2), network(2, 1)
        self.optimizers = [tf.keras.optimizers.Adam(rate, beta_1=0.5, beta_2=0.9) for rate in (1e-3, 2e-3)]

    def points(self, count):
        return self.generator(tf.random.normal([count, NOISE]))

    def steepness(self, real, fake):
        """How far the slope of the critic is from 1, between real and generated points."""
        share = tf.random.uniform([BATCH, 1])
        between = share * real + (1 - share) * fake
        with tf.GradientTape() as tape:
            tape.watch(between)
            judged = self.critic(between)
        slope = tf.norm(tape.gradient(judged, between), axis=1)
        return tf.reduce_mean((slope - 1) ** 2)

    @tf.function
    def step(self):
        """Four steps of the critic and one of the generator; returns what the critic sees as the difference."""
        difference = tf.constant(0.0)
        for _ in tf.range(4):
            real, fake = real_points(BATCH), self.points(BATCH)
            with tf.GradientTape() as tape:
                difference = tf.reduce_mean(self.critic(real)) - tf.reduce_mean(self.critic(fake))
                loss = 5.0 * self.steepness(real, fake) - difference
            self.descend(1, tape, loss, self.critic)
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(self.critic(self.points(BATCH)))
        self.descend(0, tape, loss, self.generator)
        return difference

    def descend(self, which, tape, loss, model):
        variables = model.trainable_variables
        self.optimizers[which].apply_gradients(zip(tape.gradient(loss, variables), variables))


def quality(points):
    """The share of points within four spreads of a spot, and how many of the spots have a twentieth of the points."""
    distances = tf.norm(points[:, None] - SPOTS, axis=-1)
    near = tf.reduce_min(distances, 1) < 4 * SPREAD
    counts = tf.math.bincount(tf.argmin(distances, 1, tf.int32)[near], minlength=len(SPOTS))
    return float(tf.reduce_mean(tf.cast(near, tf.float32))), int(
        tf.reduce_sum(tf.cast(counts * 20 > len(points), tf.int32))
    )


def draw(path, stages, differences):
    """Generated points at some steps beside real ones, and the critic's difference over time."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, len(stages) + 2, figsize=(14, 3), layout="constrained")
    for axis, (title, points) in zip(axes, [*stages, ("real", real_points(1000))]):
        axis.scatter(*points.numpy().T, s=2)
        axis.set(title=title, xlim=(-1.6, 1.6), ylim=(-1.6, 1.6), aspect="equal", xticks=[], yticks=[])
    axes[-1].plot(differences)
    axes[-1].set(title="What the critic sees", xlabel="step")
    figure.savefig(path, dpi=90)


def main():
    parser = argparse.ArgumentParser(description="Generate points like those of a data set.")
    parser.add_argument("--steps", type=int, default=1200)
    parser.add_argument("--picture", help="draw the results into this file")
    arguments = parser.parse_args()

    tf.keras.utils.set_random_seed(3)
    game = Game()
    game.generator.build([None, NOISE])
    stages, differences = [("before", game.points(1000))], []
    for number in range(1, arguments.steps + 1):
        differences.append(float(game.step()))
        if number % max(1, arguments.steps // 3) == 0:
            stages.append((f"step {number}", game.points(1000)))
            near, spots = quality(stages[-1][1])
            print(f"step {number}: difference {differences[-1]:.3f}, {near:.0%} near a spot, {spots} spots")
    near, spots = quality(game.points(4000))
    print(f"{near:.1%} of the generated points are near one of the spots; {spots} of 8 spots are found")
    if arguments.picture:
        draw(arguments.picture, stages, differences)


if __name__ == "__main__":
    main()
