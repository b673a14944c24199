"""What the bodies of a library are embedded in: the runtime of `c/`, with arrays of its own and no interpreter."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from graphwright.runtime.native.kernels.catalogue import Needed
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.embedding import Embedding

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.frame.function_writer import Writer

_DATA, _SIZES = 8, 16  # where `struct gw_array` keeps them (`c/library.h`)


class _Names(Needed):
    """The kernels that a program calls, which nobody compiles for this process."""

    def add(self, named: tuple[str, str]) -> None:
        set.add(self, named)


class LibraryEmbedding(Embedding):
    """A library: values are arrays of `c/arrays.c`, and some results are written to the caller's memory."""

    polls = False
    has_list_objects = False
    explains_failures = False
    has_tables = True
    has_streams = True
    table = "call ptr @gw_table_of()"
    data = _DATA
    dimensions = _SIZES

    def __init__(self, given_results: Collection[int] = ()) -> None:
        self.given_results = given_results

    def declare(self, w: Writer) -> None:
        w.module.declare("declare ptr @gw_table_of()")

    def type_number(self, w: Writer, dtype: str) -> str:
        """New arrays are made with the size of an element."""
        return str(ELEMENTS[dtype].size)

    def needed_kernels(self) -> Needed:
        return _Names()
