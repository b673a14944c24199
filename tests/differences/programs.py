"""Short programs that the expressions of the table call: gradients, traces, static shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def helpers(tf: Any) -> dict[str, Callable[..., Any]]:
    """The helpers by name, over either library."""

    def grad(f: Any, *args: Any) -> Any:
        """The gradient of the sum of `f(*args)`: of its one argument, or a list for several."""
        values = [tf.convert_to_tensor(a) for a in args]
        with tf.GradientTape() as tape:
            tape.watch(values)
            result = f(*values)
        found = tape.gradient(result, values)
        return found[0] if len(found) == 1 else found

    def grad_with(f: Any, upstream: Any, *args: Any) -> Any:
        """The gradient of `f(*args)` for an upstream gradient."""
        values = [tf.convert_to_tensor(a) for a in args]
        with tf.GradientTape() as tape:
            tape.watch(values)
            result = f(*values)
        upstream = tf.convert_to_tensor(upstream, result.dtype)
        found = tape.gradient(result, values, output_gradients=tf.broadcast_to(upstream, result.shape))
        return found[0] if len(found) == 1 else found

    def grad2(f: Any, *args: Any) -> Any:
        """The gradients of the sum of each first gradient, in a list for several arguments."""
        values = [tf.convert_to_tensor(a) for a in args]
        with tf.GradientTape(persistent=True) as outer:
            outer.watch(values)
            with tf.GradientTape() as inner:
                inner.watch(values)
                result = f(*values)
            first = inner.gradient(result, values)
        found = [None if g is None else outer.gradient(g, values) for g in first]
        return found[0][0] if len(found) == 1 and found[0] is not None else found

    def jvp(f: Any, primal: Any, tangent: Any) -> Any:
        """The forward-mode product of `f` at `primal` with `tangent`."""
        primal, tangent = tf.convert_to_tensor(primal), tf.convert_to_tensor(tangent)
        with tf.autodiff.ForwardAccumulator(primal, tangent) as accumulator:
            result = f(primal)
        return accumulator.jvp(result)

    def traced(f: Any, *args: Any, **kwargs: Any) -> Any:
        """`f(*args)` within `tf.function`, without AutoGraph."""
        return tf.function(f, autograph=False)(*args, **kwargs)

    def unknown(f: Any, *args: Any) -> Any:
        """`f(*args)` traced for arguments of unknown rank."""
        values = [tf.convert_to_tensor(a) for a in args]
        specs = [tf.TensorSpec(None, v.dtype) for v in values]
        return tf.function(f, autograph=False, input_signature=specs)(*values)

    def unsized(f: Any, *args: Any) -> Any:
        """`f(*args)` traced for arguments of known rank and unknown dimensions."""
        values = [a if isinstance(a, tf.RaggedTensor) else tf.convert_to_tensor(a) for a in args]
        specs = [
            tf.RaggedTensorSpec([None] * v.shape.rank, v.dtype, v.ragged_rank, v.row_splits.dtype)
            if isinstance(v, tf.RaggedTensor)
            else tf.TensorSpec([None] * v.shape.rank, v.dtype)
            for v in values
        ]
        return tf.function(f, autograph=False, input_signature=specs)(*values)

    def static(f: Any, *specs: Any) -> Any:
        """The types of the results of `f` traced for the specs: dtypes and static shapes."""
        concrete = tf.function(f, autograph=False).get_concrete_function(*specs)
        return tf.nest.map_structure(lambda t: (t.dtype, t.shape), concrete.structured_outputs)

    def spec(shape: Any, dtype: Any = "float32") -> Any:
        """A `tf.TensorSpec`."""
        return tf.TensorSpec(shape, dtype)

    def t(value: Any, dtype: Any = None) -> Any:
        """A constant."""
        return tf.constant(value, dtype)

    def signs(value: Any) -> Any:
        """Which elements have their sign bit set: tells -0.0 from 0.0."""
        import numpy as np

        return np.signbit(value.numpy().astype(np.float64))

    def message(f: Any) -> str:
        """The first line of what `f` raises."""
        try:
            f()
        except Exception as error:
            return str(error).split("\n")[0]
        return "no error"

    return {
        f.__name__: f
        for f in (grad, grad_with, grad2, jvp, traced, unknown, unsized, static, spec, t, signs, message)
    }  # fmt: skip
