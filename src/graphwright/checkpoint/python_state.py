"""`tf.train.experimental.PythonState`: Python objects in checkpoints."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np

from graphwright.core.convert import to_tensor


class PythonState(ABC):
    """An object whose state is bytes in a checkpoint: `serialize` gives them, `deserialize` takes them.

    >>> import os, tempfile
    >>> class Steps(tf.train.experimental.PythonState):
    ...     def __init__(self):
    ...         self.done = []
    ...     def serialize(self):
    ...         return ",".join(self.done).encode()
    ...     def deserialize(self, string_value):
    ...         self.done = string_value.decode().split(",")
    >>> checkpoint = tf.train.Checkpoint(steps=Steps())
    >>> checkpoint.steps.done.append("loaded")
    >>> path = checkpoint.write(os.path.join(tempfile.mkdtemp(), "ckpt"))
    >>> other = tf.train.Checkpoint(steps=Steps())
    >>> _ = other.read(path)
    >>> other.steps.done
    ['loaded']
    """

    @abstractmethod
    def serialize(self) -> Any:
        """The state, as bytes or a string."""

    @abstractmethod
    def deserialize(self, string_value: Any) -> None:
        """Take the state over from what `serialize` has returned, as bytes."""

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return {"py_state": to_tensor(np.array(self.serialize(), object))}

    def _restore_from_tensors(self, values: Mapping[str, Any]) -> None:
        self.deserialize(values["py_state"].numpy())


__all__ = ["PythonState"]
