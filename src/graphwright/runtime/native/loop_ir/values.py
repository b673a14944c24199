"""The values that the items of a region define and use, and the blocks outside that they leave for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphwright.runtime.native.loop_ir import leaf
from graphwright.runtime.native.loop_ir.nodes import (
    Arm,
    Attempt,
    Branch,
    Cases,
    Choice,
    Exit,
    Item,
    Loop,
    Node,
    ScratchPointer,
    Switch,
    regions,
)


def operands(node: Node) -> list[tuple[str, str]]:
    """The types and texts of what a node itself uses, without what its regions use."""
    if isinstance(node, Loop):
        found = [] if node.guard is None else [("i1", node.guard)]
        found += [("i1", node.again)] if node.again is not None else []
        for carried in node.carried:
            found += [(carried.type, carried.start), (carried.type, carried.next or "")]
        return found
    if isinstance(node, Exit):
        return [("i1", node.condition)]
    found = []
    if isinstance(node, Branch):
        found = [("i1", node.condition)]
    elif isinstance(node, Switch):
        found = [(node.type, node.number)]
    elif isinstance(node, Cases):
        found = [("i1", condition) for condition in node.conditions]
    if isinstance(node, Choice):
        found += [(merge.type, value) for merge in node.merges for value in merge.values]
    return found


def results(node: Node) -> list[tuple[str, str]]:
    """The names and types of what a node itself defines."""
    if isinstance(node, Loop):
        inside = [(c.name, c.type) for c in node.carried]
        return inside + [(c.result, c.type) for c in node.carried if c.result is not None]
    if isinstance(node, Choice):
        return [(merge.name, merge.type) for merge in node.merges]
    return [(node.name, "ptr")] if isinstance(node, ScratchPointer) else []


def labels(node: Node) -> list[str]:
    """The blocks that a node begins."""
    if isinstance(node, Loop):
        return [node.head, node.after] + ([node.inside] if node.inside is not None else [])
    if isinstance(node, Choice):
        arms = [arm.label for arm in node.arms if arm is not None and not arm.cold and arm.label]
        return [*arms, node.after, *(node.misses if isinstance(node, Cases) else ())]
    return [node.after] if isinstance(node, Exit) else []


def inner(node: Node) -> list[Sequence[Item]]:
    """The regions of a node, but for arms that hardly ever run, whose code lies elsewhere."""
    if isinstance(node, Choice):
        return [arm.items for arm in node.arms if arm is not None and not arm.cold]
    return list(regions(node))


def cold_arms(items: Sequence[Item]) -> Iterator[Arm]:
    """The arms of a region that hardly ever run."""
    for item in items:
        if isinstance(item, Choice):
            yield from (arm for arm in item.arms if arm is not None and arm.cold)
        if not isinstance(item, str):
            for region in inner(item):
                yield from cold_arms(region)


def defined_in(items: Sequence[Item]) -> dict[str, str | None]:
    """The names, values with types and blocks with None, that a region defines."""
    found: dict[str, str | None] = {}
    for item in items:
        if isinstance(item, str):
            name = leaf.defined(item)
            if name is not None:
                found[name] = leaf.result_type(item)
            continue
        for region in inner(item):
            found.update(defined_in(region))
        found.update([(name[1:], type_) for name, type_ in results(item)])
        found.update(dict.fromkeys(labels(item)))
    return found


def used_in(items: Sequence[Item]) -> dict[str, str]:
    """The types of the values that a region uses, by name."""
    found: dict[str, str] = {}
    for item in items:
        if isinstance(item, str):
            for name, type_ in leaf.operands(item):
                if type_ is not None:
                    found.setdefault(name, type_)
            continue
        for type_, text in operands(item):
            if text.startswith("%"):
                found.setdefault(text[1:], type_)
        for region in inner(item):
            found.update(used_in(region))
    return found


def exits_of(items: Sequence[Item]) -> set[str]:
    """The blocks outside that a region leaves for, arms that hardly ever run among them."""
    found: set[str] = set()
    for item in items:
        if isinstance(item, str):
            continue
        if isinstance(item, Exit):
            found.add(item.target)
        elif isinstance(item, Choice):
            found.update([arm.label for arm in item.arms if arm is not None and arm.cold])
        for region in inner(item):
            found |= exits_of(region)
        if isinstance(item, Attempt) and item.arms[1] is not None:
            found.discard(item.arms[1].label)
    return found


def is_closed(items: Sequence[Item]) -> bool:
    """Whether control comes back to a region only where it ends, and no block outside takes a value from it."""
    for item in items:
        if isinstance(item, str):
            continue
        if isinstance(item, Exit) and item.value is not None:
            return False
        if isinstance(item, Choice) and any(arm is not None and arm.cold and arm.joins for arm in item.arms):
            return False
        if not all(is_closed(region) for region in inner(item)):
            return False
    return True
