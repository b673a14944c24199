"""TFRecord files: records with checksums, plain or compressed, written and read.

A record is its length in 8 bytes, the checksum of these, its bytes, and their checksum.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import IO, Any, ClassVar, Final

from graphwright.base import checksum, errors
from graphwright.base.files import local_path, told_as_tensorflow_does

COMPRESSIONS: Final = ("", "ZLIB", "GZIP")
_LENGTH: Final = struct.Struct("<QI")
_SUM: Final = struct.Struct("<I")
_CHUNK: Final = 1 << 18
_MOST: Final = 1 << 26  # bytes that are read at a time
_BITS: Final = {"ZLIB": zlib.MAX_WBITS, "GZIP": zlib.MAX_WBITS | 16}


def opened(path: Any, compression: str) -> IO[bytes]:
    """A file opened for reading, its contents decompressed on the way.

    Raises NotFoundError and its like, and InvalidArgumentError for an unknown compression.
    """
    if compression not in COMPRESSIONS:
        raise errors.InvalidArgumentError(f"compression_type must be one of '', 'ZLIB' and 'GZIP', got {compression!r}")
    name = local_path(path)
    with told_as_tensorflow_does(name):
        file = open(name, "rb", buffering=_CHUNK)  # noqa: SIM115 (closed by the caller)
    return _Inflated(file, compression, name) if compression else file  # type: ignore[return-value]


class _Inflated:
    """A compressed file, read in order."""

    def __init__(self, file: IO[bytes], compression: str, name: str) -> None:
        self._file, self._name, self._ready = file, name, b""
        self._inflate = zlib.decompressobj(_BITS[compression])

    def read(self, size: int) -> bytes:
        while len(self._ready) < size:
            chunk = self._file.read(_CHUNK)
            try:
                self._ready += self._inflate.decompress(chunk) if chunk else self._inflate.flush()
            except zlib.error as error:
                raise errors.DataLossError(f"{self._name} cannot be decompressed: {error}") from None
            if not chunk:
                break
        found, self._ready = self._ready[:size], self._ready[size:]
        return found

    def close(self) -> None:
        self._file.close()


def records(file: IO[bytes], offset: int = 0) -> Iterator[tuple[int, bytes]]:
    """The records of a file from an offset on, each with the offset of the next.

    Raises DataLossError where a checksum does not fit, or the file ends within a record.
    """
    skip(file, offset)
    header = file.read(12)
    while len(header) == 12:
        length, crc = _LENGTH.unpack(header)
        if checksum.masked(checksum.extend(0, header[:8])) != crc:
            raise errors.DataLossError(f"corrupted record at {offset} (Is this even a TFRecord file?)")
        body = _read(file, length + 16)  # with the header of the next
        if len(body) < length + 4:
            raise errors.DataLossError(f"truncated record at {offset}: {length} bytes were announced")
        data, header = body[:length], body[length + 4 :]
        if checksum.masked(checksum.extend(0, data)) != _SUM.unpack_from(body, length)[0]:
            raise errors.DataLossError(f"corrupted record at {offset}")
        offset += 16 + length
        yield offset, data


def _read(file: IO[bytes], size: int) -> bytes:
    """So many bytes, or those that are left; a damaged size costs no memory that the file does not fill."""
    if size <= _MOST:
        return file.read(size)
    parts = []
    while size > 0 and (part := file.read(min(size, _MOST))):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def skip(file: IO[bytes], count: int) -> None:
    """Read past so many bytes."""
    while count > 0 and (passed := len(file.read(min(count, _CHUNK)))):
        count -= passed


class TFRecordOptions:
    """How a TFRecord file is compressed: not at all, by "ZLIB" or by "GZIP".

    Args:
      compression_type: "", "ZLIB" or "GZIP".
      compression_level: from 0 (none) to 9 (best); zlib's default without it.
      flush_mode, input_buffer_size, output_buffer_size, window_bits, compression_method, mem_level,
        compression_strategy: details of zlib, kept for other readers of the options.

    Raises ValueError for another compression.

    >>> tf.io.TFRecordOptions("GZIP", compression_level=9).compression_type
    'GZIP'
    """

    compression_type_map: ClassVar[dict[int, str]] = {1: "ZLIB", 2: "GZIP", 0: ""}

    def __init__(
        self,
        compression_type: Any = None,
        flush_mode: int | None = None,
        input_buffer_size: int | None = None,
        output_buffer_size: int | None = None,
        window_bits: int | None = None,
        compression_level: int | None = None,
        compression_method: int | None = None,
        mem_level: int | None = None,
        compression_strategy: int | None = None,
    ) -> None:
        self.get_compression_type_string(compression_type)
        self.compression_type = compression_type
        self.flush_mode = flush_mode
        self.input_buffer_size = input_buffer_size
        self.output_buffer_size = output_buffer_size
        self.window_bits = window_bits
        self.compression_level = compression_level
        self.compression_method = compression_method
        self.mem_level = mem_level
        self.compression_strategy = compression_strategy

    @classmethod
    def get_compression_type_string(cls, options: Any) -> str:
        """The compression that options, their name or None stand for."""
        if not options:
            return ""
        if isinstance(options, TFRecordOptions):
            return cls.get_compression_type_string(options.compression_type)
        if options in COMPRESSIONS:
            return str(options)
        if options in cls.compression_type_map:
            return cls.compression_type_map[options]
        raise ValueError(f'Not a valid compression_type: "{options}"')


class TFRecordWriter:
    """A TFRecord file that is written: a context manager that closes it.

    Args:
      path: the file, which is replaced if there is one.
      options: `TFRecordOptions`, or the name of a compression.

    Raises ValueError for an unknown compression, NotFoundError where the folder is missing.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "records")
    >>> with tf.io.TFRecordWriter(path) as writer:
    ...     writer.write(b"first")
    >>> [record.numpy() for record in tf.data.TFRecordDataset(path)]
    [b'first']
    """

    def __init__(self, path: Any, options: Any = None) -> None:
        compression = TFRecordOptions.get_compression_type_string(options)
        level = options.compression_level if isinstance(options, TFRecordOptions) else None
        name = local_path(path)
        with told_as_tensorflow_does(name):
            self._file: IO[bytes] = open(name, "wb")  # noqa: SIM115 (closed by `close`)
        level = -1 if level is None else level
        self._deflate = zlib.compressobj(level, wbits=_BITS[compression]) if compression else None

    def write(self, record: bytes | str) -> None:
        """Add a record. Raises FailedPreconditionError after `close`."""
        self._check()
        data = record.encode() if isinstance(record, str) else bytes(record)
        length = struct.pack("<Q", len(data))
        whole = b"".join((length, _masked(length), data, _masked(data)))
        self._file.write(whole if self._deflate is None else self._deflate.compress(whole))

    def flush(self) -> None:
        """Hand what has been written to the system."""
        self._check()
        if self._deflate is not None:
            self._file.write(self._deflate.flush(zlib.Z_SYNC_FLUSH))
        self._file.flush()

    def close(self) -> None:
        """Finish the file, if it is not closed already."""
        if self._file.closed:
            return
        if self._deflate is not None:
            self._file.write(self._deflate.flush())
        self._file.close()

    def _check(self) -> None:
        if self._file.closed:
            raise errors.FailedPreconditionError("Writer is closed.")

    def __del__(self) -> None:
        if hasattr(self, "_deflate"):  # else opening has failed
            self.close()

    def __enter__(self) -> TFRecordWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _masked(data: bytes) -> bytes:
    return _SUM.pack(checksum.masked(checksum.extend(0, data)))
