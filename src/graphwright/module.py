"""Module: a named container of variables and other modules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from graphwright.base import nest
from graphwright.core.context import name_scope
from graphwright.core.variable import Variable


class Module:
    """Base class for things that own variables; finds them in attributes, lists, dicts and submodules.

    >>> import graphwright as tf
    >>> class Dense(tf.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.w = tf.Variable(tf.ones([2, 2]))
    >>> len(Dense().trainable_variables)
    1
    """

    def __init__(self, name: str | None = None) -> None:
        if name is not None and not re.match(r"^[A-Za-z_]\w*$", name):
            raise ValueError(
                f"{name!r} is not a valid module name. Module names must be valid Python identifiers "
                "(e.g. a valid class name)."
            )
        self._name = name or _snake_case(type(self).__name__)

    @property
    def name(self) -> str:
        """The module's name, by default its class's in snake case."""
        found: str = self.__dict__.get("_name") or _snake_case(type(self).__name__)
        return found

    @property
    def name_scope(self) -> name_scope:
        """A name scope for the module's operations."""
        return name_scope(self.name)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All variables of this module and its submodules."""
        return tuple(self._find(lambda v: isinstance(v, Variable)))

    @property
    def trainable_variables(self) -> tuple[Variable, ...]:
        """Those of the variables that are trainable."""
        return tuple(v for v in self.variables if v.trainable)

    @property
    def non_trainable_variables(self) -> tuple[Variable, ...]:
        """Those of the variables that are not trainable."""
        return tuple(v for v in self.variables if not v.trainable)

    @property
    def submodules(self) -> tuple[Module, ...]:
        """All modules inside this one."""
        return tuple(m for m in self._find(lambda v: isinstance(v, Module)) if m is not self)

    def _find(self, wanted: Callable[[Any], bool]) -> Iterator[Any]:
        """Every wanted object reachable through attributes (sorted by name) and containers, each once."""
        seen = {id(self)}
        pending: list[Any] = [self]
        while pending:
            module = pending.pop(0)
            for key in sorted(vars(module)):
                for leaf in nest.flatten(vars(module)[key]):
                    if id(leaf) in seen:
                        continue
                    if isinstance(leaf, Module):
                        pending.append(leaf)
                    elif not isinstance(leaf, Variable):
                        continue
                    seen.add(id(leaf))
                    if wanted(leaf):
                        yield leaf

    @classmethod
    def with_name_scope(cls, method: Callable[..., Any]) -> Callable[..., Any]:
        """Run a method inside the module's name scope."""
        import functools

        @functools.wraps(method)
        def scoped(self: Module, *args: Any, **kwargs: Any) -> Any:
            with self.name_scope:
                return method(self, *args, **kwargs)

        return scoped


def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])|(?<!^)([A-Z])(?=[a-z])", r"_\1\2", name).lower()
