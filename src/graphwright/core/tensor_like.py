"""What counts as a tensor, and attributes that people look for in one."""

from __future__ import annotations

from typing import Final


class AnyTensor:
    """The base of what `tf.is_tensor` takes for a tensor: tensors, variables, IndexedSlices, classes of libraries."""

    __slots__ = ()


class AnyRagged(AnyTensor):
    """The base of ragged tensors, by which functions know them without loading what they are made of."""

    __slots__ = ()


# attributes of other libraries' arrays, those that core/foreign_attributes.py has hints for
_FOREIGN = """
    T all amax any append argmax argmin argsort astype backward bmm clamp clip clone copy cpu cuda cumsum detach dim dot
    double exp flatten float grad half int item log long matmul max mean min mm nonzero numel permute prod ravel repeat
    requires_grad reshape round size sort sqrt squeeze std sum t to transpose type unsqueeze var view
"""
FOREIGN: Final = tuple(_FOREIGN.split())


class Foreign:
    """Stands for an attribute of other libraries' arrays, and raises the error that says what to use instead.

    A `__getattr__` would do so too, and make it slower to find out that any other attribute is not there.
    """

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, tensor: object, owner: type) -> object:
        text = f"'{owner.__name__}' object has no attribute '{self._name}'{foreign_hint(self._name)}"
        raise AttributeError(text, name=self._name, obj=tensor)


def set_foreign(cls: type) -> None:
    """Let the attributes of other libraries' arrays that a class does not have raise errors with hints."""
    for name in FOREIGN:
        if not hasattr(cls, name):
            setattr(cls, name, Foreign(name))


def foreign_hint(name: str) -> str:
    """What the error for an attribute that is not there ends with."""
    if name not in FOREIGN:
        return ""
    from graphwright.core.foreign_attributes import hint

    return hint(name)


__all__ = ["FOREIGN", "AnyRagged", "AnyTensor", "Foreign", "foreign_hint", "set_foreign"]
