"""One large matrix product: with all threads, and on one compared with the processor's peak."""

import numpy as np

from bench.workload import Program, Workload

SIDE = 1024


def _values():
    return np.random.default_rng(0).standard_normal((2, SIDE, SIDE), np.float32)


def _size(result):
    """The number by which results are compared, since the elements are long sums that libraries round differently."""
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


def on_one_thread(tf, stage):
    a, b = map(tf.constant, _values())
    staged, set_threads = stage(tf.matmul), tf.config.threading.set_intra_op_parallelism_threads

    def product(a, b):
        set_threads(1)
        result = staged(a, b)
        set_threads(0)
        return result

    return Program("product(a, b)", {"product": product, "a": a, "b": b}, lambda: _size(product(a, b)))


def peak():
    from bench.peak import multiply_adds

    a, b = _values()
    # the loop has no result to be compared
    return Program("multiply_adds()", {"multiply_adds": multiply_adds(SIDE**3)}, lambda: _size(a @ b))


_TITLE = f"product of {SIDE}x{SIDE} float32"
# TensorFlow does not change its number of threads while it runs.
_OTHERS = frozenset({"TF eager", "tf.function", "TF jit_compile"})

WORKLOADS = [
    Workload("product", _TITLE, tensorflow, numpy, jax),
    Workload("product_thread", f"{_TITLE} on one thread", on_one_thread, unfit=_OTHERS, peak=peak),
]
