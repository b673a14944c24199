"""Stages: tensors that wait between two parts of a graph, in order or under keys, and their ops."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType
from graphwright.base.forks import renewed_after_fork
from graphwright.core.tensor import Array
from graphwright.ir.reach import SHARED_RESOURCE
from graphwright.ir.record import op

_POLL = 0.1  # seconds after which a waiting thread looks for interrupts

Parts = list[Array | None]


class Stage:
    """Elements that wait in the order in which they came.

    Args:
      capacity: how many elements there is room for; 0 for any number.
      memory_limit: how many bytes there is room for; 0 for any number.
    """

    def __init__(self, capacity: int, memory_limit: int) -> None:
        self._capacity, self._limit = capacity, memory_limit
        self._items: list[list[Array]] = []
        self._changed = renewed_after_fork(threading.Condition())

    def __len__(self) -> int:
        return len(self._items)

    def put(self, values: Sequence[Array]) -> None:
        """Add an element, when there is room."""
        size = _check_size(values, self._limit)
        with self._changed:
            self._wait(lambda: self._has_room(size))
            self._items.append(list(values))
            self._changed.notify_all()

    def _has_room(self, size: int) -> bool:
        used = sum(_bytes(item) for item in self._items) if self._limit else 0
        return (not self._capacity or len(self._items) < self._capacity) and used + size <= (self._limit or used + size)

    def take(self) -> list[Array]:
        """Remove the first element, when there is one."""
        with self._changed:
            self._wait(lambda: bool(self._items))
            item = self._items.pop(0)
            self._changed.notify_all()
            return item

    def peek(self, index: int) -> list[Array]:
        """The element at an index, when there is one."""
        if index < 0:
            raise errors.InvalidArgumentError(f"The index of a stage must be at least 0, got {index}.")
        with self._changed:
            self._wait(lambda: index < len(self._items))
            return list(self._items[index])

    def clear(self) -> None:
        """Remove all elements."""
        with self._changed:
            self._items.clear()
            self._changed.notify_all()

    def _wait(self, ready: Callable[[], bool]) -> None:
        while not ready():
            self._changed.wait(_POLL)  # a bounded wait, so that Ctrl-C gets through


class MapStage(Stage):
    """Elements that wait under keys; an element is complete once all its components have been put in.

    Args:
      capacity, memory_limit: as of `Stage`.
      count: the number of components of an element.
      ordered: whether `take_any` removes the element of the least key, and not of the one that came first.
    """

    def __init__(self, capacity: int, memory_limit: int, count: int, ordered: bool) -> None:
        super().__init__(capacity, memory_limit)
        self._count, self._ordered = count, ordered
        self._complete: dict[int, Parts] = {}
        self._incomplete: dict[int, Parts] = {}

    def __len__(self) -> int:
        return len(self._complete)

    @property
    def incomplete(self) -> int:
        """The number of elements that lack components."""
        return len(self._incomplete)

    def put_at(self, key: int, indices: Sequence[int], values: Sequence[Array]) -> None:
        """Add components of an element, when there is room."""
        self._check(indices)
        if len(indices) != len(values):
            raise errors.InvalidArgumentError(f"There are {len(indices)} indices for {len(values)} values.")
        size = _check_size(values, self._limit)
        with self._changed:
            self._wait(lambda: self._has_room(size))
            parts = self._incomplete.setdefault(key, [None] * self._count)
            if key in self._complete:
                del self._incomplete[key]
                raise errors.InvalidArgumentError(f"The element of key {key} is complete already.")
            for index, value in zip(indices, values, strict=True):
                if parts[index] is not None:
                    raise errors.InvalidArgumentError(
                        f"The tensor for index '{index}' for key '{key}' was already initialized."
                    )
                parts[index] = value
            if all(part is not None for part in parts):
                self._complete[key] = self._incomplete.pop(key)
            self._changed.notify_all()

    def _has_room(self, size: int) -> bool:
        kept = [*self._complete.values(), *self._incomplete.values()]
        used = sum(_bytes(item) for item in kept) if self._limit else 0
        return (not self._capacity or len(self._complete) < self._capacity) and (
            not self._limit or used + size <= self._limit
        )

    def peek_at(self, key: int, indices: Sequence[int]) -> list[Array]:
        """Components of the element of a key, once it is complete."""
        self._check(indices)
        with self._changed:
            self._wait(lambda: key in self._complete)
            return self._chosen(key, indices)

    def take_at(self, key: int, indices: Sequence[int]) -> list[Array]:
        """Remove components of the element of a key, once it is complete."""
        self._check(indices)
        with self._changed:
            self._wait(lambda: key in self._complete)
            return self._removed(key, indices)

    def take_any(self, indices: Sequence[int]) -> tuple[int, list[Array]]:
        """Remove components of some complete element; its key and they."""
        self._check(indices)
        with self._changed:
            self._wait(lambda: bool(self._complete))
            key = min(self._complete) if self._ordered else next(iter(self._complete))
            return key, self._removed(key, indices)

    def _chosen(self, key: int, indices: Sequence[int]) -> list[Array]:
        parts, found = self._complete[key], []
        for index in indices:
            part = parts[index]
            if part is None:
                raise errors.InvalidArgumentError(f"Tensor at index '{index}' for key '{key}' has been removed.")
            found.append(part)
        return found

    def _removed(self, key: int, indices: Sequence[int]) -> list[Array]:
        found, parts = self._chosen(key, indices), self._complete[key]
        for index in indices:
            parts[index] = None
        if all(part is None for part in parts):
            del self._complete[key]
        self._changed.notify_all()
        return found

    def _check(self, indices: Sequence[int]) -> None:
        for index in indices:
            if not 0 <= index < self._count:
                raise errors.InvalidArgumentError(
                    f"Index '{index}' is out of bounds: elements have {self._count} components."
                )
        if any(a >= b for a, b in pairwise(indices)):
            raise errors.InvalidArgumentError(f"Indices are not strictly ordered: {list(indices)}")

    def clear(self) -> None:
        """Remove all elements."""
        with self._changed:
            self._complete.clear()
            self._incomplete.clear()
            self._changed.notify_all()


def _bytes(values: Sequence[Array | None]) -> int:
    return sum(v.nbytes for v in values if v is not None)


def _check_size(values: Sequence[Array], limit: int) -> int:
    size = _bytes(values)
    if limit and size > limit:
        raise errors.ResourceExhaustedError(
            f"Attempted to insert tensors with combined size of '{size}' bytes into Staging Area with a memory limit "
            f"of '{limit}'."
        )
    return size


# records ------------------------------------------------------------------------------------------------------------

_stages: dict[tuple[str, str, str], Stage] = {}
_lock = renewed_after_fork(threading.Lock())


def _stage(
    kind: str, capacity: int, memory_limit: int, dtypes: Sequence[DType], container: str, shared_name: str, **_: Any
) -> Any:
    """The stage of a name, which the first op on it makes."""
    key = (kind, container, shared_name)
    with _lock:
        if key not in _stages:
            _stages[key] = (
                Stage(capacity, memory_limit)
                if kind == "Stage"
                else MapStage(capacity, memory_limit, len(dtypes), kind == "OrderedMap")
            )
        return _stages[key]


_ROOM, _NAMED = (
    "capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; ",
    'container: string = ""; shared_name: string = ""',
)
_SOME, _ANY = "dtypes: list(type) >= 1; ", "dtypes: list(type); "


def _declare(
    kind: str, name: str, args: str, method: Callable[..., Any], effect: Any = "write", dtypes: str = _SOME
) -> None:
    """Declare an op on stages of a kind: `method` gets the stage and the inputs."""

    def shape(ctx: Any) -> Any:
        outputs: list[Any] = []
        for output in ctx.record.outputs:
            outputs += [None] * len(ctx.attrs["dtypes"]) if output.is_list else [()]
        return () if ctx.record.single_output else outputs

    attrs = f"{_ROOM}{dtypes}{_NAMED}"
    op(
        name, args, attrs, shape=shape, kernel=lambda *inputs, **attrs: method(_stage(kind, **attrs), *inputs),
        no_gradient=True, effect=effect, reaches=SHARED_RESOURCE,
    )  # fmt: skip


def _count(number: int) -> Array:
    return np.array(number, np.int32)


_declare("Stage", "Unstage", "-> values: [dtypes]", lambda stage: stage.take())
_declare("Stage", "StagePeek", "index: int32 -> values: [dtypes]", lambda stage, i: stage.peek(int(i)), "read")
_declare("Stage", "StageSize", "-> size: int32", lambda stage: _count(len(stage)), "read", _ANY)
_declare("Stage", "StageClear", "->", lambda stage: stage.clear(), "write", _ANY)


def _put(values: Sequence[Array], **attrs: Any) -> list[Any]:
    _stage("Stage", dtypes=(), **attrs).put(values)
    return []


op(
    "Stage",
    "values: [dtypes] ->",
    f"{_ROOM}dtypes: list(type) >= 1; {_NAMED}",
    shape=lambda ctx: [],
    kernel=_put,
    no_gradient=True,
    effect="write",
    reaches=SHARED_RESOURCE,
)


def _listed(indices: Array) -> list[int]:
    found: list[int] = np.asarray(indices).reshape(-1).tolist()
    return found


def _taken_any(stage: MapStage, indices: Array) -> list[Any]:
    key, values = stage.take_any(_listed(indices))
    return [np.array(key, np.int64), *values]


def _map_ops(kind: str) -> None:
    """Declare the ops on stages with keys, ordered or not."""
    prefix, one = kind, "key: int64, indices: int32"

    def put(key: Array, indices: Array, values: Sequence[Array], **attrs: Any) -> list[Any]:
        _stage(kind, **attrs).put_at(int(key), _listed(indices), values)
        return []

    op(
        f"{prefix}Stage",
        f"{one}, values: [fake_dtypes] ->",
        f"{_ROOM}dtypes: list(type); fake_dtypes: list(type) >= 1; {_NAMED}",
        shape=lambda ctx: [],
        kernel=put,
        no_gradient=True,
        effect="write",
        reaches=SHARED_RESOURCE,
    )
    values = f"{one} -> values: [dtypes]"
    _declare(kind, f"{prefix}Peek", values, lambda stage, key, i: stage.peek_at(int(key), _listed(i)), "read")
    _declare(kind, f"{prefix}Unstage", values, lambda stage, key, i: stage.take_at(int(key), _listed(i)))
    _declare(kind, f"{prefix}UnstageNoKey", "indices: int32 -> key: int64, values: [dtypes]", _taken_any)
    _declare(kind, f"{prefix}Size", "-> size: int32", lambda stage: _count(len(stage)), "read", _ANY)
    _declare(kind, f"{prefix}IncompleteSize", "-> size: int32", lambda stage: _count(stage.incomplete), "read", _ANY)
    _declare(kind, f"{prefix}Clear", "->", lambda stage: stage.clear(), "write", _ANY)


_map_ops("Map")
_map_ops("OrderedMap")

__all__ = ["MapStage", "Stage"]
