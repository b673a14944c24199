"""Pairs the objects of a program with those of a checkpoint, and gives them their values, at once or when they come.

The pairing starts at the root and follows the names by which things belong to each other, in both graphs at once.
What the checkpoint has and the program lacks is awaited (`core.deferred_restore`). Objects are referred to weakly: a
checkpoint that was restored keeps nothing alive.
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
from graphwright.checkpoint.containers import AwaitedDict, AwaitedList
from graphwright.checkpoint.object_graph import (
    GRAPH_KEY,
    child_of,
    children_of,
    give_values,
    has_values,
    leading_to_values,
    owner_of_values,
    saved_together,
)
from graphwright.core.context import init_scope
from graphwright.core.deferred_restore import wait_for
from graphwright.core.tensor import Array, EagerTensor
from graphwright.core.variable import SAVED_AS as VALUE
from graphwright.core.variable import Variable
from graphwright.ir.types import tensor_type

_log = logging.getLogger("graphwright")

_Put = Callable[[Any], None]
"""Puts another object in the place of one that belongs to something."""


class Restoration:
    """One checkpoint on its way into the objects of a program.

    Args:
      reader: the tensors of the checkpoint.
      skip_slots: leave alone what optimizers keep for each variable.

    DataLossError or InvalidArgumentError for a checkpoint whose graph of objects is damaged or missing.
    """

    def __init__(self, reader: BundleReader, skip_slots: bool = False) -> None:
        self.partial = True  # what fails on its way has nothing to complain of later
        self._reader = reader
        graph = _read_graph(reader)
        self.nodes = graph.nodes
        self._useful = leading_to_values(graph)
        self._slot_owners = [] if skip_slots else [i for i, node in enumerate(self.nodes) if node.slot_variables]
        self._skipped = {s.slot_variable_node_id for n in self.nodes for s in n.slot_variables} if skip_slots else set()
        self._bound: dict[int, weakref.ref[Any] | None] = {}  # None: a container, to which nothing can refer weakly
        self._alive: dict[int, weakref.ref[Any]] = {}  # what has been paired, by its id

    # looking ------------------------------------------------------------------------------------------------

    def object_of(self, number: int) -> Any:
        """The object that was paired with a node and is alive, else None."""
        reference = self._bound.get(number)
        return None if reference is None else reference()

    def knows(self, value: Any) -> bool:
        """Whether an object has been paired."""
        reference = self._alive.get(id(value))
        return reference is not None and reference() is value

    def unresolved(self) -> Iterator[tuple[str, Any]]:
        """The nodes whose values have found no object, with the way to each."""
        paths = {0: "(root)"}
        ways = collections.deque([0])
        while ways:
            at = ways.popleft()
            for number, name in _belonging(self.nodes[at]):
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

    # pairing ------------------------------------------------------------------------------------------------

    def attach(self, value: Any, number: int, put: _Put | None = None) -> None:
        """Pair an object with a node, and all that belongs to both; then give the objects their values.

        The values are all read and found to fit before the first of them is given.
        """
        self._complete({}, [(value, number, put)])

    def attach_slots(self) -> None:
        """Look again for what optimizers keep for each variable."""
        self._complete({}, [])

    def _complete(self, met: dict[int, Any], start: list[tuple[Any, int, _Put | None]]) -> None:
        missing = self._pair(met, collections.deque(start))
        getting: dict[int, tuple[Any, int]] = {}
        for number, one in met.items():
            if self.nodes[number].attributes and not self.knows(one):
                getting.setdefault(id(one), (one, number))
        keys = [self._keys(one, self.nodes[number]) for one, number in getting.values()]
        read = self._reader.read_many([key for named in keys for key in named.values()])
        values = [{name: self._tensor(key, read) for name, key in named.items()} for named in keys]
        with init_scope():
            for (one, _), given in zip(getting.values(), values, strict=True):
                give_values(one, given)
        for number, one in met.items():
            self._bind(one, number)
        for one, number, put in missing:
            self._await(one, number, put)

    def _pair(
        self, met: dict[int, Any], queue: collections.deque[tuple[Any, int, _Put | None]]
    ) -> list[tuple[Any, int, _Put | None]]:
        """Fill `met` with the object for each node; gives the pairs to which something belongs that is not there."""
        missing = []
        seen: set[int] = set()
        while queue or self._add_slots(met, queue):
            one, number, put = queue.popleft()
            node = self.nodes[number]
            before = met.get(number, self.object_of(number))
            if before is not None or (node.attributes and not has_values(one)):
                continue  # of several objects in one place the first is the one
            met[number] = one
            if id(one) in seen or self.knows(one):
                continue
            seen.add(id(one))
            children = children_of(one)
            for child in node.children:
                found = children.get(child.local_name)
                if found is not None:
                    queue.append((found, child.node_id, _putting(one, child.local_name, found)))
            if any(child.local_name not in children and child.node_id in self._useful for child in node.children):
                missing.append((one, number, put))
        return missing

    def _add_slots(self, met: dict[int, Any], queue: collections.deque[tuple[Any, int, _Put | None]]) -> bool:
        """Queue the variables that optimizers keep for variables, where both are known; whether there were any."""
        for number in self._slot_owners:
            owner = met.get(number, self.object_of(number))
            if owner is None or not hasattr(type(owner), "get_slot"):
                continue
            for slot in self.nodes[number].slot_variables:
                original = met.get(slot.original_variable_node_id, self.object_of(slot.original_variable_node_id))
                known = slot.slot_variable_node_id in met or slot.slot_variable_node_id in self._bound
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
        """The keys of the values that a node has for an object, by name; they fit it, if it is a variable."""
        keys = {attribute.name: attribute.checkpoint_key for attribute in node.attributes}
        one = owner_of_values(one)
        together, parts = saved_together(one)
        if together and together in keys:
            return {part: keys[together] + part for part in parts}
        if isinstance(one, Variable) and type(one)._restore_from_tensors is Variable._restore_from_tensors:
            if VALUE not in keys:
                raise errors.InvalidArgumentError(
                    None, None, f"{self._reader.prefix} has no value of a variable for {one.name}, but {sorted(keys)}."
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

    # waiting ------------------------------------------------------------------------------------------------

    def _await(self, one: Any, number: int, put: _Put | None) -> None:
        """Hear of it when something comes to belong to an object."""
        children = self.nodes[number].children
        wanted = {child.local_name: child.node_id for child in children if child.node_id in self._useful}

        def changed(container: Any) -> bool:
            return self._arrived(container, wanted, list(wanted))

        def set_on(owner: Any, name: str) -> bool:
            return self._arrived(owner, wanted, [name] if name in wanted else [])

        if isinstance(one, (AwaitedList, AwaitedDict)):
            one.tell(changed)
        elif type(one) in (list, dict):
            if put is not None:
                put(AwaitedList(one, changed) if type(one) is list else AwaitedDict(one, changed))
        elif not isinstance(one, (tuple, dict, list)):
            for owner in getattr(one, "_attribute_owners", (one,)):
                wait_for(owner, set_on)

    def _arrived(self, owner: Any, wanted: dict[str, int], names: list[str]) -> bool:
        """Pair what has come to belong to an object under these names; whether there is more to wait for."""
        for name in names:
            if wanted[name] not in self._bound:
                found = child_of(owner, name)
                if found is None:
                    continue
                self.attach(found, wanted[name], _putting(owner, name, found))
            if wanted[name] in self._bound:
                del wanted[name]
        return bool(wanted)


def _read_graph(reader: BundleReader) -> Any:
    """The graph of objects of a checkpoint, all numbers in it within bounds."""
    if GRAPH_KEY not in reader:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"{reader.prefix} has no graph of objects ({GRAPH_KEY}): it was not written by tf.train.Checkpoint. "
            "tf.train.load_checkpoint reads its tensors by name.",
        )
    entry = reader.entry(GRAPH_KEY)
    if entry.dtype is not string or entry.shape:
        raise errors.DataLossError(None, None, f"{reader.prefix}: {GRAPH_KEY} is no string")
    graph = messages.parsed("TrackableObjectGraph", reader.read(GRAPH_KEY).item(), f"{reader.prefix}: {GRAPH_KEY}")
    numbers = [number for node in graph.nodes for number, _ in _belonging(node)]
    numbers += [slot.original_variable_node_id for node in graph.nodes for slot in node.slot_variables]
    if not graph.nodes or not all(0 <= number < len(graph.nodes) for number in numbers):
        raise errors.DataLossError(None, None, f"{reader.prefix}: its graph of objects names objects it does not have")
    return graph


def _belonging(node: Any) -> Iterator[tuple[int, str]]:
    for child in node.children:
        yield child.node_id, child.local_name
    for slot in node.slot_variables:
        yield slot.slot_variable_node_id, slot.slot_name


def _putting(owner: Any, name: str, found: Any) -> _Put | None:
    """What replaces `found`, which belongs to `owner` under that name; None where it is no attribute and no item."""
    if type(found) not in (list, dict):
        return None
    if isinstance(owner, (AwaitedList, AwaitedDict)):
        key: Any = name if isinstance(owner, AwaitedDict) else int(name)
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
