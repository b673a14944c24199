"""Hashes of strings, and of the rows of tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.core.prelude import Array, Tensor, TensorLike, apply, errors
from graphwright.ir.lowering import Structural
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, op
from graphwright.ops.array._dims import mismatch
from graphwright.ops.math._broadcast import same_shape
from graphwright.ops.text._elementwise import apply_elementwise, in_c, map_strings
from graphwright.ops.text._fingerprint import fingerprint64
from graphwright.ops.text._hashes import murmur_hash64, sip_hash


def _hash_bucket(
    name: str, input: str, hashed: Callable[[bytes], int], in_c_by: str, native: Structural | None = None
) -> OpRecord:
    def kernel(texts: Array, num_buckets: int) -> Array:
        found: Array | None = in_c("buckets", texts, in_c_by, num_buckets)
        return found if found is not None else map_strings(lambda text: hashed(text) % num_buckets, texts, np.int64)

    return op(
        name,
        f"{input}: string -> output: int64",
        "num_buckets: int >= 1",
        shape=same_shape,
        kernel=kernel,
        native=native,
        no_gradient=True,
    )


HASH_BUCKET_FAST = _hash_bucket("StringToHashBucketFast", "input", fingerprint64, "find", Structural())
HASH_BUCKET = _hash_bucket("StringToHashBucket", "string_tensor", murmur_hash64, "murmur")


def _strong_buckets(input: Array, num_buckets: int, key: Sequence[int]) -> Array:
    if len(key) != 2:
        raise errors.InvalidArgumentError(f"Key must have 2 elements, got {len(key)}")
    low, high = key
    found: Array | None = in_c("buckets", input, "sip", num_buckets, (low, high))
    return (
        found
        if found is not None
        else map_strings(lambda text: sip_hash(text, (low, high)) % num_buckets, input, np.int64)
    )


HASH_BUCKET_STRONG = op(
    "StringToHashBucketStrong",
    "input: string -> output: int64",
    "num_buckets: int >= 1; key: list(int)",
    shape=same_shape,
    kernel=_strong_buckets,
    no_gradient=True,
)


def _fingerprints(data: Array, method: Array) -> Array:
    """The fingerprint of each row: of its bytes, or of the fingerprints of its strings where they are several."""
    if not data.ndim:
        raise errors.InvalidArgumentError("`data` should have at least one dimension: []")
    if method.reshape(-1)[0] != b"farmhash64":
        raise errors.InvalidArgumentError(f"Unsupported fingerprint method: {method.reshape(-1)[0].decode()}")
    if data.dtype.kind == "O":
        rows = [[fingerprint64(v).to_bytes(8, "little") for v in row] for row in data.reshape(len(data), -1)]
        if all(len(row) == 1 for row in rows):
            hashed = [row[0] for row in rows]
        else:
            hashed = [fingerprint64(b"".join(row)).to_bytes(8, "little") for row in rows]
    else:
        hashed = [fingerprint64(row.tobytes()).to_bytes(8, "little") for row in np.ascontiguousarray(data)]
    return np.frombuffer(b"".join(hashed), np.uint8).reshape(len(data), 8)


def _fingerprint_rule(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    if dims == ():
        raise mismatch(
            ctx, "`data` should have at least one dimension: []", "Shape must be at least rank 1 but is rank 0"
        )
    return (dims[0] if dims else Symbol(), 8)


FINGERPRINT: OpRecord = op(
    "Fingerprint",
    "data: T, method: string -> fingerprint: uint8",
    "T: type",
    shape=_fingerprint_rule,
    kernel=_fingerprints,
    no_gradient=True,
)


def fingerprint(data: TensorLike, method: TensorLike = "farmhash64", name: str | None = None) -> Tensor:
    """The fingerprint of each row of a tensor: 8 bytes that are the same in every process.

    Args:
      data: tensor of one dimension or more, of any dtype.
      method: "farmhash64".
      name: the name of the operation.

    Raises InvalidArgumentError for another method, or a scalar.

    >>> tf.fingerprint(["a"]).numpy().tolist()
    [[227, 117, 223, 182, 101, 66, 69, 179]]
    """
    return apply(FINGERPRINT, (data, method), None, name)


def to_hash_bucket(input: TensorLike, num_buckets: int, name: str | None = None) -> Any:
    """Hash each string to a bucket with an older hash, kept for existing models; see `to_hash_bucket_fast`.

    >>> tf.strings.to_hash_bucket(["Hello", "TensorFlow", "2.x"], 3).numpy().tolist()
    [2, 0, 1]
    """
    return apply_elementwise(HASH_BUCKET, input, (), {"num_buckets": num_buckets}, name)


def to_hash_bucket_strong(input: TensorLike, num_buckets: int, key: Sequence[int], name: str | None = None) -> Any:
    """Hash each string to a bucket with a keyed hash, which resists inputs crafted to collide.

    Args:
      input: string tensor of any shape, or a ragged one.
      num_buckets: the number of buckets.
      key: two 64-bit integers.

    Raises InvalidArgumentError for a key of another length, ValueError if `num_buckets` < 1.

    >>> tf.strings.to_hash_bucket_strong(["Hello", "TF"], 3, [1, 2]).numpy().tolist()
    [2, 0]
    """
    return apply_elementwise(HASH_BUCKET_STRONG, input, (), {"num_buckets": num_buckets, "key": list(key)}, name)


def to_hash_bucket_fast(input: TensorLike, num_buckets: int, name: str | None = None) -> Any:
    """Hash each string to a bucket from 0 to `num_buckets` - 1 (int64), the same in every process.

    Raises ValueError if `num_buckets` < 1.

    >>> tf.strings.to_hash_bucket_fast(["emerson", "lake", "palmer"], 3).numpy().tolist()
    [1, 1, 0]
    """
    return apply_elementwise(HASH_BUCKET_FAST, input, (), {"num_buckets": num_buckets}, name)
