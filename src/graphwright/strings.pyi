# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.strings`: operations on tensors of text."""

from graphwright.ops.hashing import to_hash_bucket_fast as to_hash_bucket_fast
from graphwright.ops.printing import format_ as format
from graphwright.ops.text import as_string as as_string
from graphwright.ops.text import join as join
from graphwright.ops.text import length as length

__all__ = [
    "as_string",
    "format",
    "join",
    "length",
    "to_hash_bucket_fast",
]
