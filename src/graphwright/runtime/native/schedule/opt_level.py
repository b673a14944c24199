"""Bodies of which nothing is left but calls: LLVM takes a third of the time where it does not look for the best.

What computes is in functions of its own then, at the full level: in long bodies, and where threads share the work. A
body that computes much in its place, or goes round a loop that calls nothing, stays at that level too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from graphwright.runtime.native.runtime import thread_pool

ATTRIBUTES: Final = "noinline optnone "

_LONG: Final = 200  # lines; what is shorter takes no time worth saving
# A nest; and masks, and vectors wider than a processor's, for which LLVM's quick way has no code.
_NEST: Final = ("\nloop", "\n%loop", "llvm.masked", "x i1>", "<32 x ", "<64 x ", "<128 x ")
_ELEMENT: Final = "\n  %v"  # what computes elements
_MOST: Final = 4  # lines for each of those, at least
_ROUND: Final = "  br label %while"
_SHARED: Final = f"call void @{thread_pool.SPLIT}("
_WORK: Final = r"  (?:%[\w.]+ = )?call .*@gw_(?:nest|small|product|share|split)"


def is_long(lines: Sequence[str]) -> bool:
    """Whether there is anything to gain."""
    return len(lines) >= _LONG


def shares(lines: Sequence[str]) -> bool:
    """Whether nests of a short body are functions because threads share them, and none is called in a loop."""
    text = "\n".join(lines)
    return _SHARED in text and _ROUND not in text


def computes(text: str) -> bool:
    """Whether there is a nest in a text, or what else has to be compiled well."""
    return any(mark in text for mark in _NEST)


def is_glue(lines: Sequence[str]) -> bool:
    """Whether a body's lines do little but call functions."""
    text = "\n".join(lines)
    return not computes(text) and text.count(_ELEMENT) * _MOST <= len(lines) and _loops_call(lines)


def _loops_call(lines: Sequence[str]) -> bool:
    """Whether each round of every loop calls a function that computes."""
    ends = {f"{line.removeprefix('  br label %')}:": i for i, line in enumerate(lines) if line.startswith(_ROUND)}
    starts = {line: i for i, line in enumerate(lines) if line in ends}
    return all(any(re.match(_WORK, line) for line in lines[starts[label] : end]) for label, end in ends.items())
