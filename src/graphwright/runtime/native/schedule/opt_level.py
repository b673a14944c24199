"""Bodies of which nothing is left but calls: LLVM takes a third of the time where it does not look for the best.

What computes is in functions of its own then, at the full level: in long bodies, and where threads share the work. A
body that computes much itself, or iterates a loop that calls nothing, stays at that level too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from graphwright.runtime.native.loop_ir.nodes import Choice, Item, Loop, Nest, regions
from graphwright.runtime.native.runtime import thread_pool

ATTRIBUTES: Final = "noinline optnone "

_LONG: Final = 200  # instructions; what is shorter takes no time worth saving
# Masks, and vectors wider than a processor's, for which LLVM's quick instruction selection has no code.
_WIDE: Final = ("llvm.masked", "x i1>", "<32 x ", "<64 x ", "<128 x ")
_ELEMENT: Final = "  %v"  # what computes elements
_LEAST_PER_ELEMENT: Final = 4  # instructions for each of those
_SHARED: Final = f"  call void @{thread_pool.SPLIT}("
_WORK: Final = re.compile(r"  (?:%[\w.]+ = )?call .*@gw_(?:nest|small|product|share|split)")


def size(items: Sequence[Item]) -> int:
    """About how many lines of LLVM text a region has."""
    total = 0
    for item in items:
        if isinstance(item, str):
            total += 1
            continue
        total += sum([size(region) for region in regions(item)])
        if isinstance(item, Loop):
            total += 3 + len(item.carried)
        elif isinstance(item, Choice):
            total += 2 + 2 * sum(arm is not None for arm in item.arms) + len(item.merges)
        elif not isinstance(item, Nest):
            total += 2
    return total


def is_long(items: Sequence[Item]) -> bool:
    """Whether there is anything to gain."""
    return size(items) >= _LONG


def is_shared(items: Sequence[Item]) -> bool:
    """Whether nests of a short body are functions because threads share them, and none is called in a while loop."""
    leaves = [item for item in _flat(items) if isinstance(item, str)]
    return any(leaf.startswith(_SHARED) for leaf in leaves) and not any(_while_loops(items))


def computes(items: Sequence[Item]) -> bool:
    """Whether there is a counted loop in a region, or what else has to be compiled well."""
    return any(
        any(mark in item for mark in _WIDE) if isinstance(item, str) else isinstance(item, Loop) and item.test is None
        for item in _flat(items)
    )


def is_glue(items: Sequence[Item]) -> bool:
    """Whether a region does little but call functions."""
    if computes(items) or not all(_calls_work(loop) for loop in _while_loops(items)):
        return False
    elements = sum([isinstance(item, str) and item.startswith(_ELEMENT) for item in _flat(items)])
    return elements * _LEAST_PER_ELEMENT <= size(items)


def _flat(items: Sequence[Item]) -> Iterator[Item]:
    """The items of a region and of those inside, but for arms that hardly ever run."""
    for item in items:
        yield item
        if isinstance(item, str):
            continue
        if isinstance(item, Choice):
            for arm in item.arms:
                if arm is not None and not arm.cold:
                    yield from _flat(arm.items)
        else:
            for region in regions(item):
                yield from _flat(region)


def _while_loops(items: Sequence[Item]) -> Iterator[Loop]:
    return (item for item in _flat(items) if isinstance(item, Loop) and item.test is not None)


def _calls_work(loop: Loop) -> bool:
    """Whether each iteration calls a function that computes."""
    items = [*(loop.test or ()), *loop.body]
    return any(_WORK.match(item) is not None for item in _flat(items) if isinstance(item, str))
