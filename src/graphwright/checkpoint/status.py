"""The result of `Checkpoint.restore`: how much of a checkpoint was matched with objects."""

from __future__ import annotations

from typing import Any, NoReturn

from graphwright.checkpoint.object_graph import has_values, nodes_from
from graphwright.checkpoint.restoration import Restoration

_MOST_SHOWN = 10


class CheckpointLoadStatus:
    """How much of a restored checkpoint was matched with objects; each assertion returns the status.

    >>> import tempfile
    >>> saved = tf.train.Checkpoint(v=tf.Variable(1.0)).write(tempfile.mkdtemp() + "/saved")
    >>> v = tf.Variable(0.0)
    >>> _ = tf.train.Checkpoint(v=v).read(saved).assert_consumed()
    >>> float(v)
    1.0
    """

    def __init__(self, restoration: Restoration, root: Any) -> None:
        self._restoration = restoration
        self._root = root

    def assert_consumed(self) -> CheckpointLoadStatus:
        """AssertionError unless every object has its values and every value its object."""
        self.assert_existing_objects_matched()
        for path, node in self._restoration.unresolved():
            raise AssertionError(f"Unresolved object in checkpoint {path}: {node}")
        return self

    def assert_existing_objects_matched(self) -> CheckpointLoadStatus:
        """AssertionError unless every object that can be reached from the root has its values; values may be unused."""
        _, unmatched = self._objects()
        if unmatched:
            raise AssertionError(
                f"Found {len(unmatched)} Python objects that were not bound to checkpointed values, likely due to "
                f"changes in the Python program. Showing {min(_MOST_SHOWN, len(unmatched))} of {len(unmatched)} "
                f"unmatched objects: {unmatched[:_MOST_SHOWN]}"
            )
        return self

    def assert_nontrivial_match(self) -> CheckpointLoadStatus:
        """AssertionError if only the root was matched with the checkpoint."""
        matched, unmatched = self._objects()
        if not matched:
            if not unmatched:
                raise AssertionError(f"Nothing to load. No dependencies have been added to {self._root!r} yet.")
            raise AssertionError(
                "Nothing except the root object matched a checkpointed value. Typically this means that the "
                "checkpoint does not match the Python program. The following objects have no matching checkpointed "
                f"value: {unmatched[:_MOST_SHOWN]}"
            )
        return self

    def expect_partial(self) -> CheckpointLoadStatus:
        """Silence the warning about unused values."""
        self._restoration.partial = True
        return self

    def initialize_or_restore(self, session: Any = None) -> None:
        """Do nothing: the values are restored already."""

    def run_restore_ops(self, session: Any = None) -> None:
        """Do nothing: the values are restored already."""

    def _objects(self) -> tuple[list[Any], list[Any]]:
        """The objects with values that were restored, and those with values that were not."""
        self._restoration.attach_slots()
        holding = [node.object for node in nodes_from(self._root) if has_values(node.object)]
        matched = [one for one in holding if self._restoration.knows(one)]
        return matched, [one for one in holding if not self._restoration.knows(one)]


class InitializationOnlyStatus:
    """The status of restoring no checkpoint (None): every assertion fails.

    >>> tf.train.Checkpoint(v=tf.Variable(1.0)).restore(None).assert_consumed()
    Traceback (most recent call last):
        ...
    AssertionError: No checkpoint specified (save_path=None); nothing is being restored.
    """

    def _fail(self) -> NoReturn:
        raise AssertionError("No checkpoint specified (save_path=None); nothing is being restored.")

    def assert_consumed(self) -> NoReturn:
        """AssertionError, always."""
        self._fail()

    def assert_existing_objects_matched(self) -> NoReturn:
        """AssertionError, always."""
        self._fail()

    def assert_nontrivial_match(self) -> NoReturn:
        """AssertionError, always."""
        self._fail()

    def expect_partial(self) -> InitializationOnlyStatus:
        """Return the status itself."""
        return self

    def initialize_or_restore(self, session: Any = None) -> None:
        """Do nothing: variables have their initial values already."""

    def run_restore_ops(self, session: Any = None) -> NoReturn:
        """AssertionError, always."""
        self._fail()
