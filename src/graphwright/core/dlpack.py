"""`tf.experimental.dlpack`: tensors as DLPack capsules, by which libraries hand each other arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.errors import InvalidArgumentError
from graphwright.base.services import DEVICES
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import EagerTensor, Tensor


def to_dlpack(tf_tensor: Tensor) -> Any:
    """The capsule of an eager tensor's elements.

    On the host they are in memory of their own, as the other library may write there. On other devices they are
    shared: who takes them must not write.

    Raises InvalidArgumentError for what is no eager tensor, and for dtypes that DLPack does not have.

    >>> capsule = tf.experimental.dlpack.to_dlpack(tf.constant([1.0, 2.0]))
    >>> tf.experimental.dlpack.from_dlpack(capsule).numpy().tolist()
    [1.0, 2.0]
    """
    if not isinstance(tf_tensor, EagerTensor):
        raise InvalidArgumentError("The argument to `to_dlpack` must be a TF tensor, not Python object")
    try:
        return tf_tensor.__dlpack__()
    except (BufferError, TypeError):
        raise InvalidArgumentError(f"{tf_tensor.dtype.name} is not supported by dlpack") from None


def from_dlpack(dlcapsule: Any) -> Tensor:
    """The tensor of a capsule, which can be used once. Arrays with `__dlpack__` are taken as well.

    What is in the host's memory is copied, unless it is an array of jax. What is on another device is shared and must
    not be written to: the tensor is on that device.

    Raises InvalidArgumentError for anything else, and for a capsule that has been used.

    >>> import numpy as np
    >>> tf.experimental.dlpack.from_dlpack(np.array([1.0, 2.0]).__dlpack__()).dtype
    tf.float64
    """
    shared = DEVICES.get().shared(dlcapsule)
    if shared is not None:
        return shared  # type: ignore[no-any-return]
    holder = dlcapsule if hasattr(dlcapsule, "__dlpack__") else _Holder(dlcapsule)
    try:
        return to_tensor(np.from_dlpack(holder))
    except (BufferError, RuntimeError, TypeError, ValueError) as error:
        raise InvalidArgumentError(f"from_dlpack takes a DLPack capsule that has not been used: {error}") from None


class _Holder:
    """An object that hands out a capsule, as NumPy asks for it."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __dlpack__(self, **options: Any) -> Any:
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


__all__ = ["from_dlpack", "to_dlpack"]
