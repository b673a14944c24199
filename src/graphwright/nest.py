"""`tf.nest`: nested structures of Python containers."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__, {"base.nest": "assert_same_structure flatten is_nested map_structure pack_sequence_as"}
)
