"""What a plan of structured control flow is made of: regions with nodes, conditionals and loops in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from graphwright.graphdef.frames import Frame, Node, Ref

Side = tuple[Ref, int]
"""A predicate and 0 or 1."""

Context = frozenset[Side]
NOWHERE: Context = frozenset()


@dataclass(eq=False)
class Element:
    """What a region runs at once: a node, a Merge or a whole loop.

    Attributes: nodes: the node, or the Exits of the loop. inputs: what it uses, where it comes from. controls: the
    names of the nodes it waits for. context: where it runs. order: its place. effect: whether it must run although
    nothing uses it. once: whether it must not run twice. loop: the loop's plan. sides, predicate: of a Merge what each
    side gives, and which side is taken. around, branch: the region it is put into, and the conditional that a Merge is
    a result of.
    """

    name: str
    nodes: list[Node]
    inputs: list[Ref]
    controls: list[str]
    context: Context
    order: int
    effect: bool = False
    once: bool = False
    loop: Loop | None = None
    predicate: Ref | None = None
    sides: tuple[Ref, Ref] | None = None
    around: Region | None = None
    branch: Branch | None = None

    def before(self) -> Iterator[str]:
        """The names of the nodes it uses or waits for."""
        yield from (name for name, _ in self.inputs)
        yield from self.controls


@dataclass(eq=False)
class Region:
    """What runs together: a side of a conditional, the condition or the body of a loop, or the graph.

    Attributes: items: in an order in which they can run. branch, side: the conditional that it is a side of.
    """

    items: list[Element | Branch] = field(default_factory=list)
    around: Region | None = None
    branch: Branch | None = None
    side: int = 0


@dataclass(eq=False)
class Branch:
    """A conditional: merges are its results, `exports` what later ones use of a side."""

    predicate: Ref
    merges: list[Element]
    sinks: list[Element]
    regions: tuple[Region, Region]
    order: int
    exports: dict[Ref, int] = field(default_factory=dict)


@dataclass(eq=False)
class Loop:
    """A loop: what its condition and its body run."""

    frame: Frame
    test: Region
    predicate: Ref
    body: Region


def parts_of(item: Element | Branch) -> Iterator[Element]:
    """The elements of an item of a region."""
    if isinstance(item, Element):
        yield item
        return
    yield from item.merges
    for region in item.regions:
        for inside in region.items:
            yield from parts_of(inside)


def elements_of(region: Region) -> Iterator[Element]:
    """All elements of a region, those of its conditionals included, those of loops not."""
    for item in region.items:
        yield from parts_of(item)


def branches_of(region: Region) -> Iterator[Branch]:
    """All conditionals of a region, those in others included, those in loops not."""
    for item in region.items:
        if isinstance(item, Branch):
            yield item
            for side in item.regions:
                yield from branches_of(side)


HANDLES = frozenset({"TensorArrayV3", "TensorArrayGradV3", "StackV2"})
"""Ops that give handles of arrays and stacks."""
