# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.strings`: operations on tensors of strings."""

from graphwright.ops.io.printing import format_ as format
from graphwright.ops.text.hashing import to_hash_bucket as to_hash_bucket
from graphwright.ops.text.hashing import to_hash_bucket_fast as to_hash_bucket_fast
from graphwright.ops.text.hashing import to_hash_bucket_strong as to_hash_bucket_strong
from graphwright.ops.text.join import as_string as as_string
from graphwright.ops.text.join import join as join
from graphwright.ops.text.join import length as length
from graphwright.ops.text.reduce_join import reduce_join as reduce_join
from graphwright.ops.text.reduce_join import unsorted_segment_join as unsorted_segment_join
from graphwright.ops.text.regex import regex_full_match as regex_full_match
from graphwright.ops.text.regex import regex_replace as regex_replace
from graphwright.ops.text.split import bytes_split as bytes_split
from graphwright.ops.text.split import ngrams as ngrams
from graphwright.ops.text.split import split as split
from graphwright.ops.text.transform import lower as lower
from graphwright.ops.text.transform import strip as strip
from graphwright.ops.text.transform import substr as substr
from graphwright.ops.text.transform import to_number as to_number
from graphwright.ops.text.transform import upper as upper
from graphwright.ops.text.unicode import unicode_decode as unicode_decode
from graphwright.ops.text.unicode import unicode_decode_with_offsets as unicode_decode_with_offsets
from graphwright.ops.text.unicode import unicode_encode as unicode_encode
from graphwright.ops.text.unicode import unicode_split as unicode_split
from graphwright.ops.text.unicode import unicode_split_with_offsets as unicode_split_with_offsets
from graphwright.ops.text.unicode import unicode_transcode as unicode_transcode
from graphwright.ops.text.unicode_script import unicode_script as unicode_script

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
    "unicode_script",
    "unicode_split",
    "unicode_split_with_offsets",
    "unicode_transcode",
    "unsorted_segment_join",
    "upper",
]
