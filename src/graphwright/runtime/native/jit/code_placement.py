"""How compiled code reaches other code and data.

What a module defines is loaded into one piece of memory and reached by offsets of 32 bits; everything else is reached
by addresses in a table (the GOT), wherever it is. LLVM's default for code that is loaded into a process, addresses of
64 bits in the instructions, takes longer to compile: twice as long at level 0, whose fast selector does not know it.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from graphwright.runtime.native.llvm.ir_builder import LIBM_PREFIX


class Placement(NamedTuple):
    """LLVM's relocation and code model; `in_one_piece` if the loader has to place a module's sections together."""

    relocation: str
    model: str
    in_one_piece: bool


_NEAR: Final = Placement("pic", "small", True)
_ANYWHERE: Final = Placement("default", "jitdefault", False)

_DECLARED: Final = r"(?m)^declare (?!.*@llvm\.).*$"
# ... for the functions that LLVM itself calls; level 0 ignores it for these, so they are replaced
_FLAGS: Final = '!llvm.module.flags = !{!0}\n!0 = !{i32 7, !"RtLibUseGOT", i32 1}\n'
_HIDDEN: Final = {
    "@llvm.memcpy.p0.p0.i64(": f"@{LIBM_PREFIX}memcpy(",
    "@llvm.memset.p0.i64(": f"@{LIBM_PREFIX}memset(",
}
#: C's functions that replace LLVM's, which pass one more argument.
LIBRARY: Final = ("memcpy", "memset")


def of(triple: str) -> Placement:
    """The placement for a kind of machine, by its triple."""
    return _NEAR if triple.startswith("x86_64") and "linux" in triple else _ANYWHERE


def apply(text: str, placement: Placement, *, quickly: bool) -> str:
    """A module's text with the functions that it declares marked to be called through the table.

    The loader makes room for the table before it places anything, but only for entries that the code itself reads.
    """
    if placement is not _NEAR:
        return text
    if quickly or "optnone" in text:
        for shown, hidden in _HIDDEN.items():
            text = text.replace(shown, hidden)
    return re.sub(_DECLARED, r"\g<0> nonlazybind", text) + _FLAGS
