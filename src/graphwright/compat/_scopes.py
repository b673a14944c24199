"""Scopes of TensorFlow 1 under their oldest names, and what a graph checks of itself."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from graphwright.core.context import executing_eagerly, name_scope
from graphwright.ops.control.group import group
from graphwright.sessions.graph import get_default_graph
from graphwright.sessions.variable_scope import VariableScope, variable_scope


def op_scope(values: Any, name: str | None, default_name: str | None = None) -> Any:
    """`tf.compat.v1.name_scope` with its arguments in another order.

    >>> with tf.Graph().as_default(), tf.compat.v1.op_scope([], None, "layer") as scope:
    ...     print(scope)
    layer/
    """
    return name_scope(name if name is not None else default_name or "")


@contextlib.contextmanager
def variable_op_scope(
    values: Any, name_or_scope: Any, default_name: str | None = None, initializer: Any = None, regularizer: Any = None,
    caching_device: Any = None, partitioner: Any = None, custom_getter: Any = None, reuse: Any = None,
    dtype: Any = None, use_resource: Any = None, constraint: Any = None,
) -> Iterator[VariableScope]:  # fmt: skip
    """`tf.compat.v1.variable_scope` with its arguments in another order.

    >>> with tf.Graph().as_default(), tf.compat.v1.variable_op_scope([], None, "layer") as scope:
    ...     print(scope.name)
    layer
    """
    with variable_scope(
        name_or_scope, default_name, values, initializer, regularizer, caching_device, partitioner, custom_getter,
        reuse, dtype, use_resource, constraint,
    ) as scope:  # fmt: skip
        yield scope


@contextlib.contextmanager
def container(container_name: str) -> Iterator[None]:
    """Run the block: resources are kept by graph and session, not by container.

    >>> with tf.Graph().as_default(), tf.compat.v1.container("mine"):
    ...     x = tf.constant(1)
    """
    yield


def add_check_numerics_ops() -> Any:
    """An operation that checks all floating-point tensors that the graph has so far for NaN and infinity.

    Raises RuntimeError in eager programs; the operation raises `InvalidArgumentError`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     x = tf.constant(1.0) / 2.0
    ...     session.run(tf.compat.v1.add_check_numerics_ops())
    """
    from graphwright.debugging import check_numerics

    if executing_eagerly():
        raise RuntimeError(
            "add_check_numerics_ops() is not compatible with eager execution. To check for Inf's and NaN's under eager "
            "execution, call tf.debugging.enable_check_numerics() once before executing the checked operations."
        )
    checks = [
        check_numerics(tensor, f"{tensor.name}").op
        for operation in list(get_default_graph().get_operations())
        for tensor in operation.outputs
        if tensor.dtype.is_floating
    ]
    return group(*checks)


__all__ = ["add_check_numerics_ops", "container", "op_scope", "variable_op_scope"]
