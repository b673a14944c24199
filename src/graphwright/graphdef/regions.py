"""The regions of a plan: which nodes each side of a conditional runs, and in which order.

Merges of one predicate in one context are the results of one `Branch`, whose two sides have the nodes that lead to
them. A node belongs to the first Branch that needs it; what a later one uses of it is one more result of the first.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from graphwright.base import errors
from graphwright.graphdef.control_plan import Branch, Context, Element, Region, branches_of, elements_of, parts_of
from graphwright.graphdef.frames import ENTER, NEXT, SWITCH, Frames, Ref

_MOST_BITS = 400_000_000
"""Bits that the sets of Merges before each element may take; beyond that each Merge is a Branch of its own."""


class Regions:
    """Puts elements into regions.

    Args:
      frames: all nodes.
      element_of: the elements, by the names of their nodes.
      source: what an output passes on.
      context_of: where an output has a value.
    """

    def __init__(
        self,
        frames: Frames,
        element_of: Mapping[str, Element],
        source: Callable[[Ref], Ref],
        context_of: Callable[[Ref], Context],
    ) -> None:
        self._frames = frames
        self._element_of = element_of
        self._source = source
        self._context_of = context_of

    def slice(self, names: Iterable[str], allowed: Callable[[Element], bool]) -> list[Element]:
        """The elements that these nodes need, as far as they are allowed."""
        found: dict[int, Element] = {}
        pending = [e for name in names if (e := self._element_of.get(name)) is not None]
        while pending:
            element = pending.pop()
            if id(element) not in found and allowed(element):
                found[id(element)] = element
                pending += [e for name in self._before(element) if (e := self._element_of.get(name)) is not None]
        return sorted(found.values(), key=lambda e: e.order)

    def _before(self, element: Element) -> Iterator[str]:
        """The nodes that an element uses or waits for; a Switch waited for stands for what it uses."""
        for name in element.before():
            node = self._frames.nodes.get(name)
            if node is not None and node.op in SWITCH | ENTER | NEXT and name not in self._element_of:
                yield from (self._source(ref)[0] for ref in node.inputs)
            else:
                yield name

    def fill(self, region: Region, elements: Sequence[Element], context: Context, join: bool) -> None:
        """Put elements into a region, those of conditionals in it into regions of theirs.

        `join`: what must run although nothing uses it is put beside the results of a conditional; else it stands
        apart, for who needs the results alone.
        """
        own = [e for e in elements if e.context == context]
        inner = [e for e in elements if e.context != context]
        inside_ids = set(map(id, inner))
        merges = [e for e in own if e.predicate is not None]
        sinks = [e for e in inner if e.effect]
        for single in (False, True):
            branches = self._branches(elements, merges, sinks, context, join, single)
            items: list[Element | Branch] = [e for e in own if e.predicate is None]
            placed: dict[int, Element | Branch] = {id(e): e for e in items}
            for branch in branches:
                for side in (0, 1):
                    members = self._side(branch, side, inside_ids, placed, context)
                    branch.regions[side].items = list(members)
                    placed.update((id(e), branch) for e in members)
                placed.update((id(e), branch) for e in branch.merges)
            kept = [b for b in branches if b.merges or b.regions[0].items or b.regions[1].items]
            ordered = self._in_order([*items, *kept], placed)
            if ordered is not None:
                break
        else:
            raise errors.InvalidArgumentError(
                "The conditionals of the graph use each other in a circle: "
                f"'{elements[0].name if elements else ''}' is part of it."
            )
        region.items = ordered
        for item in items:
            if isinstance(item, Element):
                item.around = region
        for branch in kept:
            for merge in branch.merges:
                merge.around, merge.branch = region, branch
            for side, inside in enumerate(branch.regions):
                inside.around, inside.branch, inside.side = region, branch, side
                members = [e for e in inside.items if isinstance(e, Element)]
                self.fill(inside, members, context | {(branch.predicate, side)}, join=True)

    def _branches(
        self, elements: Sequence[Element], merges: list[Element], sinks: list[Element], context: Context, join: bool,
        single: bool,
    ) -> list[Branch]:  # fmt: skip
        """The conditionals of a region: a Merge joins those of its predicate that nothing leads from to it."""
        ends = sorted([*merges, *sinks], key=lambda e: e.order)
        single = single or len(elements) * len(ends) > _MOST_BITS
        before = {} if single else self._merges_before(elements, merges)
        groups: dict[tuple[Ref, bool, int, str], Branch] = {}
        rounds: dict[tuple[Ref, bool], list[int]] = {}
        bit = {id(e): 1 << i for i, e in enumerate(merges)}
        for end in ends:
            apart = end.predicate is None and not join
            predicate = end.predicate if end.predicate is not None and end.context == context else None
            if predicate is None:
                predicate = self._outermost(end, context)
            masks = rounds.setdefault((predicate, apart), [])
            if single:
                masks.append(0)
                number = len(masks) - 1
            else:
                number = next((i + 1 for i in reversed(range(len(masks))) if before[id(end)] & masks[i]), 0)
                if number == len(masks):
                    masks.append(0)
                masks[number] |= bit.get(id(end), 0)
            # running a part of a graph runs one conditional, and no other that happens to have the predicate
            key = (predicate, apart, number, "" if join else _scope(end.name))
            if key not in groups:
                groups[key] = Branch(predicate, [], [], (Region(), Region()), end.order)
            (groups[key].merges if end.context == context else groups[key].sinks).append(end)
        # what stands apart comes last: what it shares with results is theirs
        return [branch for _, branch in sorted(groups.items(), key=lambda g: (g[0][1], g[1].order))]

    def _merges_before(self, elements: Sequence[Element], merges: Sequence[Element]) -> dict[int, int]:
        """The Merges that lead to each element, as sets of bits."""
        bit = {id(e): 1 << i for i, e in enumerate(merges)}
        before: dict[int, int] = {}
        for element in sorted(elements, key=lambda e: e.order):
            found = 0
            for name in self._before(element):
                used = self._element_of.get(name)
                if used is not None and id(used) in before:
                    found |= before[id(used)] | bit.get(id(used), 0)
            before[id(element)] = found
        return before

    def _outermost(self, sink: Element, context: Context) -> Ref:
        """The predicate of the conditional of a region that an element is in."""
        rest = sink.context - context
        for ref, _ in sorted(rest):
            if self._context_of(ref) <= context or not self._context_of(ref) & rest:
                return ref
        raise self._frames.fail(sink.nodes[0], "is in conditionals whose predicates need each other")

    def _side(
        self, branch: Branch, side: int, inner: set[int], placed: dict[int, Element | Branch], context: Context
    ) -> list[Element]:
        """The elements of one side of a conditional that are nowhere yet."""
        inside = context | {(branch.predicate, side)}
        opposite = (branch.predicate, 1 - side)

        def free(e: Element) -> bool:
            return id(e) in inner and id(e) not in placed and inside <= e.context and opposite not in e.context

        names = [m.sides[side][0] for m in branch.merges if m.sides]
        names += [c for m in branch.merges for c in m.controls]
        names += [s.name for s in branch.sinks if inside <= s.context]
        return self.slice(names, free)

    def _in_order(
        self, items: Sequence[Element | Branch], placed: dict[int, Element | Branch]
    ) -> list[Element | Branch] | None:
        """The items, each after those it uses; None where they use each other in a circle."""
        users: dict[int, list[Element | Branch]] = {}
        waits: dict[int, int] = {}
        for item in items:
            found = set()
            names = [name for element in parts_of(item) for name in self._before(element)]
            if isinstance(item, Branch):
                names.append(self._source(item.predicate)[0])
            for name in names:
                used = self._element_of.get(name)
                before = placed.get(id(used)) if used is not None else None
                if before is not None and before is not item:
                    found.add(id(before))
            waits[id(item)] = len(found)
            for each in found:
                users.setdefault(each, []).append(item)
        ready = [(item.order, i, item) for i, item in enumerate(items) if not waits[id(item)]]
        heapq.heapify(ready)
        count = len(items)
        ordered: list[Element | Branch] = []
        while ready:
            item = heapq.heappop(ready)[2]
            ordered.append(item)
            for user in users.get(id(item), ()):
                waits[id(user)] -= 1
                if not waits[id(user)]:
                    count += 1
                    heapq.heappush(ready, (user.order, count, user))
        return ordered if len(ordered) == len(items) else None

    # values that leave a side ------------------------------------------------------------------------------

    def export(self, region: Region) -> None:
        """Let conditionals give what later ones use of a side."""
        for element in elements_of(region):
            if element.branch is not None and element.sides is not None:
                for ref, side in zip(element.sides, element.branch.regions, strict=True):
                    self._lead_out(ref, side)
            else:
                for ref in element.inputs:
                    self._lead_out(ref, element.around)
        for branch in branches_of(region):
            self._lead_out(self._source(branch.predicate), branch.regions[0].around)

    def _lead_out(self, ref: Ref, around: Region | None) -> None:
        maker = self._element_of.get(ref[0])
        if maker is None or maker.around is None or around is None:
            return
        reached = set()
        while around is not None:
            reached.add(id(around))
            around = around.around
        region: Region | None = maker.around
        while region is not None and id(region) not in reached and region.branch is not None:
            region.branch.exports.setdefault(ref, region.side)
            region = region.around


def _scope(name: str) -> str:
    """The name scope of a conditional that a Merge is a result of; of gradients that of all of them."""
    scope = name.rpartition("/")[0]
    return scope.rpartition("/")[0] if scope.endswith("_grad") else scope
