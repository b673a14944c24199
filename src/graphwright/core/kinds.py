"""What counts as a tensor."""

from __future__ import annotations


class AnyTensor:
    """The base of what `tf.is_tensor` takes for a tensor: tensors, variables, IndexedSlices, classes of libraries."""

    __slots__ = ()


__all__ = ["AnyTensor"]
