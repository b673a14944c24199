# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.strings`: operations on tensors of text, with their older parameters."""

from graphwright.compat._adapters import length as length
from graphwright.compat._adapters import reduce_join as reduce_join
from graphwright.compat._adapters import substr as substr
from graphwright.compat._adapters import to_hash_bucket as to_hash_bucket
from graphwright.compat._adapters import to_number as to_number
from graphwright.compat._split import split as split
from graphwright.strings import as_string as as_string
from graphwright.strings import bytes_split as bytes_split
from graphwright.strings import format as format
from graphwright.strings import join as join
from graphwright.strings import lower as lower
from graphwright.strings import ngrams as ngrams
from graphwright.strings import regex_full_match as regex_full_match
from graphwright.strings import regex_replace as regex_replace
from graphwright.strings import strip as strip
from graphwright.strings import to_hash_bucket_fast as to_hash_bucket_fast
from graphwright.strings import to_hash_bucket_strong as to_hash_bucket_strong
from graphwright.strings import unicode_decode as unicode_decode
from graphwright.strings import unicode_decode_with_offsets as unicode_decode_with_offsets
from graphwright.strings import unicode_encode as unicode_encode
from graphwright.strings import unicode_split as unicode_split
from graphwright.strings import unicode_split_with_offsets as unicode_split_with_offsets
from graphwright.strings import unicode_transcode as unicode_transcode
from graphwright.strings import unsorted_segment_join as unsorted_segment_join
from graphwright.strings import upper as upper

__all__ = [
    "as_string",
    "bytes_split",
    "format",
    "join",
    "length",
    "lower",
    "ngrams",
    "reduce_join",
    "regex_full_match",
    "regex_replace",
    "split",
    "strip",
    "substr",
    "to_hash_bucket",
    "to_hash_bucket_fast",
    "to_hash_bucket_strong",
    "to_number",
    "unicode_decode",
    "unicode_decode_with_offsets",
    "unicode_encode",
    "unicode_split",
    "unicode_split_with_offsets",
    "unicode_transcode",
    "unsorted_segment_join",
    "upper",
]
