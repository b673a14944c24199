"""`tf.strings`: operations on tensors of text."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.hashing": "to_hash_bucket to_hash_bucket_fast to_hash_bucket_strong",
        "ops.printing": "format=format_",
        "ops.text": "as_string join length",
        "ops.text_changes": "lower strip substr to_number upper",
        "ops.text_joins": "reduce_join unsorted_segment_join",
        "ops.text_patterns": "regex_full_match regex_replace",
        "ops.text_splits": "bytes_split ngrams split",
        "ops.unicode": (
            "unicode_decode unicode_decode_with_offsets unicode_encode unicode_split unicode_split_with_offsets "
            "unicode_transcode"
        ),
    },
)
