"""Elements in files, in TensorFlow's format of snapshots: written while they are produced, and read again.

A folder has a file `snapshot.metadata`, and the folder of a run with one of each shard. A shard is a TFRecord file with
a serialized TensorProto for each tensor of each element.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from graphwright.base import errors
from graphwright.base.files import read_regular, size_of, told_as_tensorflow_does
from graphwright.base.record_files import TFRecordWriter, opened, records
from graphwright.data.pipeline.base import UNKNOWN, Elements, Pipeline, UnaryPipeline
from graphwright.data.pipeline.functions import CapturedFunction
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.data.pipeline.rounds import outlives_errors
from graphwright.data.structure import Flat
from graphwright.graphdef.messages import MessageClass, build
from graphwright.ops.io.tensor_bytes import parsed, serialized

METADATA: Final = "snapshot.metadata"
_SHARD: Final = "00000000.snapshot"
_VERSION: Final = 2

METADATA_TABLES: Final = {
    "SnapshotMetadataRecord": (
        "graph_hash string 1; run_id string 2; creation_timestamp int64 3; version int64 4; dtype int32* 5; "
        "num_elements int64 6; finalized bool 1000"
    )
}
_Metadata: MessageClass = build("graphwright/snapshot.proto", METADATA_TABLES)["SnapshotMetadataRecord"]


def checked_compression(compression: Any) -> str:
    """The name of a compression that files can have; InvalidArgumentError for another one."""
    name = {None: "", "AUTO": "", "NONE": ""}.get(compression, compression)
    if name == "SNAPPY":
        raise errors.UnimplementedError(None, None, "Files are not compressed by SNAPPY; use GZIP, ZLIB or none.")
    if name not in ("", "GZIP", "ZLIB"):
        raise errors.InvalidArgumentError(f"compression must be one of None, 'GZIP' and 'ZLIB', got {compression!r}")
    return str(name)


class Writer:
    """Writes elements, each to the shard of its number, and says so in the metadata when all are there."""

    def __init__(self, folder: str, compression: str, dtypes: Sequence[Any], graph_hash: str = "") -> None:
        self._folder, self._compression, self._dtypes = folder, compression, list(dtypes)
        self._run, self._hash = str(random.SystemRandom().getrandbits(63)), graph_hash
        self._shards: dict[int, TFRecordWriter] = {}
        self._count = 0
        with told_as_tensorflow_does(folder):
            os.makedirs(folder, exist_ok=True)

    def write(self, element: Flat, shard: int) -> None:
        """Add an element."""
        if shard not in self._shards:
            folder = os.path.join(self._folder, self._run, f"{shard:08}.shard")
            with told_as_tensorflow_does(folder):
                os.makedirs(folder, exist_ok=True)
            self._shards[shard] = TFRecordWriter(os.path.join(folder, _SHARD), self._compression)
        try:
            tensors = [serialized(a, d, packed=True) for a, d in zip(element, self._dtypes, strict=True)]
        except TypeError:  # the objects of variants
            raise errors.UnimplementedError(
                None,
                None,
                "Elements that hold ragged or sparse tensors, datasets or handles cannot be written to files; "
                "write their parts.",
            ) from None
        for tensor in tensors:
            self._shards[shard].write(tensor)
        self._count += 1

    def close(self) -> None:
        """Finish the files; the elements count from here on."""
        for writer in self._shards.values():
            writer.close()
        data = _Metadata(
            graph_hash=self._hash, run_id=self._run, creation_timestamp=time.time_ns() // 1000, version=_VERSION,
            dtype=[d.as_datatype_enum for d in self._dtypes], num_elements=self._count, finalized=True,
        ).SerializeToString()  # fmt: skip
        path = os.path.join(self._folder, METADATA)
        with told_as_tensorflow_does(path):
            with open(f"{path}.{self._run}", "wb") as file:
                file.write(data)
            os.replace(f"{path}.{self._run}", path)


def shards_of(folder: str, compression: str, types: Any, dtypes: Sequence[Any]) -> list[Shard]:
    """The shards of the elements in a folder; NotFoundError if there are none."""
    path = os.path.join(folder, METADATA)
    with told_as_tensorflow_does(path):
        data = read_regular(path)
    try:
        metadata = _Metadata.FromString(data)
    except Exception as error:  # protobuf's
        raise errors.DataLossError(f"{path} is damaged: {error}") from None
    run = metadata.run_id
    if os.path.basename(run) != run or run in ("", ".", "..") or metadata.version not in (1, _VERSION):
        raise errors.DataLossError(f"{path} is damaged, or of version {metadata.version}")
    runs = os.path.join(folder, run)
    _check_inside(folder, runs)
    names = sorted(n for n in os.listdir(runs) if n.endswith(".shard")) if os.path.isdir(runs) else []
    shards = []
    for name in names:
        _check_inside(folder, os.path.join(runs, name))
        files = sorted(n for n in os.listdir(os.path.join(runs, name)) if n.endswith(".snapshot"))
        paths = [os.path.join(runs, name, file) for file in files]
        for file in paths:
            _check_inside(folder, file)
        shard = Shard(paths, compression, dtypes)
        shard.types = types
        shards.append(shard)
    return shards


def _check_inside(folder: str, path: str) -> None:
    base, found = os.path.realpath(folder), os.path.realpath(path)
    if os.path.commonpath([base, found]) != base:
        raise errors.InvalidArgumentError(f"{path} is a link that leads out of the folder of the dataset, to {found}.")


class Shard(Pipeline, saved_as="Shard"):
    """The elements in the files of a shard."""

    def __init__(self, paths: Sequence[str], compression: str, dtypes: Sequence[Any]) -> None:
        self._paths, self._compression, self._dtypes = list(paths), compression, list(dtypes)

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        done, seen, stored = state.number("done"), 0, self._all()
        state.save_by(lambda: {"done": done})
        more = True

        def rest() -> Iterator[Flat]:
            nonlocal done, seen, more
            for element in stored:
                seen += 1
                if seen > done:
                    done = seen
                    yield element
            more = False

        while more:
            yield rest()

    @outlives_errors
    def _all(self) -> Iterator[Iterator[Flat]]:
        for path in self._paths:
            yield self._in_file(path)

    def _in_file(self, path: str) -> Iterator[Flat]:
        """The elements of a file, of which nothing can be read after an error."""
        size_of(path)  # refuses pipes and devices
        file = opened(path, self._compression)
        try:
            element: Flat = []
            for _, data in records(file):
                element.append(self._tensor(data, len(element), path))
                if len(element) == len(self._dtypes):
                    yield element
                    element = []
        finally:
            file.close()

    def _tensor(self, data: bytes, component: int, path: str) -> Any:
        try:
            array, dtype = parsed(data)
        except ValueError as error:
            raise errors.DataLossError(f"{path} has a damaged tensor: {error}") from None
        expected = self._dtypes[component]
        shape = None if self.types is None else self.types[1][component]
        if dtype is not expected:
            raise errors.InvalidArgumentError(
                f"Data type mismatch at component {component}: expected {expected.name} but got {dtype.name}."
            )
        if shape is not None and not shape.is_compatible_with(array.shape):
            raise errors.InvalidArgumentError(
                f"Incompatible shapes at component {component}: expected {shape} but got {list(array.shape)}."
            )
        return np.array(array)

    def count(self) -> int:
        return UNKNOWN


class Load(Pipeline, saved_as="Loaded"):
    """The elements that a function makes of the shards in a folder."""

    def __init__(self, folder: str, compression: str, reader: CapturedFunction, dtypes: Sequence[Any]) -> None:
        self._folder, self._compression, self._reader, self._dtypes = folder, compression, reader, list(dtypes)

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        shards = shards_of(self._folder, self._compression, self.types, self._dtypes)
        (whole,) = self._reader([Elements([[shard] for shard in shards])])
        return whole.run(state.child())  # type: ignore[no-any-return]

    def count(self) -> int:
        return UNKNOWN


def shard_number(function: CapturedFunction | None, element: Flat) -> int:
    """The shard of an element; InvalidArgumentError if the function does not return an int64 scalar."""
    if function is None:
        return 0
    found = function(element)
    if len(found) != 1 or getattr(found[0], "shape", None) != () or found[0].dtype != np.int64:
        raise errors.InvalidArgumentError("`shard_func` must return a scalar int64.")
    number = int(found[0])
    if number < 0:
        raise errors.InvalidArgumentError(f"`shard_func` must return a number of at least 0, got {number}.")
    return number


@outlives_errors
def _written(source: Iterator[Flat], writer: Writer, shard: CapturedFunction | None) -> Iterator[Iterator[Flat]]:
    """The elements of a source, which are written as they pass."""
    more = True

    def rest() -> Iterator[Flat]:
        nonlocal more
        for element in source:
            writer.write(element, shard_number(shard, element))
            yield element
        more = False

    while more:
        yield rest()
    writer.close()


class Snapshot(UnaryPipeline, saved_as="Snapshot"):
    """The elements of the source, written by the first whole run and read by later ones."""

    def __init__(
        self, source: Pipeline, folder: str, compression: str, shard: CapturedFunction, reader: CapturedFunction,
        dtypes: Sequence[Any], graph_hash: str,
    ) -> None:  # fmt: skip
        super().__init__(source)
        self._folder, self._compression, self._hash = os.path.join(folder, graph_hash), compression, graph_hash
        self._shard, self._reader, self._dtypes = shard, reader, list(dtypes)

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        reads = state.flag("reads") if not state.is_new else os.path.exists(os.path.join(self._folder, METADATA))
        whole = state.is_new
        state.save_by(lambda: {"reads": reads, "begun": True})
        if reads:
            load = Load(self._folder, self._compression, self._reader, self._dtypes)
            load.types = self.types
            yield load.run(state.child("stored"))
            return
        if not whole:  # a part of the elements has gone by: nothing is written
            yield self._source.run(state.child())
            return
        writer = Writer(self._folder, self._compression, self._dtypes, self._hash)
        yield _written(self._source.run(state.child()), writer, self._shard)


class Save(UnaryPipeline, saved_as="Saved"):
    """The elements of the source, which a run writes to files."""

    def __init__(
        self, source: Pipeline, folder: str, compression: str, shard: CapturedFunction | None, dtypes: Sequence[Any]
    ) -> None:
        super().__init__(source)
        self._folder, self._compression, self._shard, self._dtypes = folder, compression, shard, list(dtypes)

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        writer = Writer(self._folder, self._compression, self._dtypes)
        yield _written(self._source.run(state.child()), writer, self._shard)


__all__ = ["Load", "Save", "Shard", "Snapshot", "checked_compression", "shard_number", "shards_of"]
