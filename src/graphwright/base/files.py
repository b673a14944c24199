"""Local files: their names, as TensorFlow takes them, and errors in TensorFlow's classes."""

from __future__ import annotations

import contextlib
import errno
import os
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
        raise kind(None, None, f"{path}; {error.strerror or error}") from error


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
