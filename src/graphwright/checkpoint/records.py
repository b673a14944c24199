"""Ops on checkpoints: what graphs for sessions save and restore variables with."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, from_numpy
from graphwright.checkpoint.bundle_reader import BundleReader
from graphwright.checkpoint.bundle_writer import BundleWriter, remove_bundle
from graphwright.core.tensor import Array
from graphwright.ir.reach import Reach
from graphwright.ir.record import op


def _texts(values: Array) -> list[str]:
    return [v.decode("utf-8", "surrogateescape") for v in np.asarray(values, object).ravel()]


def _save(prefix: Array, tensor_names: Array, shape_and_slices: Array, tensors: Sequence[Any]) -> None:
    (path,), names, slices = _texts(prefix), _texts(tensor_names), _texts(shape_and_slices)
    arrays = [np.asarray(tensor) for tensor in tensors]
    if not len(names) == len(slices) == len(arrays):
        raise errors.InvalidArgumentError(
            f"Got {len(names)} tensor names, {len(slices)} slices and {len(arrays)} tensors."
        )
    if any(slices):
        raise errors.UnimplementedError("SaveV2 of slices of tensors is not supported: save the whole tensors.")
    with BundleWriter(path) as writer:
        for name, array in sorted(zip(names, arrays, strict=True), key=lambda item: item[0]):
            writer.add(name, array, from_numpy(array.dtype))


def _restore(prefix: Array, tensor_names: Array, shape_and_slices: Array, dtypes: Sequence[DType]) -> list[Array]:
    (path,), names, slices = _texts(prefix), _texts(tensor_names), _texts(shape_and_slices)
    if not len(names) == len(slices) == len(dtypes):
        raise errors.InvalidArgumentError(
            f"Got {len(names)} tensor names, {len(slices)} slices and {len(dtypes)} dtypes."
        )
    reader = BundleReader(path)
    return [_restored(reader, path, *item) for item in zip(names, slices, dtypes, strict=True)]


def _restored(reader: BundleReader, path: str, name: str, part: str, dtype: DType) -> Array:
    if name not in reader:
        raise errors.NotFoundError(f"Key {name} not found in checkpoint {path}")
    entry = reader.entry(name)
    if entry.dtype is not dtype:
        raise errors.InvalidArgumentError(
            f"tensor_name = {name}; expected dtype {dtype.name} does not equal original dtype {entry.dtype.name}"
        )
    array = reader.read(name)
    return array[_slices(part)] if part else array


def _slices(text: str) -> tuple[slice, ...]:
    """Read `"10,20 0,5:-"`: a shape, then for each dimension "start,length" or "-" for all of it."""
    found = []
    for piece in text.split(" ")[-1].split(":"):
        start, comma, length = piece.partition(",")
        found.append(slice(int(start), int(start) + int(length)) if comma else slice(None))
    return tuple(found)


def _merge(
    checkpoint_prefixes: Array, destination_prefix: Array, delete_old_dirs: bool, allow_missing_files: bool
) -> None:
    (destination,) = _texts(destination_prefix)
    prefixes = _texts(checkpoint_prefixes)
    with BundleWriter(destination) as writer:
        for prefix in prefixes:
            try:
                reader = BundleReader(prefix)
            except errors.NotFoundError:
                if allow_missing_files:
                    continue
                raise
            for key in reader.entries:
                writer.add(key, reader.read(key), reader.entry(key).dtype)
    for prefix in prefixes if delete_old_dirs else ():
        remove_bundle(prefix)
        folder = os.path.dirname(prefix)
        if folder and os.path.isdir(folder) and not os.listdir(folder):
            shutil.rmtree(folder)


def _sharded(basename: Array, shard: Array, num_shards: Array) -> Array:
    result = np.empty((), object)
    result[()] = basename.item() + f"-{int(shard):05d}-of-{int(num_shards):05d}".encode()
    return result


_JOINED = {"basename": "only joined to a text", "filename": "only joined to a text"}
SAVE = op(
    "SaveV2",
    "prefix: string, tensor_names: string, shape_and_slices: string, tensors: [dtypes] ->",
    "dtypes: list(type) >= 1",
    shape=lambda ctx: [],
    kernel=_save,
    no_gradient=True,
    effect="host",
    reaches={"prefix": Reach.WRITES},
)
RESTORE = op(
    "RestoreV2",
    "prefix: string, tensor_names: string, shape_and_slices: string -> tensors: [dtypes]",
    "dtypes: list(type) >= 1",
    shape=lambda ctx: [None] * len(ctx.attrs["dtypes"]),
    kernel=_restore,
    no_gradient=True,
    effect="host",
    reaches={"prefix": Reach.READS_SEVERAL},
)


def _read_one(file_pattern: Array, tensor_name: Array, part: str, dtype: DType) -> Array:
    (path,), (name,) = _texts(file_pattern), _texts(tensor_name)
    return _restored(BundleReader(path), path, name, part, dtype)


op(
    "Restore",
    "file_pattern: string, tensor_name: string -> tensor: dt",
    "dt: type; preferred_shard: int = -1",
    shape=lambda ctx: None,
    kernel=lambda file_pattern, tensor_name, dt, preferred_shard: _read_one(file_pattern, tensor_name, "", dt),
    no_gradient=True,
    effect="host",
    reaches={"file_pattern": Reach.READS_SEVERAL},
)
op(
    "RestoreSlice",
    "file_pattern: string, tensor_name: string, shape_and_slice: string -> tensor: dt",
    "dt: type; preferred_shard: int = -1",
    shape=lambda ctx: None,
    kernel=lambda file_pattern, tensor_name, shape_and_slice, dt, preferred_shard: _read_one(
        file_pattern, tensor_name, _texts(shape_and_slice)[0], dt
    ),
    no_gradient=True,
    effect="host",
    reaches={"file_pattern": Reach.READS_SEVERAL},
)


def _sharded_pattern(basename: Array, num_shards: Array) -> Array:
    result = np.empty((), object)
    result[()] = basename.item() + f"-?????-of-{int(num_shards):05d}".encode()
    return result


op(
    "ShardedFilespec",
    "basename: string, num_shards: int32 -> filename: string",
    shape=lambda ctx: (),
    kernel=_sharded_pattern,
    no_gradient=True,
    reaches=_JOINED,
)
MERGE = op(
    "MergeV2Checkpoints",
    "checkpoint_prefixes: string, destination_prefix: string ->",
    "delete_old_dirs: bool = true; allow_missing_files: bool = false",
    shape=lambda ctx: [],
    kernel=_merge,
    no_gradient=True,
    effect="host",
    reaches={"checkpoint_prefixes": Reach.READS_SEVERAL, "destination_prefix": Reach.WRITES},
)
SHARDED_FILENAME = op(
    "ShardedFilename",
    "basename: string, shard: int32, num_shards: int32 -> filename: string",
    shape=lambda ctx: (),
    kernel=_sharded,
    no_gradient=True,
    reaches=_JOINED,
)
