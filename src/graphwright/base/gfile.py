"""`tf.io.gfile`: what can be done with files and folders, with TensorFlow's errors."""

from __future__ import annotations

import fnmatch
import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from graphwright.base import errors
from graphwright.base.files import LOCAL_SCHEMES, local_path, told_as_tensorflow_does

_WILD = re.compile(r"[*?\[\\]")


@dataclass(frozen=True)
class FileStatistics:
    """What is known of a file.

    Attributes:
      length: bytes.
      mtime_nsec: when it was changed, in nanoseconds since 1970.
      is_directory: whether it is a folder.
    """

    length: int
    mtime_nsec: int
    is_directory: bool


def exists(path: Any) -> bool:
    """Whether there is a file or folder.

    Args:
      path: text, bytes or a path object; here and in all of `tf.io.gfile`, of local files only, UnimplementedError for
        those of other file systems (`gs://...`).

    >>> tf.io.gfile.exists("/nowhere")
    False
    """
    return os.path.exists(local_path(path))


def isdir(path: Any) -> bool:
    """Whether there is a folder.

    >>> tf.io.gfile.isdir("/")
    True
    """
    return os.path.isdir(local_path(path))


def listdir(path: Any) -> list[str]:
    """The names of what is in a folder; NotFoundError where there is no folder.

    >>> import tempfile
    >>> tf.io.gfile.listdir(tempfile.mkdtemp())
    []
    """
    folder = local_path(path)
    if not os.path.isdir(folder):
        raise errors.NotFoundError(f"Could not find directory {folder}")
    with told_as_tensorflow_does(folder):
        return os.listdir(folder)


def glob(pattern: Any) -> list[str]:
    """The files and folders whose paths match a pattern, or one of several; sorted.

    Args:
      pattern: a path in which `*`, `?` and `[...]` stand for what has no `/` in it; hidden files match too. Or a list
        of such.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> tf.io.write_file(os.path.join(folder, "a.txt"), "text")
    >>> [os.path.basename(path) for path in tf.io.gfile.glob(folder + "/*.txt")]
    ['a.txt']
    """
    patterns = pattern if isinstance(pattern, Sequence) and not isinstance(pattern, (str, bytes)) else [pattern]
    return sorted(found for one in patterns for found in _matching(local_path(one)))


def _matching(pattern: str) -> list[str]:
    if not _WILD.search(pattern):
        return [pattern] if os.path.lexists(pattern) else []
    parts = pattern.split("/")
    fixed = next(i for i, part in enumerate(parts) if _WILD.search(part))
    found = ["/".join(parts[:fixed]) or ("/" if pattern.startswith("/") else ".")]
    for part in parts[fixed:]:
        matches = re.compile(fnmatch.translate(part)).match
        found = [os.path.join(f, name) for f in found if os.path.isdir(f) for name in os.listdir(f) if matches(name)]
    return found


def walk(
    top: Any, topdown: bool = True, onerror: Callable[[errors.OpError], Any] | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """The folders below a folder, itself included: for each its path, the folders and the files in it.

    Args:
      top: the folder; where there is none, nothing is given.
      topdown: whether a folder comes before those in it.
      onerror: called with the error where a folder cannot be looked into.

    >>> import tempfile
    >>> [(folders, files) for _, folders, files in tf.io.gfile.walk(tempfile.mkdtemp())]
    [([], [])]
    """
    folder = local_path(top)
    try:
        names = listdir(folder)
    except errors.OpError as error:
        if onerror is not None:
            onerror(error)
        return
    inside = [name for name in names if os.path.isdir(os.path.join(folder, name))]
    found = folder, inside, [name for name in names if name not in inside]
    if topdown:
        yield found
    for name in inside:
        yield from walk(os.path.join(folder, name), topdown, onerror)
    if not topdown:
        yield found


def join(path: Any, *paths: Any) -> Any:
    """Paths put together, of any file system; text or bytes, as they are given.

    >>> tf.io.gfile.join("gs://bucket", "folder", "file")
    'gs://bucket/folder/file'
    """
    return os.path.join(os.fspath(path), *(os.fspath(p) for p in paths))


def mkdir(path: Any) -> None:
    """Make a folder; NotFoundError where that around it is not there.

    >>> import tempfile
    >>> tf.io.gfile.mkdir(tempfile.mkdtemp() + "/inside")
    """
    folder = local_path(path)
    if not os.path.isdir(folder):
        with told_as_tensorflow_does(folder):
            os.mkdir(folder)


def makedirs(path: Any) -> None:
    """Make a folder and those around it, where they are not there; FailedPreconditionError where a file is in the way.

    >>> import tempfile
    >>> tf.io.gfile.makedirs(tempfile.mkdtemp() + "/some/more")
    """
    folder = local_path(path)
    try:
        os.makedirs(folder, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise errors.FailedPreconditionError(f"{folder} is not a directory") from None
    except OSError:
        with told_as_tensorflow_does(folder):
            raise


def copy(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Copy a file; AlreadyExistsError where there is one of that name, unless `overwrite`.

    Raises also NotFoundError where there is no such file, InvalidArgumentError for a folder.

    >>> import tempfile
    >>> path = tempfile.mkdtemp() + "/a"
    >>> tf.io.write_file(path, "text")
    >>> tf.io.gfile.copy(path, path + "2")
    >>> tf.io.read_file(path + "2").numpy()
    b'text'
    """
    source, target = local_path(src), local_path(dst)
    _check_free(target, overwrite)
    if os.path.isdir(source):
        raise errors.InvalidArgumentError(f"{source} is a directory: only files are copied")
    with (
        told_as_tensorflow_does(source), open(source, "rb") as read,
        told_as_tensorflow_does(target), open(target, "wb") as written,
    ):  # fmt: skip
        shutil.copyfileobj(read, written)


def rename(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Give a file or folder another path; AlreadyExistsError where there is one already, unless `overwrite`.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> tf.io.gfile.rename(folder, folder + "2")
    >>> tf.io.gfile.exists(folder)
    False
    """
    source, target = local_path(src), local_path(dst)
    _check_free(target, overwrite)
    with told_as_tensorflow_does(source):
        os.replace(source, target)


def _check_free(path: str, overwrite: bool) -> None:
    if not overwrite and os.path.lexists(path):
        raise errors.AlreadyExistsError(f"{path}: file already exists")


def remove(path: Any) -> None:
    """Delete a file; NotFoundError where there is none, FailedPreconditionError for a folder.

    >>> import tempfile
    >>> path = tempfile.mkdtemp() + "/a"
    >>> tf.io.write_file(path, "text")
    >>> tf.io.gfile.remove(path)
    """
    name = local_path(path)
    if os.path.isdir(name) and not os.path.islink(name):  # what the system says of it differs
        raise errors.FailedPreconditionError(f"{name}; Is a directory")
    with told_as_tensorflow_does(name):
        os.remove(name)


def rmtree(path: Any) -> None:
    """Delete a folder with all that is in it, or a file; NotFoundError where there is none.

    >>> import tempfile
    >>> tf.io.gfile.rmtree(tempfile.mkdtemp())
    """
    name = local_path(path)
    if not os.path.lexists(name):
        raise errors.NotFoundError(f"{name} not found")
    with told_as_tensorflow_does(name):
        if os.path.isdir(name) and not os.path.islink(name):
            shutil.rmtree(name)
        else:
            os.remove(name)


def stat(path: Any) -> FileStatistics:
    """What is known of a file; NotFoundError where there is none.

    >>> tf.io.gfile.stat("/").is_directory
    True
    """
    name = local_path(path)
    with told_as_tensorflow_does(name):
        found = os.stat(name)
    return FileStatistics(found.st_size, found.st_mtime_ns, os.path.isdir(name))


def get_registered_schemes() -> list[str]:
    """What may stand before `://`.

    >>> tf.io.gfile.get_registered_schemes()
    ['', 'file']
    """
    return list(LOCAL_SCHEMES)
