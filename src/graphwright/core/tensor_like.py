"""What counts as a tensor."""

from __future__ import annotations


class AnyTensor:
    """The base of what `tf.is_tensor` takes for a tensor: tensors, variables, IndexedSlices, classes of libraries."""

    __slots__ = ()


class AnyRagged(AnyTensor):
    """The base of ragged tensors, by which functions know them without loading what they are made of."""

    __slots__ = ()


__all__ = ["AnyRagged", "AnyTensor"]
