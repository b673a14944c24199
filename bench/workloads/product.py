"""One large matrix product."""

import numpy as np

from bench.workload import Program, Workload

SIDE = 1024


def _values():
    return np.random.default_rng(0).standard_normal((2, SIDE, SIDE), np.float32)


def _size(result):
    """What results are compared by: the elements are long sums, which libraries round differently."""
    return np.float32(np.mean(np.square(np.asarray(result))))


def tensorflow(tf, stage):
    a, b = map(tf.constant, _values())
    product = stage(lambda a, b: tf.matmul(a, b))
    return Program("product(a, b)", {"product": product, "a": a, "b": b}, lambda: _size(product(a, b)))


def numpy():
    a, b = _values()
    return Program("a @ b", {"a": a, "b": b}, lambda: _size(a @ b))


def jax():
    import jax
    import jax.numpy as jnp

    a, b = map(jnp.array, _values())
    product = jax.jit(lambda a, b: a @ b)
    return Program(
        "product(a, b).block_until_ready()",
        {"product": product, "a": a, "b": b},
        lambda: _size(product(a, b)),
    )


WORKLOAD = Workload("product", f"product of {SIDE}x{SIDE} float32", tensorflow, numpy, jax)
