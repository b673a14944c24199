"""Updates of variables of a million float32: SGD, and Adam with its two moments."""

import numpy as np

from bench.workload import Program, Workload

COUNT = 1_000_000
RATE, FIRST, SECOND, SMALL = 0.1, 0.1, 0.001, 1e-7


def problem():
    """The gradient, and the value to start from."""
    rng = np.random.default_rng(0)
    return rng.standard_normal(COUNT, np.float32), rng.standard_normal(COUNT, np.float32)


def tensorflow_sgd(tf, stage):
    gradient, start = problem()
    weight = tf.Variable(start)

    def step(g):
        weight.assign_sub(RATE * g)

    names = {"step": stage(step), "g": tf.constant(gradient)}

    def result():
        names["step"](names["g"])
        return weight.numpy()[:100]

    return Program("step(g)", names, result)


def numpy_sgd():
    g, weight = problem()

    def step(g):
        nonlocal weight
        weight -= np.float32(RATE) * g

    def result():
        step(g)
        return weight[:100]

    return Program("step(g)", {"step": step, "g": g}, result)


def tensorflow_adam(tf, stage):
    gradient, start = problem()
    weight = tf.Variable(start)
    mean, square = tf.Variable(tf.zeros([COUNT])), tf.Variable(tf.zeros([COUNT]))

    def step(g):
        mean.assign_add(FIRST * (g - mean))
        square.assign_add(SECOND * (g * g - square))
        weight.assign_sub(RATE * mean / (tf.sqrt(square) + SMALL))

    names = {"step": stage(step), "g": tf.constant(gradient)}

    def result():
        names["step"](names["g"])
        return weight.numpy()[:100]

    return Program("step(g)", names, result)


def numpy_adam():
    g, weight = problem()
    mean, square = np.zeros_like(g), np.zeros_like(g)
    rate, first, second, small = (np.float32(v) for v in (RATE, FIRST, SECOND, SMALL))

    def step(g):
        nonlocal mean, square, weight
        mean += first * (g - mean)
        square += second * (g * g - square)
        weight -= rate * mean / (np.sqrt(square) + small)

    def result():
        step(g)
        return weight[:100]

    return Program("step(g)", {"step": step, "g": g}, result)


WORKLOADS = [
    Workload("sgd_update", "SGD on 1M floats", tensorflow_sgd, numpy_sgd),
    Workload("adam_update", "Adam on 1M floats", tensorflow_adam, numpy_adam),
]
