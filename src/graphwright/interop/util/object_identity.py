"""`tensorflow.python.util.object_identity`: dictionaries and sets that compare by identity."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, MutableMapping, MutableSet
from typing import Any

from graphwright.core.tensor import Reference


class ObjectIdentityDictionary(MutableMapping[Any, Any]):
    """A dictionary whose keys are compared by identity."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._storage: dict[int, tuple[Any, Any]] = {}
        self.update(dict(*args, **kwargs) if not args or not isinstance(args[0], MutableMapping) else args[0])

    def __getitem__(self, key: Any) -> Any:
        try:
            return self._storage[id(key)][1]
        except KeyError:
            raise KeyError(key) from None

    def __setitem__(self, key: Any, value: Any) -> None:
        self._storage[id(key)] = key, value

    def __delitem__(self, key: Any) -> None:
        del self._storage[id(key)]

    def __iter__(self) -> Iterator[Any]:
        return iter([key for key, _ in self._storage.values()])

    def __len__(self) -> int:
        return len(self._storage)


class ObjectIdentityWeakKeyDictionary(MutableMapping[Any, Any]):
    """A dictionary whose keys are compared by identity and dropped with their objects."""

    def __init__(self) -> None:
        self._storage: dict[int, tuple[weakref.ref[Any], Any]] = {}

    def __getitem__(self, key: Any) -> Any:
        try:
            return self._storage[id(key)][1]
        except KeyError:
            raise KeyError(key) from None

    def __setitem__(self, key: Any, value: Any) -> None:
        at, storage = id(key), self._storage
        storage[at] = weakref.ref(key, lambda _: storage.pop(at, None)), value

    def __delitem__(self, key: Any) -> None:
        del self._storage[id(key)]

    def __iter__(self) -> Iterator[Any]:
        return iter([key for reference, _ in list(self._storage.values()) if (key := reference()) is not None])

    def __len__(self) -> int:
        return len(self._storage)


class ObjectIdentitySet(MutableSet[Any]):
    """A set whose elements are compared by identity."""

    _mapping: type[MutableMapping[Any, Any]] = ObjectIdentityDictionary

    def __init__(self, *args: Iterable[Any]) -> None:
        self._storage = self._mapping()
        for item in args[0] if args else ():
            self.add(item)

    def __contains__(self, item: object) -> bool:
        return item in self._storage

    def __iter__(self) -> Iterator[Any]:
        return iter(self._storage)

    def __len__(self) -> int:
        return len(self._storage)

    def add(self, value: Any) -> None:
        """Add an object."""
        self._storage[value] = None

    def discard(self, value: Any) -> None:
        """Remove an object that may not be there."""
        self._storage.pop(value, None)

    def update(self, items: Iterable[Any]) -> None:
        """Add objects."""
        for item in items:
            self.add(item)

    def intersection(self, items: Iterable[Any]) -> ObjectIdentitySet:
        """Those that are among the items."""
        return type(self)([item for item in items if item in self])

    def difference(self, items: Iterable[Any]) -> ObjectIdentitySet:
        """Those that are not among the items."""
        others = ObjectIdentitySet(items)
        return type(self)([item for item in self if item not in others])

    def clear(self) -> None:
        """Remove all."""
        self._storage.clear()


class ObjectIdentityWeakSet(ObjectIdentitySet):
    """A set whose elements are compared by identity and dropped with their objects."""

    _mapping = ObjectIdentityWeakKeyDictionary


__all__ = [
    "ObjectIdentityDictionary",
    "ObjectIdentitySet",
    "ObjectIdentityWeakKeyDictionary",
    "ObjectIdentityWeakSet",
    "Reference",
]
