"""Updates of some rows of a variable, named by an IndexedSlices: `scatter_add` and related methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base.dtypes import int64
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_effect
from graphwright.core.indexed_slices import IndexedSlices
from graphwright.core.tensor import Tensor
from graphwright.ir.types import TensorType


class RowUpdates:
    """The part of a variable that changes or reads single rows."""

    if TYPE_CHECKING:
        handle: Tensor
        _declared: TensorType

        def _note_write(self) -> None: ...

        def _changed(self, operation: Any) -> Any: ...

        def read_value(self) -> Tensor: ...

    def _scatter(self, op: str, sparse_delta: Any, name: str | None) -> Any:
        if not isinstance(sparse_delta, IndexedSlices):
            raise TypeError(f"Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: {sparse_delta}")
        rows = to_tensor(sparse_delta.values, self._declared.dtype)
        self._note_write()
        return self._changed(
            apply_effect(op, (self.handle, sparse_delta.indices, rows), {"dtype": self._declared.dtype}, name)
        )

    def scatter_add(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """Add to the rows that an `IndexedSlices` names; a row named twice is added to twice. Returns the variable.

        Raises TypeError for anything else, InvalidArgumentError for a row that is not there.

        >>> v = tf.Variable([1.0, 2.0, 3.0])
        >>> v.scatter_add(tf.IndexedSlices(tf.constant([10.0]), tf.constant([2]))).numpy().tolist()
        [1.0, 2.0, 13.0]
        """
        return self._scatter("ResourceScatterAdd", sparse_delta, name)

    def scatter_sub(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """Subtract from the rows that an `IndexedSlices` names; else as `scatter_add`."""
        return self._scatter("ResourceScatterSub", sparse_delta, name)

    def scatter_mul(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """Multiply the rows that an `IndexedSlices` names; else as `scatter_add`."""
        return self._scatter("ResourceScatterMul", sparse_delta, name)

    def scatter_div(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """Divide the rows that an `IndexedSlices` names; else as `scatter_add`."""
        return self._scatter("ResourceScatterDiv", sparse_delta, name)

    def scatter_min(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """Let the rows that an `IndexedSlices` names be at most its values; else as `scatter_add`."""
        return self._scatter("ResourceScatterMin", sparse_delta, name)

    def scatter_max(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """Let the rows that an `IndexedSlices` names be at least its values; else as `scatter_add`."""
        return self._scatter("ResourceScatterMax", sparse_delta, name)

    def scatter_update(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """Replace the rows that an `IndexedSlices` names; else as `scatter_add`."""
        return self._scatter("ResourceScatterUpdate", sparse_delta, name)

    def gather_nd(self, indices: Any, name: str | None = None) -> Tensor:
        """What `tf.gather_nd` finds in the current value."""
        return apply("GatherNd", (self.read_value(), indices), None, name)

    def _scatter_nd(self, op: str, indices: Any, updates: Any, name: str | None) -> Any:
        self._note_write()
        return self._changed(
            apply_effect(op, (self.handle, indices, to_tensor(updates, self._declared.dtype)), None, name)
        )

    def scatter_nd_add(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Add `updates` where the last axis of `indices` gives the coordinates. Returns the variable.

        Raises InvalidArgumentError for coordinates outside and updates of another shape.

        >>> tf.Variable([[1, 2], [3, 4]]).scatter_nd_add([[0, 1], [1, 0]], [10, 20]).numpy().tolist()
        [[1, 12], [23, 4]]
        """
        return self._scatter_nd("ResourceScatterNdAdd", indices, updates, name)

    def scatter_nd_sub(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Subtract `updates` at coordinates; else as `scatter_nd_add`."""
        return self._scatter_nd("ResourceScatterNdSub", indices, updates, name)

    def scatter_nd_update(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Put `updates` at coordinates; else as `scatter_nd_add`."""
        return self._scatter_nd("ResourceScatterNdUpdate", indices, updates, name)

    def scatter_nd_max(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Let the elements at coordinates be at least `updates`; else as `scatter_nd_add`."""
        return self._scatter_nd("ResourceScatterNdMax", indices, updates, name)

    def scatter_nd_min(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Let the elements at coordinates be at most `updates`; else as `scatter_nd_add`."""
        return self._scatter_nd("ResourceScatterNdMin", indices, updates, name)

    def batch_scatter_update(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """Replace rows in each batch: `v[b, indices[b, i]] = values[b, i]` for all leading axes of the indices.

        >>> v = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
        >>> v.batch_scatter_update(tf.IndexedSlices([[9.0], [8.0]], [[0], [1]])).numpy().tolist()
        [[9.0, 2.0], [3.0, 8.0]]
        """
        if not isinstance(sparse_delta, IndexedSlices):
            raise TypeError(f"Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: {sparse_delta}")
        indices = apply("Cast", (to_tensor(sparse_delta.indices),), {"DstT": int64})
        shape = apply("Shape", (indices,))
        # where each index stands, and the index itself in place of the last coordinate
        places = apply("Where", (apply("Fill", (shape, True)),))
        batch = apply("StridedSlice", (places, [0, 0], [0, -1], [1, 1]), {"begin_mask": 3, "end_mask": 1})
        flat = apply("ConcatV2", ([batch, apply("Reshape", (indices, [-1, 1]))], np.int32(1)))
        coordinates = apply("Reshape", (flat, apply("ConcatV2", ([shape, [-1]], np.int32(0)))))
        return self.scatter_nd_update(coordinates, sparse_delta.values, name)


__all__ = ["RowUpdates"]
