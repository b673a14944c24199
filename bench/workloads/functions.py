"""One mathematical function of a million floats: what its arithmetic costs."""

import numpy as np

from bench.workload import Program, Workload

X = np.random.default_rng(0).uniform(0.01, 4, 1_000_000).astype(np.float32)

# name: the function in TensorFlow, in NumPy where there is one, in jax
_FUNCTIONS = {
    "exp": (lambda tf: tf.exp, lambda: np.exp, lambda jax: jax.numpy.exp),
    "log": (lambda tf: tf.math.log, lambda: np.log, lambda jax: jax.numpy.log),
    "sigmoid": (lambda tf: tf.sigmoid, lambda: lambda x: 1 / (1 + np.exp(-x)), lambda jax: jax.nn.sigmoid),
    "sin": (lambda tf: tf.sin, lambda: np.sin, lambda jax: jax.numpy.sin),
    "erf": (lambda tf: tf.math.erf, None, lambda jax: jax.lax.erf),
    "rsqrt": (lambda tf: tf.math.rsqrt, lambda: lambda x: 1 / np.sqrt(x), lambda jax: jax.lax.rsqrt),
    "pow": (lambda tf: lambda x: x**2.5, lambda: lambda x: x ** np.float32(2.5), lambda jax: lambda x: x**2.5),
}


def _workload(name):
    in_tensorflow, in_numpy, in_jax = _FUNCTIONS[name]

    def tensorflow(tf, stage):
        return Program("f(x)", {"f": stage(in_tensorflow(tf)), "x": tf.constant(X)})

    def numpy():
        return Program("f(x)", {"f": in_numpy(), "x": X})

    def jax():
        import jax

        return Program("f(x).block_until_ready()", {"f": jax.jit(in_jax(jax)), "x": jax.numpy.array(X)})

    return Workload(f"function_{name}", f"`{name}` of 1M floats", tensorflow, in_numpy and numpy, jax)


WORKLOADS = [_workload(name) for name in _FUNCTIONS]
