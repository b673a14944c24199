"""`tf.lookup`: tables from keys to values.

>>> numbers = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["one", "two"], [1, 2]), default_value=0)
>>> numbers.lookup(tf.constant(["two", "many"])).numpy().tolist()
[2, 0]
"""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "lookup.initializers": "KeyValueTensorInitializer TextFileIndex TextFileInitializer",
        "lookup.static": "StaticHashTable StaticVocabularyTable",
        "lookup.experimental": "experimental=",
    },
)
