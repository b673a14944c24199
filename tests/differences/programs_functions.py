"""Programs about `tf.function` for the table: arguments, signatures, concrete functions. Each takes `tf`."""

from __future__ import annotations

import collections
import dataclasses
from typing import Any

Point = collections.namedtuple("Point", ["x", "y"])


class Unhashable:
    """An object without a hash."""

    __hash__ = None  # type: ignore[assignment]


class Counter:
    """An object with a staged method."""

    def __init__(self, tf: Any) -> None:
        self.count = 2

        @tf.function
        def times(x, n=3, *args, scale=1, **kwargs):
            return x * n * scale * self.count

        self.times = times


@dataclasses.dataclass
class Pair:
    a: Any
    b: Any


def changed(tf: Any, argument: Any, change: Any, autograph: bool = True) -> Any:
    """A function that does something to its argument."""

    @tf.function(autograph=autograph)
    def f(x, value):
        change(value, x)
        return x

    return f(tf.constant(1.0), argument)


def changed_concrete(tf: Any, argument: Any, change: Any) -> Any:
    """The same, traced only."""

    @tf.function
    def f(x, value):
        change(value, x)
        return x

    return f.get_concrete_function(tf.constant(1.0), argument).name is not None


def changed_keyword(tf: Any, argument: Any, change: Any) -> Any:
    """The same for a keyword-only argument."""

    @tf.function
    def f(x, *, value):
        change(value, x)
        return x

    return f(tf.constant(1.0), value=argument)


def changed_default(tf: Any) -> Any:
    @tf.function
    def f(x, value=[]):  # noqa: B006
        value.append(x)
        return x

    return f(tf.constant(1.0))


def changed_within(tf: Any) -> Any:
    @tf.function
    def g(x, value):
        value.append(x)
        return x

    @tf.function
    def f(x):
        return g(x, [])

    return f(tf.constant(1.0))


def passed(tf: Any, argument: Any) -> Any:
    """A function of an argument that it does not use."""
    return tf.function(lambda x, value: x)(tf.constant(1.0), argument)


def described(tf: Any, *args: Any, **kwargs: Any) -> Any:
    """What a concrete function says of itself."""

    @tf.function
    def f(x, n=2, *rest, scale=3.0, **more):
        return {"y": x * tf.cast(n, x.dtype), "z": (x, [x])}

    c = f.get_concrete_function(*args, **kwargs)
    return (
        [t.shape for t in c.inputs], [t.dtype for t in c.outputs], len(c.captured_inputs), c.structured_outputs,
        c.structured_input_signature,
    )  # fmt: skip


def traces(tf: Any, *calls: Any, **options: Any) -> int:
    """How often a function is traced for some calls."""
    f = tf.function(lambda *args, **kwargs: tf.constant(1), **options)
    for args in calls:
        f(*args)
    return f.experimental_get_tracing_count()


def called(tf: Any, specs: Any, *args: Any, **kwargs: Any) -> Any:
    """A concrete function for some specs called."""

    @tf.function
    def f(x, y=2.0, *, z=3.0):
        return x, y, z

    given, named = specs
    return f.get_concrete_function(*given, **named)(*args, **kwargs)


def called_structure(tf: Any, *args: Any, **kwargs: Any) -> Any:
    """A concrete function of structures called."""

    @tf.function
    def f(pair, d):
        return pair[0] + pair[1], d["a"] * d["b"]

    c = f.get_concrete_function(
        (tf.TensorSpec([None], name="p"), tf.TensorSpec([None], name="q")),
        {"a": tf.TensorSpec([], name="r"), "b": tf.TensorSpec([], name="s")},
    )
    return c(*args, **kwargs)


def signed(tf: Any, signature: Any, *args: Any, **kwargs: Any) -> Any:
    """A function with an input_signature called."""

    @tf.function(input_signature=signature)
    def f(x, y=2.0):
        return x, y

    return f(*args, **kwargs)


def printed(tf: Any, *args: Any, **kwargs: Any) -> str:
    """The signature of a concrete function as text."""

    @tf.function
    def f(x, y=2.0, *rest, z=3.0, **more):
        return x

    return f.get_concrete_function(*args, **kwargs).pretty_printed_signature()


def static_through_call(tf: Any, make: Any, use: Any) -> Any:
    """The static shape of what takes a shape that an inner function makes."""
    shapes = []
    inner = tf.function(make)

    @tf.function
    def f(x):
        shapes.append(use(x, inner(x)).shape)
        return x

    f(tf.zeros([6]))
    return shapes[0]


def own_gradient(tf: Any, backward: Any) -> Any:
    """The gradient of a function with a gradient of its own, eager and staged."""

    @tf.custom_gradient
    def f(x, y):
        return x * y, backward

    def run():
        x, y = tf.constant(2.0), tf.constant(3.0)
        with tf.GradientTape() as tape:
            tape.watch([x, y])
            z = f(x, y)
        return tape.gradient(z, [x, y])

    return run(), tf.function(run)()


def created(tf: Any, initial: Any, kept: bool = True) -> Any:
    """A variable created in a function."""
    held = []

    @tf.function
    def f(x):
        if not held or not kept:
            held.append(tf.Variable(initial(x)))
        return held[-1] + x

    return f(tf.constant(1.0)), f(tf.constant(2.0))


def called_flat(tf, call):
    """A concrete function of a structure and a tensor, called with the tensors one by one."""
    f = tf.function(lambda d, z: d["a"] + 2 * d["b"] + 4 * z, autograph=False)
    spec = tf.TensorSpec
    c = f.get_concrete_function({"a": spec([2], name="p"), "b": spec([2], name="q")}, spec([2], name="r"))
    return call(c, tf.ones([2]))


def default_loaded(tf, np, default):
    """What a function with this default gives after it was saved and loaded."""
    import tempfile

    class Model(tf.Module):
        @tf.function
        def f(self, x, a=default):
            return x * tf.cast(a[0] if isinstance(a, tuple) else a, tf.float32)

    model = Model()
    model.f(tf.ones([2]))
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(model, folder)
        return tf.saved_model.load(folder).f(tf.ones([2]))
