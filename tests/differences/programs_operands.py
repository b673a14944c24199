"""Operands that are tensors of another dtype and know operators themselves, and functions that are methods."""

from __future__ import annotations

import operator
import weakref


def reflected(tf, dtype, name, variable=False, traced=False):
    """A tensor or variable of a dtype beside an object of float32 that has the reflected operators."""

    class Automatic:
        dtype = tf.float32
        shape = tf.TensorShape([])

        def __tf_tensor__(self, dtype=None, name=None):
            if dtype is not None and dtype != tf.float32:
                raise ValueError(f"not {dtype}")
            return tf.constant(3.0)

    for special in ("mul", "sub", "truediv", "floordiv", "mod", "pow"):
        setattr(Automatic, f"__r{special}__", lambda self, other, special=special: f"{special} of the object")
    left = tf.Variable(2, dtype=dtype) if variable else tf.constant(2, dtype)
    results = []

    def run(x):
        results.append(getattr(operator, name)(left if variable else x, Automatic()))
        return x

    (tf.function(run, autograph=False) if traced else run)(tf.constant(2, dtype))
    return results[0]


def method(tf, ask):
    """What there is to say of a function that was looked up on an instance."""

    class Model:
        @tf.function
        def call(self, x):
            return x + 1

    return ask(Model().call, type(tf.function(lambda x: x)))


def referred(bound):
    """Whether a weak reference leads to an object."""
    return weakref.ref(bound)() is bound
