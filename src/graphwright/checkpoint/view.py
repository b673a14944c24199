"""`tf.train.TrackableView` and `CheckpointView`: the dependencies of an object, and those that a checkpoint holds."""

from __future__ import annotations

import os
from typing import Any

from graphwright.checkpoint.bundle_reader import BundleReader
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


class CheckpointView:
    """The objects of a checkpoint by number, and how they depend on each other; 0 is what was saved.

    Args:
      save_path: the path that `tf.train.Checkpoint.save` returned. NotFoundError where there is no checkpoint,
        InvalidArgumentError where it has no graph of objects.

    >>> import os, tempfile
    >>> path = tf.train.Checkpoint(a=tf.Variable(1.0)).write(os.path.join(tempfile.mkdtemp(), "saved"))
    >>> tf.train.CheckpointView(path).children(0)
    {'a': 1}
    """

    def __init__(self, save_path: Any) -> None:
        from graphwright.checkpoint.restoration import read_graph

        self._nodes = read_graph(BundleReader(os.fsdecode(save_path))).nodes

    def children(self, node_id: int) -> dict[str, int]:
        """The numbers of an object's direct dependencies, by name; IndexError for an object that is not there."""
        return {child.local_name: child.node_id for child in self._nodes[node_id].children}

    def descendants(self) -> list[int]:
        """The numbers of all objects, in breadth-first order."""
        found, seen = [0], {0}
        for one in found:
            for number in self.children(one).values():
                if number not in seen:
                    seen.add(number)
                    found.append(number)
        return found

    def match(self, obj: Any) -> dict[int, Any]:
        """The objects below `obj` into which those of the checkpoint would be restored, by number.

        Raises ValueError if `obj` cannot be saved.

        >>> import os, tempfile
        >>> path = tf.train.Checkpoint(a=tf.Variable(1.0)).write(os.path.join(tempfile.mkdtemp(), "saved"))
        >>> sorted(tf.train.CheckpointView(path).match(tf.train.Checkpoint(a=tf.Variable(2.0))))
        [0, 1]
        """
        if not is_trackable(obj):
            raise ValueError(f"Expected a Trackable, got {obj!r} of type {type(obj)}.")
        matched = {0: obj}
        pending = [0]
        for one in pending:
            children = TrackableView.children(matched[one])
            for name, number in self.children(one).items():
                if number not in matched and name in children:
                    matched[number] = children[name]
                    pending.append(number)
        return matched

    def diff(self, obj: Any) -> tuple[dict[int, Any], list[int], list[Any]]:
        """What matches, the numbers of what the checkpoint has alone, and the objects that it does not have."""
        matched = self.match(obj)
        known = {id(one) for one in matched.values()}
        rest = [one for one in TrackableView(obj).descendants() if id(one) not in known]
        return matched, [number for number in self.descendants() if number not in matched], rest


__all__ = ["CheckpointView", "TrackableView"]
