"""Files as the rest of the package wants them: errors in TensorFlow's classes, and writing that is all or nothing."""

from __future__ import annotations

import contextlib
import os
import stat

from graphwright.base import errors
from graphwright.base.files import told_as_tensorflow_does
from graphwright.base.gfile import makedirs


def size_of(path: str) -> int:
    """The size of a file; FailedPreconditionError for what is no plain file, whose reading might never end."""
    with told_as_tensorflow_does(path):
        found = os.stat(path)
    if not stat.S_ISREG(found.st_mode):
        raise errors.FailedPreconditionError(None, None, f"{path} is not a regular file")
    return found.st_size


def read_all(path: str) -> bytes:
    """The whole content of a file."""
    size_of(path)
    with told_as_tensorflow_does(path), open(path, "rb") as file:
        return file.read()


def make_folder_of(path: str) -> None:
    """Make the folder that a file is to stand in; FailedPreconditionError where a file is in the way."""
    makedirs(os.path.dirname(path) or ".")


def temporary_name(path: str) -> str:
    """A name in the same folder that nobody else uses."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name[:80]}.{os.urandom(8).hex()}.tmp")


def sync_folder(path: str) -> None:
    """See to it that the names in the folder of `path` are on the disk."""
    if os.name == "nt":  # folders cannot be opened there
        return
    with contextlib.suppress(OSError):  # some file systems cannot
        number = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def replace_with(path: str, content: bytes) -> None:
    """Give a file new content; after a crash it has either the old or the new one."""
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
