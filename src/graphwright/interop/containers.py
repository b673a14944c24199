"""The lists and dicts that TensorFlow puts in place of plain ones in objects that are saved.

Here plain ones are saved as they are, so that nothing makes these; libraries register them with their tree utilities.
"""

from __future__ import annotations

from typing import Any

from graphwright.core.trackable import NoDependency


class ListWrapper(list[Any]):
    """A list."""


class _DictWrapper(dict[Any, Any]):
    """A dict; its name is the one by which libraries ask for it."""


def sticky_attribute_assignment(trackable: Any, name: str, value: Any) -> Any:
    """The value that an object keeps as its attribute: lists and dicts are tracked as they are."""
    return value.value if isinstance(value, NoDependency) else value
