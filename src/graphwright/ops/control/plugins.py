"""Libraries for TensorFlow's own runtime, and memory of its GPUs: refused, with the reason."""

from __future__ import annotations

import os
from typing import Any, NoReturn

from graphwright.base import errors
from graphwright.core.prelude import TensorLike


def load_op_library(library_filename: str) -> NoReturn:
    """Refuses: libraries of ops are machine code for TensorFlow's own runtime.

    Write ops in Python, and call them by `tf.py_function` or `tf.numpy_function`.

    Raises NotFoundError in any case.

    >>> tf.load_op_library("zero_out.so")
    Traceback (most recent call last):
    ...
    graphwright.base.errors.NotFoundError: zero_out.so: cannot open shared object file: No such file or directory
    """
    raise _refused(library_filename)


def load_library(library_location: str) -> NoReturn:
    """Refuses: libraries of kernels are machine code for TensorFlow's own runtime; see `load_op_library`.

    Raises FileNotFoundError where there is no such file or folder, else NotFoundError.

    >>> tf.load_library("kernels.so")
    Traceback (most recent call last):
    ...
    FileNotFoundError: [Errno 2] The file or folder to load kernel libraries from does not exist.: 'kernels.so'
    """
    _check_there(library_location, "The file or folder to load kernel libraries from does not exist.")
    raise _refused(library_location)


def register_filesystem_plugin(plugin_location: str) -> NoReturn:
    """Refuses: plugins for file systems are machine code for TensorFlow's own runtime.

    Open the files with a library of Python, and feed what it reads.

    Raises FileNotFoundError where there is no such file, else NotFoundError.

    >>> tf.experimental.register_filesystem_plugin("s3.so")
    Traceback (most recent call last):
    ...
    FileNotFoundError: [Errno 2] The file to load file system plugin from does not exist.: 's3.so'
    """
    _check_there(plugin_location, "The file to load file system plugin from does not exist.")
    raise _refused(plugin_location)


def check_pinned(tensor: TensorLike, name: str | None = None) -> NoReturn:
    """Refuses: no memory is pinned for GPUs.

    Raises FailedPreconditionError in any case.

    >>> tf.check_pinned(tf.ones([2]))
    Traceback (most recent call last):
    ...
    graphwright.base.errors.FailedPreconditionError: to check pinnedness, must be built with `--config=cuda`
    """
    raise errors.FailedPreconditionError("to check pinnedness, must be built with `--config=cuda`")


def _check_there(path: Any, message: str) -> None:
    if not os.path.exists(path):
        raise FileNotFoundError(2, message, path)


def _refused(path: Any) -> errors.OpError:
    if not os.path.exists(path):
        return errors.NotFoundError(f"{path}: cannot open shared object file: No such file or directory")
    return errors.NotFoundError(
        f"{path}: it is machine code for TensorFlow's own runtime, which is not here. Write the op in Python, and call "
        "it by tf.py_function."
    )


__all__ = ["check_pinned", "load_library", "load_op_library", "register_filesystem_plugin"]
