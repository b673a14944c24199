"""`tf.gradients`: symbolic gradients inside a function."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphwright.autodiff.backprop import backpropagate
from graphwright.autodiff.tape import UnconnectedGradients, source_tensor, wants_zeros
from graphwright.autodiff.values import ones_like, zeros_like
from graphwright.base import errors, nest
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.core.door import apply
from graphwright.core.tape import carries_gradient
from graphwright.core.tensor import SymbolicTensor
from graphwright.core.tracing import TracingGraph


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
) -> list[Any]:
    """Derivatives of the sum of `ys` with regard to each of `xs`, for use inside a function.

    Args:
      ys: a tensor or a list of tensors of the function being traced.
      xs: a tensor or variable, or a list of them.
      grad_ys: gradients that come into the ys, one for each (None: ones).
      stop_gradients: tensors that are taken as constants.
      unconnected_gradients: None or zeros for xs that no y depends on.

    Returns: a list with one gradient per x.

    Raises:
      RuntimeError: no function is being traced.
      ValueError: lengths differ.

    >>> import graphwright as tf
    >>> @tf.function
    ... def f(x):
    ...     return tf.gradients(x * x * x, x)[0]
    >>> float(f(tf.constant(2.0)))
    12.0
    """
    graph = state.graph
    if not isinstance(graph, TracingGraph):
        raise RuntimeError(
            "tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead."
        )
    zero = wants_zeros(unconnected_gradients)
    targets = [to_tensor(y) for y in nest.flatten(ys)]
    incoming = [None] * len(targets) if grad_ys is None else nest.flatten(grad_ys)
    if len(incoming) != len(targets):
        raise ValueError(f"Passed {len(incoming)} grad_ys for {len(targets)} ys")
    here = next((y.op.graph for y in targets if isinstance(y, SymbolicTensor)), graph)
    sources = [_inside(here, source_tensor(x)) for x in nest.flatten(xs)]
    stops = [] if stop_gradients is None else [_inside(here, source_tensor(s)) for s in nest.flatten(stop_gradients)]
    seeds = [
        (_inside(here, y), ones_like(y) if g is None else to_tensor(g, None if hasattr(g, "dtype") else y.dtype))
        for y, g in zip(targets, incoming, strict=True)
        if carries_gradient(y)
    ]
    found = backpropagate(list(here.operations), seeds, sources, frozenset(map(id, stops)))
    if zero:
        found = [zeros_like(s) if g is None else g for g, s in zip(found, sources, strict=True)]
    return found


def _inside(graph: Any, tensor: Any) -> Any:
    """The value in the graph that stands for an outer tensor, if the graph uses it; else the tensor itself."""
    if isinstance(tensor, SymbolicTensor) and tensor.op.graph is graph:
        return tensor
    captured = graph._capture_of.get(id(tensor))
    if captured is not None:
        return captured
    constant = graph.constants.get(id(tensor))
    return tensor if constant is None else constant[1]


def hessians(
    ys: Any, xs: Any, gate_gradients: bool = False, aggregation_method: Any = None, name: str = "hessians"
) -> list[Any]:
    """Second derivatives of the sum of `ys` with regard to each of `xs`, for use inside a function.

    Returns: per x a tensor of shape `x.shape + x.shape`. The shape of each x must be known while tracing.

    Raises what `tf.gradients` raises; UnimplementedError for an x of unknown shape.

    >>> import graphwright as tf
    >>> @tf.function
    ... def f(x):
    ...     return tf.hessians(tf.reduce_sum(x * x * x), x)[0]
    >>> f(tf.constant([1.0, 2.0])).numpy().tolist()
    [[6.0, 0.0], [0.0, 12.0]]
    """
    found: list[Any] = []
    for x, slope in zip(nest.flatten(xs), gradients(ys, xs, name=name), strict=True):
        if slope is None:
            found.append(None)
            continue
        if not slope._type.is_static:
            raise errors.UnimplementedError(f"tf.hessians needs tensors of known shape, got {slope.shape}.")
        dims = slope._type.dims
        elements = apply("Unpack", (apply("Reshape", (slope, [-1])),), {"num": math.prod(dims), "axis": 0})
        rows = [gradients(e, x, unconnected_gradients="zero")[0] for e in elements]
        found.append(apply("Reshape", (apply("Pack", (rows,), {"axis": 0}), np.array(dims * 2, np.int32))))
    return found


__all__ = ["gradients", "hessians"]
