"""Solve a differential equation with a network: heat that spreads along a rod.

    python examples/physics.py                     # 2,000 steps
    python examples/physics.py --steps 500 --picture physics.png

The network maps place and time to a temperature. It is never shown a solution: it is trained to fulfil the equation
u_t = K u_xx inside, the temperatures at the beginning, and cold ends. The solution is known, and tells how good it
is.

Method: Raissi, Perdikaris and Karniadakis, "Physics-informed neural networks", 2019.
"""

import argparse
from itertools import pairwise

import numpy as np

import graphwright as tf

DIFFUSION = 0.1


def exact(x, t):
    """The solution for the temperatures sin(pi x) + sin(3 pi x) / 2 at the beginning."""
    one, three = (np.exp(-DIFFUSION * (n * np.pi) ** 2 * t) * np.sin(n * np.pi * x) for n in (1, 3))
    return one + 0.5 * three


class Network(tf.Module):
    """Dense layers with tanh, whose second derivative exists everywhere."""

    def __init__(self, sizes=(2, 32, 32, 32, 1)):
        super().__init__()
        pairs = list(pairwise(sizes))
        self.weights = [
            tf.Variable(tf.random.stateless_normal([a, b], [5, i], stddev=(1 / a) ** 0.5))
            for i, (a, b) in enumerate(pairs)
        ]
        self.biases = [tf.Variable(tf.zeros([b])) for _, b in pairs]

    def __call__(self, x, t):
        values = tf.stack([2 * x - 1, 2 * t - 1], axis=1)
        for weight, bias in zip(self.weights[:-1], self.biases[:-1]):
            values = tf.tanh(values @ weight + bias)
        return (values @ self.weights[-1] + self.biases[-1])[:, 0]


def residual(network, x, t):
    """How far the network is from fulfilling the equation, at each point."""
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch([x, t])
            u = network(x, t)
        u_x, u_t = inner.gradient(u, [x, t])
    return u_t - DIFFUSION * outer.gradient(u_x, x)


def losses(network, count=256):
    """The squared errors of the equation, of the beginning and of the ends, at random points."""
    x, t = tf.random.uniform([count]), tf.random.uniform([count])
    start = tf.sin(np.pi * x) + 0.5 * tf.sin(3 * np.pi * x)
    ends = tf.concat([network(tf.zeros_like(t), t), network(tf.ones_like(t), t)], 0)
    inside = tf.reduce_mean(residual(network, x, t) ** 2)
    return inside, tf.reduce_mean((network(x, tf.zeros_like(x)) - start) ** 2), tf.reduce_mean(ends**2)


def make_step(network):
    """A step of Adam (Kingma and Ba, 2015) in one graph."""
    variables = network.trainable_variables
    means, squares = ([tf.Variable(tf.zeros_like(v)) for v in variables] for _ in range(2))
    count = tf.Variable(0.0)

    @tf.function
    def step(rate):
        with tf.GradientTape() as tape:
            inside, start, ends = losses(network)
            loss = inside + 10.0 * start + 10.0 * ends
        count.assign_add(1.0)
        rate = rate * tf.sqrt(1 - 0.999**count) / (1 - 0.9**count)
        for variable, mean, square, gradient in zip(variables, means, squares, tape.gradient(loss, variables)):
            mean.assign(0.9 * mean + 0.1 * gradient)
            square.assign(0.999 * square + 0.001 * gradient**2)
            variable.assign_sub(rate * mean / (tf.sqrt(square) + 1e-8))
        return loss

    return step


def draw(path, network, history):
    """The solution of the network and the known one, and the loss."""
    import matplotlib.pyplot as plt

    x = np.linspace(0, 1, 101, dtype=np.float32)
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.8), layout="constrained")
    for number, t in enumerate((0.0, 0.1, 0.3, 1.0)):
        found = network(tf.constant(x), tf.fill([101], t))
        left.plot(x, exact(x, t), color=f"C{number}", lw=4, alpha=0.3)
        left.plot(x, found, color=f"C{number}", label=f"t = {t}")
    left.set(title="Temperature: network (thin), solution (broad)", xlabel="place")
    left.legend()
    right.semilogy(history)
    right.set(title="Loss", xlabel="step")
    figure.savefig(path, dpi=90)


def main():
    parser = argparse.ArgumentParser(description="Solve a differential equation with a network.")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--picture", help="draw the results into this file")
    arguments = parser.parse_args()

    tf.random.set_seed(5)
    network = Network()
    step = make_step(network)
    history = []
    for number in range(1, arguments.steps + 1):
        rate = 0.01 * 0.03 ** (number / arguments.steps)
        history.append(float(step(tf.constant(rate))))
        if number % max(1, arguments.steps // 5) == 0:
            print(f"step {number}: loss {history[-1]:.5f}")
    x, t = (grid.ravel().astype(np.float32) for grid in np.meshgrid(np.linspace(0, 1, 51), np.linspace(0, 1, 51)))
    known = exact(x, t)
    error = np.linalg.norm(network(tf.constant(x), tf.constant(t)) - known) / np.linalg.norm(known)
    print(f"the network differs from the solution by {error:.2%}")
    if arguments.picture:
        draw(arguments.picture, network, history)


if __name__ == "__main__":
    main()
