"""Things in memory that graphs refer to by a handle, and files that belong to a model."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from graphwright.core.context import outside_graphs, state
from graphwright.core.tensor import EagerTensor, Tensor, eager
from graphwright.core.tracing import TracingGraph
from graphwright.core.trackable import Trackable


class TrackableResource(Trackable):
    """Base class of what holds a resource that functions use, and that is created anew when a model is loaded.

    A subclass defines `_create_resource`, which creates it and returns a handle. `_initialize` fills it, and is
    run again when the model is loaded; `_destroy_resource` frees it.

    Args:
      device: of no effect.

    >>> class Held(tf.saved_model.experimental.TrackableResource):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self._initialize()
    ...     def _create_resource(self):
    ...         return tf.raw_ops.VarHandleOp(dtype=tf.float32, shape=[2])
    ...     def _initialize(self):
    ...         tf.raw_ops.AssignVariableOp(resource=self.resource_handle, value=tf.constant([1.0, 2.0]))
    >>> tf.raw_ops.ReadVariableOp(resource=Held().resource_handle, dtype=tf.float32).numpy().tolist()
    [1.0, 2.0]
    """

    _registered_name = ""
    """What TensorFlow calls the class in object graphs."""

    def __init__(self, device: str = "") -> None:
        self._resource_handle: Any = None
        self._resource_device = device

    def _create_resource(self) -> Any:
        """Make the resource; gives its handle."""
        raise NotImplementedError("TrackableResource._create_resource not implemented.")

    def _initialize(self) -> None:
        """Fill the resource."""

    def _destroy_resource(self) -> None:
        """Free the resource."""

    @property
    def resource_handle(self) -> Any:
        """The handle, by which ops refer to the resource."""
        if getattr(self, "_resource_handle", None) is None:
            with outside_graphs():
                self._resource_handle = self._create_resource()
        return self._resource_handle

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        own = ("_resource_handle", "_resource_device")
        return {name: value for name, value in vars(self).items() if name not in own}


class Asset:
    """A file that belongs to a model: it is saved with it, and found again where the model is loaded.

    Args:
      path: the file's path, a string or a string tensor.

    >>> vocabulary = tf.saved_model.Asset("words.txt")
    >>> vocabulary.asset_path.numpy()
    b'words.txt'
    """

    def __init__(self, path: Any) -> None:
        with outside_graphs():
            self._path = path if isinstance(path, EagerTensor) else eager(np.array(os.fsencode(path), object))

    @property
    def asset_path(self) -> Tensor:
        """The path, a string tensor; in a function it stands for wherever the file will lie."""
        graph = state.graph
        if isinstance(graph, TracingGraph):
            known = graph._capture_of.get(id(self._path))
            return graph.capture_by_reference(self._path, "asset_path") if known is None else known
        return self._path

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        return self.asset_path

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {}

    def __repr__(self) -> str:
        return f"<graphwright.saved_model.Asset {os.fsdecode(self._path._array.item())!r}>"


__all__ = ["Asset", "TrackableResource"]
