"""What the elements of a list of the graph are: tensors, or structures of tensors that all have one form.

The tensors of a structure are each in a list of their own. What is read from the list is therefore made anew, and a
list or dict in it cannot be changed in place: `ElementList` and `ElementDict` refuse that. One that was appended must
not be changed either; `Snapshots` notices if it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

import numpy as np

from graphwright.autograph.operators.staging import is_convertible, structure_difference
from graphwright.base import nest
from graphwright.base.dtypes import DType
from graphwright.base.shape import Symbol, common_dims
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.ir.types import Dims, TensorType, tensor_type

_TENSOR = True  # stands for a tensor in a form


class Element(NamedTuple):
    """The form of the elements of a list, and the types of the tensors in them.

    Fields:
      form: a structure in which `True` stands for a tensor; `True` alone where the elements are tensors.
      types: the dtype of each of these tensors, and what is known of its shape in every element.
    """

    form: Any
    types: tuple[TensorType, ...]

    @property
    def is_tensor(self) -> bool:
        """Whether the elements are tensors, not structures of them."""
        return self.form is _TENSOR

    def __repr__(self) -> str:
        return repr(self.types[0] if self.is_tensor else nest.pack_sequence_as(self.form, self.types))

    def pack(self, tensors: Sequence[Any]) -> Any:
        """One element, from its tensors."""
        return tensors[0] if self.is_tensor else _guarded(nest.pack_sequence_as(self.form, tensors))

    def stacked(self, tensors: Sequence[Any], refuse: Callable[[str], Exception]) -> Any:
        """All elements as one tensor, from the stacked tensors of each place in them."""
        if self.is_tensor:
            return tensors[0]
        if len({type_.dtype for type_ in self.types}) != 1:
            raise refuse(f"the parts have the dtypes {', '.join(type_.dtype.name for type_ in self.types)}")
        return _joined(nest.pack_sequence_as(self.form, tensors), refuse)

    def merged(self, other: Element) -> Element:
        """The form with types that cover those of another element, too."""
        types = [
            one if one.dims == two.dims else tensor_type(one.dtype, common_dims(one.dims, two.dims))
            for one, two in zip(self.types, other.types, strict=True)
        ]
        return Element(self.form, tuple(types))

    def outside(self) -> Element:
        """The same with unknown sizes of its own, for elements that do not share them."""
        return Element(self.form, tuple(tensor_type(type_.dtype, _own_dims(type_.dims)) for type_ in self.types))

    def stacked_dims(self) -> Dims:
        """The dimensions of an element as one tensor; None where not even their number is known."""
        if self.is_tensor:
            return self.types[0].dims
        depth: tuple[int, ...] = ()
        form = self.form
        while form is not _TENSOR:
            if not isinstance(form, (list, tuple)) or not form:
                return None
            depth, form = (*depth, len(form)), form[0]
        dims = self.types[0].dims
        return None if dims is None else (*depth, *dims)


def element_of(
    item: Any, known: Element | None, owner: str, refuse: Callable[[Any], Exception]
) -> tuple[Element, list[Any]]:
    """What an item is as an element, and the tensors in it.

    Args:
      item: what is put into the list.
      known: the form of the elements that are there; Python numbers take the dtypes in it, where they can.
      owner: the list's name for messages.
      refuse: makes the error for a part that cannot become a tensor.
    """
    whole = nest.map_structure(lambda leaf: _without_graph_list(leaf, owner), item, expand_composites=True)
    leaves = nest.flatten(whole)
    for leaf in leaves:
        if not is_convertible(leaf):
            raise refuse(leaf)
    if not leaves:
        raise refuse(item)
    dtypes: list[DType | None] = [None] * len(leaves)
    if known is not None and len(known.types) == len(leaves):
        dtypes = [type_.dtype for type_ in known.types]
    tensors: list[Any] = [_as_tensor(*pair) for pair in zip(leaves, dtypes, strict=True)]
    form = nest.map_structure(lambda _: _TENSOR, whole)
    return Element(form, tuple(tensor._type for tensor in tensors)), tensors


def _as_tensor(leaf: Any, dtype: DType | None) -> Any:
    if type(leaf) in (int, float, complex) and dtype is not None:
        try:
            return to_tensor(leaf, dtype)
        except (TypeError, ValueError):
            pass  # the message about different dtypes says more
    return to_tensor(leaf)


def difference(first: Element, second: Element) -> str | None:
    """Why two elements cannot be in one list of the graph; None where they can."""
    if first.is_tensor != second.is_tensor:
        return f"there are {shown_form(first)} and {shown_form(second)}"
    if not first.is_tensor and structure_difference(first.form, second.form) is not None:
        return f"there are {shown_form(first)} and {shown_form(second)}"
    for one, two in zip(first.types, second.types, strict=True):
        if one.dtype is not two.dtype:
            return f"there are {one.dtype.name} and {two.dtype.name}"
    return None


def shown_form(element: Element) -> str:
    """The form of an element for messages."""
    if element.is_tensor:
        return "a tensor"
    return str(nest.map_structure(lambda _: _Word("tensor"), element.form))


class _Word:
    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def sizes_of(type_: TensorType) -> Any:
    """The sizes of an element as ops on lists take them, -1 for those that are not known."""
    dims = type_.dims
    sizes = -1 if dims is None else [d if isinstance(d, int) else -1 for d in dims]
    return np.array(sizes, np.int32)


def _without_graph_list(leaf: Any, owner: str) -> Any:
    """A leaf; a list of the graph becomes the tensor of its elements, and does not change any more."""
    if not getattr(leaf, "is_graph_list", False):
        return leaf
    tensor = to_tensor(leaf)
    leaf.freeze(owner)
    return tensor


def _joined(value: Any, refuse: Callable[[str], Exception]) -> Any:
    if isinstance(value, (list, tuple)):
        return apply("Pack", ([_joined(part, refuse) for part in value],), {"axis": 1}, "stack")
    if nest.is_nested(value):
        raise refuse(f"values of type {type(value).__name__} have no form as a tensor")
    return value


def _own_dims(dims: Dims) -> Dims:
    return None if dims is None else tuple(Symbol() if isinstance(d, Symbol) else d for d in dims)


# lists and dicts in elements --------------------------------------------------------------------------------


def _refuse_change(self: Any, *_: Any, **__: Any) -> NoReturn:
    raise NotImplementedError(
        f"a {'dict' if isinstance(self, dict) else 'list'} that is an element of a list of the graph cannot be changed "
        "in place: it was made when it was read. Make a new one and assign that: items[i] = [...]."
    )


class ElementList(list[Any]):
    """A list in an element that was read from a list of the graph."""

    append = extend = insert = pop = remove = clear = sort = reverse = _refuse_change
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse_change

    def __reduce__(self) -> Any:
        return list, (list(self),)


class ElementDict(dict[Any, Any]):
    """A dict in an element that was read from a list of the graph."""

    update = pop = popitem = clear = setdefault = _refuse_change
    __setitem__ = __delitem__ = __ior__ = _refuse_change

    def __reduce__(self) -> Any:
        return dict, (dict(self),)


nest.register_like(list, ElementList)
nest.register_like(dict, ElementDict)


def _guarded(value: Any) -> Any:
    """A structure whose lists and dicts cannot be changed."""
    if type(value) is list:
        return ElementList(map(_guarded, value))
    if type(value) is dict:
        return ElementDict((key, _guarded(part)) for key, part in value.items())
    if type(value) is tuple:
        return tuple(map(_guarded, value))
    return value


class Snapshots:
    """The lists and dicts that were put into a list of the graph, as they were then."""

    def __init__(self) -> None:
        self._taken: list[tuple[Any, Any]] = []

    def take(self, item: Any) -> None:
        """Remember what an item contains."""
        if isinstance(item, (list, dict)) and not getattr(item, "is_graph_list", False):
            self._taken.append((item, _contents(item)))  # the values, so that their places are not used again
        if isinstance(item, (list, dict, tuple)) and not getattr(item, "is_graph_list", False):
            for part in item.values() if isinstance(item, dict) else item:
                self.take(part)

    def changed(self) -> Any:
        """One that has changed since; None if there is none."""
        return next((item for item, before in self._taken if _has_changed(item, before)), None)


def _contents(item: Any) -> list[Any]:
    return [part for pair in item.items() for part in pair] if isinstance(item, dict) else list(item)


def _has_changed(item: Any, before: list[Any]) -> bool:
    """Whether the contents are other objects: comparing tensors would compute."""
    if getattr(item, "is_graph_list", False):
        return True
    after = _contents(item)
    return len(before) != len(after) or any(one is not two for one, two in zip(before, after, strict=True))


__all__ = ["Element", "ElementDict", "ElementList", "Snapshots", "difference", "element_of", "shown_form", "sizes_of"]
