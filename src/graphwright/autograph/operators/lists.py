"""Lists that staged code appends to: they turn into lists of the graph and keep their name and identity.

A `GrowingList` is an ordinary list until the body of a staged statement changes it. Then the statement is traced again
with the list as one of its variables (`CarryRequest` asks for that), and from then on the object is a `StagedList`: its
elements live in a list of the graph, and it behaves like the tensor of its elements. The object itself stays the same,
so all names for it agree. `list_sites` decides which lists of a program are created as growing lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, NoReturn

import numpy as np

from graphwright.autograph.operators import ops
from graphwright.autograph.operators.staging import is_convertible, is_staged
from graphwright.base import nest
from graphwright.base.errors import OperatorNotAllowedInGraphError
from graphwright.base.shape import Symbol, common_dims
from graphwright.core.context import name_scope, state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_multi
from graphwright.ir.types import Dims, TensorType, tensor_type


class CarryRequest(BaseException):
    """Asks the enclosing staged statement to add a list to its variables; the statement is then traced again.

    Fields:
      list_: the list.
      element: the type of what is appended.
    """

    def __init__(self, list_: GrowingList, element: TensorType) -> None:
        super().__init__(f"the list {list_.shown()} is changed in a staged statement")
        self.list_, self.element = list_, element


class ListState(NamedTuple):
    """Where the elements of a list are, for restoring."""

    kind: type[GrowingList]
    graph: Any
    handle: Any


class GrowingList(list[Any]):
    """A list created while a graph is built.

    Fields:
      graph: the graph in which it may be changed.
      handle: the list of that graph with its elements, once it is staged.
      element: the dtype of the elements then, and what is known of their shapes.
      name: the name it was first assigned to.
    """

    __slots__ = ("element", "graph", "handle", "name")

    def __init__(self, items: Iterable[Any], name: str) -> None:
        super().__init__(items)
        self.graph: Any = state.graph
        self.name = name
        self.handle: Any = None
        self.element: TensorType | None = None

    def __reduce__(self) -> Any:
        return list, (list(self),)

    def __iter__(self) -> Iterator[Any]:
        index = 0
        while index < list.__len__(self):
            yield list.__getitem__(self, index)
            index += 1
            if isinstance(self, StagedList):  # the elements have moved to the graph in the meantime
                raise self.refusal("going on with an iteration")

    def shown(self) -> str:
        """Its name for messages."""
        return f"'{self.name}'"

    def with_items(self, items: list[Any]) -> Any:
        """A new list of the same name with other elements."""
        return GrowingList(items, self.name)

    # what changes it ---------------------------------------------------------------------------------------

    # a method that was bound while the list was a plain one must not go on with that

    def append(self, item: Any, /) -> None:
        if isinstance(self, StagedList):
            return self.append(item)
        self._check_change(item)
        super().append(item)

    def extend(self, items: Iterable[Any], /) -> None:
        if isinstance(self, StagedList):
            return self.extend(items)
        if is_staged(items):
            return self._append_each(items)
        selected = list(items)
        for item in selected:
            self._check_change(item)
        super().extend(selected)

    def __iadd__(self, items: Iterable[Any], /) -> Any:  # type: ignore[misc]
        self.extend(items)
        return self

    def insert(self, index: Any, item: Any, /) -> None:
        self._refuse_if_staged("insert")
        super().insert(index, item)

    def pop(self, index: Any = -1, /) -> Any:
        if isinstance(self, StagedList):
            return self.pop(index)
        if self._is_in_inner_graph():
            if not self:
                raise IndexError(f"pop from the empty list {self.shown()}")
            self._check_change(self[0])
        return super().pop(index)

    def __setitem__(self, index: Any, item: Any, /) -> None:
        if isinstance(index, slice):
            self._refuse_if_staged("assignment to a slice")
        else:
            self._check_change(item)
        super().__setitem__(index, item)

    def __delitem__(self, index: Any, /) -> None:
        self._refuse_if_staged("del")
        super().__delitem__(index)

    def remove(self, item: Any, /) -> None:
        self._refuse_if_staged("remove")
        super().remove(item)

    def clear(self) -> None:
        self._refuse_if_staged("clear")
        super().clear()

    def sort(self, **options: Any) -> None:
        self._refuse_if_staged("sort")
        super().sort(**options)

    def reverse(self) -> None:
        self._refuse_if_staged("reverse")
        super().reverse()

    def _append_each(self, items: Any) -> None:
        """Append the items of a tensor by a staged loop."""
        _for_each(items, lambda item: self.append(item))

    def _is_in_inner_graph(self) -> bool:
        """Whether the running code is in a staged statement, and the list outside of it."""
        return state.graph is not self.graph and _encloses(self.graph, state.graph)

    def _check_change(self, item: Any) -> None:
        if self._is_in_inner_graph():
            raise CarryRequest(self, self._element_type(item))

    def _refuse_if_staged(self, what: str) -> None:
        if self._is_in_inner_graph():
            raise self.refusal(what)

    def refusal(self, what: str) -> Exception:
        """The error of an operation that cannot be staged."""
        return NotImplementedError(
            f"{what} of the list {self.shown()} depends on a tensor: of a list of the graph only append, extend, "
            "pop(), len, indexing and iteration are possible. Use a tf.TensorArray, or tensors, for more."
        )

    def _element_type(self, item: Any) -> TensorType:
        if not is_convertible(item):
            raise TypeError(
                f"the list {self.shown()} grows in a statement that a tensor decides on, so that its elements must be "
                f"tensors of one dtype; one is {item!r} of type {type(item).__name__}. Use a list for each part of it."
            )
        created: Any = to_tensor(item)
        type_: TensorType = created._type
        if self.element is not None and type_.dtype is not self.element.dtype:
            raise TypeError(
                f"the elements of the list {self.shown()} must have one dtype, for the list grows in a statement that "
                f"a tensor decides on: there are {self.element.dtype.name} and {type_.dtype.name}. Use tf.cast."
            )
        return type_

    # from Python to the graph --------------------------------------------------------------------------------

    def become_staged(self, element: TensorType) -> None:
        """Move the elements to a list of the current graph, to which the list belongs."""
        items = list(self)
        self.merge_element_type(element)
        for item in items:
            self.merge_element_type(self._element_type(item))
        with name_scope("list"):
            anything = (np.array(-1, np.int32), np.array(-1, np.int32))
            self.handle = apply("EmptyTensorList", anything, {"element_dtype": element.dtype})
            for item in items:
                self.handle = apply("TensorListPushBack", (self.handle, to_tensor(item)))
        super().clear()
        self.__class__ = StagedList

    def merge_element_type(self, element: TensorType) -> None:
        """Generalize the element type to cover another element."""
        if self.element is None:
            self.element = tensor_type(element.dtype, _own_dims(element.dims))
        elif self.element.dims != element.dims:
            self.element = tensor_type(self.element.dtype, common_dims(self.element.dims, element.dims))

    def saved_state(self) -> ListState:
        """Where the elements are."""
        return ListState(type(self), self.graph, self.handle)

    def restore(self, saved_state: ListState) -> None:
        """Set where the elements are, when a body begins or ends."""
        self.__class__, self.graph, self.handle = saved_state


class StagedList(GrowingList):
    """A list whose elements are in a list of the graph."""

    __slots__ = ()

    def with_items(self, items: Any) -> Any:
        """Itself: it is one leaf of what it is part of."""
        return self

    # what it holds -----------------------------------------------------------------------------------------

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        """The elements along a new first axis."""
        inputs, attrs = (self.handle, _sizes(self._known().dims)), {"element_dtype": self.dtype}
        stacked = apply("TensorListStack", inputs, attrs, name or "stack")
        return stacked if dtype is None else to_tensor(stacked, dtype)

    @property
    def dtype(self) -> Any:
        """The dtype of the elements."""
        return self._known().dtype

    def _known(self) -> TensorType:
        assert self.element is not None
        return self.element

    def length(self) -> Any:
        """The number of elements, a scalar int32 tensor."""
        return apply("TensorListLength", (self.handle,))

    def staged_truth(self) -> Any:
        """Whether there are elements."""
        return ops.greater(self.length(), 0)

    def __getitem__(self, index: Any, /) -> Any:
        if isinstance(index, slice):
            return to_tensor(self)[index]
        inputs = (self.handle, self._position(index), _sizes(self._known().dims))
        return apply("TensorListGetItem", inputs, {"element_dtype": self.dtype}, "item")

    def _position(self, index: Any) -> Any:
        if isinstance(index, int):
            return index if index >= 0 else ops.add(self.length(), index)
        position = to_tensor(index)
        position = position if position.dtype.name == "int32" else apply("Cast", (position,), {"DstT": "int32"})
        return apply("SelectV2", (ops.less(position, 0), ops.add(position, self.length()), position))

    def __iter__(self) -> Iterator[Any]:
        raise OperatorNotAllowedInGraphError(
            f"the length of the list {self.shown()} is only known when the graph runs: iterate over it with a `for` "
            "statement in a function converted by AutoGraph, or use tf.stack of it."
        )

    def __len__(self) -> int:
        raise TypeError(
            f"the length of the list {self.shown()} is only known when the graph runs; len() of it is a tensor in "
            "functions converted by AutoGraph."
        )

    def __repr__(self) -> str:
        return f"<list {self.shown()} of the graph, of {self._known()!r}>"

    __hash__ = None  # type: ignore[assignment]

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise self.refusal("what Python does with all of its elements at once, a comparison or a copy say,")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __radd__ = __mul__ = __rmul__ = __imul__ = __reversed__ = __contains__ = _refuse
    copy = count = index = _refuse

    # what changes it ---------------------------------------------------------------------------------------

    def append(self, item: Any, /) -> None:
        type_ = self._element_type(item)
        if self._is_in_inner_graph():
            raise CarryRequest(self, type_)
        self.merge_element_type(type_)
        self.handle = apply("TensorListPushBack", (self.handle, to_tensor(item)))

    def extend(self, items: Iterable[Any], /) -> None:
        if is_staged(items):
            return self._append_each(items)
        for item in items:
            self.append(item)

    def pop(self, index: Any = -1, /) -> Any:
        if index != -1:
            raise self.refusal("pop of an element that is not the last")
        if self._is_in_inner_graph():
            raise CarryRequest(self, self._known())
        inputs = (self.handle, _sizes(self._known().dims))
        self.handle, item = apply_multi("TensorListPopBack", inputs, {"element_dtype": self.dtype})
        return item

    def __setitem__(self, index: Any, item: Any, /) -> None:
        if isinstance(index, slice):
            raise self.refusal("assignment to a slice")
        type_ = self._element_type(item)
        if self._is_in_inner_graph():
            raise CarryRequest(self, type_)
        self.merge_element_type(type_)
        self.handle = apply("TensorListSetItem", (self.handle, self._position(index), to_tensor(item)))

    def _refuse_if_staged(self, what: str) -> NoReturn:
        raise self.refusal(what)

    def become_staged(self, element: TensorType) -> None:
        """Its elements are in the graph already."""
        self.merge_element_type(element)


nest.register_list(GrowingList)
nest.register_leaf(StagedList)


class ListCarrier:
    """The lists among the variables of a staged statement."""

    def __init__(self) -> None:
        self.lists: list[GrowingList] = []

    def attempt(self, stage: Callable[[], Any], reset: Callable[[], None]) -> Any:
        """What `stage` returns, which is called again for each list that turns out to be changed in a body.

        `reset` takes back what an attempt did to the user's variables.
        """
        graph: Any = state.graph
        while True:
            contents = [(list_, list_.saved_state()) for list_ in self.lists]
            mark = graph.mark()
            try:
                return stage()
            except CarryRequest as request:
                _restore(contents)
                if request.list_.graph is not graph:
                    raise  # a statement around this one is to carry it first
                if any(request.list_ is list_ for list_ in self.lists):
                    raise request.list_.refusal("what a statement does with an element") from None
                graph.roll_back(mark)
                reset()
                request.list_.become_staged(request.element)
                self.lists.append(request.list_)
            except BaseException:
                _restore(contents)
                raise

    def handles(self) -> list[Any]:
        """The lists of the graph that hold the elements."""
        return [list_.handle for list_ in self.lists]

    def names(self) -> list[str]:
        """What the lists are called in messages."""
        return [f"the list {list_.shown()}" for list_ in self.lists]

    def enter(self, handles: Iterable[Any]) -> None:
        """Have the elements in these lists, in the body that begins."""
        for list_, handle in zip(self.lists, handles, strict=True):
            list_.restore(ListState(StagedList, state.graph, handle))


_for_each: Callable[[Any, Callable[[Any], None]], None]


def use_for_each(for_each: Callable[[Any, Callable[[Any], None]], None]) -> None:
    """Set the staged loop by which `extend` appends the items of a tensor; loops are above lists."""
    global _for_each
    _for_each = for_each


def _restore(contents: list[tuple[GrowingList, ListState]]) -> None:
    for list_, saved_state in contents:
        list_.restore(saved_state)


def _encloses(outer: Any, graph: Any) -> bool:
    while graph is not None:
        graph = graph.outer_graph if getattr(graph, "is_body", False) else None
        if graph is outer:
            return outer is not None
    return False


def _own_dims(dims: Dims) -> Dims:
    return None if dims is None else tuple(Symbol() if isinstance(d, Symbol) else d for d in dims)


def _sizes(dims: Dims) -> Any:
    sizes = -1 if dims is None else [d if isinstance(d, int) else -1 for d in dims]
    return np.array(sizes, np.int32)


__all__ = ["CarryRequest", "GrowingList", "ListCarrier", "StagedList"]
