"""Pipelines of what files hold: records, lines, pieces of equal length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import IO, Any

import numpy as np

from graphwright.base import errors
from graphwright.base.record_files import opened, records, skip
from graphwright.data.pipeline.base import UNKNOWN, Pipeline
from graphwright.data.pipeline.iterator_state import IteratorState, damaged
from graphwright.data.pipeline.rounds import outlives_errors
from graphwright.data.structure import Flat


class FileElements(Pipeline):
    """The elements of several files, one after the other; the state of a run is the file and the offset in it."""

    def __init__(self, names: Sequence[bytes], compression: str, offsets: Sequence[int] = ()) -> None:
        self._names, self._compression, self._offsets = names, compression, offsets

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        return map(self._element, self._items(state))

    @outlives_errors
    def batches(self, size: int, drop_remainder: bool, state: IteratorState) -> Iterator[Iterator[Flat]]:
        held = [data.item() for (data,) in state.elements("held", _Texts())]
        state.save_by(lambda: {"held": [_text(data) for data in held]})
        items, more = self._items(state.child()), True

        def rest() -> Iterator[Flat]:
            nonlocal held, more
            while True:
                held += islice(items, size - len(held))  # keeps what came before an error
                if not held or (drop_remainder and len(held) < size):
                    break
                try:
                    batch = self._batch(held)
                except errors.OpError:
                    held = [data for data in held if self._is_whole(data)]
                    raise
                held = []
                yield batch
            more = False

        while more:
            yield rest()

    def _is_whole(self, data: bytes) -> bool:
        try:
            self._element(data)
        except errors.OpError:
            return False
        return True

    @outlives_errors
    def _items(self, state: IteratorState) -> Iterator[Iterator[bytes]]:
        number, offset = state.number("file"), state.number("offset")
        state.save_by(lambda: {"file": number, "offset": offset})

        def rest() -> Iterator[bytes]:
            nonlocal number, offset
            while number < len(self._names):
                start = self._offsets[number] if self._offsets else 0
                try:
                    file = opened(self._names[number], self._compression)
                    try:
                        for end, data in self._read(file, max(offset, start), number):
                            offset = end
                            yield data
                    finally:
                        file.close()
                except errors.OpError:  # the file is missing, or where a damaged record ends is not known
                    number, offset = number + 1, 0
                    raise
                number, offset = number + 1, 0

        while number < len(self._names):
            yield rest()

    def _read(self, file: IO[bytes], offset: int, number: int) -> Iterator[tuple[int, bytes]]:
        """Elements from an offset on, each with the offset after it."""
        raise NotImplementedError

    def _element(self, data: bytes) -> Flat:
        """The element of what was read."""
        return _text(data)

    def _batch(self, group: list[bytes]) -> Flat:
        """Several of them along a new first axis."""
        batch = np.empty(len(group), object)
        batch[:] = group
        return [batch]

    def count(self) -> int:
        return UNKNOWN


def _text(data: bytes) -> Flat:
    element = np.empty((), object)
    element[()] = data
    return [element]


class _Texts:
    """What items of files are like in a saved state."""

    def check(self, element: Any) -> None:
        if not isinstance(element, list) or [getattr(part, "shape", None) for part in element] != [()]:
            raise damaged()
        if not isinstance(element[0].item(), bytes):
            raise damaged()


class Records(FileElements, saved_as="Records"):
    """The records of TFRecord files."""

    def _read(self, file: IO[bytes], offset: int, number: int) -> Iterator[tuple[int, bytes]]:
        return records(file, offset)


class Lines(FileElements, saved_as="Lines"):
    """The lines of text files, without their ends."""

    def _read(self, file: IO[bytes], offset: int, number: int) -> Iterator[tuple[int, bytes]]:
        skip(file, offset)
        rest = b""
        while chunk := file.read(1 << 16):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                offset += len(line) + 1
                yield offset, line[:-1] if line.endswith(b"\r") else line
        if rest:
            yield offset + len(rest), rest[:-1] if rest.endswith(b"\r") else rest


class FixedLength(FileElements, saved_as="FixedLength"):
    """Pieces of equal length between a header and a footer."""

    def __init__(self, names: Sequence[bytes], compression: str, header: int, length: int, footer: int) -> None:
        super().__init__(names, compression)
        self._header, self._length, self._footer = header, length, footer

    def _read(self, file: IO[bytes], offset: int, number: int) -> Iterator[tuple[int, bytes]]:
        skip(file, max(offset, self._header))
        offset = max(offset, self._header)
        held = file.read(self._footer)
        while len(piece := file.read(self._length)) == self._length:
            held += piece
            offset += self._length
            yield offset, held[: self._length]
            held = held[self._length :]
        if piece:
            name: Any = self._names[number]
            raise errors.InvalidArgumentError(
                f"Excess bytes at the end of {name.decode(errors='replace')}: {len(piece)} bytes after the last record "
                f"of {self._length}, with a header of {self._header} and a footer of {self._footer}"
            )


__all__ = ["FixedLength", "Lines", "Records"]
