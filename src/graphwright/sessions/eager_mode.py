"""Switches of `tf.compat.v1`: whether a program builds a graph from its first line, and what TensorFlow 2 changed."""

from __future__ import annotations

from graphwright.core import context
from graphwright.core.context import add_slow_path_reason, state
from graphwright.sessions.graph import default_graph


def disable_eager_execution() -> None:
    """Build operations into the default graph, in all threads, instead of running them at once.

    Call it when the program starts. `tf.compat.v1.Session` runs the graph.

    Raises ValueError inside a function that is traced and inside a `with graph.as_default()` block.

    >>> tf.compat.v1.disable_eager_execution()
    >>> tf.constant(1) + 2
    <tf.Tensor 'add:0' shape=() dtype=int32>
    >>> tf.compat.v1.enable_eager_execution(); tf.compat.v1.reset_default_graph()
    """
    if context.graph_of_new_threads is not None:
        return
    if state.graph is not None:
        raise ValueError("tf.compat.v1.disable_eager_execution must be called at program startup.")
    context.graph_of_new_threads = default_graph.get
    add_slow_path_reason(1, of_all=True)  # calls of functions become operations of the graph
    state.graph = default_graph.get()


def enable_eager_execution(config: object = None, device_policy: object = None, execution_mode: object = None) -> None:
    """Run operations at once again, after `disable_eager_execution()`.

    Raises ValueError inside a function that is traced and inside a `with graph.as_default()` block.

    >>> tf.compat.v1.enable_eager_execution()
    """
    if context.graph_of_new_threads is None:
        if state.graph is not None:
            raise ValueError("tf.enable_eager_execution must be called at program startup.")
        return
    if state.graph is not default_graph.get():
        raise ValueError("tf.enable_eager_execution must be called at program startup.")
    context.graph_of_new_threads = None
    add_slow_path_reason(-1, of_all=True)
    state.graph = None


def executing_eagerly_outside_functions() -> bool:
    """Whether operations outside of functions run at once.

    >>> tf.compat.v1.executing_eagerly_outside_functions()
    True
    """
    return context.session_graph() is None and context.graph_of_new_threads is None


_flags = {"resource_variables": True, "control_flow_v2": True, "v2_tensorshape": True, "tensor_equality": True}


def disable_v2_behavior() -> None:
    """Run as TensorFlow 1 does: `disable_eager_execution()`, and the other switches of this module.

    >>> tf.compat.v1.disable_v2_behavior()
    >>> tf.compat.v1.enable_v2_behavior()
    """
    disable_eager_execution()
    for name in _flags:
        _flags[name] = False


def enable_v2_behavior() -> None:
    """Run as TensorFlow 2 does, which is how programs start.

    >>> tf.compat.v1.enable_v2_behavior()
    """
    enable_eager_execution()
    for name in _flags:
        _flags[name] = True


def disable_resource_variables() -> None:
    """Accepted; variables are resources in any case.

    >>> tf.compat.v1.disable_resource_variables(); tf.compat.v1.enable_resource_variables()
    """
    _flags["resource_variables"] = False


def enable_resource_variables() -> None:
    """Of no effect: variables are resources.

    >>> tf.compat.v1.enable_resource_variables()
    """
    _flags["resource_variables"] = True


def resource_variables_enabled() -> bool:
    """Whether `enable_resource_variables` was called last, as it is when a program starts.

    >>> tf.compat.v1.resource_variables_enabled()
    True
    """
    return _flags["resource_variables"]


def disable_control_flow_v2() -> None:
    """Accepted; conditions and loops are functions in any case.

    >>> tf.compat.v1.disable_control_flow_v2(); tf.compat.v1.enable_control_flow_v2()
    """
    _flags["control_flow_v2"] = False


def enable_control_flow_v2() -> None:
    """Of no effect: conditions and loops are functions.

    >>> tf.compat.v1.enable_control_flow_v2()
    """
    _flags["control_flow_v2"] = True


def control_flow_v2_enabled() -> bool:
    """Whether `enable_control_flow_v2` was called last, as it is when a program starts.

    >>> tf.compat.v1.control_flow_v2_enabled()
    True
    """
    return _flags["control_flow_v2"]


def disable_v2_tensorshape() -> None:
    """Accepted; the sizes of a `tf.TensorShape` are integers and None in any case.

    >>> tf.compat.v1.disable_v2_tensorshape(); tf.compat.v1.enable_v2_tensorshape()
    """
    _flags["v2_tensorshape"] = False


def enable_v2_tensorshape() -> None:
    """Of no effect: the sizes of a `tf.TensorShape` are integers and None.

    >>> tf.compat.v1.enable_v2_tensorshape()
    """
    _flags["v2_tensorshape"] = True


def disable_tensor_equality() -> None:
    """Accepted; `==` compares the tensors of a `tf.Graph` by identity, all others by value, in any case.

    >>> tf.compat.v1.disable_tensor_equality(); tf.compat.v1.enable_tensor_equality()
    """
    _flags["tensor_equality"] = False


def enable_tensor_equality() -> None:
    """Of no effect: `==` compares tensors outside of a `tf.Graph` by value.

    >>> tf.compat.v1.enable_tensor_equality()
    """
    _flags["tensor_equality"] = True


__all__ = [
    "control_flow_v2_enabled", "disable_control_flow_v2", "disable_eager_execution", "disable_resource_variables",
    "disable_tensor_equality", "disable_v2_behavior", "disable_v2_tensorshape", "enable_control_flow_v2",
    "enable_eager_execution", "enable_resource_variables", "enable_tensor_equality", "enable_v2_behavior",
    "enable_v2_tensorshape", "executing_eagerly_outside_functions", "resource_variables_enabled",
]  # fmt: skip
