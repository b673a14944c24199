# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.lookup.experimental`: tables whose entries change."""

from graphwright.lookup.mutable import DenseHashTable as DenseHashTable
from graphwright.lookup.mutable import MutableHashTable as MutableHashTable

__all__ = [
    "DenseHashTable",
    "MutableHashTable",
]
