# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.lookup`: tables from keys to values."""

from graphwright.lookup import experimental as experimental
from graphwright.lookup.initializers import KeyValueTensorInitializer as KeyValueTensorInitializer
from graphwright.lookup.initializers import TextFileIndex as TextFileIndex
from graphwright.lookup.initializers import TextFileInitializer as TextFileInitializer
from graphwright.lookup.static import StaticHashTable as StaticHashTable
from graphwright.lookup.static import StaticVocabularyTable as StaticVocabularyTable

__all__ = [
    "KeyValueTensorInitializer",
    "StaticHashTable",
    "StaticVocabularyTable",
    "TextFileIndex",
    "TextFileInitializer",
    "experimental",
]
