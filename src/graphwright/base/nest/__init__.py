"""Nested structures of Python values, by TensorFlow's rules.

A structure is a list, a tuple, a namedtuple, a mapping, any other `collections.abc.Sequence` but text, a view
of a mapping, an instance of an attrs class, or an object with `__tf_flatten__` and `__tf_unflatten__`.
Everything else is a leaf: numbers, text, None, sets, arrays, tensors, plain dataclasses. Mappings are
flattened in the order of their sorted keys and rebuilt in their own. With `expand_composites=True` a tensor
made of several (sparse, ragged) is a structure too.
"""

from graphwright.base.nest.compare import assert_same_structure, flatten_up_to
from graphwright.base.nest.kinds import register_leaf, register_like
from graphwright.base.nest.mapping import map_structure, map_structure_up_to, map_structure_with_paths
from graphwright.base.nest.walk import flatten, flatten_with_paths, is_nested, list_to_tuple, pack_sequence_as

__all__ = [
    "assert_same_structure",
    "flatten",
    "flatten_up_to",
    "flatten_with_paths",
    "is_nested",
    "list_to_tuple",
    "map_structure",
    "map_structure_up_to",
    "map_structure_with_paths",
    "pack_sequence_as",
    "register_leaf",
    "register_like",
]
