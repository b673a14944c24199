"""Elements that are kept in a file: `cache(filename)`."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress

import numpy as np

from graphwright.base import errors
from graphwright.base.files import told_as_tensorflow_does
from graphwright.base.record_files import TFRecordWriter, opened, records
from graphwright.data.pipeline.base import Pipeline, UnaryPipeline
from graphwright.data.pipeline.encoding import packed, unpacked
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.data.pipeline.rounds import outlives_errors
from graphwright.data.structure import Flat


class FileCache(UnaryPipeline, saved_as="CachedInFile"):
    """Elements that the first whole run writes to a file, and later runs read.

    A file that is being written has another name, and a lock beside it: what a run has not read to its end is removed.

    Args:
      source: of the elements.
      prefix: of the names of the file and of its lock.
    """

    keeps_elements = True

    def __init__(self, source: Pipeline, prefix: str) -> None:
        super().__init__(source)
        self._prefix = prefix

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        at, seen = state.number("at"), 0
        state.save_by(lambda: {"at": at})
        run = self._read() if os.path.exists(self._file) else self._written()
        more = True

        def rest() -> Iterator[Flat]:
            nonlocal at, seen, more
            for element in run:
                seen += 1
                if seen > at:
                    at += 1
                    yield element
            more = False

        while more:
            yield rest()

    @property
    def _file(self) -> str:
        return f"{self._prefix}.records"

    def _read(self) -> Iterator[Flat]:
        file = opened(os.fsencode(self._file), "")
        try:
            for _, data in records(file, 0):
                element: Flat = unpacked(data)
                self._check(element)
                yield element
        finally:
            file.close()

    def _check(self, element: Flat) -> None:
        """That the file is one of such elements."""
        expected = [] if self.types is None else list(self.types[0])
        if self.types is not None and len(expected) != len(element):
            raise errors.InvalidArgumentError(
                f"The cache {self._file} has elements of {len(element)} components, not of {len(expected)}."
            )
        for i, (dtype, part) in enumerate(zip(expected, element, strict=False)):
            if dtype is not None and isinstance(part, np.ndarray) and part.dtype != dtype:
                raise errors.InvalidArgumentError(
                    f"Data type mismatch at component {i}: expected {dtype} but got {part.dtype}. The cache "
                    f"{self._file} is of another dataset."
                )

    @outlives_errors
    def _written(self) -> Iterator[Iterator[Flat]]:
        lock, unfinished = self._locked(), f"{self._file}.tempstate{secrets.randbits(63)}"
        try:
            with TFRecordWriter(unfinished) as writer:
                source, more = self._source.run(IteratorState()), True

                def rest() -> Iterator[Flat]:
                    nonlocal more
                    for element in source:
                        writer.write(packed(element))
                        yield element
                    more = False

                while more:
                    yield rest()
            os.replace(unfinished, self._file)
        finally:
            for path in (unfinished, lock):
                with suppress(FileNotFoundError):
                    os.remove(path)

    def _locked(self) -> str:
        lock = f"{self._prefix}_0.lockfile"
        try:
            with told_as_tensorflow_does(lock), open(lock, "x", encoding="utf-8") as file:
                file.write(f"Created at: {int(time.time())}")
        except errors.FailedPreconditionError:
            raise errors.AlreadyExistsError(
                f"There appears to be a concurrent caching iterator running - cache lockfile already exists ('{lock}'"
                "). If you are sure no other running computations are using this cache prefix, delete the lockfile and "
                "re-initialize the iterator."
            ) from None
        return lock


__all__ = ["FileCache"]
