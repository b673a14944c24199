"""What compiled bodies run in: a Python process, or a library without Python.

A body takes and gives *objects*: arrays with a count of references, whose elements and sizes it reads in place. In this
process they are NumPy's, and Python decides about threads and signals. A program that leaves as a library
(`graphwright.aot`) has arrays of its own, and no interpreter. What differs is here, and in the functions that compiled
code calls by name (`runtime/support.py`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from graphwright.base.dtypes import as_dtype
from graphwright.runtime.native.kernels import catalogue as kernels
from graphwright.runtime.native.runtime import capi

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.frame.function_writer import Writer

_DYNAMIC_TYPE_NUMBERS = 24  # NumPy's own types have lower numbers; others get theirs as they are registered


class Embedding:
    """This process: values are ndarrays, and the interpreter is there."""

    #: Whether bodies look for signals, and let other threads have the interpreter.
    polls = True
    #: Whether lists of tensors may be objects, whose elements compiled code reads and changes.
    has_list_objects = True
    #: Whether tables are constants of the program, which otherwise are Python's objects.
    has_tables = False
    #: Whether an operation that fails is run by its kernel, which finds out why.
    explains_failures = True
    #: Whether the program has the streams of its random numbers, which otherwise are Python's.
    has_streams = False
    #: The results, by number, that are written to arrays of the caller's, instead of being new objects.
    given_results: Collection[int] = ()
    #: The address of the table of what the code handles, at the beginning of each function.
    table = "load ptr, ptr @gw_table"

    @property
    def data(self) -> int:
        """Where an array keeps the address of its elements."""
        return capi.layout().data

    @property
    def dimensions(self) -> int:
        """Where an array keeps the address of its sizes."""
        return capi.layout().dimensions

    def declare(self, w: Writer) -> None:
        """Declare what `table` reads."""
        w.module.declare("@gw_table = global ptr null")

    def type_number(self, w: Writer, dtype: str) -> str:
        """What new arrays of a dtype are made with, an i32: here NumPy's number of it."""
        number = as_dtype(dtype).numpy.num
        if number < _DYNAMIC_TYPE_NUMBERS:
            return str(number)
        word = w.from_table(w.table.number(number), "i64")
        return word.trunc("i32")

    def needed_kernels(self) -> kernels.Needed:
        """What collects the kernels that a program calls."""
        return kernels.Needed()


IN_PROCESS = Embedding()
