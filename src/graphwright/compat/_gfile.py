"""`tf.compat.v1.gfile`: the functions of `tf.io.gfile` with their older parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from graphwright.base import gfile


def _of_one_path(name: str, function: Callable[[Any], Any], parameter: str, example: str) -> Callable[..., Any]:
    """A function of one path, whose parameter has the older name."""
    if parameter == "dirname":

        def older(dirname: Any) -> Any:
            return function(dirname)

    else:

        def older(filename: Any) -> Any:  # type: ignore[misc]
            return function(filename)

    older.__name__ = older.__qualname__ = name
    older.__doc__ = f"""`tf.io.gfile.{function.__name__}`.

    >>> import tempfile
    >>> path = tempfile.mkdtemp()
    >>> tf.compat.v1.gfile.{example}
    """
    return older


DeleteRecursively = _of_one_path("DeleteRecursively", gfile.rmtree, "dirname", "DeleteRecursively(path)")
Exists = _of_one_path("Exists", gfile.exists, "filename", "Exists(path)\n    True")
Glob = _of_one_path("Glob", gfile.glob, "filename", 'Glob(path + "/*")\n    []')
IsDirectory = _of_one_path("IsDirectory", gfile.isdir, "dirname", "IsDirectory(path)\n    True")
ListDirectory = _of_one_path("ListDirectory", gfile.listdir, "dirname", "ListDirectory(path)\n    []")
MakeDirs = _of_one_path("MakeDirs", gfile.makedirs, "dirname", 'MakeDirs(path + "/a/b")')
MkDir = _of_one_path("MkDir", gfile.mkdir, "dirname", 'MkDir(path + "/a")')
Remove = _of_one_path("Remove", gfile.remove, "filename", 'Glob(path + "/absent")\n    []')
Stat = _of_one_path("Stat", gfile.stat, "filename", "Stat(path).is_directory\n    True")


def Copy(oldpath: Any, newpath: Any, overwrite: bool = False) -> None:
    """`tf.io.gfile.copy`.

    >>> import tempfile
    >>> path = tempfile.mkdtemp()
    >>> with tf.compat.v1.gfile.Open(path + "/a", "w") as file:
    ...     file.write("text")
    >>> tf.compat.v1.gfile.Copy(path + "/a", path + "/b")
    """
    gfile.copy(oldpath, newpath, overwrite)


def Rename(oldname: Any, newname: Any, overwrite: bool = False) -> None:
    """`tf.io.gfile.rename`.

    >>> import tempfile
    >>> path = tempfile.mkdtemp()
    >>> tf.compat.v1.gfile.Rename(path, path + "_renamed")
    """
    gfile.rename(oldname, newname, overwrite)


def Walk(top: Any, in_order: bool = True) -> Iterator[tuple[str, list[str], list[str]]]:
    """`tf.io.gfile.walk`.

    >>> import tempfile
    >>> [files for _, _, files in tf.compat.v1.gfile.Walk(tempfile.mkdtemp())]
    [[]]
    """
    return gfile.walk(top, in_order)


__all__ = [
    "Copy", "DeleteRecursively", "Exists", "Glob", "IsDirectory", "ListDirectory", "MakeDirs", "MkDir", "Remove",
    "Rename", "Stat", "Walk",
]  # fmt: skip
