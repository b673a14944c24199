"""Lists and dicts that libraries register with their tree utilities.

TensorFlow puts the first two in place of plain ones in objects that are saved; here plain ones are saved as they are,
so that nothing makes these. The lists that grow in staged statements are registered when a library asks for those.
"""

from __future__ import annotations

import sys
from typing import Any

from graphwright.autograph.operators.lists import GrowingList, StagedList
from graphwright.core.trackable import NoDependency


class ListWrapper(list[Any]):
    """A list."""


class _DictWrapper(dict[Any, Any]):
    """A dict; its name is the one by which libraries ask for it."""


def sticky_attribute_assignment(trackable: Any, name: str, value: Any) -> Any:
    """The value that an object keeps as its attribute: lists and dicts are tracked as they are."""
    return value.value if isinstance(value, NoDependency) else value


def _register_growing_lists() -> None:
    """Let Keras's trees open lists that may grow: a subclass of list is a leaf for optree otherwise."""
    optree = sys.modules.get("optree")
    if optree is None:
        return
    for kind in (GrowingList, StagedList):
        # one of the graph cannot be opened: `tuple` asks it for its elements, and that is refused
        optree.register_pytree_node(
            kind, lambda items: (tuple(items), None), lambda _, parts: list(parts), namespace="keras"
        )


_register_growing_lists()
