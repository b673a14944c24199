"""Updates of some rows of a variable, named by an IndexedSlices: `scatter_add` and its kin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphwright.core.convert import to_tensor
from graphwright.core.door import apply
from graphwright.core.indexed_slices import IndexedSlices
from graphwright.core.tensor import Tensor
from graphwright.ir.types import TensorType


class RowUpdates:
    """The part of a variable that changes or reads single rows."""

    if TYPE_CHECKING:
        handle: Tensor
        _declared: TensorType

        def _note_write(self) -> None: ...

        def read_value(self) -> Tensor: ...

    def _scatter(self, op: str, sparse_delta: Any, name: str | None) -> Any:
        if not isinstance(sparse_delta, IndexedSlices):
            raise TypeError(f"Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: {sparse_delta}")
        rows = to_tensor(sparse_delta.values, self._declared.dtype)
        self._note_write()
        apply(op, (self.handle, sparse_delta.indices, rows), {"dtype": self._declared.dtype}, name)
        return self

    def scatter_add(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """Add to the rows that an `IndexedSlices` names; a row named twice is added to twice. Returns the variable.

        Raises TypeError for anything else, InvalidArgumentError for a row that is not there.

        >>> import graphwright as tf
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
        found: Tensor = apply("GatherNd", (self.read_value(), indices), None, name)
        return found


__all__ = ["RowUpdates"]
