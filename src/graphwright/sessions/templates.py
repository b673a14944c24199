"""`tf.compat.v1.make_template`: a function that creates variables when it is called first, and finds them later."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from graphwright.core.context import executing_eagerly
from graphwright.sessions.collections import get_collection
from graphwright.sessions.graph_keys import GraphKeys
from graphwright.sessions.variable_scope import VariableScope, variable_scope
from graphwright.sessions.variable_store import VariableStore, keep_variables_in


class Template:
    """A function with a variable scope of its own; see `tf.compat.v1.make_template`."""

    def __init__(
        self, name: str, func: Callable[..., Any], unique_name: str | None, custom_getter: Any, now: bool
    ) -> None:
        if name is None:
            raise ValueError("name cannot be None.")
        self._name, self._func, self._unique_name, self._custom_getter = name, func, unique_name, custom_getter
        self._store = VariableStore() if executing_eagerly() else None
        self._scope: VariableScope | None = None
        self._called = False
        if now:
            with self._new_scope(False) as self._scope:
                pass

    def _new_scope(self, auxiliary_name_scope: bool) -> variable_scope:
        if not (self._unique_name or self._name):
            return variable_scope("", custom_getter=self._custom_getter)
        return variable_scope(
            self._unique_name, self._name, custom_getter=self._custom_getter, auxiliary_name_scope=auxiliary_name_scope
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._store is None:
            return self._call(args, kwargs)
        with keep_variables_in(self._store):
            return self._call(args, kwargs)

    def _call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        first = not self._called
        if self._scope is None:
            with self._new_scope(True) as self._scope:
                return self._run(first, args, kwargs)
        with variable_scope(self._scope, reuse=None if first else True):
            return self._run(first, args, kwargs)

    def _run(self, first: bool, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        before = set(map(id, self._created()))
        result = self._func(*args, **kwargs)
        if not first:
            created = [v for v in self._created() if id(v) not in before]
            if created:
                raise ValueError(
                    "Trainable variable created when calling a template after the first time, perhaps you used "
                    f"tf.Variable when you meant tf.get_variable: {created}"
                )
        self._called = True
        return result

    def _created(self) -> list[Any]:
        if self._store is not None:
            return [v for v in self._store.variables.values() if v.trainable]
        return get_collection(GraphKeys.TRAINABLE_VARIABLES)

    # looking -------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name that the template was created with."""
        return self._name

    @property
    def func(self) -> Callable[..., Any]:
        """The function, with the keywords that it was created with."""
        return self._func

    @property
    def variable_scope(self) -> VariableScope | None:
        """The scope of its variables; None before it is needed."""
        return self._scope

    @property
    def variable_scope_name(self) -> str | None:
        """The prefix of the names of its variables; None before it is needed."""
        if self._scope is None:
            return None
        return self._scope.name + "/" if self._scope.name else self._scope.name

    @property
    def var_scope(self) -> VariableScope | None:
        """The scope of its variables (use `variable_scope`)."""
        return self._scope

    def _of(self, key: str) -> list[Any]:
        if self._scope is None:
            return []
        return get_collection(key, self.variable_scope_name)

    @property
    def variables(self) -> list[Any]:
        """Its variables: global and local ones."""
        if self._store is not None:
            return list(self._store.variables.values())
        return self.global_variables + self.local_variables

    @property
    def trainable_variables(self) -> list[Any]:
        """Those of its variables that optimizers train."""
        if self._store is not None:
            return [v for v in self._store.variables.values() if v.trainable]
        return self._of(GraphKeys.TRAINABLE_VARIABLES)

    @property
    def non_trainable_variables(self) -> list[Any]:
        """The others."""
        trained = set(map(id, self.trainable_variables))
        return [v for v in self.variables if id(v) not in trained]

    @property
    def global_variables(self) -> list[Any]:
        """Its variables in the collection of global ones."""
        return self.variables if self._store is not None else self._of(GraphKeys.GLOBAL_VARIABLES)

    @property
    def local_variables(self) -> list[Any]:
        """Its variables in the collection of local ones."""
        return [] if self._store is not None else self._of(GraphKeys.LOCAL_VARIABLES)

    @property
    def weights(self) -> list[Any]:
        """Its variables."""
        return self.variables

    @property
    def trainable_weights(self) -> list[Any]:
        """`trainable_variables`."""
        return self.trainable_variables

    @property
    def non_trainable_weights(self) -> list[Any]:
        """`non_trainable_variables`."""
        return self.non_trainable_variables


def make_template(
    name_: str, func_: Callable[..., Any], create_scope_now_: bool = False, unique_name_: str | None = None,
    custom_getter_: Any = None, **kwargs: Any,
) -> Template:  # fmt: skip
    """A function that shares the variables of `get_variable` between its calls.

    Args:
      name_: the name of the variable scope, which is made unique.
      func_: the function.
      create_scope_now_: whether the scope is created now, not by the first call.
      unique_name_: the name of the scope as it is; two templates may not create the same variables.
      custom_getter_: the `custom_getter` of the scope.
      **kwargs: keywords that each call passes on.

    Raises ValueError: no name, or `unique_name_` in an eager program. So does a later call that creates a variable.

    >>> def scaled(x):
    ...     return x * tf.compat.v1.get_variable("w", [], initializer=tf.compat.v1.ones_initializer())
    >>> layer = tf.compat.v1.make_template("layer", scaled)
    >>> _ = layer(1.0), layer(2.0)
    >>> [v.name for v in layer.variables]
    ['layer/w:0']
    """
    if kwargs:
        func_ = functools.partial(func_, **kwargs)
    if executing_eagerly() and unique_name_ is not None:
        raise ValueError("unique_name_ cannot be used when eager execution is enabled.")
    return Template(name_, func_, unique_name_, custom_getter_, create_scope_now_)


__all__ = ["Template", "make_template"]
