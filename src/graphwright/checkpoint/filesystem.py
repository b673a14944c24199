"""File access with TensorFlow's error classes and atomic writes."""

from __future__ import annotations

import contextlib
import os

from graphwright.base.files import read_regular, size_of, told_as_tensorflow_does
from graphwright.base.gfile import makedirs


def read_all(path: str) -> bytes:
    """The whole content of a file."""
    size_of(path)
    with told_as_tensorflow_does(path):
        return read_regular(path)


def make_folder_of(path: str) -> None:
    """Create the folder of a file; FailedPreconditionError if a file of its name exists."""
    makedirs(os.path.dirname(path) or ".")


def temporary_name(path: str) -> str:
    """An unused name in the same folder."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name[:80]}.{os.urandom(8).hex()}.tmp")


def sync_folder(path: str) -> None:
    """Flush the folder of `path` to disk."""
    if os.name == "nt":  # folders cannot be opened there
        return
    with contextlib.suppress(OSError):  # some file systems cannot
        number = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def replace_with(path: str, content: bytes) -> None:
    """Replace the content of a file; after a crash it has either the old or the new content."""
    name = temporary_name(path)
    with told_as_tensorflow_does(path):
        try:
            with open(name, "xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.remove(name)
            raise
    sync_folder(path)


__all__ = ["make_folder_of", "read_all", "size_of", "sync_folder", "temporary_name"]
