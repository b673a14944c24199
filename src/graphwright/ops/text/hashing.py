"""Ops that sort text into buckets by a hash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.core.tensor import Array
from graphwright.core.typing import TensorLike
from graphwright.ir.record import op
from graphwright.ops.math._broadcast import same_shape
from graphwright.ops.text._elementwise import apply_to_each, of_each
from graphwright.ops.text._fingerprint import fingerprint64
from graphwright.ops.text._hashes import murmur_hash64, sip_hash

HASH_BUCKET_FAST = op(
    "StringToHashBucketFast",
    "input: string -> output: int64",
    "num_buckets: int >= 1",
    shape=same_shape,
    kernel=lambda input, num_buckets: of_each(lambda text: fingerprint64(text) % num_buckets, input, np.int64),
    no_gradient=True,
)

HASH_BUCKET = op(
    "StringToHashBucket",
    "string_tensor: string -> output: int64",
    "num_buckets: int >= 1",
    shape=same_shape,
    kernel=lambda texts, num_buckets: of_each(lambda text: murmur_hash64(text) % num_buckets, texts, np.int64),
    no_gradient=True,
)


def _strong_buckets(input: Array, num_buckets: int, key: Sequence[int]) -> Array:
    if len(key) != 2:
        raise errors.InvalidArgumentError(f"Key must have 2 elements, got {len(key)}")
    low, high = key
    return of_each(lambda text: sip_hash(text, (low, high)) % num_buckets, input, np.int64)


HASH_BUCKET_STRONG = op(
    "StringToHashBucketStrong",
    "input: string -> output: int64",
    "num_buckets: int >= 1; key: list(int)",
    shape=same_shape,
    kernel=_strong_buckets,
    no_gradient=True,
)


def to_hash_bucket(input: TensorLike, num_buckets: int, name: str | None = None) -> Any:
    """The bucket of each text by an older hash, kept for models that use it; see `to_hash_bucket_fast`.

    >>> import graphwright as tf
    >>> tf.strings.to_hash_bucket(["Hello", "TensorFlow", "2.x"], 3).numpy().tolist()
    [2, 0, 1]
    """
    return apply_to_each(HASH_BUCKET, input, (), {"num_buckets": num_buckets}, name)


def to_hash_bucket_strong(input: TensorLike, num_buckets: int, key: Sequence[int], name: str | None = None) -> Any:
    """The bucket of each text by a hash with a key: who does not know it cannot choose texts for one bucket.

    Args:
      input: texts of any shape, or a ragged tensor of them.
      num_buckets: how many buckets there are.
      key: two integers of 64 bits.

    Raises InvalidArgumentError for a key of another length, ValueError for less than one bucket.

    >>> import graphwright as tf
    >>> tf.strings.to_hash_bucket_strong(["Hello", "TF"], 3, [1, 2]).numpy().tolist()
    [2, 0]
    """
    return apply_to_each(HASH_BUCKET_STRONG, input, (), {"num_buckets": num_buckets, "key": list(key)}, name)


def to_hash_bucket_fast(input: TensorLike, num_buckets: int, name: str | None = None) -> Any:
    """The bucket of each text: a hash of its bytes, the same in every program, from 0 to `num_buckets` - 1; int64.

    Raises ValueError for less than one bucket.

    >>> import graphwright as tf
    >>> tf.strings.to_hash_bucket_fast(["emerson", "lake", "palmer"], 3).numpy().tolist()
    [1, 1, 0]
    """
    return apply_to_each(HASH_BUCKET_FAST, input, (), {"num_buckets": num_buckets}, name)


__all__ = ["to_hash_bucket", "to_hash_bucket_fast", "to_hash_bucket_strong"]
