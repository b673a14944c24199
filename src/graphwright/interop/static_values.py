"""What is known of values before they are computed, in the forms of `tensorflow.python.framework.tensor_util`."""

from __future__ import annotations

from typing import Any

from graphwright.base.shape import TensorShape
from graphwright.core.convert import to_tensor
from graphwright.ir.infer import known_value, partial_value


def constant_value_as_shape(tensor: Any) -> TensorShape:
    """The shape that an integer vector stands for, with None for what is not known of it.

    >>> from graphwright.interop.static_values import constant_value_as_shape
    >>> constant_value_as_shape(tf.constant([2, -1, 3]))
    TensorShape([2, None, 3])
    """
    vector = to_tensor(tensor)
    dims = partial_value(vector) if vector.dtype.is_integer else None
    if dims is None:
        length = vector.shape[0] if vector.shape.rank == 1 else None
        return TensorShape(None if length is None else [None] * length)
    return TensorShape([dim if isinstance(dim, int) and dim >= 0 else None for dim in dims])


def try_evaluate_constant(tensor: Any) -> Any:
    """The value of a tensor of a graph where constants and known shapes determine it, else None."""
    found = known_value(tensor)
    if found is None:
        return None
    return found.copy() if found.ndim else found[()]
