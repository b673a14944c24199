"""`tf.strings`: operations on tensors of strings."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.text.hashing": "to_hash_bucket to_hash_bucket_fast to_hash_bucket_strong",
        "ops.io.printing": "format=format_",
        "ops.text.join": "as_string join length",
        "ops.text.transform": "lower strip substr to_number upper",
        "ops.text.reduce_join": "reduce_join unsorted_segment_join",
        "ops.text.regex": "regex_full_match regex_replace",
        "ops.text.split": "bytes_split ngrams split",
        "ops.text.unicode_script": "unicode_script",
        "ops.text.unicode": (
            "unicode_decode unicode_decode_with_offsets unicode_encode unicode_split unicode_split_with_offsets "
            "unicode_transcode"
        ),
    },
)
