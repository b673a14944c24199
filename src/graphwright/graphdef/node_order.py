"""Orders: of nodes, so that each follows what it uses and waits for; of functions, so that each follows its callees."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from graphwright.base import errors
from graphwright.graphdef import messages

DEEPEST = 100
"""Functions that may call each other in a row."""

# Attributes whose function runs only where a condition holds: a recursion through them may end.
_CONDITIONAL = frozenset({"then_branch", "else_branch", "branches", "body"})


def _name_of(reference: str) -> str:
    return reference.removeprefix("^").partition(":")[0]


def node_order(nodes: Sequence[messages.Message], where: str, known: Collection[str] = ()) -> list[messages.Message]:
    """The nodes in an order in which each follows its data and control inputs, as near to theirs as can be.

    `known` names what stands for itself: arguments. Raises InvalidArgumentError for two nodes of one name, for inputs
    that name nothing, and for cycles.
    """
    index: dict[str, int] = {}
    for i, node in enumerate(nodes):
        if node.name in index:
            raise errors.InvalidArgumentError(f"Two nodes of {where} have the name '{node.name}'.")
        index[node.name] = i
    users: list[list[int]] = [[] for _ in nodes]
    waits = [0] * len(nodes)
    for i, node in enumerate(nodes):
        for name in {_name_of(reference) for reference in node.input}:
            source = index.get(name)
            if source is not None:
                users[source].append(i)
                waits[i] += 1
            elif name not in known:
                raise errors.InvalidArgumentError(
                    f"Node '{node.name}' ({node.op}) of {where} has an input from '{name}', which is no node of it."
                )
    ready = [i for i, count in enumerate(waits) if not count]
    heapq.heapify(ready)
    ordered: list[messages.Message] = []
    while ready:
        i = heapq.heappop(ready)
        ordered.append(nodes[i])
        for user in users[i]:
            waits[user] -= 1
            if not waits[user]:
                heapq.heappush(ready, user)
    if len(ordered) != len(nodes):
        circle = next(node.name for node, count in zip(nodes, waits, strict=True) if count)
        raise errors.InvalidArgumentError(f"The nodes of {where} use each other in a circle: '{circle}' is part of it.")
    return ordered


def called_by(nodes: Any) -> dict[str, bool]:
    """The functions that nodes name, and whether one of them calls it whatever happens."""
    found: dict[str, bool] = {}
    for node in nodes:
        for attr, value in node.attr.items():
            stored = value.WhichOneof("value")
            functions = [value.func] if stored == "func" else value.list.func if stored == "list" else ()
            for function in functions:
                if function.name and not attr.startswith("_"):
                    found[function.name] = found.get(function.name, False) or attr not in _CONDITIONAL
    return found


def call_order(start: Mapping[str, Any], nodes_of: Callable[[str], Any], done: Collection[str] = ()) -> Iterator[str]:
    """The functions to import, each after those it calls, but for those it is called by itself.

    Args:
      start: nodes to begin with, by the name they are listed under.
      nodes_of: the nodes of a function.
      done: functions that are there.

    Raises InvalidArgumentError for calls nested too deep, and for a recursion that no condition ends.
    """
    seen = set(done)
    for first, nodes in start.items():
        if first in seen:
            continue
        seen.add(first)
        way = [first]
        always = [True]  # whether each on the way is called by the one before it whatever happens
        pending = [iter(called_by(nodes).items())]
        while way:
            following = next(pending[-1], None)
            if following is None:
                pending.pop()
                always.pop()
                yield way.pop()
                continue
            name, unconditional = following
            if name in way and unconditional and all(always[way.index(name) + 1 :]):
                raise errors.InvalidArgumentError(f"Function '{name}' calls itself without end.")
            if name in seen:
                continue
            if len(way) > DEEPEST:
                raise errors.InvalidArgumentError(f"Functions call each other more than {DEEPEST} deep, at '{name}'.")
            seen.add(name)
            way.append(name)
            always.append(unconditional)
            pending.append(iter(called_by(nodes_of(name)).items()))
