"""`tf.train.TrackableView`: the dependencies of an object."""

from __future__ import annotations

from typing import Any

from graphwright.checkpoint.object_graph import children_of, is_trackable


class TrackableView:
    """The direct and indirect dependencies of an object.

    Args:
      root: the object.

    >>> module = tf.Module()
    >>> module.v = tf.Variable(1.0)
    >>> view = tf.train.TrackableView(module)
    >>> len(view.descendants())
    2
    """

    def __init__(self, root: Any) -> None:
        self._root = root

    @property
    def root(self) -> Any:
        """The object."""
        return self._root

    @classmethod
    def children(cls, obj: Any, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """The direct dependencies of an object, by name.

        >>> module = tf.Module()
        >>> module.v = tf.Variable(1.0)
        >>> list(tf.train.TrackableView.children(module))
        ['v']
        """
        if save_type == "checkpoint" or not hasattr(obj, "_trackable_children"):
            return children_of(obj)
        named = obj._trackable_children(save_type, **kwargs)
        return {name: child for name, child in named.items() if is_trackable(child)}

    def descendants(self) -> list[Any]:
        """The object and its dependencies, in breadth-first order."""
        found, seen = [self._root], {id(self._root)}
        for one in found:
            for child in self.children(one).values():
                if id(child) not in seen:
                    seen.add(id(child))
                    found.append(child)
        return found


__all__ = ["TrackableView"]
