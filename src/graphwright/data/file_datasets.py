"""`tf.data.TFRecordDataset` and the other datasets of what files hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.dtypes import int64, string
from graphwright.base.spec import TensorSpec
from graphwright.core.convert import convert_to_tensor
from graphwright.core.dispatch import apply
from graphwright.data import records_files
from graphwright.data.dataset import Dataset

_BUFFER = 256 * 1024


class FileDataset(Dataset):
    """A dataset of files, whose names are a string, a list, a tensor, or another dataset."""

    def _read(self, filenames: Any, one: Callable[[Any], Any], record: Any, reads: Any, name: str | None) -> None:
        """Set the dataset to `one(names)`: the op's inputs from the names of files."""
        spec = TensorSpec((), string)
        source: Dataset | None
        if isinstance(filenames, Dataset):
            if filenames.element_spec.dtype is not string:
                raise TypeError(
                    "The `filenames` argument must contain `tf.string` elements. "
                    f"Got a dataset of `{filenames.element_spec.dtype!r}` elements."
                )
            source = filenames
        else:
            names = convert_to_tensor(filenames, string if isinstance(filenames, list) and not filenames else None)
            if names.dtype is not string:
                raise TypeError(
                    f"The `filenames` argument must contain `tf.string` elements. Got `{names.dtype!r}` elements."
                )
            names = apply("Reshape", (names, np.array([-1], np.int32)))
            source = None if reads is None else Dataset.from_tensor_slices(names)
        if source is None:
            tensor, kind = apply(record, one(names), {"metadata": ""}, name), record.name
        else:

            def read(file: Any) -> Dataset:
                return Dataset._of(
                    apply(record, one(apply("Reshape", (file, np.array([-1], np.int32))))), spec, record.name
                )

            whole = source.flat_map(read) if reads is None else source.interleave(read, reads, 1, reads)
            tensor, kind = whole._variant_tensor, whole._kind
        built = Dataset._of(tensor, spec, kind.removesuffix("V2") if kind != "TFRecordDatasetV2" else kind)
        vars(self).update(vars(built))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} element_spec={self._spec!r}>"


def _buffer(size: Any) -> Any:
    return convert_to_tensor(_BUFFER if size is None else size, int64)


class TFRecordDatasetV2(FileDataset):
    """The records of TFRecord files, as scalars of bytes.

    Args:
      filenames: names of files: a string, several, or a dataset of them.
      compression_type: "", "ZLIB" or "GZIP".
      buffer_size: taken for TensorFlow's sake; files are read in pieces of 256 kB.
      num_parallel_reads: from how many files records are taken in turn; one file after the other without it.
      name: the name of the op.

    Raises TypeError for names that are no strings; during iteration NotFoundError for a file that is not there and
    DataLossError for one that is damaged.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "records")
    >>> with tf.io.TFRecordWriter(path, "GZIP") as writer:
    ...     for text in ("a", "b"):
    ...         writer.write(text)
    >>> [record.numpy() for record in tf.data.TFRecordDataset(path, "GZIP")]
    [b'a', b'b']
    """

    def __init__(
        self,
        filenames: Any,
        compression_type: Any = None,
        buffer_size: Any = None,
        num_parallel_reads: int | None = None,
        name: str | None = None,
    ) -> None:
        buffer = _buffer(buffer_size)
        nothing = convert_to_tensor(np.zeros(0, np.int64))
        self._read(
            filenames,
            lambda names: (names, compression_type or "", buffer, nothing),
            records_files.RECORDS,
            num_parallel_reads,
            name,
        )


class TextLineDatasetV2(FileDataset):
    """The lines of text files, without their ends, as scalars of bytes.

    Args:
      filenames: names of files: a string, several, or a dataset of them.
      compression_type: "", "ZLIB" or "GZIP".
      buffer_size: taken for TensorFlow's sake.
      num_parallel_reads: from how many files lines are taken in turn; one file after the other without it.
      name: the name of the op.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "lines.txt")
    >>> tf.io.write_file(path, "one\\ntwo\\n")
    >>> [line.numpy() for line in tf.data.TextLineDataset(path)]
    [b'one', b'two']
    """

    def __init__(
        self,
        filenames: Any,
        compression_type: Any = None,
        buffer_size: Any = None,
        num_parallel_reads: int | None = None,
        name: str | None = None,
    ) -> None:
        buffer = _buffer(buffer_size)
        self._read(
            filenames,
            lambda names: (names, compression_type or "", buffer),
            records_files.LINES,
            num_parallel_reads,
            name,
        )


class FixedLengthRecordDatasetV2(FileDataset):
    """Pieces of files, each of `record_bytes` bytes, as scalars of bytes.

    Args:
      filenames: names of files: a string, several, or a dataset of them.
      record_bytes: the length of a piece.
      header_bytes, footer_bytes: how much is left out at the beginning and at the end of each file.
      buffer_size: taken for TensorFlow's sake.
      compression_type: "", "ZLIB" or "GZIP".
      num_parallel_reads: from how many files pieces are taken in turn; one file after the other without it.
      name: the name of the op.

    Raises InvalidArgumentError, during iteration, where the pieces do not come out even.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "pieces")
    >>> tf.io.write_file(path, "..aabb.")
    >>> [piece.numpy() for piece in tf.data.FixedLengthRecordDataset(path, 2, header_bytes=2, footer_bytes=1)]
    [b'aa', b'bb']
    """

    def __init__(
        self,
        filenames: Any,
        record_bytes: Any,
        header_bytes: Any = None,
        footer_bytes: Any = None,
        buffer_size: Any = None,
        compression_type: Any = None,
        num_parallel_reads: int | None = None,
        name: str | None = None,
    ) -> None:
        header, length, footer = (convert_to_tensor(v or 0, int64) for v in (header_bytes, record_bytes, footer_bytes))
        buffer = _buffer(buffer_size)
        self._read(
            filenames,
            lambda names: (names, header, length, footer, buffer, compression_type or ""),
            records_files.FIXED,
            num_parallel_reads,
            name,
        )
