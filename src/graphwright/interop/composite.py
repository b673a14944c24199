"""`CompositeTensor`, the class of objects that consist of tensors."""

from __future__ import annotations

from typing import Any

from graphwright.core.convert import is_made_of_tensors


class _Composites(type):
    def __instancecheck__(cls, instance: Any) -> bool:
        return super().__instancecheck__(instance) or (cls is CompositeTensor and is_made_of_tensors(instance))


class CompositeTensor(metaclass=_Composites):
    """An object that consists of several tensors and has a spec."""
