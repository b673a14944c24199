"""The smallest call: the overhead of a call."""

import numpy as np

from bench.workload import Program, Workload

A = np.array([[1, 2], [3, 4]], np.float32)
B = np.array([[5, 6], [7, 8]], np.float32)


def tensorflow(tf, stage):
    def add(a, b):
        return a + b

    names = {"add": stage(add), "a": tf.constant(A), "b": tf.constant(B)}
    # Eagerly a user writes the sum itself, with no function around it.
    return Program("a + b" if names["add"] is add else "add(a, b)", names)


def numpy():
    return Program("a + b", {"a": A.copy(), "b": B.copy()})


def jax():
    import jax

    add = jax.jit(lambda a, b: a + b)
    return Program("add(a, b).block_until_ready()", {"add": add, "a": jax.numpy.array(A), "b": jax.numpy.array(B)})


WORKLOAD = Workload("add", "`a + b` of 2x2 float32", tensorflow, numpy, jax)
