"""The words of call tables and entries: declared here for Python, and for C in the header that `build_c.py` writes.

`entry/call_table.py` fills them in; `c/python/entry.c` and its neighbours read them.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

#: The words of a function's head, with their types in C.
_HEAD: Final = {
    "slow_path_flags": "const struct slow_path_flags *",
    "first": "const struct entry *",  # tried before all others
    "slots": "const struct hash_table *",
    "open": "const struct entry_list *",  # entries that serve several types
    "miss": "PyObject *",
    "due": "PyObject *",
    "most": "int64_t",  # inputs of an entry
}
#: The words of an entry.
_ENTRY: Final = {
    "positional": "int64_t",
    "named": "int64_t",
    "names": "PyObject *",
    "nodes": "const struct node *",
    "left": "int64_t *",  # calls until one is timed
    "owner": "PyObject *",  # keeps all that the entry points to
    "recorder": "PyObject *",  # takes the call under a tape
    "body": "gw_body *",
    "inputs": "int64_t",
    "captures": "int64_t",
    "captured": "PyObject **",
    "outputs": "int64_t",
    "types": "const struct result_type *",
    "program": "const struct piece *",
    "hold": "int64_t",  # whether others could change or drop inputs meanwhile
    "how": "const int64_t *",  # how each input is made safe then
}
HEAD: Final = tuple(_HEAD)
ENTRY: Final = tuple(_ENTRY)


class Kind(IntEnum):
    """What a node requires of the argument it is compared with."""

    ARRAY = 0  # an eager tensor of this interned type
    PAYLOAD = 1  # the same, for a type whose values are no arrays
    SAME = 2  # this very object
    OPEN = 3  # an eager tensor whose type has unknown dimensions: its array is compared
    EQUAL = 4  # an equal object of exactly this type
    BITS = 5  # the same bits in an object of exactly this type
    VARIABLE = 6  # a variable of this interned type
    TUPLE = 7
    LIST = 8
    DICT = 9
    NUMPY = 10  # a NumPy array of this dtype and shape; it is copied
    WEAK = 11  # the object that a weak reference leads to
    FIELDS = 12  # an object whose own dictionary holds fields of these names
    SLOTS = 13  # an object with slots at these offsets


class Piece(IntEnum):
    """What a piece of a packing program builds."""

    LEAF = 0  # the result of this index
    OBJECT = 1  # this very object
    TUPLE = 2
    LIST = 3
    DICT = 4
    CALL = 5  # what this callable returns for the pieces


class Hold(IntEnum):
    """How an input is made safe from others during a call."""

    REFERENCE = 0
    COPY_IF_NEEDED = 1  # where it is not contiguous and aligned
    COPY = 2


def header() -> str:
    """The C header of what is declared here."""
    lines = [
        "// Written by `make runtime` from `entry_layout.py`, which explains it.",
        "#pragma once",
        "",
        *_struct("head", _HEAD),
        "",
        *_struct("entry", _ENTRY),
    ]
    for enum in (Kind, Piece, Hold):
        members = (f"    {enum.__name__.upper()}_{member.name} = {member.value}," for member in enum)
        lines += ["", "enum {", *members, "};"]
    return "\n".join(lines) + "\n"


def _struct(name: str, fields: dict[str, str]) -> list[str]:
    """Words of 8 bytes, which NumPy's int64 arrays hold."""
    return [f"struct {name} {{", *(f"    {type_} {field};".replace("* ", "*") for field, type_ in fields.items()), "};"]
