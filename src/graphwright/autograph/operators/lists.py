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
from graphwright.autograph.operators.list_elements import Element, Snapshots, difference, element_of, sizes_of
from graphwright.autograph.operators.staging import is_staged
from graphwright.base import nest
from graphwright.base.errors import OperatorNotAllowedInGraphError
from graphwright.core.context import name_scope, state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_multi
from graphwright.ir.types import Dims


class CarryRequest(BaseException):
    """Asks the enclosing staged statement to add a list to its variables; the statement is then traced again.

    Fields:
      list_: the list.
      element: what is appended.
    """

    def __init__(self, list_: GrowingList, element: Element) -> None:
        super().__init__(f"the list {list_.shown()} is changed in a staged statement")
        self.list_, self.element = list_, element


class ListState(NamedTuple):
    """Where the elements of a list are, for restoring."""

    kind: type[GrowingList]
    graph: Any
    handles: tuple[Any, ...]


class GrowingList(list[Any]):
    """A list created while a graph is built.

    Fields:
      graph: the graph in which it may be changed.
      handles: once it is staged, the lists of that graph with its elements: one for each tensor in an element.
      element: the form of the elements then, their dtypes, and what is known of their shapes.
      name: the name it was first assigned to.
      owner: what the list is an element of, for messages: it can't change any more. None if it may.
      snapshots: the lists and dicts that were put into it.
    """

    __slots__ = ("element", "graph", "handles", "name", "owner", "snapshots")

    def __init__(self, items: Iterable[Any], name: str) -> None:
        super().__init__(items)
        self.graph: Any = state.graph
        self.name = name
        self.handles: tuple[Any, ...] = ()
        self.element: Element | None = None
        self.owner: str | None = None
        self.snapshots = Snapshots()

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
            raise CarryRequest(self, self._element_of(item)[0])

    def _refuse_if_staged(self, what: str) -> None:
        if self._is_in_inner_graph():
            raise self.refusal(what)

    def refusal(self, what: str) -> Exception:
        """The error of an operation that cannot be staged."""
        return NotImplementedError(
            f"{what} of the list {self.shown()} depends on a tensor: of a list of the graph only append, extend, "
            "pop(), copy, +, len, indexing and iteration are possible. Use a tf.TensorArray, or tensors, for more."
        )

    def _element_of(self, item: Any) -> tuple[Element, list[Any]]:
        """What an item is as an element of the list, and the tensors in it."""
        element, tensors = element_of(item, self.element, self.shown(), self._refuse_part)
        if self.element is not None and (found := difference(self.element, element)) is not None:
            raise TypeError(
                f"the elements of the list {self.shown()} must have one form and dtype, for the list grows in a "
                f"statement that a tensor decides on: {found}. Use tf.cast, or a list for each kind."
            )
        self.snapshots.take(item)
        return element, tensors

    def _refuse_part(self, part: Any) -> TypeError:
        return TypeError(
            f"the list {self.shown()} grows in a statement that a tensor decides on, so that its elements must be "
            f"tensors of one dtype, or tuples, lists and dicts of them that have one form; one is or contains {part!r} "
            f"of type {type(part).__name__}. Use a list for each part of it."
        )

    # from Python to the graph --------------------------------------------------------------------------------

    def become_staged(self, element: Element) -> None:
        """Move the elements to lists of the current graph, to which the list belongs."""
        items = list(self)
        self.merge_element(element)
        found = [self._element_of(item) for item in items]
        for one, _ in found:
            self.merge_element(one)
        with name_scope("list"):
            anything = (np.array(-1, np.int32), np.array(-1, np.int32))
            self.handles = tuple(
                apply("EmptyTensorList", anything, {"element_dtype": type_.dtype}) for type_ in element.types
            )
            for _, tensors in found:
                self._push(tensors)
        super().clear()
        self.__class__ = StagedList

    def _push(self, tensors: list[Any]) -> None:
        pairs = zip(self.handles, tensors, strict=True)
        self.handles = tuple(apply("TensorListPushBack", pair) for pair in pairs)

    def merge_element(self, element: Element) -> None:
        """Generalize the form of the elements to cover another element."""
        self.element = element.outside() if self.element is None else self.element.merged(element)

    def saved_state(self) -> ListState:
        """Where the elements are."""
        return ListState(type(self), self.graph, self.handles)

    def restore(self, saved_state: ListState) -> None:
        """Set where the elements are, when a body begins or ends."""
        self.__class__, self.graph, self.handles = saved_state


class StagedList(GrowingList):
    """A list whose elements are in a list of the graph."""

    __slots__ = ()
    is_graph_list = True

    def with_items(self, items: Any) -> Any:
        """Itself: it is one leaf of what it is part of."""
        return self

    # what it holds -----------------------------------------------------------------------------------------

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        """The elements along a new first axis."""
        element = self._known()
        self._check_snapshots()
        parts = [
            apply("TensorListStack", (handle, sizes_of(type_)), {"element_dtype": type_.dtype}, name or "stack")
            for handle, type_ in zip(self.handles, element.types, strict=True)
        ]
        stacked = element.stacked(parts, self._no_tensor)
        return stacked if dtype is None else to_tensor(stacked, dtype)

    def _no_tensor(self, reason: str) -> Exception:
        return TypeError(
            f"the list {self.shown()} of the graph cannot become one tensor: {reason}. Take the parts of its elements "
            "by a comprehension, such as [item[0] for item in items], in a function converted by AutoGraph."
        )

    def _check_snapshots(self) -> None:
        changed = self.snapshots.changed()
        if changed is not None:
            kind = "dict" if isinstance(changed, dict) else "list"
            raise NotImplementedError(
                f"a {kind} was put into the list {self.shown()} of the graph, which does not see that it was changed "
                "afterwards. Change it first, or put a copy into the list."
            )

    @property
    def handle(self) -> Any:
        """The list of the graph that has the elements, if they are tensors; else None."""
        return self.handles[0] if self._known().is_tensor else None

    @property
    def dtype(self) -> Any:
        """The dtype of the elements, or of the first tensor in them."""
        return self._known().types[0].dtype

    def element_dims(self) -> Dims:
        """The dimensions of every element as one tensor."""
        return self._known().stacked_dims()

    def freeze(self, owner: str) -> None:
        """Refuse changes from now on, for it has become an element of another list."""
        self.owner = owner

    def _known(self) -> Element:
        assert self.element is not None
        return self.element

    def length(self) -> Any:
        """The number of elements, a scalar int32 tensor."""
        return apply("TensorListLength", (self.handles[0],))

    def staged_truth(self) -> Any:
        """Whether there are elements."""
        return ops.greater(self.length(), 0)

    def __getitem__(self, index: Any, /) -> Any:
        if isinstance(index, slice):
            return to_tensor(self)[index]
        element, position = self._known(), self._position(index)
        self._check_snapshots()
        return element.pack(
            [
                apply("TensorListGetItem", (handle, position, sizes_of(type_)), {"element_dtype": type_.dtype}, "item")
                for handle, type_ in zip(self.handles, element.types, strict=True)
            ]
        )

    def _position(self, index: Any) -> Any:
        if isinstance(index, int):
            return index if index >= 0 else ops.add(self.length(), index)
        position = to_tensor(index)
        position = position if position.dtype.name == "int32" else apply("Cast", (position,), {"DstT": "int32"})
        return apply("SelectV2", (ops.less(position, 0), ops.add(position, self.length()), position))

    def __iter__(self) -> Iterator[Any]:
        raise self.unknown_length("Iteration in Python")

    def __len__(self) -> int:
        raise self.unknown_length("Python's len()")

    def unknown_length(self, asked: str) -> OperatorNotAllowedInGraphError:
        """The error of what needs to know the number of elements while tracing."""
        return OperatorNotAllowedInGraphError(
            f"{asked} needs the number of elements of the list {self.shown()}, which is only known when the graph "
            "runs, because the list grew in a statement that a tensor decides on. Use tf.stack of the list, which is "
            "one tensor, or go through it with a `for` statement or a comprehension in a function converted by "
            "AutoGraph; or fill it in a loop over a Python range, so that it stays a list of Python."
        )

    def __repr__(self) -> str:
        return f"<list {self.shown()} of the graph, of {self._known()!r}>"

    __hash__ = None  # type: ignore[assignment]

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise self.refusal("what Python does with all of its elements at once, such as a comparison,")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __mul__ = __rmul__ = __imul__ = __reversed__ = __contains__ = _refuse
    count = index = _refuse

    def copy(self) -> Any:
        """Another list with the same elements."""
        copied = GrowingList((), self.name)
        copied.restore(ListState(StagedList, state.graph, self.handles))
        copied.element, copied.snapshots = self.element, self.snapshots
        return copied

    def __add__(self, items: Any) -> Any:
        copied = self.copy()
        copied.extend(items)
        return copied

    def __radd__(self, items: Any) -> Any:
        joined = GrowingList(items, self.name)
        joined.become_staged(self._known())
        joined.extend(self)
        return joined

    # what changes it ---------------------------------------------------------------------------------------

    def append(self, item: Any, /) -> None:
        self._push(self._changing(item))

    def _changing(self, item: Any) -> list[Any]:
        """The tensors in an item that is about to become an element."""
        element, tensors = self._element_of(item)
        self._check_owner()
        if self._is_in_inner_graph():
            raise CarryRequest(self, element)
        self.merge_element(element)
        return tensors

    def _check_owner(self) -> None:
        if self.owner is not None:
            raise NotImplementedError(
                f"the list {self.shown()} is an element of the list {self.owner} of the graph, which has it as it was: "
                "it cannot change afterwards. Append it when it is complete."
            )

    def extend(self, items: Iterable[Any], /) -> None:
        if is_staged(items):
            return self._append_each(items)
        for item in items:
            self.append(item)

    def pop(self, index: Any = -1, /) -> Any:
        if index != -1:
            raise self.refusal("pop of an element that is not the last")
        self._check_owner()
        if self._is_in_inner_graph():
            raise CarryRequest(self, self._known())
        element = self._known()
        self._check_snapshots()
        popped = [
            apply_multi("TensorListPopBack", (handle, sizes_of(type_)), {"element_dtype": type_.dtype})
            for handle, type_ in zip(self.handles, element.types, strict=True)
        ]
        self.handles = tuple(handle for handle, _ in popped)
        return element.pack([item for _, item in popped])

    def __setitem__(self, index: Any, item: Any, /) -> None:
        if isinstance(index, slice):
            raise self.refusal("assignment to a slice")
        tensors, position = self._changing(item), self._position(index)
        pairs = zip(self.handles, tensors, strict=True)
        self.handles = tuple(apply("TensorListSetItem", (handle, position, tensor)) for handle, tensor in pairs)

    def _refuse_if_staged(self, what: str) -> NoReturn:
        raise self.refusal(what)

    def become_staged(self, element: Element) -> None:
        """Its elements are in the graph already."""
        self.merge_element(element)


nest.register_like(list, GrowingList, StagedList)
nest.register_leaf(StagedList, plain=False)  # a walk that asks for its elements is refused by `__iter__`


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
        return [handle for list_ in self.lists for handle in list_.handles]

    def names(self) -> list[str]:
        """What the lists are called in messages."""
        return [f"the list {list_.shown()}" for list_ in self.lists for _ in list_.handles]

    def enter(self, handles: Iterable[Any]) -> None:
        """Have the elements in these lists, in the body that begins."""
        rest = iter(handles)
        for list_ in self.lists:
            own = tuple(next(rest) for _ in list_.handles)
            list_.restore(ListState(StagedList, state.graph, own))


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


__all__ = ["CarryRequest", "GrowingList", "ListCarrier", "StagedList"]
