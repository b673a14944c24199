"""`tf.compat.v1.resource_loader`: files beside the calling module; and an op that users add."""

from __future__ import annotations

import inspect
import os
from typing import Any

from graphwright.core.tensor import Tensor
from graphwright.ops.array.constants import constant


def _folder_of_caller() -> str:
    frame: Any = inspect.currentframe()
    while frame is not None and frame.f_globals.get("__name__") == __name__:
        frame = frame.f_back
    return os.path.dirname(os.path.abspath(str(frame.f_code.co_filename)))


def get_data_files_path() -> str:
    """The folder of the calling file.

    >>> isinstance(tf.compat.v1.resource_loader.get_data_files_path(), str)
    True
    """
    return _folder_of_caller()


def get_root_dir_with_all_resources() -> str:
    """The folder of the calling file.

    >>> isinstance(tf.compat.v1.resource_loader.get_root_dir_with_all_resources(), str)
    True
    """
    return _folder_of_caller()


def get_path_to_datafile(path: str) -> str:
    """The path of a file beside the calling file.

    >>> tf.compat.v1.resource_loader.get_path_to_datafile("a.txt")[-5:]
    'a.txt'
    """
    return os.path.join(_folder_of_caller(), path)


def load_resource(path: str) -> bytes:
    """The contents of a file; a path that is not absolute is in the folder of the calling file.

    Raises OSError where it cannot be read.

    >>> tf.compat.v1.resource_loader.load_resource
    <function load_resource at ...>
    """
    with open(os.path.join(_folder_of_caller(), path), "rb") as file:
        return file.read()


def readahead_file_path(path: str, readahead: str = "128M") -> str:
    """The path: nothing is read ahead.

    >>> tf.compat.v1.resource_loader.readahead_file_path("a")
    'a'
    """
    return path


def my_fact() -> Tensor:
    """A text that shows how an op of a user's would be called.

    >>> tf.compat.v1.user_ops.my_fact().numpy()
    b'0! == 1'
    """
    return constant("0! == 1")


def output_all_intermediates(state: Any) -> None:
    """Accepted: gradients of functions keep what they need, and nothing else.

    >>> tf.compat.v1.experimental.output_all_intermediates(True)
    """


__all__ = [
    "get_data_files_path", "get_path_to_datafile", "get_root_dir_with_all_resources", "load_resource", "my_fact",
    "output_all_intermediates", "readahead_file_path",
]  # fmt: skip
