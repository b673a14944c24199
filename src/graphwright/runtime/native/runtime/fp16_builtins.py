"""float16 conversions for x86 processors without them: the two functions that LLVM calls.

They are those of compilers' run-time libraries, which a Python process need not have loaded. The source is
`c/core/fp16.c`.
"""

from __future__ import annotations

from typing import Final

from graphwright.runtime.native.runtime import c_modules

#: What LLVM calls to widen and to round, by its own names, and what it is called here.
FUNCTIONS: Final = {"__extendhfsf2": "gw_widen", "__truncsfhf2": "gw_narrow"}


def text() -> str:
    """The text of both functions."""
    return c_modules.text("fp16")
