"""`tf.compat.v1.Variable`: `tf.Variable` with the arguments that it has in TensorFlow 1."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from graphwright.core.context import session_graph
from graphwright.core.variable import Variable, VariableType
from graphwright.core.variable_options import VariableAggregation, VariableSynchronization


class _VariableV1Type(VariableType):
    """Every variable is an instance."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Variable)


class VariableV1(Variable, metaclass=_VariableV1Type):
    """`tf.Variable` with the arguments that it has in TensorFlow 1; every variable is an instance of it.

    Args: as for `tf.Variable`; and
      collections: the collections of the graph that it belongs to, `GraphKeys.GLOBAL_VARIABLES` by default.
      use_resource, expected_shape, caching_device, import_scope: accepted.

    >>> isinstance(tf.Variable(1), tf.compat.v1.Variable)
    True
    """

    def __new__(
        cls,
        initial_value: Any = None,
        trainable: bool | None = None,
        collections: Any = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: Any = None,
        expected_shape: Any = None,
        import_scope: str | None = None,
        constraint: Any = None,
        use_resource: bool | None = None,
        synchronization: Any = VariableSynchronization.AUTO,
        aggregation: Any = VariableAggregation.NONE,
        shape: Any = None,
    ) -> Any:
        """A variable of the graph that is built, or an eager one: no instance of this class itself."""
        with _collections_of(session_graph(), collections):
            return Variable(
                initial_value, trainable, validate_shape, name=name, variable_def=variable_def, dtype=dtype,
                constraint=constraint, synchronization=synchronization, aggregation=aggregation, shape=shape,
            )  # fmt: skip


@contextlib.contextmanager
def _collections_of(graph: Any, collections: Any) -> Iterator[None]:
    if graph is None or collections is None:
        yield
        return
    before, graph.collections_of_variables = graph.collections_of_variables, list(collections)
    try:
        yield
    finally:
        graph.collections_of_variables = before


__all__ = ["VariableV1"]
