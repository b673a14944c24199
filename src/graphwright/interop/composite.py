"""`CompositeTensor`, the class of objects that consist of tensors."""

from __future__ import annotations

from abc import ABC
from typing import Any

from graphwright.core.tensor import SymbolicTensor, Tensor


class CompositeTensor(ABC):  # noqa: B024 (classes of libraries derive from it)
    """An object that consists of several tensors and has a spec, its attribute `_type_spec`.

    Classes with that attribute are subclasses, unless their objects become one tensor.
    """

    @classmethod
    def __subclasshook__(cls, subclass: type) -> Any:
        if cls is not CompositeTensor or not hasattr(subclass, "_type_spec"):
            return NotImplemented
        return not issubclass(subclass, (Tensor, SymbolicTensor)) and not hasattr(subclass, "__tf_tensor__")
