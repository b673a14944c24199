"""Local files: their names, as TensorFlow takes them, and errors in TensorFlow's classes."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Iterator
from typing import Any

from graphwright.base import errors

_BY_NUMBER: dict[int, Callable[[None, None, str], errors.OpError]] = {
    errno.ENOENT: errors.NotFoundError,
    errno.EACCES: errors.PermissionDeniedError,
    errno.EPERM: errors.PermissionDeniedError,
    errno.EROFS: errors.PermissionDeniedError,
    errno.ENOTDIR: errors.FailedPreconditionError,
    errno.EISDIR: errors.FailedPreconditionError,
    errno.EEXIST: errors.FailedPreconditionError,
    errno.ENOTEMPTY: errors.FailedPreconditionError,
    errno.ENOSPC: errors.ResourceExhaustedError,
    errno.EDQUOT: errors.ResourceExhaustedError,
    errno.EMFILE: errors.ResourceExhaustedError,
    errno.ENOMEM: errors.ResourceExhaustedError,
    errno.ENAMETOOLONG: errors.InvalidArgumentError,
    errno.EINVAL: errors.InvalidArgumentError,
}

LOCAL_SCHEMES = ("", "file")


@contextlib.contextmanager
def told_as_tensorflow_does(path: str) -> Iterator[None]:
    """Raise what the system says about a file as an error of `tf.errors`."""
    try:
        yield
    except OSError as error:
        kind = _BY_NUMBER.get(error.errno or 0, errors.UnknownError)
        raise kind(None, None, f"{path}; {error.strerror or error}") from None


def local_path(path: Any) -> str:
    """The path of a local file, which is given as text, bytes or a path object, with or without `file://`.

    Raises TypeError for anything else, UnimplementedError for what is on another file system.
    """
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"Expected binary or unicode string, got {path!r}")
    name = os.fsdecode(path)
    scheme, found, rest = name.partition("://")
    if not found:
        return name
    if scheme not in LOCAL_SCHEMES:
        raise errors.UnimplementedError(f"File system scheme '{scheme}' not implemented (file: '{name}')")
    return rest


def size_of(path: str) -> int:
    """The size of a file; FailedPreconditionError for anything but a regular file, whose reading might never end."""
    with told_as_tensorflow_does(path):
        found = os.stat(path)
    if not stat.S_ISREG(found.st_mode):
        raise errors.FailedPreconditionError(None, None, f"{path} is not a regular file")
    return found.st_size


def read_regular(path: str) -> bytes:
    """The content of a regular file; never waits, as opening a pipe or reading a device may.

    Raises OSError, also for anything but a regular file.
    """
    _check_regular(path, os.stat(path))
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(number, "rb") as file:
        _check_regular(path, os.fstat(number))  # it may have become another since
        return file.read()


def _check_regular(path: str, about: os.stat_result) -> None:
    if not stat.S_ISREG(about.st_mode):
        number = errno.EISDIR if stat.S_ISDIR(about.st_mode) else errno.EINVAL
        raise OSError(number, "Is a directory" if number == errno.EISDIR else "It is not a regular file", path)


def write_text(path: Any, text: str) -> None:
    """Write a file of text: the whole of it, or nothing.

    Raises TypeError and UnimplementedError as `local_path` does, and OSError.
    """
    name = local_path(path)
    unfinished = f"{name}.{os.getpid()}.partial"
    try:
        with open(unfinished, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
        os.replace(unfinished, name)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(unfinished)
        raise
