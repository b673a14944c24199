"""Collections of a graph by TensorFlow's names for them, and what is asked of them."""

from __future__ import annotations

from typing import Any

from graphwright.core.context import executing_eagerly
from graphwright.sessions.graph import get_default_graph
from graphwright.sessions.graph_keys import GraphKeys


def add_to_collection(name: str, value: Any) -> None:
    """`Graph.add_to_collection` of the default graph.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.add_to_collection("losses", 1.0); tf.compat.v1.get_collection("losses")
    [1.0]
    """
    get_default_graph().add_to_collection(name, value)


def add_to_collections(names: Any, value: Any) -> None:
    """`Graph.add_to_collections` of the default graph.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.add_to_collections(["a", "b"], 1.0); tf.compat.v1.get_collection("b")
    [1.0]
    """
    get_default_graph().add_to_collections(names, value)


def get_collection(key: str, scope: str | None = None) -> list[Any]:
    """`Graph.get_collection` of the default graph; an empty list eagerly, where the graph has none.

    >>> tf.compat.v1.get_collection("losses")
    []
    """
    graph = get_default_graph()
    if hasattr(graph, "control_blocks"):
        found: list[Any] = graph.get_collection(key, scope)
        return found
    return list(graph.collections.get(key, ()))


def get_collection_ref(key: str) -> list[Any]:
    """`Graph.get_collection_ref` of the default graph.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.get_collection_ref("losses").append(1); tf.compat.v1.get_collection("losses")
    [1]
    """
    found: list[Any] = get_default_graph().get_collection_ref(key)
    return found


def global_variables(scope: str | None = None) -> list[Any]:
    """The variables of the default graph that a session keeps.

    Args:
      scope: a regular expression that their names begin with.

    >>> with tf.Graph().as_default():
    ...     _ = tf.Variable(1.0, name="v"); tf.compat.v1.global_variables()
    [<tf.Variable 'v:0' shape=() dtype=float32>]
    """
    return get_collection(GraphKeys.GLOBAL_VARIABLES, scope)


def all_variables() -> list[Any]:
    """`global_variables()` (use that).

    >>> tf.compat.v1.all_variables()
    []
    """
    return global_variables()


def local_variables(scope: str | None = None) -> list[Any]:
    """The variables of the default graph in the collection of local ones: counters, which no checkpoint holds.

    >>> tf.compat.v1.local_variables()
    []
    """
    return get_collection(GraphKeys.LOCAL_VARIABLES, scope)


def model_variables(scope: str | None = None) -> list[Any]:
    """The variables in the collection of those of the model.

    >>> tf.compat.v1.model_variables()
    []
    """
    return get_collection(GraphKeys.MODEL_VARIABLES, scope)


def moving_average_variables(scope: str | None = None) -> list[Any]:
    """The variables that have moving averages.

    >>> tf.compat.v1.moving_average_variables()
    []
    """
    return get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, scope)


def trainable_variables(scope: str | None = None) -> list[Any]:
    """The variables of the default graph that optimizers train.

    >>> with tf.Graph().as_default():
    ...     _ = tf.Variable(1.0, trainable=False); tf.compat.v1.trainable_variables()
    []
    """
    return get_collection(GraphKeys.TRAINABLE_VARIABLES, scope)


def variables_initializer(var_list: Any, name: str = "init") -> Any:
    """An operation that gives variables their initial values; None eagerly.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     v = tf.Variable(2.0)
    ...     session.run(tf.compat.v1.variables_initializer([v])); print(session.run(v))
    2.0
    """
    from graphwright.ops.control.group import group

    if executing_eagerly() or not var_list:
        return group(name=name)
    return group(*[v.initializer for v in var_list], name=name)


def global_variables_initializer() -> Any:
    """An operation that initializes `global_variables()`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     v = tf.Variable(2.0); session.run(tf.compat.v1.global_variables_initializer()); print(v.eval())
    2.0
    """
    return variables_initializer([] if executing_eagerly() else global_variables())


def local_variables_initializer() -> Any:
    """An operation that initializes `local_variables()`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     session.run(tf.compat.v1.local_variables_initializer())
    """
    return variables_initializer([] if executing_eagerly() else local_variables())


def tables_initializer(name: str = "init_all_tables") -> Any:
    """An operation without effect: tables have their entries from the start.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     session.run(tf.compat.v1.tables_initializer())
    """
    return variables_initializer([], name)


def main_op() -> Any:
    """An operation that initializes all variables and tables.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     session.run(tf.compat.v1.saved_model.main_op.main_op())
    """
    return variables_initializer(global_variables() + local_variables(), "main_op")


def is_variable_initialized(variable: Any) -> Any:
    """Whether a variable has a value, a bool tensor.

    >>> bool(tf.compat.v1.is_variable_initialized(tf.Variable(1)))
    True
    """
    return variable.is_initialized()


def report_uninitialized_variables(var_list: Any = None, name: str = "report_uninitialized_variables") -> Any:
    """The names of the variables that have no value in the session, a string tensor.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     v = tf.Variable(2.0, name="v"); session.run(tf.compat.v1.report_uninitialized_variables())
    array([b'v'], dtype=object)
    """
    from graphwright.core.context import name_scope
    from graphwright.ops.array.concat import stack
    from graphwright.ops.array.constants import constant
    from graphwright.ops.index.slicing import boolean_mask
    from graphwright.ops.math.comparison import logical_not

    variables = global_variables() + local_variables() if var_list is None else list(var_list)
    with name_scope(name):
        if not variables:
            return constant([], "string")
        states = logical_not(stack([v.is_initialized() for v in variables]))
        return boolean_mask(constant([v.name.partition(":")[0] for v in variables]), states)


def assert_variables_initialized(var_list: Any = None) -> Any:
    """An operation that raises FailedPreconditionError in a session where variables have no values.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.assert_variables_initialized() is None
    True
    """
    from graphwright.ops.control.group import group

    variables = global_variables() + local_variables() if var_list is None else list(var_list)
    return group(*[v.read_value() for v in variables]) if variables else None


__all__ = [
    "add_to_collection",
    "add_to_collections",
    "all_variables",
    "assert_variables_initialized",
    "get_collection",
    "get_collection_ref",
    "global_variables",
    "global_variables_initializer",
    "is_variable_initialized",
    "local_variables",
    "local_variables_initializer",
    "main_op",
    "model_variables",
    "moving_average_variables",
    "report_uninitialized_variables",
    "tables_initializer",
    "trainable_variables",
    "variables_initializer",
]  # fmt: skip
