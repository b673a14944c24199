"""What graphs and eager templates know of variables by name."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from graphwright.core.context import session_graph, state
from graphwright.sessions.graph import default_graph


class Scopes:
    """What a graph knows of variables by name: the variables, the scope in force, and how often names were used."""

    def __init__(self) -> None:
        self.variables: dict[str, Any] = {}
        self.store: VariableStore | None = None
        self.scope: Any = None
        self.uses: dict[str, int] = {}


class VariableStore:
    """Variables by name that an eager program keeps: those of a template."""

    def __init__(self) -> None:
        self.variables: dict[str, Any] = {}
        self.outer: VariableStore | None = None

    def add(self, name: str, variable: Any) -> None:
        """Keep a variable, in the stores around this one too."""
        store: VariableStore | None = self
        while store is not None:
            store.variables.setdefault(name, variable)
            store = store.outer


@contextlib.contextmanager
def keep_variables_in(store: VariableStore) -> Iterator[None]:
    """Find and keep eager variables of `get_variable` in a store."""
    scopes = scopes_in_force()
    before, scopes.store = scopes.store, store
    store.outer = before
    try:
        yield
    finally:
        scopes.store, store.outer = before, None


def scopes_in_force() -> Scopes:
    """Those of the graph that is built: a `tf.Graph`, or the outermost function; eager programs have one."""
    graph: Any = session_graph() or state.graph
    while graph is not None and getattr(graph, "outer_graph", None) is not None:
        graph = graph.outer_graph
    owner = vars(default_graph.get() if graph is None else graph)
    found: Scopes | None = owner.get("variable_scope")
    if found is None:
        found = owner["variable_scope"] = Scopes()
    return found


__all__ = ["Scopes", "VariableStore", "keep_variables_in", "scopes_in_force"]
