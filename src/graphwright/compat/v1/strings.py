"""`tf.compat.v1.strings`: operations on tensors of text, with their older parameters."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "compat._adapters": "length substr reduce_join to_hash_bucket to_number",
        "compat._split": "split",
        "strings": (
            "as_string bytes_split format join lower ngrams regex_full_match regex_replace strip "
            "to_hash_bucket_fast to_hash_bucket_strong unicode_decode unicode_decode_with_offsets unicode_encode "
            "unicode_split unicode_split_with_offsets unicode_transcode unsorted_segment_join upper"
        ),
    },
)
