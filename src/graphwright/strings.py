"""`tf.strings`: operations on tensors of text."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.hashing": "to_hash_bucket_fast",
        "ops.printing": "format=format_",
        "ops.text": "as_string join length",
    },
)
