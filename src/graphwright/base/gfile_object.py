"""`tf.io.gfile.GFile`: a file that is read or written as TensorFlow's programs do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any

from graphwright.base import errors
from graphwright.base.files import local_path, told_as_tensorflow_does
from graphwright.base.gfile import stat
from graphwright.base.tracebacks import shortened

_MODES = ("r", "w", "a", "r+", "w+", "a+")


class GFile:
    """A file, which is opened when it is first read or written.

    Args:
      name: the path: text, bytes or a path object.
      mode: "r", "w", "a", "r+", "w+" or "a+"; with "b", what is read is bytes and else text, in UTF-8. Either can be
        written.

    Raises:
      InvalidArgumentError: the mode is none of these.
      NotFoundError, FailedPreconditionError: where the file is used and there is none, or it is a folder.
      PermissionDeniedError: the file is used for what its mode does not say.

    >>> import tempfile
    >>> path = tempfile.mkdtemp() + "/lines"
    >>> with tf.io.gfile.GFile(path, "w") as file:
    ...     file.write("one\\ntwo\\n")
    >>> list(tf.io.gfile.GFile(path))
    ['one\\n', 'two\\n']
    """

    _file: IO[bytes] | None = None

    def __init__(self, name: Any, mode: str = "r") -> None:
        if mode.replace("b", "") not in _MODES:
            raise errors.InvalidArgumentError("mode is not 'r' or 'w' or 'a' or 'r+' or 'w+' or 'a+'")
        self._name, self._mode = name, mode
        self._path = local_path(name)

    @property
    def name(self) -> Any:
        """The path, as it was given."""
        return self._name

    @property
    def mode(self) -> str:
        """How the file is opened."""
        return self._mode

    def _opened(self) -> IO[bytes]:
        if self._file is None:
            with told_as_tensorflow_does(self._path):
                self._file = open(self._path, self._mode.replace("b", "") + "b")  # noqa: SIM115 (stays open)
        return self._file

    def _reading(self) -> IO[bytes]:
        if not ("r" in self._mode or "+" in self._mode):
            raise errors.PermissionDeniedError("File isn't open for reading")
        return self._opened()

    def _given(self, found: bytes) -> Any:
        return found if "b" in self._mode else found.decode()

    @shortened
    def read(self, n: int = -1) -> Any:
        """The next `n` bytes; all that are left for -1."""
        return self._given(self._reading().read(n))

    @shortened
    def readline(self) -> Any:
        """The next line, with its end; empty at the end of the file."""
        return self._given(self._reading().readline())

    @shortened
    def readlines(self) -> list[Any]:
        """The lines that are left."""
        return list(self)

    @shortened
    def write(self, file_content: Any) -> None:
        """Write text or bytes."""
        if self._mode.replace("b", "") == "r":
            raise errors.PermissionDeniedError("File isn't open for writing")
        data = file_content.encode() if isinstance(file_content, str) else file_content
        with told_as_tensorflow_does(self._path):
            self._opened().write(data)

    @shortened
    def seek(self, offset: int | None = None, whence: int = 0, position: int | None = None) -> None:
        """Read on at another place: counted from the start (0), from here (1) or from the end (2).

        `position` is the older name of `offset`. TypeError where neither is given.
        """
        file = self._reading()
        offset = offset if position is None else position
        if offset is None:
            raise TypeError("seek(): offset argument required")
        if whence not in (0, 1, 2):
            raise errors.InvalidArgumentError(f"Invalid whence argument: {whence}. Valid values are 0, 1, or 2.")
        place = offset + (0, file.tell(), self.size())[whence]
        if place < 0:
            raise errors.InvalidArgumentError(f"Seeking to a negative position: {place}")
        if place > self.size():
            raise errors.OutOfRangeError("reached end of file")
        file.seek(place)

    @shortened
    def tell(self) -> int:
        """The place at which the file is read or written."""
        return self._opened().tell()

    @shortened
    def size(self) -> int:
        """How many bytes the file has on the disk."""
        self.flush()
        return stat(self._path).length

    def seekable(self) -> bool:
        """Whether the file can be read at any place: it can."""
        return True

    @shortened
    def flush(self) -> None:
        """Let the system have what was written."""
        if self._file is not None:
            with told_as_tensorflow_does(self._path):
                self._file.flush()

    def close(self) -> None:
        """Close the file; using it again opens it again."""
        if self._file is not None:
            file, self._file = self._file, None
            with told_as_tensorflow_does(self._path):
                file.close()

    @shortened
    def __enter__(self) -> GFile:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def __iter__(self) -> Iterator[Any]:
        return self

    @shortened
    def __next__(self) -> Any:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def next(self) -> Any:
        """The next line."""
        return next(self)


__all__ = ["GFile"]
