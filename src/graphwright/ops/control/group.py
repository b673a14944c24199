"""Grouping operations: `tf.no_op`, `tf.group`, `tf.tuple`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphwright.base import nest
from graphwright.core.convert import is_tensor_like
from graphwright.core.prelude import Tensor, TensorLike, apply, apply_effect, name_scope, state, to_tensor
from graphwright.ir.prelude import Operation, op

NO_OP = op("NoOp", "->", shape=lambda ctx: [], kernel=lambda: None, no_gradient=True)
CONTROL_TRIGGER = op("ControlTrigger", "->", shape=lambda ctx: [], kernel=lambda: None, no_gradient=True)


def no_op(name: str | None = None) -> Operation | None:
    """An operation that does nothing; eagerly None.

    >>> tf.no_op() is None
    True
    """
    return apply_effect(NO_OP, (), None, name)


def group(*inputs: TensorLike, **kwargs: Any) -> Operation | None:
    """Create an operation that depends on all inputs; eagerly None.

    Operations with effects run in program order whether or not they are grouped, so grouping does not change what
    runs. In a GraphDef it is a NoOp with control inputs.

    Args:
      *inputs: tensors, variables, operations, or structures of them.
      name=None: the name of the operation.

    Raises TypeError for other values, in a function being traced.

    >>> v, w = tf.Variable(1), tf.Variable(2)
    >>> @tf.function
    ... def step():
    ...     tf.group(v.assign_add(1), w.assign_add(1))
    ...     return v + w
    >>> int(step())
    5
    """
    if state.graph is None:
        return None
    name = kwargs.pop("name", None)
    if kwargs:
        raise ValueError(f"Unknown keyword arguments: {', '.join(kwargs)}")
    producers: list[Operation] = []
    for value in nest.flatten(inputs, expand_composites=True):
        if not (is_tensor_like(value) or isinstance(value, Operation)):
            raise TypeError(
                f"'inputs' should be zero or more (nested) Tensors. Received '{value}' with type '{type(value)}'."
            )
        producer = value if isinstance(value, Operation) else getattr(value, "op", None)
        if producer is not None and producer.graph is state.graph:
            producers.append(producer)
    operation = no_op(name or "group_deps")
    assert operation is not None
    operation.control_inputs += dict.fromkeys(producers)
    return operation


def tuple_(
    tensors: Sequence[TensorLike], control_inputs: Sequence[TensorLike] | None = None, name: str | None = None
) -> list[Tensor]:
    """Return the tensors as a list (None stays None), under names of their own in a graph.

    Results are computed when needed and effects happen in program order, so no further synchronization is required.

    Raises ValueError when there are no tensors, in a function being traced.

    >>> [int(t) for t in tf.tuple([tf.constant(1), tf.constant(2)])]
    [1, 2]
    """
    if state.graph is not None and all(t is None for t in tensors):
        raise ValueError(f"Must have at least one Tensor. Received: {tensors}")
    with name_scope(name or "tuple"):
        return [None if t is None else apply("Identity", (to_tensor(t),)) for t in tensors]
