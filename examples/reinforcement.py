"""Balance a pole on a cart: reinforcement learning with the world inside the graph.

    python examples/reinforcement.py                     # 60 updates
    python examples/reinforcement.py --updates 20 --picture reinforcement.png

The cart is pushed to the left or to the right; the longer the pole stands, the better. Physics, policy and update are
one compiled function: an episode of 64 carts at once is a loop of the graph.

Methods: Barto, Sutton and Anderson, "Neuronlike adaptive elements", 1983, for the world; policy gradients with a
baseline, Williams, 1992.
"""

import argparse

import numpy as np

import graphwright as tf

CARTS, LONGEST = 64, 200  # carts at once; steps of an episode
GRAVITY, CART, POLE, HALF, FORCE, SECONDS = 9.8, 1.0, 0.1, 0.5, 10.0, 0.02


def moved(state, action):
    """The state `[carts, 4]` (place, speed, angle, turning) after a push to the left (0) or to the right (1)."""
    _, speed, angle, turning = tf.unstack(state, axis=1)
    push = FORCE * (2 * tf.cast(action, tf.float32) - 1)
    sin, cos, mass = tf.sin(angle), tf.cos(angle), CART + POLE
    drive = (push + POLE * HALF * turning**2 * sin) / mass
    turn = (GRAVITY * sin - cos * drive) / (HALF * (4 / 3 - POLE * cos**2 / mass))
    pull = drive - POLE * HALF * turn * cos / mass
    return state + SECONDS * tf.stack([speed, pull, turning, turn], axis=1)


def stands(state):
    """Whether each cart is on its track and its pole within 12 degrees."""
    return (tf.abs(state[:, 0]) < 2.4) & (tf.abs(state[:, 2]) < 0.2095)


class Policy(tf.Module):
    """A network from the state to how much better a push to the right looks."""

    def __init__(self, units=32):
        super().__init__()
        self.first = tf.Variable(tf.random.stateless_normal([4, units], [1, 1]) * 0.5)
        self.bias = tf.Variable(tf.zeros([units]))
        self.second = tf.Variable(tf.random.stateless_normal([units, 1], [1, 2]) * 0.1)

    def __call__(self, state):
        return (tf.tanh(state @ self.first + self.bias) @ self.second)[..., 0]


@tf.function
def episode(policy):
    """States `[steps, carts, 4]`, actions and whether the pole still stood, `[steps, carts]`; it ends when all fell."""
    states = tf.TensorArray(tf.float32, LONGEST, element_shape=[CARTS, 4])
    actions = tf.TensorArray(tf.int32, LONGEST, element_shape=[CARTS])
    alive = tf.TensorArray(tf.float32, LONGEST, element_shape=[CARTS])
    state, up = tf.random.uniform([CARTS, 4], -0.05, 0.05), tf.ones([CARTS])
    time = 0
    while time < LONGEST and tf.reduce_any(up > 0):
        right = tf.random.uniform([CARTS]) < tf.sigmoid(policy(state))
        action = tf.cast(right, tf.int32)
        states, actions, alive = states.write(time, state), actions.write(time, action), alive.write(time, up)
        state = moved(state, action)
        up *= tf.cast(stands(state), tf.float32)
        time += 1
    return states.stack()[:time], actions.stack()[:time], alive.stack()[:time]


@tf.function
def update(policy, speeds, rate):
    """One episode of all carts and a step that makes good actions likelier; returns how long the poles stood."""
    states, actions, alive = episode(policy)
    to_come = tf.cumsum(alive, axis=0, reverse=True)  # the steps that each pole still stood
    better = (to_come - tf.reduce_mean(to_come, 1, keepdims=True)) * alive
    better /= tf.math.reduce_std(better) + 1e-6
    with tf.GradientTape() as tape:
        surprise = tf.nn.sigmoid_cross_entropy_with_logits(tf.cast(actions, tf.float32), policy(states))
        loss = tf.reduce_sum(surprise * better) / tf.reduce_sum(alive)
    gradients = tape.gradient(loss, policy.trainable_variables)
    for variable, speed, gradient in zip(policy.trainable_variables, speeds, gradients):
        speed.assign(0.9 * speed + 0.1 * gradient**2)  # RMSProp
        variable.assign_sub(rate * gradient / (tf.sqrt(speed) + 1e-4))
    return tf.reduce_sum(alive) / CARTS


def draw(path, lengths, states):
    """How long the poles stood, and the angles of an episode at the end."""
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.5), layout="constrained")
    left.plot(lengths)
    left.set(title=f"Steps that a pole stands, of {LONGEST}", xlabel="update", ylim=(0, LONGEST * 1.05))
    right.plot(np.degrees(states[:, :16, 2]), lw=0.8)
    right.set(title="Angles of sixteen poles, at the end", xlabel="step", ylabel="degrees", ylim=(-13, 13))
    figure.savefig(path, dpi=90)


def main():
    parser = argparse.ArgumentParser(description="Balance a pole on a cart.")
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--picture", help="draw the results into this file")
    arguments = parser.parse_args()

    tf.random.set_seed(4)
    policy = Policy()
    speeds = [tf.Variable(tf.zeros_like(variable)) for variable in policy.trainable_variables]
    lengths = []
    for number in range(1, arguments.updates + 1):
        lengths.append(float(update(policy, speeds, tf.constant(0.02))))
        if number % max(1, arguments.updates // 6) == 0:
            print(f"update {number}: the poles stand for {lengths[-1]:.0f} steps")
    states, _, alive = episode(policy)
    stood = float(tf.reduce_sum(alive)) / CARTS
    print(f"at first a pole stood for {lengths[0]:.0f} steps, now for {stood:.0f} of {LONGEST}")
    if arguments.picture:
        draw(arguments.picture, lengths, states.numpy())


if __name__ == "__main__":
    main()
