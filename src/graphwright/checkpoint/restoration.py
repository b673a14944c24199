"""Matches the objects of a program with those of a checkpoint, and restores their values, now or when they are created.

The matching starts at the root and follows the names of dependencies in both graphs. Values of objects that the program
does not have yet are deferred (`core.deferred_restore`). Objects are referenced weakly: a restored checkpoint keeps
nothing alive.
"""

from __future__ import annotations

import collections
import contextlib
import logging
import sys
import weakref
from collections.abc import Callable, Iterator
from typing import Any

from graphwright.base import errors
from graphwright.base.dtypes import string
from graphwright.checkpoint import messages
from graphwright.checkpoint.bundle_reader import BundleReader
from graphwright.checkpoint.deferred_containers import DeferredDict, DeferredList
from graphwright.checkpoint.object_graph import (
    GRAPH_KEY,
    child_of,
    children_of,
    has_values,
    nodes_with_values,
    owner_of_values,
    restore_values,
    saved_together,
)
from graphwright.core.context import outside_graphs
from graphwright.core.deferred_restore import wait_for
from graphwright.core.tensor import Array, EagerTensor
from graphwright.core.variable import SAVED_AS as VALUE
from graphwright.core.variable import Variable
from graphwright.ir.types import tensor_type

_log = logging.getLogger("graphwright")

_Put = Callable[[Any], None]
"""Replaces a dependency of an object by another object."""


class Restoration:
    """The restoration of one checkpoint into the objects of a program.

    Args:
      reader: the tensors of the checkpoint.
      skip_slots: do not restore the slot variables of optimizers.

    DataLossError or InvalidArgumentError for a checkpoint whose graph of objects is damaged or missing.
    """

    def __init__(self, reader: BundleReader, skip_slots: bool = False) -> None:
        self.partial = True  # no warning about unused values if the restoration fails
        self._reader = reader
        graph = read_graph(reader)
        self.nodes = graph.nodes
        self._useful = nodes_with_values(graph)
        self._slot_owners = [] if skip_slots else [i for i, node in enumerate(self.nodes) if node.slot_variables]
        self._skipped = {s.slot_variable_node_id for n in self.nodes for s in n.slot_variables} if skip_slots else set()
        self._bound: dict[int, weakref.ref[Any] | None] = {}  # None: a container, which cannot be referenced weakly
        self._alive: dict[int, weakref.ref[Any]] = {}  # the matched objects, by id

    # queries ------------------------------------------------------------------------------------------------

    def object_of(self, number: int) -> Any:
        """The object that was matched with a node and is alive, else None."""
        reference = self._bound.get(number)
        return None if reference is None else reference()

    def knows(self, value: Any) -> bool:
        """Whether an object has been matched."""
        reference = self._alive.get(id(value))
        return reference is not None and reference() is value

    def unresolved(self) -> Iterator[tuple[str, Any]]:
        """The nodes whose values have no object, with the path of each."""
        paths = {0: "(root)"}
        ways = collections.deque([0])
        while ways:
            at = ways.popleft()
            for number, name in _dependencies(self.nodes[at]):
                if number not in paths:
                    paths[number] = f"{paths[at]}.{name}"
                    ways.append(number)
        for number, node in enumerate(self.nodes):
            if node.attributes and number not in self._bound and number not in self._skipped:
                yield paths.get(number, "(unreachable)"), node

    def __del__(self) -> None:
        if self.partial or sys is None or sys.is_finalizing():
            return
        for path, _ in self.unresolved():
            _log.warning(
                "A checkpoint was restored, and %s has a value in it that no object got. "
                "`status.expect_partial()` says that this is meant; `status.assert_consumed()` makes it an error.",
                path,
            )

    # matching -----------------------------------------------------------------------------------------------

    def attach(self, value: Any, number: int, put: _Put | None = None) -> None:
        """Match an object with a node, and the dependencies of both; then restore the values.

        All values are read and checked before the first one is assigned.
        """
        self._complete({}, [(value, number, put)])

    def attach_slots(self) -> None:
        """Look for new slot variables of optimizers."""
        self._complete({}, [])

    def _complete(self, matched: dict[int, Any], start: list[tuple[Any, int, _Put | None]]) -> None:
        missing = self._pair(matched, collections.deque(start))
        pending: dict[int, tuple[Any, int]] = {}
        for number, one in matched.items():
            if self.nodes[number].attributes and not self.knows(one):
                pending.setdefault(id(one), (one, number))
        keys = [self._keys(one, self.nodes[number]) for one, number in pending.values()]
        read = self._reader.read_many([key for named in keys for key in named.values()])
        values = [{name: self._tensor(key, read) for name, key in named.items()} for named in keys]
        with outside_graphs():
            for (one, _), saved in zip(pending.values(), values, strict=True):
                restore_values(one, saved)
        for number, one in matched.items():
            self._bind(one, number)
        for one, number, put in missing:
            self._defer(one, number, put)

    def _pair(
        self, matched: dict[int, Any], queue: collections.deque[tuple[Any, int, _Put | None]]
    ) -> list[tuple[Any, int, _Put | None]]:
        """Fill `matched` with the object for each node; returns the pairs with missing dependencies."""
        missing = []
        seen: set[int] = set()
        while queue or self._add_slots(matched, queue):
            one, number, put = queue.popleft()
            node = self.nodes[number]
            before = matched.get(number, self.object_of(number))
            if before is not None or (node.attributes and not has_values(one)):
                continue  # the first of several objects for one node counts
            matched[number] = one
            if id(one) in seen or self.knows(one):
                continue
            seen.add(id(one))
            children = children_of(one)
            for child in node.children:
                found = children.get(child.local_name)
                if found is not None:
                    queue.append((found, child.node_id, _replacer(one, child.local_name, found)))
            if any(child.local_name not in children and child.node_id in self._useful for child in node.children):
                missing.append((one, number, put))
        return missing

    def _add_slots(self, matched: dict[int, Any], queue: collections.deque[tuple[Any, int, _Put | None]]) -> bool:
        """Queue the slot variables whose optimizer and variable are matched; whether there were any."""
        for number in self._slot_owners:
            owner = matched.get(number, self.object_of(number))
            if owner is None or not hasattr(type(owner), "get_slot"):
                continue
            for slot in self.nodes[number].slot_variables:
                original = matched.get(slot.original_variable_node_id, self.object_of(slot.original_variable_node_id))
                known = slot.slot_variable_node_id in matched or slot.slot_variable_node_id in self._bound
                if original is None or known:
                    continue
                found = owner.get_slot(original, slot.slot_name)
                if found is None and hasattr(type(owner), "add_slot"):
                    found = owner.add_slot(original, slot.slot_name)
                if found is not None and has_values(found):
                    queue.append((found, slot.slot_variable_node_id, None))
        return bool(queue)

    def _bind(self, one: Any, number: int) -> None:
        try:
            self._bound[number] = self._alive[id(one)] = weakref.ref(one)
        except TypeError:
            self._bound[number] = None

    def _keys(self, one: Any, node: Any) -> dict[str, str]:
        """The keys of a node's values, by name; checked against the object if that is a variable."""
        keys = {attribute.name: attribute.checkpoint_key for attribute in node.attributes}
        one = owner_of_values(one)
        together, parts = saved_together(one)
        if together and together in keys:
            return {part: keys[together] + part for part in parts}
        if isinstance(one, Variable) and type(one)._restore_from_tensors is Variable._restore_from_tensors:
            if VALUE not in keys:
                raise errors.InvalidArgumentError(
                    None, None, f"{self._reader.prefix} has no value for variable {one.name}, but {sorted(keys)}."
                )
            self._check(one, keys[VALUE])
        return keys

    def _tensor(self, key: str, read: dict[str, Array]) -> EagerTensor:
        return EagerTensor(read[key], tensor_type(self._reader.entry(key).dtype, read[key].shape))

    def _check(self, variable: Variable, key: str) -> None:
        entry = self._reader.entry(key)
        if entry.dtype is not variable.dtype:
            raise errors.InvalidArgumentError(
                None, None, f"tensor_name = {key}; expected dtype {variable.dtype.name} does not equal original dtype "
                f"{entry.dtype.name}: variable {variable.name}, checkpoint {self._reader.prefix}",
            )  # fmt: skip
        if not variable.shape.is_compatible_with(entry.shape):
            raise ValueError(
                f"Received incompatible tensor with shape {entry.shape} when attempting to restore variable with "
                f"shape {variable.shape} and name {variable.name}: {key} of checkpoint {self._reader.prefix}"
            )

    # deferred -----------------------------------------------------------------------------------------------

    def _defer(self, one: Any, number: int, put: _Put | None) -> None:
        """Register for notification when the object gets new dependencies."""
        children = self.nodes[number].children
        missing_names = {child.local_name: child.node_id for child in children if child.node_id in self._useful}

        def changed(container: Any) -> bool:
            return self._match_new(container, missing_names, list(missing_names))

        def set_on(owner: Any, name: str) -> bool:
            return self._match_new(owner, missing_names, [name] if name in missing_names else [])

        if isinstance(one, (DeferredList, DeferredDict)):
            one.tell(changed)
        elif type(one) in (list, dict):
            if put is not None:
                put(DeferredList(one, changed) if type(one) is list else DeferredDict(one, changed))
        elif not isinstance(one, (tuple, dict, list)):
            for owner in getattr(one, "_attribute_owners", (one,)):
                wait_for(owner, set_on)

    def _match_new(self, owner: Any, missing_names: dict[str, int], names: list[str]) -> bool:
        """Match new dependencies of these names; whether others are still missing."""
        for name in names:
            if missing_names[name] not in self._bound:
                found = child_of(owner, name)
                if found is None:
                    continue
                self.attach(found, missing_names[name], _replacer(owner, name, found))
            if missing_names[name] in self._bound:
                del missing_names[name]
        return bool(missing_names)


def read_graph(reader: BundleReader) -> Any:
    """The object graph of a checkpoint, with all node numbers checked."""
    if GRAPH_KEY not in reader:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"{reader.prefix} has no graph of objects ({GRAPH_KEY}): it was not written by tf.train.Checkpoint. "
            "tf.train.load_checkpoint reads its tensors by name.",
        )
    entry = reader.entry(GRAPH_KEY)
    if entry.dtype is not string or entry.shape:
        raise errors.DataLossError(None, None, f"{reader.prefix}: {GRAPH_KEY} is not a string")
    graph = messages.parsed("TrackableObjectGraph", reader.read(GRAPH_KEY).item(), f"{reader.prefix}: {GRAPH_KEY}")
    numbers = [number for node in graph.nodes for number, _ in _dependencies(node)]
    numbers += [slot.original_variable_node_id for node in graph.nodes for slot in node.slot_variables]
    if not graph.nodes or not all(0 <= number < len(graph.nodes) for number in numbers):
        raise errors.DataLossError(None, None, f"{reader.prefix}: its graph of objects names objects it does not have")
    return graph


def _dependencies(node: Any) -> Iterator[tuple[int, str]]:
    for child in node.children:
        yield child.node_id, child.local_name
    for slot in node.slot_variables:
        yield slot.slot_variable_node_id, slot.slot_name


def _replacer(owner: Any, name: str, found: Any) -> _Put | None:
    """A function that replaces `found`, a dependency of `owner`; None if it is neither attribute nor item."""
    if type(found) not in (list, dict):
        return None
    if isinstance(owner, (DeferredList, DeferredDict)):
        key: Any = name if isinstance(owner, DeferredDict) else int(name)
        return lambda new: owner.put(key, new)
    if isinstance(owner, list):
        return lambda new: owner.__setitem__(int(name), new)
    if isinstance(owner, dict):
        return lambda new: owner.__setitem__(name, new)
    for one in getattr(owner, "_attribute_owners", (owner,)):
        with contextlib.suppress(TypeError):
            if vars(one).get(name) is found:
                return lambda new, one=one: object.__setattr__(one, name, new)  # type: ignore[misc]
    return None
