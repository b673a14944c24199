"""Call overhead, for several forms of calls and arguments; the functions do next to nothing."""

import numpy as np

from bench.workload import Program, Workload

A = np.array([[1, 2], [3, 4]], np.float32)
B = np.array([[5, 6], [7, 8]], np.float32)


def _method(tf, stage, slots):
    class Model:
        if slots:
            __slots__ = ("weight",)

        def __init__(self):
            self.weight = tf.Variable(B)

        @stage
        def add(self, x):
            return x + self.weight

    return Program("model.add(x)", {"model": Model(), "x": tf.constant(A)})


def keyword(tf, stage):
    add = stage(lambda a, b: a + b)
    return Program("add(a, b=b)", {"add": add, "a": tf.constant(A), "b": tf.constant(B)})


def nested(tf, stage):
    def step(batch):
        return {"sum": batch["x"] + batch["y"], "rest": [batch["x"], (batch["y"],)]}

    names = {"step": stage(step), "batch": {"x": tf.constant(A), "y": tf.constant(B)}}
    return Program("step(batch)", names, lambda: names["step"](names["batch"])["sum"])


def number(tf, stage):
    scale = stage(lambda x, factor: x * factor)
    return Program("scale(x, -2.5)", {"scale": scale, "x": tf.constant(A)})


def array(tf, stage):
    add = stage(lambda a, b: a + b)
    return Program("add(a, b)", {"add": add, "a": A.copy(), "b": B.copy()})


def traces(tf, stage):
    add = stage(lambda a, b: a + b)
    pairs = [(tf.ones([n]), tf.ones([n])) for n in range(1, 20)]
    for a, b in pairs:
        add(a, b)
    a, b = tf.constant(A), tf.constant(B)
    add(a, b)
    c, d = pairs[9]
    names = {"add": add, "a": a, "b": b, "c": c, "d": d}
    return Program("add(a, b); add(c, d)", names, lambda: add(a, b))


def argument(tf, stage):
    add = stage(lambda v, x: v + x)
    return Program("add(v, x)", {"add": add, "v": tf.Variable(B), "x": tf.constant(A)})


def capture(tf, stage):
    v = tf.Variable(B)
    return Program("add(x)", {"add": stage(lambda x: v + x), "x": tf.constant(A)})


def tape(tf, stage):
    loss = stage(lambda a, b: tf.reduce_sum(a * b + tf.tanh(a)))
    a, b = tf.constant(A), tf.constant(B)

    def gradient():
        with tf.GradientTape() as recorded:
            recorded.watch(a)
            recorded.watch(b)
            result = loss(a, b)
        return recorded.gradient(result, [a, b])

    return Program("gradient()", {"gradient": gradient}, lambda: gradient()[0])


def jax_keyword():
    import jax

    add = jax.jit(lambda a, b: a + b)
    names = {"add": add, "a": jax.numpy.array(A), "b": jax.numpy.array(B)}
    return Program("add(a, b=b).block_until_ready()", names)


def jax_nested():
    import jax

    def step(batch):
        return {"sum": batch["x"] + batch["y"], "rest": [batch["x"], (batch["y"],)]}

    names = {"step": jax.jit(step), "batch": {"x": jax.numpy.array(A), "y": jax.numpy.array(B)}}
    statement = "step(batch)['sum'].block_until_ready()"
    return Program(statement, names, lambda: names["step"](names["batch"])["sum"])


def jax_array():
    import jax

    return Program("add(a, b).block_until_ready()", {"add": jax.jit(lambda a, b: a + b), "a": A, "b": B})


def jax_tape():
    import jax
    import jax.numpy as jnp

    gradient = jax.jit(jax.grad(lambda a, b: jnp.sum(a * b + jnp.tanh(a)), argnums=(0, 1)))
    names = {"gradient": gradient, "a": jnp.array(A), "b": jnp.array(B)}
    return Program("gradient(a, b)[0].block_until_ready()", names, lambda: gradient(names["a"], names["b"])[0])


# other workloads measure calls of plain Python functions, and XLA
_UNFIT = frozenset({"graphwright eager", "TF eager", "TF jit_compile"})


def _workload(name, title, tensorflow, jax=None):
    return Workload(f"call_{name}", title, tensorflow, jax=jax, unfit=_UNFIT, in_quick=name == "method")


def method(tf, stage):
    return _method(tf, stage, slots=False)


def slots(tf, stage):
    return _method(tf, stage, slots=True)


WORKLOADS = [
    _workload("method", "a method: `model.add(x)`, 2x2, one variable", method),
    # TensorFlow has no methods on instances without weak references
    Workload(
        "call_slots",
        "a method of an instance with `__slots__`",
        slots,
        unfit=_UNFIT | {"tf.function"},
        in_quick=False,
    ),
    _workload("keyword", "`add(a, b=b)`, 2x2", keyword, jax_keyword),
    _workload("dict", "a dictionary given and one returned", nested, jax_nested),
    _workload("float", "a Python float as argument", number),
    _workload("array", "NumPy arrays as arguments", array, jax_array),
    _workload("traces", "two calls among 20 traces", traces),
    _workload("argument", "a variable as argument", argument),
    _workload("capture", "a variable captured", capture),
    _workload("tape", "call and gradient under a tape, 2x2", tape, jax_tape),
]
