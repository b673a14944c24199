"""Ops that read, write and find local files."""

from __future__ import annotations

import os
import stat
from typing import Any

import numpy as np

from graphwright.base.files import local_path, told_as_tensorflow_does
from graphwright.base.gfile import glob
from graphwright.core.prelude import Array, Tensor, TensorLike, apply, apply_effect, errors
from graphwright.ir.prelude import Operation, Symbol, op
from graphwright.ir.reach import Reach

# the records ------------------------------------------------------------------------------------------------


def _scalar(value: Array, what: str) -> Any:
    if value.ndim:
        raise errors.InvalidArgumentError(f"{what} tensor must be scalar, but had shape: {list(value.shape)}")
    return value.item()


def _read(filename: Array) -> Array:
    path = local_path(_scalar(filename, "Input filename"))
    with told_as_tensorflow_does(path):
        if stat.S_ISFIFO(os.stat(path).st_mode):  # opening a FIFO may block for ever
            raise errors.FailedPreconditionError(f"{path}; it is not a regular file")
        with open(path, "rb") as file:
            contents = np.empty((), object)
            contents[()] = file.read()
            return contents


READ_FILE = op(
    "ReadFile", "filename: string -> contents: string", shape=lambda ctx: (), kernel=_read, no_gradient=True,
    effect="host", stateful=False, reaches={"filename": Reach.READS},
)  # fmt: skip


def _write(filename: Array, contents: Array) -> None:
    path = local_path(_scalar(filename, "Input filename"))
    data = _scalar(contents, "Contents")
    with told_as_tensorflow_does(path):
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)


WRITE_FILE = op(
    "WriteFile", "filename: string, contents: string ->", shape=lambda ctx: [], kernel=_write, no_gradient=True,
    effect="host", reaches={"filename": Reach.WRITES},
)  # fmt: skip


def _find(pattern: Array) -> Array:
    if pattern.ndim > 1:
        raise errors.InvalidArgumentError(
            f"Input patterns tensor must be scalar or vector, but had shape: {list(pattern.shape)}"
        )
    found = glob([pattern.item()] if pattern.ndim == 0 else pattern.tolist())
    paths = np.empty(len(found), object)
    paths[:] = [os.fsencode(path) for path in found]
    return paths


MATCHING_FILES = op(
    "MatchingFiles", "pattern: string -> filenames: string", shape=lambda ctx: (Symbol(),), kernel=_find,
    no_gradient=True, effect="host", stateful=False, reaches={"pattern": Reach.FINDS},
)  # fmt: skip

# public functions -------------------------------------------------------------------------------------------


def read_file(filename: TensorLike, name: str | None = None) -> Tensor:
    """Read a file: its contents as a string scalar.

    Args:
      filename: string scalar.
      name: of the operation.

    Raises:
      NotFoundError: there is no such file.
      FailedPreconditionError: it is a directory.

    >>> import tempfile
    >>> path = tempfile.mkdtemp() + "/a"
    >>> tf.io.write_file(path, "text")
    >>> tf.io.read_file(path).numpy()
    b'text'
    """
    return apply(READ_FILE, (filename,), None, name)


def write_file(filename: TensorLike, contents: TensorLike, name: str | None = None) -> Operation | None:
    """Write a file, replacing its contents and creating missing parent directories.

    Args:
      filename: string scalar.
      contents: string scalar.
      name: of the operation.

    Returns: the operation in graphs, else None.

    >>> import tempfile
    >>> tf.io.write_file(tempfile.mkdtemp() + "/folder/file", "text")
    """
    return apply_effect(WRITE_FILE, (filename, contents), None, name)


def matching_files(pattern: TensorLike, name: str | None = None) -> Tensor:
    """List the files that match one of the patterns: a sorted string vector.

    Args:
      pattern: string scalar or vector; as for `tf.io.gfile.glob`.
      name: of the operation.

    >>> tf.io.matching_files("/nowhere/*").shape
    TensorShape([0])
    """
    return apply(MATCHING_FILES, (pattern,), None, name)
