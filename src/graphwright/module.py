"""Module: a named container of variables and other modules."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from typing import Any

from graphwright.base import nest
from graphwright.core.context import name_scope
from graphwright.core.deferred_restore import report, waiting
from graphwright.core.trackable import LISTS, Trackable, note_lists
from graphwright.core.variable import Variable


class Module(Trackable):
    """Base class of objects with variables, which it finds in attributes, lists, dicts, tuples and submodules.

    Attributes are looked through by name in alphabetical order, dicts by key; what a module has comes before what
    its submodules have, and whatever is reachable in several ways comes once.

    Args:
      name: a Python identifier; by default the class's name in snake case. ValueError for anything else.

    >>> class Dense(tf.Module):
    ...     def __init__(self, name=None):
    ...         super().__init__(name=name)
    ...         with self.name_scope:
    ...             self.w = tf.Variable(tf.ones([2, 2]), name="w")
    >>> class Model(tf.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.layers = [Dense("first"), Dense("second")]
    >>> [v.name for v in Model().trainable_variables]
    ['first/w:0', 'second/w:0']
    """

    _TF_MODULE_IGNORED_PROPERTIES: frozenset[str] = frozenset({LISTS})
    """Names of attributes that are not searched; subclasses may add to them."""

    def __init__(self, name: str | None = None) -> None:
        if name is not None and not re.match(r"^[A-Za-z_]\w*$", name, re.ASCII):
            raise ValueError(
                f"{name!r} is not a valid module name. Module names must be valid Python identifiers "
                "(e.g. a valid class name)."
            )
        self._name = name or _snake_case(type(self).__name__)
        with name_scope(self._name) as scope:
            self._scope_name = scope

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if isinstance(value, (list, tuple, dict)):
            note_lists(self, name, value)
        if waiting:  # a restored checkpoint may hold what belongs here
            report(self, name)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """The attributes in the order in which they were set, by the names under which they are saved."""
        return dict(vars(self))

    @property
    def name(self) -> str:
        """The module's name, by default its class's in snake case."""
        return self._after_init("_name")

    @property
    def name_scope(self) -> name_scope:
        """The scope of the module's names: its own name, within the scope in which the module was created."""
        return name_scope(self._after_init("_scope_name"))

    def _after_init(self, attribute: str) -> str:
        # not by `self.__dict__`: libraries replace a module's `__getattribute__`
        found: str | None = object.__getattribute__(self, "__dict__").get(attribute)
        if found is None:
            kind = type(self).__name__
            raise AttributeError(f"{kind!r} object has no name yet: call super().__init__() in {kind}.__init__ first.")
        return found

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All variables of this module and its submodules."""
        return tuple(self._flatten(predicate=lambda v: isinstance(v, Variable)))

    @property
    def trainable_variables(self) -> tuple[Variable, ...]:
        """The trainable variables."""
        return tuple(v for v in self.variables if v.trainable)

    @property
    def non_trainable_variables(self) -> tuple[Variable, ...]:
        """The variables that are not trainable."""
        return tuple(v for v in self.variables if not v.trainable)

    @property
    def submodules(self) -> tuple[Module, ...]:
        """All modules inside this one."""
        return tuple(self._flatten(predicate=lambda v: isinstance(v, Module)))

    def _flatten(
        self,
        recursive: bool = True,
        predicate: Callable[[Any], bool] | None = None,
        attribute_traversal_key: Callable[[str], Any] | None = None,
        with_path: bool = False,
        expand_composites: bool = False,
    ) -> Iterator[Any]:
        """The leaves of attributes for which `predicate` is true, each once, or once for each path to it.

        `recursive` goes into submodules, `attribute_traversal_key` orders the attributes by their names, `with_path`
        gives pairs of the path (names, keys and positions) and the leaf, `expand_composites` takes composite tensors
        apart.

        Raises ValueError naming the attribute that cannot be looked through.
        """
        seen = {id(self)}

        def walk(module: Module, start: tuple[Any, ...], above: frozenset[int]) -> Iterator[Any]:
            inside: list[tuple[Any, Module]] = []
            for path, leaf in module._leaves(attribute_traversal_key, expand_composites):
                if id(leaf) in (above if with_path else seen):
                    continue
                seen.add(id(leaf))
                if predicate is None or predicate(leaf):
                    yield ((*start, *path), leaf) if with_path else leaf
                if recursive and isinstance(leaf, Module):
                    inside.append(((*start, *path), leaf))
            for path, found in inside:
                yield from walk(found, path, above | {id(found)})

        return walk(self, (), frozenset(seen))

    def _leaves(self, order: Callable[[str], Any] | None, expand_composites: bool) -> Iterator[tuple[Any, Any]]:
        """The leaves of the module's own attributes, with their paths."""
        for key in sorted(vars(self), key=order):
            if key in self._TF_MODULE_IGNORED_PROPERTIES:
                continue
            value = vars(self)[key]
            try:
                leaves = nest.flatten_with_paths(value, expand_composites)
            except Exception as error:
                raise ValueError(f"Error processing property {key!r} of {value!r}: {error}") from error
            yield from (((key, *path), leaf) for path, leaf in leaves)

    @classmethod
    def with_name_scope(cls, method: Callable[..., Any]) -> Callable[..., Any]:
        """Run a method inside the module's name scope.

        >>> class Counter(tf.Module):
        ...     @tf.Module.with_name_scope
        ...     def start(self):
        ...         self.count = tf.Variable(0, name="count")
        >>> counter = Counter(name="visits")
        >>> counter.start()
        >>> counter.count.name
        'visits/count:0'
        """

        @functools.wraps(method)
        def scoped(self: Module, *args: Any, **kwargs: Any) -> Any:
            with self.name_scope:
                return method(self, *args, **kwargs)

        return scoped


def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])|(?<!^)([A-Z])(?=[a-z])", r"_\1\2", name).lower()
