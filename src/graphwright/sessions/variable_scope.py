"""`tf.compat.v1.variable_scope` and `get_variable`: variables found again by their names."""

from __future__ import annotations

import contextlib
import copy
import enum
import functools
from collections.abc import Callable, Iterator
from typing import Any

from graphwright.base.dtypes import float32
from graphwright.core.context import name_scope
from graphwright.core.introspection import get_current_name_scope
from graphwright.core.variable_options import VariableAggregation, VariableSynchronization
from graphwright.sessions.graph_keys import GraphKeys
from graphwright.sessions.variable_creation import find_or_create
from graphwright.sessions.variable_store import Scopes, scopes_in_force


class _Reuse(enum.Enum):
    AUTO_REUSE = 1


AUTO_REUSE = _Reuse.AUTO_REUSE
"""As `reuse` of `variable_scope` and `get_variable`: take the variable if there is one, else create it."""


class VariableScope:
    """A prefix of the names of variables, with what `get_variable` takes where its own argument is None.

    >>> with tf.Graph().as_default(), tf.compat.v1.variable_scope("layer"):
    ...     print(tf.compat.v1.get_variable_scope().name)
    layer
    """

    def __init__(
        self,
        reuse: Any,
        name: str = "",
        initializer: Any = None,
        regularizer: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        custom_getter: Any = None,
        name_scope: str = "",
        dtype: Any = float32,
        use_resource: Any = None,
        constraint: Any = None,
    ) -> None:
        self.name, self.reuse, self.initializer, self.regularizer = name, reuse, initializer, regularizer
        self.caching_device, self.partitioner, self.custom_getter = caching_device, partitioner, custom_getter
        self.original_name_scope, self.dtype = name_scope, dtype
        self.use_resource, self.constraint = use_resource, constraint

    def reuse_variables(self) -> None:
        """Let `get_variable` find variables, and create none."""
        self.reuse = True

    def set_initializer(self, initializer: Any) -> None:
        """The initializer of variables that have none."""
        self.initializer = initializer

    def set_regularizer(self, regularizer: Any) -> None:
        """The regularizer of variables that have none."""
        self.regularizer = regularizer

    def set_dtype(self, dtype: Any) -> None:
        """The dtype of variables that have none."""
        self.dtype = dtype

    def set_custom_getter(self, custom_getter: Any) -> None:
        """The function that is asked for variables first."""
        self.custom_getter = custom_getter

    def set_caching_device(self, caching_device: Any) -> None:
        """Where copies of variables would be; of no effect, since there is one device."""
        self.caching_device = caching_device

    def set_partitioner(self, partitioner: Any) -> None:
        """The function that cuts variables into parts."""
        self.partitioner = partitioner

    def set_use_resource(self, use_resource: bool) -> None:
        """Whether variables are handles, which they are in any case."""
        self.use_resource = use_resource

    def global_variables(self) -> list[Any]:
        """The variables whose names begin with this scope."""
        return self._collection(GraphKeys.GLOBAL_VARIABLES)

    def trainable_variables(self) -> list[Any]:
        """Those of them that optimizers train."""
        return self._collection(GraphKeys.TRAINABLE_VARIABLES)

    def local_variables(self) -> list[Any]:
        """Those in the collection of local ones."""
        return self._collection(GraphKeys.LOCAL_VARIABLES)

    def get_collection(self, name: str) -> list[Any]:
        """The values of a collection whose names begin with this scope."""
        return self._collection(name)

    def _collection(self, key: str) -> list[Any]:
        from graphwright.sessions.collections import get_collection

        return get_collection(key, self.name + "/" if self.name else None)

    def get_variable(
        self, var_store: Any, name: str, shape: Any = None, dtype: Any = None, initializer: Any = None,
        regularizer: Any = None, reuse: Any = None, trainable: bool | None = None, collections: Any = None,
        caching_device: Any = None, partitioner: Any = None, validate_shape: bool = True, use_resource: Any = None,
        custom_getter: Any = None, constraint: Any = None, synchronization: Any = VariableSynchronization.AUTO,
        aggregation: Any = VariableAggregation.NONE,
    ) -> Any:  # fmt: skip
        """`tf.compat.v1.get_variable` in this scope; `var_store` is of no effect, `reuse` replaces the scope's."""
        inside = copy.copy(self)
        inside.reuse = self.reuse if reuse is None else reuse
        with _in_force(inside):
            return get_variable(
                name, shape, dtype, initializer, regularizer, trainable, collections, caching_device, partitioner,
                validate_shape, use_resource, custom_getter, constraint, synchronization, aggregation,
            )  # fmt: skip


@contextlib.contextmanager
def _in_force(scope: VariableScope) -> Iterator[None]:
    scopes = scopes_in_force()
    before, scopes.scope = scopes.scope, scope
    try:
        yield
    finally:
        scopes.scope = before


def get_variable_scope() -> VariableScope:
    """The variable scope in force.

    >>> tf.compat.v1.get_variable_scope().name
    ''
    """
    scopes = scopes_in_force()
    if scopes.scope is None:
        scopes.scope = VariableScope(False)
    found: VariableScope = scopes.scope
    return found


class variable_scope:
    """Prefix the names of the variables that `get_variable` creates or finds in the block.

    Args:
      name_or_scope: a name, which is added to that of the scope around, or a scope to open again.
      default_name: a name that is made unique, where `name_or_scope` is None.
      values: of no effect.
      initializer, regularizer, dtype, constraint, custom_getter: for variables that have none of their own.
      partitioner: a function that says into how many parts a variable is cut, for variables that have none.
      caching_device, use_resource: accepted.
      reuse: True: variables are found and none created; `tf.compat.v1.AUTO_REUSE`: found or created.
      auxiliary_name_scope: whether operations get the prefix too.

    >>> def layer(x):
    ...     with tf.compat.v1.variable_scope("layer", reuse=tf.compat.v1.AUTO_REUSE):
    ...         return x * tf.compat.v1.get_variable("w", [], initializer=tf.compat.v1.ones_initializer())
    >>> with tf.Graph().as_default():
    ...     _ = layer(layer(1.0)); print([v.name for v in tf.compat.v1.global_variables()])
    ['layer/w:0']
    """

    def __init__(
        self,
        name_or_scope: Any,
        default_name: str | None = None,
        values: Any = None,
        initializer: Any = None,
        regularizer: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        custom_getter: Any = None,
        reuse: Any = None,
        dtype: Any = None,
        use_resource: Any = None,
        constraint: Any = None,
        auxiliary_name_scope: bool = True,
    ) -> None:
        if name_or_scope is None and default_name is None:
            raise TypeError("If default_name is None then name_or_scope is required")
        if name_or_scope is not None and not isinstance(name_or_scope, (str, VariableScope)):
            raise TypeError("VariableScope: name_or_scope must be a string or VariableScope.")
        if reuse is True and name_or_scope is None:
            raise ValueError("reuse=True cannot be used without a name_or_scope")
        self._name_or_scope, self._default_name, self._reuse = name_or_scope, default_name, reuse
        self._settings = {
            "initializer": initializer, "regularizer": regularizer, "caching_device": caching_device,
            "partitioner": partitioner, "custom_getter": custom_getter, "dtype": dtype, "use_resource": use_resource,
            "constraint": constraint,
        }  # fmt: skip
        self._with_names = auxiliary_name_scope
        self._blocks: list[contextlib.ExitStack] = []

    def __enter__(self) -> VariableScope:
        with contextlib.ExitStack() as stack:
            scope = self._open(stack)
            self._blocks.append(stack.pop_all())
        return scope

    def __exit__(self, *exc: Any) -> None:
        self._blocks.pop().close()

    def _open(self, stack: contextlib.ExitStack) -> VariableScope:
        scopes = scopes_in_force()
        around = get_variable_scope()
        given = self._name_or_scope
        if isinstance(given, VariableScope):
            name, basis, operations = given.name, given, given.name.rpartition("/")[2]
        else:
            part = self._unique(scopes, around.name) if given is None else given
            name, basis = (f"{around.name}/{part}" if around.name else part), around
            operations = str(self._default_name) if given is None else part
        if self._with_names and operations:
            names = stack.enter_context(name_scope(operations))
        else:
            names = f"{current}/" if (current := get_current_name_scope()) else ""
        if isinstance(given, VariableScope):  # it was opened first where its own operations are
            names = given.original_name_scope
        own = {key: value for key, value in self._settings.items() if value is not None}
        inherited = {key: getattr(basis, key) for key in self._settings}
        if "custom_getter" in own and inherited["custom_getter"] is not None:
            own["custom_getter"] = _both_getters(own["custom_getter"], inherited["custom_getter"])
        reuse = self._reuse if self._reuse is not None else basis.reuse
        if around.reuse is True and reuse is None:
            reuse = True
        scope = VariableScope(reuse, name, name_scope=names, **{**inherited, **own})
        scopes.uses[name] = scopes.uses.get(name, 0) + 1
        counts = {key: count for key, count in scopes.uses.items() if key.startswith(name + "/")}
        for key in counts:  # names inside a scope that is opened again count from the beginning
            del scopes.uses[key]
        stack.enter_context(_in_force(scope))
        return scope

    def _unique(self, scopes: Scopes, around: str) -> str:
        prefix = around + "/" if around else ""
        default = str(self._default_name)
        name, number = default, 0
        while prefix + name in scopes.uses:
            number += 1
            name = f"{default}_{number}"
        return name


def _both_getters(inner: Callable[..., Any], outer: Callable[..., Any]) -> Callable[..., Any]:
    def getter(getter: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return inner(functools.partial(outer, getter), *args, **kwargs)

    return getter


def get_variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool | None = None,
    collections: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    validate_shape: bool = True,
    use_resource: Any = None,
    custom_getter: Any = None,
    constraint: Any = None,
    synchronization: Any = VariableSynchronization.AUTO,
    aggregation: Any = VariableAggregation.NONE,
) -> Any:
    """The variable of this name in the variable scope in force, created if the scope does not reuse variables.

    Args:
      name: its name within the scope.
      shape, dtype: needed to create it, unless the initializer is a tensor; float32 by default.
      initializer: a tensor, or a function of shape and dtype; `glorot_uniform_initializer` by default for floating
        point, zeros otherwise.
      regularizer: a function of the variable, whose result joins the collection `REGULARIZATION_LOSSES`.
      trainable, collections, validate_shape, constraint, synchronization, aggregation: see `tf.Variable`.
      partitioner: a function of shape and dtype that says how many parts each dimension has; the result is then a
        `PartitionedVariable`.
      caching_device, use_resource: accepted.
      custom_getter: is called in place of this function, with it and all arguments.

    Raises ValueError: it exists and the scope does not reuse variables; it does not exist and the scope reuses them;
    it has another shape or dtype.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.get_variable("w", [2, 3])
    <tf.Variable 'w:0' shape=(2, 3) dtype=float32>
    """
    scope = get_variable_scope()
    arguments = {
        "shape": shape, "dtype": dtype or scope.dtype, "reuse": scope.reuse,
        "initializer": scope.initializer if initializer is None else initializer,
        "regularizer": scope.regularizer if regularizer is None else regularizer,
        "trainable": trainable, "collections": collections, "caching_device": caching_device,
        "partitioner": scope.partitioner if partitioner is None else partitioner, "validate_shape": validate_shape,
        "use_resource": use_resource, "constraint": scope.constraint if constraint is None else constraint,
        "synchronization": synchronization, "aggregation": aggregation,
    }  # fmt: skip
    full = f"{scope.name}/{name}" if scope.name else name
    getters = [g for g in (custom_getter, scope.custom_getter) if g is not None]
    create: Any = find_or_create
    for getter in reversed(getters):
        create = functools.partial(getter, create)
    return create(full, **arguments)


def get_local_variable(
    name: str, shape: Any = None, dtype: Any = None, initializer: Any = None, regularizer: Any = None,
    trainable: bool | None = False, collections: Any = None, caching_device: Any = None, partitioner: Any = None,
    validate_shape: bool = True, use_resource: Any = None, custom_getter: Any = None, constraint: Any = None,
    synchronization: Any = VariableSynchronization.AUTO, aggregation: Any = VariableAggregation.NONE,
) -> Any:  # fmt: skip
    """`get_variable` of a variable that no checkpoint holds and no optimizer trains.

    >>> with tf.Graph().as_default():
    ...     _ = tf.compat.v1.get_local_variable("count", []); tf.compat.v1.local_variables()
    [<tf.Variable 'count:0' shape=() dtype=float32>]
    """
    local = [*(collections or ()), GraphKeys.LOCAL_VARIABLES]
    return get_variable(
        name, shape, dtype, initializer, regularizer, False, local, caching_device, partitioner, validate_shape,
        use_resource, custom_getter, constraint, synchronization, aggregation,
    )  # fmt: skip


__all__ = [
    "AUTO_REUSE", "VariableScope", "get_local_variable", "get_variable", "get_variable_scope",
    "variable_scope",
]  # fmt: skip
