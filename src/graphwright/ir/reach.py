"""What an op may reach beyond its inputs and outputs, by the argument that names it.

A record declares it (`OpRecord.reaches`), and what imports a graph from a file decides by that declaration.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final


class Reach(enum.Enum):
    """What an argument of an op gives access to; the value says it in error messages."""

    READS = "reads a file"
    """The argument is a path, or several; an empty one names no file."""
    READS_SEVERAL = "reads files"
    """The argument names a folder, a prefix or a pattern, or makes a reader of files that others name."""
    FINDS = "looks for files"
    WRITES = "writes files"
    CACHES = "keeps a cache in files"
    """The argument is a path or a prefix; an empty one is a cache in memory."""
    PRINTS = "writes to a file"
    """The argument is the name of a stream, or `file://` and a path."""
    DESCRIBES = "reads descriptors from a file"
    """The argument is a path, `local://`, or `bytes://` and the content."""
    CONNECTS = "connects to an address"
    STARTS = "starts a process"
    CALLS = "calls a Python function"
    SHARES = "shares a resource by its name"
    """The argument is part of the name by which all graphs of the process find the resource."""


Reaches = Mapping[str, Reach | str]
"""Argument to what it reaches; a text is why an argument that looks like a path or a name reaches nothing."""

OWN_RESOURCE: Final[Reaches] = dict.fromkeys(
    ("container", "shared_name"), "of no effect: each handle has a resource of its own"
)
"""Declares the names of a resource that no other op finds by them."""

SHARED_RESOURCE: Final[Reaches] = dict.fromkeys(("container", "shared_name"), Reach.SHARES)
"""Declares the names by which ops of any graph find one resource."""

__all__ = ["OWN_RESOURCE", "SHARED_RESOURCE", "Reach", "Reaches"]
