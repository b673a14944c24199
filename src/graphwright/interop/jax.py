"""Functions of this package as functions of jax, and the other way round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.autodiff.custom import custom_gradient
from graphwright.autodiff.tape import GradientTape
from graphwright.base import errors, nest
from graphwright.base.dtypes import as_dtype
from graphwright.base.spec import TensorSpec
from graphwright.control.host_calls import numpy_function
from graphwright.core.convert import to_tensor
from graphwright.functions.decorator import function as tf_function
from graphwright.ir.emit import Unsupported
from graphwright.ir.funcgraph import FuncGraph
from graphwright.passes import optimize
from graphwright.runtime.xla import backend


def to_jax(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function as a pure function of jax: for `jax.jit`, `jax.grad` and `jax.vmap`.

    It is traced for the dtypes and shapes of the arrays it is called with, and its operations become jax's. Variables
    have the values that they have when jax traces it. Gradients are jax's own; through loops, which jax does not
    differentiate backwards, they are those of `tf.GradientTape`. Indices out of range and assertions are not looked
    for, as nothing inside a program of jax can raise.

    Args:
      function: a `tf.function`, a concrete function, or a Python function of tensors. Array arguments and results may
        be nested.

    Raises:
      FailedPreconditionError: jax is not installed.
      InvalidArgumentError: when it is called, for a function that jax cannot have: it works on text, calls Python, or
        assigns variables; or results whose sizes follow from values.

    ```python
    import jax
    square = to_jax(tf.function(lambda x: tf.reduce_sum(x**2)))
    jax.grad(square)(jax.numpy.array([1.0, 2.0]))  # [2., 4.]
    ```
    """
    backend.require()
    traced = function if hasattr(function, "get_concrete_function") or hasattr(function, "graph") else None
    whole: Any = tf_function(function) if traced is None else traced

    def call(*args: Any) -> Any:
        import jax

        leaves, structure = jax.tree.flatten(args)
        specs = [TensorSpec(np.shape(x), as_dtype(np.dtype(jax.numpy.result_type(x)))) for x in leaves]
        concrete = _concrete(whole, jax.tree.unflatten(structure, specs))
        return nest.pack_sequence_as(
            concrete.structured_outputs,
            _applied(concrete, [jax.numpy.asarray(x) for x in leaves]),
            expand_composites=True,
        )

    return call


def _concrete(function: Any, specs: Sequence[Any]) -> Any:
    return function.get_concrete_function(*specs) if hasattr(function, "get_concrete_function") else function


def _applied(concrete: Any, arrays: Sequence[Any]) -> Sequence[Any]:
    """The function's results for arrays of jax, with a gradient that goes through loops."""
    import jax

    graph = concrete.graph
    if not any(op.type in ("While", "StatelessWhile") for g in (graph, *graph.functions()) for op in g.operations):
        return lowered(graph, arrays)

    def backward(inputs: Sequence[Any], grads: Sequence[Any]) -> Any:
        def gradients(*given: Any) -> Any:
            own, upstream = given[: len(inputs)], given[len(inputs) :]
            with GradientTape() as tape:
                tape.watch(own)
                results = concrete.call_flat(list(own) + list(concrete.captured_inputs))
            flat = results if isinstance(results, (list, tuple)) else [results]
            found = tape.gradient(list(flat), list(own), output_gradients=list(upstream))
            return [to_tensor(np.zeros(x.shape, x.dtype.numpy)) if g is None else to_tensor(g) for g, x in zip(
                found, own, strict=True)]  # fmt: skip

        types = [TensorSpec(x.shape, as_dtype(np.dtype(x.dtype))) for x in (*inputs, *grads)]
        return tuple(lowered(tf_function(gradients).get_concrete_function(*types).graph, [*inputs, *grads]))

    run = jax.custom_vjp(lambda *given: tuple(lowered(graph, given)))
    run.defvjp(lambda *given: (tuple(lowered(graph, given)), given), backward)
    return run(*arrays)  # type: ignore[no-any-return]


def lowered(graph: FuncGraph, arrays: Sequence[Any]) -> list[Any]:
    """The operations of a graph in jax's place; raises InvalidArgumentError for what it cannot have."""
    from graphwright.runtime.xla.inlining import inlined

    try:
        return inlined(optimize(graph), [*arrays, *(t._array for t in graph.captures)])
    except Unsupported as error:
        raise errors.InvalidArgumentError(f"'{graph.name}' cannot be a function of jax: {error}.") from error


def from_jax(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of jax as a function of tensors, with its gradient; for eager code and inside `tf.function`.

    jax compiles it for each set of sizes. On the `xla` executor it becomes a part of the program around it; on the
    others the program calls it.

    Args:
      function: a function of arrays, as `jax.jit` takes it. Arguments and results may be nested.

    Raises FailedPreconditionError: jax is not installed.

    ```python
    import jax
    norm = from_jax(lambda x: jax.numpy.sqrt((x**2).sum()))
    norm(tf.constant([3.0, 4.0]))  # 5.0
    ```
    """
    backend.require()

    def call(*args: Any) -> Any:
        import jax

        tensors = nest.map_structure(to_tensor, list(args))
        flat = nest.flatten(tensors)

        def on_flat(*arrays: Any) -> Any:
            return function(*nest.pack_sequence_as(tensors, list(arrays)))

        known = all(t.shape.is_fully_defined() for t in flat)
        # of unknown sizes only the dtypes of the results are taken over
        shapes = [[1 if n is None else n for n in t.shape.as_list()] for t in flat]
        with _x64(flat):
            types = jax.eval_shape(
                on_flat, *(jax.ShapeDtypeStruct(s, t.dtype.numpy) for s, t in zip(shapes, flat, strict=True))
            )
        leaves, structure = jax.tree.flatten(types)
        results = _with_gradient(on_flat, flat, leaves)
        if known:
            for result, type_ in zip(results, leaves, strict=True):
                result.set_shape(type_.shape)
        return jax.tree.unflatten(structure, results)

    return call


def _with_gradient(function: Callable[..., Any], tensors: Sequence[Any], results: Sequence[Any]) -> list[Any]:
    import jax

    dtypes = [as_dtype(np.dtype(r.dtype)) for r in results]

    def forward(*arrays: Any) -> list[Any]:
        found: list[Any] = jax.tree.leaves(function(*arrays))
        return found

    def backward(*arrays: Any) -> list[Any]:
        inputs, upstream = arrays[: len(tensors)], arrays[len(tensors) :]
        return list(jax.vjp(forward, *inputs)[1](list(upstream)))

    @custom_gradient
    def run(*given: Any) -> Any:
        found = numpy_function(_host(forward), list(given), dtypes, stateful=False)

        def gradient(*upstream: Any) -> Any:
            return numpy_function(_host(backward), [*given, *upstream], [t.dtype for t in given], stateful=False)

        return list(found), gradient

    found = run(*tensors)
    return list(found) if isinstance(found, (list, tuple)) else [found]


def _host(function: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
    """What a program calls; the function of jax in it is found by the xla executor as `jax_function`."""
    import jax

    compiled = jax.jit(function)

    def run(*arrays: Any) -> list[Any]:
        with _x64(arrays):
            return [np.asarray(result) for result in compiled(*arrays)]

    run.jax_function = function  # type: ignore[attr-defined]
    return run


def _x64(values: Sequence[Any]) -> Any:
    """64-bit dtypes where an argument has one."""
    import jax

    return jax.enable_x64(any(np.dtype(getattr(v.dtype, "numpy", v.dtype)).itemsize == 8 for v in values))


__all__ = ["from_jax", "to_jax"]
