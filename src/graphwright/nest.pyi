# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.nest`: nested structures of Python containers."""

from graphwright.base.nest import assert_same_structure as assert_same_structure
from graphwright.base.nest import flatten as flatten
from graphwright.base.nest import is_nested as is_nested
from graphwright.base.nest import map_structure as map_structure
from graphwright.base.nest import pack_sequence_as as pack_sequence_as

__all__ = [
    "assert_same_structure",
    "flatten",
    "is_nested",
    "map_structure",
    "pack_sequence_as",
]
