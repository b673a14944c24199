"""Crosses of features: for each row, every choice of one value from each input, joined as text or hashed together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import as_dtype, int64, string
from graphwright.core.prelude import Array, Tensor, TensorLike, apply_multi, errors, to_tensor
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, op
from graphwright.ops.ragged.ragged_tensor import RaggedTensor
from graphwright.ops.text._fingerprint import fingerprint64
from graphwright.ops.text._hashes import sip_hash

_FACTOR: Final = np.uint64(0xC6A4A7935BD1E995)
_KEY: Final = 0xDECAFCAFFE
"""Where the hash of a cross begins unless the caller says otherwise."""

Feature = tuple[Array, Array]
"""The values of all rows, and where each row begins and the last ends."""


def _mixed(x: Array) -> Any:
    return x ^ (x >> np.uint64(47))


def _combined_hash(first: Array, second: Array) -> Array:
    """MurmurHash64A (A. Appleby) of one word that is counted as one byte, for hashes of several numbers in order."""
    word = _mixed(second * _FACTOR) * _FACTOR
    result: Array = _mixed(_mixed((first ^ _FACTOR ^ word) * _FACTOR) * _FACTOR)
    return result


def _numbers(values: Array) -> Array:
    if values.dtype.kind in "OSU":
        return np.array([fingerprint64(v) for v in values.reshape(-1)], np.uint64)
    return values.reshape(-1).astype(np.int64).view(np.uint64)


def _texts(values: Array) -> list[bytes]:
    return [v if isinstance(v, bytes) else b"%d" % v for v in values.reshape(-1).tolist()]


def _choices(features: Sequence[Feature]) -> tuple[list[Array], Array]:
    """For each feature the position of its value in every choice, and where the choices of each row begin.

    The last feature varies fastest.
    """
    sizes = [np.diff(splits) for _, splits in features]
    rows = {len(s) for s in sizes}
    if not rows:
        return [], np.zeros(1, np.int64)
    if len(rows) != 1:
        raise errors.InvalidArgumentError(f"inputs must all have the same number of rows, got {sorted(rows)}")
    counts = np.prod(sizes, axis=0, dtype=np.int64)
    splits = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    owner = np.repeat(np.arange(len(counts)), counts)
    number = np.arange(splits[-1]) - splits[owner]
    positions = []
    for size, (_, starts) in reversed(list(zip(sizes, features, strict=True))):
        positions.append(starts[owner] + number % np.maximum(size, 1)[owner])
        number = number // np.maximum(size, 1)[owner]
    return positions[::-1], splits


def _hashed(features: Sequence[Feature], buckets: int, key: int) -> tuple[Array, Array]:
    positions, splits = _choices(features)
    with np.errstate(over="ignore"):
        result = np.full(splits[-1], key % 2**64, np.uint64)
        for at, (values, _) in zip(positions, features, strict=True):
            result = _combined_hash(result, _numbers(values)[at])
    return (result % np.uint64(buckets or 2**63 - 1)).astype(np.int64), splits


def _joined(features: Sequence[Feature], separator: bytes) -> tuple[Array, Array]:
    positions, splits = _choices(features)
    columns = []
    for at, (values, _) in zip(positions, features, strict=True):
        texts = _texts(values)
        columns.append([texts[i] for i in at.tolist()])
    result = np.empty(splits[-1], object)
    result[:] = [separator.join(parts) for parts in zip(*columns, strict=True)] if columns else []
    return result, splits


def _of_sparse(indices: Array, values: Array, shape: Array) -> Feature:
    if len(shape) != 2:
        raise errors.InvalidArgumentError(f"sparse inputs of a cross are matrices; got the shape {shape.tolist()}")
    return values, np.searchsorted(indices[:, 0], np.arange(int(shape[0]) + 1))


def _of_dense(values: Array) -> Feature:
    if values.ndim != 2:
        raise errors.InvalidArgumentError(f"dense inputs of a cross are matrices; got the shape {values.shape}")
    return values, np.arange(values.shape[0] + 1) * values.shape[1]


# ragged ------------------------------------------------------------------------------------------------------


def _ragged_cross(
    values: list[Array],
    splits: list[Array],
    indices: list[Array],
    sparse_values: list[Array],
    shapes: list[Array],
    dense: list[Array],
    input_order: str,
    hashed_output: bool,
    num_buckets: int,
    hash_key: int,
    out_values_type: Any,
    out_row_splits_type: Any,
) -> list[Array]:
    kinds = {
        "R": iter(zip(values, (s.astype(np.int64) for s in splits), strict=True)),
        "S": map(_of_sparse, indices, sparse_values, shapes),
        "D": map(_of_dense, dense),
    }
    features: list[Feature] = [next(kinds[kind]) for kind in input_order]
    found, rows = _hashed(features, num_buckets, hash_key) if hashed_output else _joined(features, b"_X_")
    return [found, rows.astype(as_dtype(out_row_splits_type).numpy)]


_KINDS: Final = "{int64, string}"

RAGGED_CROSS: OpRecord = op(
    "RaggedCross",
    "ragged_values: [ragged_values_types], ragged_row_splits: [ragged_splits_types], sparse_indices: Nsparse*int64, "
    "sparse_values: [sparse_values_types], sparse_shape: Nsparse*int64, dense_inputs: [dense_types] -> "
    "output_values: out_values_type, output_row_splits: out_row_splits_type",
    "Nsparse: int >= 0; input_order: string; hashed_output: bool; num_buckets: int >= 0; hash_key: int; "
    "ragged_values_types: list(text_or_number) >= 0; ragged_splits_types: list(index) >= 0; "
    "sparse_values_types: list(text_or_number) >= 0; dense_types: list(text_or_number) >= 0; "
    f"out_values_type: {_KINDS}; out_row_splits_type: index",
    shape=lambda ctx: [(Symbol(),), (Symbol(),)],
    kernel=_ragged_cross,
    no_gradient=True,
)


def _with_known_kind(value: Any) -> Any:
    """Numbers as int64, texts as they are."""
    if isinstance(value, (RaggedTensor, SparseTensor)):
        values = value.flat_values if isinstance(value, RaggedTensor) else value.values
        if values.dtype in (int64, string):
            return value
        with_values = value.with_flat_values if isinstance(value, RaggedTensor) else value.with_values
        return with_values(_with_known_kind(values))
    from graphwright.ops.math.casts import cast

    tensor = to_tensor(value)
    if tensor.dtype is string or tensor.dtype is int64:
        return tensor
    if not tensor.dtype.is_integer:
        raise ValueError(f"Unexpected dtype for inputs of a cross: {tensor.dtype}")
    return cast(tensor, int64)


def _ragged(inputs: Sequence[Any], hashed: bool, buckets: int, key: int | None, name: str | None) -> RaggedTensor:
    given = [_with_known_kind(v) for v in inputs]
    if any(isinstance(v, RaggedTensor) and v.ragged_rank != 1 for v in given):
        raise ValueError("tf.ragged.cross only supports inputs with ragged_rank=1.")
    order = "".join("R" if isinstance(v, RaggedTensor) else "S" if isinstance(v, SparseTensor) else "D" for v in given)
    rows = [v for v in given if isinstance(v, RaggedTensor)]
    sparse = [v for v in given if isinstance(v, SparseTensor)]
    dense = [v for v in given if not isinstance(v, (RaggedTensor, SparseTensor))]
    narrow = bool(rows) and all(v.row_splits.dtype.name == "int32" for v in rows)
    parts = (
        [v.flat_values for v in rows],
        [v.row_splits for v in rows],
        [v.indices for v in sparse],
        [v.values for v in sparse],
        [v.dense_shape for v in sparse],
        dense,
    )
    attrs = {
        "Nsparse": len(sparse),
        "ragged_values_types": [v.dtype for v in rows],
        "ragged_splits_types": [v.row_splits.dtype for v in rows],
        "sparse_values_types": [v.dtype for v in sparse],
        "dense_types": [v.dtype for v in dense],
        "input_order": order,
        "hashed_output": hashed,
        "num_buckets": buckets,
        "hash_key": _KEY if key is None else key,
        "out_values_type": "int64" if hashed else "string",
        "out_row_splits_type": "int32" if narrow else "int64",
    }
    values, splits = apply_multi(RAGGED_CROSS, parts, attrs, name)
    return RaggedTensor.from_row_splits(values, splits, validate=False)


def cross(inputs: Sequence[Any], name: str | None = None) -> RaggedTensor:
    """For each row, every choice of one value from each input, joined by "_X_".

    Args:
      inputs: ragged tensors of two dimensions, sparse matrices and matrices of texts or integers, with as many rows.
      name: the name of the operation.

    >>> tf.ragged.cross([tf.ragged.constant([["a"], ["b", "c"]]), [["d"], ["e"]]])
    <tf.RaggedTensor [[b'a_X_d'], [b'b_X_e', b'c_X_e']]>
    """
    return _ragged(inputs, False, 0, None, name)


def cross_hashed(
    inputs: Sequence[Any], num_buckets: int = 0, hash_key: int | None = None, name: str | None = None
) -> RaggedTensor:
    """As `tf.ragged.cross`, with a hash in place of each text: below `num_buckets`, or any number for 0.

    >>> tf.ragged.cross_hashed([tf.ragged.constant([["a"], ["b", "c"]]), [["d"], ["e"]], [["f"], ["g"]]], 100)
    <tf.RaggedTensor [[78], [66, 74]]>
    """
    return _ragged(inputs, True, num_buckets, hash_key, name)


# sparse ------------------------------------------------------------------------------------------------------


def _as_sparse(values: Array, splits: Array) -> list[Array]:
    counts = np.diff(splits)
    rows = np.repeat(np.arange(len(counts)), counts)
    columns = np.arange(splits[-1]) - splits[:-1][rows] if len(rows) else rows
    width = int(counts.max(initial=0))
    return [np.stack([rows, columns], 1).astype(np.int64), values, np.array([len(counts), width], np.int64)]


def _features(indices: list[Array], values: list[Array], shapes: list[Array], dense: list[Array]) -> list[Feature]:
    return [*map(_of_sparse, indices, values, shapes), *map(_of_dense, dense)]


def _sparse_cross(
    indices: list[Array],
    values: list[Array],
    shapes: list[Array],
    dense: list[Array],
    hashed_output: bool,
    num_buckets: int,
    hash_key: int,
    **_: Any,
) -> list[Array]:
    features = _features(indices, values, shapes, dense)
    return _as_sparse(*(_hashed(features, num_buckets, hash_key) if hashed_output else _joined(features, b"_X_")))


def _sparse_cross_salted(
    indices: list[Array], values: list[Array], shapes: list[Array], dense: list[Array], num_buckets: Array,
    strong_hash: Array, salt: Array,
) -> list[Array]:  # fmt: skip
    if salt.size != 2:
        raise errors.InvalidArgumentError(f'Input "salt" must have length 2 but has length {salt.size}')
    features = _features(indices, values, shapes, dense)
    if strong_hash.any():
        if any(column.dtype.kind not in "OSU" for column, _ in features):
            raise errors.InvalidArgumentError("With `strong_hash`, the inputs of a cross are texts; use tf.as_string.")
        first, second = (int(word) for word in salt.reshape(-1))
        features = [(_salted(column, (first, second)), splits) for column, splits in features]
    return _as_sparse(*_hashed_from_first(features, max(int(num_buckets.reshape(-1)[0]), 0)))


def _salted(texts: Array, salt: tuple[int, int]) -> Array:
    return np.array([sip_hash(text, salt) for text in texts.reshape(-1)], np.uint64)


def _hashed_from_first(features: Sequence[Feature], buckets: int) -> tuple[Array, Array]:
    """As `_hashed`, from the hash of the first value on instead of a key."""
    positions, splits = _choices(features)
    result = np.zeros(splits[-1], np.uint64)
    with np.errstate(over="ignore"):
        for i, (at, (values, _)) in enumerate(zip(positions, features, strict=True)):
            numbers = values if values.dtype == np.uint64 else _numbers(values)
            result = _combined_hash(result, numbers.reshape(-1)[at]) if i else numbers.reshape(-1)[at]
    return (result % np.uint64(buckets or 2**63 - 1)).astype(np.int64), splits


def _sparse_cross_joined(
    indices: list[Array], values: list[Array], shapes: list[Array], dense: list[Array], sep: Array
) -> list[Array]:
    return _as_sparse(*_joined(_features(indices, values, shapes, dense), sep.reshape(-1)[0]))


_SPARSE_INPUTS: Final = "indices: N*int64, values: [sparse_types], shapes: N*int64, dense_inputs: [dense_types]"
_SPARSE_TYPES: Final = "sparse_types: list(text_or_number) >= 0; dense_types: list(text_or_number) >= 0"


def _sparse_rule(ctx: ShapeContext) -> list[Dims]:
    return [(Symbol(), 2), (Symbol(),), (2,)]


SPARSE_CROSS: OpRecord = op(
    "SparseCross",
    f"{_SPARSE_INPUTS} -> output_indices: int64, output_values: out_type, output_shape: int64",
    f"N: int >= 0; hashed_output: bool; num_buckets: int >= 0; hash_key: int; {_SPARSE_TYPES}; out_type: {_KINDS}; "
    f"internal_type: {_KINDS}",
    shape=_sparse_rule,
    kernel=_sparse_cross,
    no_gradient=True,
)
SPARSE_CROSS_SALTED: OpRecord = op(
    "SparseCrossHashed",
    f"{_SPARSE_INPUTS}, num_buckets: int64, strong_hash: bool, salt: int64 -> output_indices: int64, "
    "output_values: int64, output_shape: int64",
    f"N: int >= 0; {_SPARSE_TYPES}",
    shape=_sparse_rule,
    kernel=_sparse_cross_salted,
    no_gradient=True,
)
SPARSE_CROSS_JOINED: OpRecord = op(
    "SparseCrossV2",
    f"{_SPARSE_INPUTS}, sep: string -> output_indices: int64, output_values: string, output_shape: int64",
    f"N: int >= 0; {_SPARSE_TYPES}",
    shape=_sparse_rule,
    kernel=_sparse_cross_joined,
    no_gradient=True,
)


def _sparse_parts(inputs: Any) -> tuple[tuple[list[Any], ...], dict[str, Any]]:
    """The inputs of an op, and the attributes that say how many they are."""
    if not all(isinstance(v, (SparseTensor, Tensor)) or hasattr(v, "shape") for v in inputs):
        raise TypeError("All inputs must be Tensor or SparseTensor.")
    given = [_with_known_kind(v) for v in inputs]
    sparse = [v for v in given if isinstance(v, SparseTensor)]
    dense = [v for v in given if not isinstance(v, SparseTensor)]
    attrs = {"N": len(sparse), "sparse_types": [v.dtype for v in sparse], "dense_types": [v.dtype for v in dense]}
    return ([v.indices for v in sparse], [v.values for v in sparse], [v.dense_shape for v in sparse], dense), attrs


def sparse_cross(inputs: Sequence[Any], name: str | None = None, separator: TensorLike | None = None) -> SparseTensor:
    """For each row, every choice of one value from each input, joined by `separator`, by default "_X_".

    Args:
      inputs: a list of sparse matrices and matrices of texts or integers, with as many rows; sparse ones come first
        in the texts.
      name: the name of the operation.
      separator: what stands between the values.

    >>> tf.sparse.cross([tf.constant([["a", "b"]]), tf.constant([["c"]])], separator="-").values.numpy().tolist()
    [b'a-c', b'b-c']
    """
    joined = to_tensor("_X_" if separator is None else separator, string)
    parts, attrs = _sparse_parts(inputs)
    return SparseTensor(*apply_multi(SPARSE_CROSS_JOINED, (*parts, joined), attrs, name))


def sparse_cross_hashed(
    inputs: Sequence[Any], num_buckets: int = 0, hash_key: int | None = None, name: str | None = None
) -> SparseTensor:
    """As `tf.sparse.cross`, with a hash in place of each text: below `num_buckets`, or any number for 0.

    >>> tf.sparse.cross_hashed([tf.constant([["a", "b"]]), tf.constant([["c"]])], 100).values.numpy().shape
    (2,)
    """
    parts, counts = _sparse_parts(inputs)
    attrs = {
        **counts,
        "hashed_output": True,
        "num_buckets": num_buckets,
        "hash_key": _KEY if hash_key is None else hash_key,
        "out_type": "int64",
        "internal_type": "string",
    }
    return SparseTensor(*apply_multi(SPARSE_CROSS, parts, attrs, name))
