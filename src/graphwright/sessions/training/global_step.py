"""The global step: the variable of a graph that counts the steps of training."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import int64
from graphwright.core.context import as_default_graph, executing_eagerly
from graphwright.core.tensor import Tensor
from graphwright.core.tensor_like import AnyTensor
from graphwright.core.variable import Variable
from graphwright.ops.array.constants import zeros
from graphwright.sessions.graph import get_default_graph
from graphwright.sessions.graph_keys import GraphKeys
from graphwright.sessions.variable_scope import get_variable


def get_global_step(graph: Any = None) -> Any:
    """The global step of a graph, the default graph by default; None where there is none.

    It is in the collection `GraphKeys.GLOBAL_STEP`, or the tensor `global_step:0`.

    Raises TypeError: there are several, or it is not an integer scalar.

    >>> with tf.Graph().as_default():
    ...     print(tf.compat.v1.train.get_global_step())
    None
    """
    graph = graph or get_default_graph()
    found = graph.get_collection(GraphKeys.GLOBAL_STEP)
    if len(found) > 1:
        raise TypeError(f"Multiple tensors in the collection {GraphKeys.GLOBAL_STEP}: {found}")
    if not found:
        try:
            found = [graph.get_tensor_by_name("global_step:0")]
        except KeyError:
            return None
    assert_global_step(found[0])
    return found[0]


def create_global_step(graph: Any = None) -> Any:
    """Create the global step of a graph.

    Raises ValueError where there is one already.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.train.create_global_step()
    <tf.Variable 'global_step:0' shape=() dtype=int64>
    """
    graph = graph or get_default_graph()
    if get_global_step(graph) is not None:
        raise ValueError('"global_step" already exists.')
    if executing_eagerly():
        step = Variable(0, trainable=False, dtype=int64, name="global_step")
        graph.add_to_collections([GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP], step)
        return step
    with as_default_graph(graph):
        return get_variable(
            "global_step", [], int64, initializer=zeros_of, trainable=False,
            collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP],
        )  # fmt: skip


def zeros_of(shape: Any, dtype: Any) -> Tensor:
    """Zeros of a shape and dtype: an initializer."""
    return zeros(shape, dtype)


def get_or_create_global_step(graph: Any = None) -> Any:
    """The global step of a graph, created where there is none.

    >>> with tf.Graph().as_default():
    ...     step = tf.compat.v1.train.get_or_create_global_step()
    ...     step is tf.compat.v1.train.get_or_create_global_step()
    True
    """
    found = get_global_step(graph)
    return create_global_step(graph) if found is None else found


def global_step(sess: Any, global_step_tensor: Any) -> int:
    """The value of the global step in a session, an integer.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     step = tf.compat.v1.train.create_global_step(); session.run(step.initializer)
    ...     tf.compat.v1.train.global_step(session, step)
    0
    """
    if executing_eagerly():
        return int(global_step_tensor)
    return int(sess.run(global_step_tensor))


def assert_global_step(global_step_tensor: Any) -> None:
    """Check that a tensor or variable is an integer scalar.

    Raises TypeError for anything else.

    >>> tf.compat.v1.train.assert_global_step(tf.Variable(0))
    """
    if not isinstance(global_step_tensor, AnyTensor):
        raise TypeError(f'Existing "global_step" must be a Variable or Tensor: {global_step_tensor}.')
    step: Any = global_step_tensor
    if not step.dtype.is_integer:
        raise TypeError(f'Existing "global_step" does not have integer type: {step.dtype!r}')
    if step.shape.rank not in (None, 0):
        raise TypeError(f'Existing "global_step" is not scalar: {step.shape}')


__all__ = [
    "assert_global_step", "create_global_step", "get_global_step", "get_or_create_global_step", "global_step",
]  # fmt: skip
