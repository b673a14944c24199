"""Ops that sort text into buckets by a hash."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.door import apply
from graphwright.core.tensor import Array, Tensor
from graphwright.ir.record import op
from graphwright.ops._fingerprint import fingerprint64


def _buckets(input: Array, num_buckets: int) -> Array:
    found = [fingerprint64(v) % num_buckets for v in input.reshape(-1)]
    made: Array = np.array(found, np.int64).reshape(input.shape)
    return made


HASH_BUCKET_FAST = op(
    "StringToHashBucketFast",
    "input: string -> output: int64",
    "num_buckets: int >= 1",
    shape=lambda ctx: ctx.dims(0),
    kernel=_buckets,
    no_gradient=True,
)


def to_hash_bucket_fast(input: Any, num_buckets: int, name: str | None = None) -> Tensor:
    """The bucket of each text: a hash of its bytes, the same in every program, from 0 to `num_buckets` - 1; int64.

    Raises ValueError for less than one bucket.

    >>> import graphwright as tf
    >>> tf.strings.to_hash_bucket_fast(["emerson", "lake", "palmer"], 3).numpy().tolist()
    [1, 1, 0]
    """
    found: Tensor = apply(HASH_BUCKET_FAST, (input,), {"num_buckets": num_buckets}, name)
    return found


__all__ = ["to_hash_bucket_fast"]
