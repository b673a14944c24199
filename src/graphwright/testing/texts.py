"""Assertions about text, errors and commands, and the temporary files of a test."""

from __future__ import annotations

import contextlib
import difflib
import os
import re
import shutil
import subprocess
import tempfile
import urllib.parse
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NoReturn

from graphwright.testing.containers import ContainerAssertions


class TextAssertions(ContainerAssertions):
    """Assertions about text, errors and commands, and temporary files."""

    def fail(self, msg: Any = None, user_msg: Any = None) -> NoReturn:
        """Fail with one message, or two of them."""
        raise self.failureException(f"{msg} : {user_msg}" if user_msg else str(msg))

    def assertStartsWith(self, actual: Any, expected_start: Any, msg: Any = None) -> None:
        """Fail unless a text starts with another."""
        if not actual.startswith(expected_start):
            self.fail(self._formatMessage(msg, f"{actual!r} does not start with {expected_start!r}"))

    def assertNotStartsWith(self, actual: Any, unexpected_start: Any, msg: Any = None) -> None:
        """Fail if a text starts with another."""
        if actual.startswith(unexpected_start):
            self.fail(self._formatMessage(msg, f"{actual!r} does start with {unexpected_start!r}"))

    def assertEndsWith(self, actual: Any, expected_end: Any, msg: Any = None) -> None:
        """Fail unless a text ends with another."""
        if not actual.endswith(expected_end):
            self.fail(self._formatMessage(msg, f"{actual!r} does not end with {expected_end!r}"))

    def assertNotEndsWith(self, actual: Any, unexpected_end: Any, msg: Any = None) -> None:
        """Fail if a text ends with another."""
        if actual.endswith(unexpected_end):
            self.fail(self._formatMessage(msg, f"{actual!r} does end with {unexpected_end!r}"))

    def assertContainsInOrder(self, strings: str | Iterable[str], target: str, msg: Any = None) -> None:
        """Fail unless the strings are found in the text one after the other."""
        position, before = 0, None
        for string in (strings,) if isinstance(strings, str) else strings:
            found = target.find(string, position)
            if found < 0:
                after = "" if before is None else f" after {before!r}"
                self.fail(self._formatMessage(msg, f"Did not find {string!r}{after} in {target!r}"))
            position, before = found + len(string), string

    def assertRegexMatch(self, actual_str: Any, regexes: Sequence[Any], message: Any = None) -> None:
        """Fail unless one of the regular expressions is found in the text."""
        if isinstance(regexes, (str, bytes)):
            self.fail('regexes is string or bytes; it needs to be a list of those: did you mean "assertRegex"?')
        if not any(re.search(regex, actual_str) for regex in regexes):
            self.fail(message or f'"{actual_str}" does not contain any of these regexes: {regexes}.')

    def assertMultiLineEqual(self, first: Any, second: Any, msg: Any = None, **kwargs: Any) -> None:
        """Fail unless two texts are equal; tells the lines that differ."""
        super().assertMultiLineEqual(first, second, msg)

    def assertRaisesRegexp(self, expected_exception: Any, expected_regex: Any, *args: Any, **kwargs: Any) -> Any:
        """`assertRaisesRegex`, by its older name."""
        return self.assertRaisesRegex(expected_exception, expected_regex, *args, **kwargs)

    def assertUrlEqual(self, a: str, b: str, msg: Any = None) -> None:
        """Fail unless two URLs are the same but for the order of parameters and the like."""
        first, second = urllib.parse.urlparse(a), urllib.parse.urlparse(b)
        for part in ("scheme", "netloc", "path", "fragment"):
            self.assertEqual(getattr(first, part), getattr(second, part), msg)
        self.assertEqual(sorted(first.params.split(";")), sorted(second.params.split(";")), msg)
        self.assertDictEqual(urllib.parse.parse_qs(first.query, True), urllib.parse.parse_qs(second.query, True), msg)

    # errors

    def assertRaisesWithPredicateMatch(self, exception_type: Any, expected_err_re_or_predicate: Any) -> Any:
        """A context that must raise a class of exceptions for which a function is true, or a pattern is found."""
        return self._raises(exception_type, expected_err_re_or_predicate)

    @contextlib.contextmanager
    def _raises(self, exception_type: Any, expected: str | Callable[[Any], Any]) -> Iterator[None]:
        matches = expected if callable(expected) else lambda error: re.search(expected, _full_message(error))
        try:
            yield
        except BaseException as error:
            if isinstance(error, exception_type) and matches(error):
                return
            raise AssertionError(f"Exception of type {type(error)}: {error}") from error
        self.fail(f"{_class_names(exception_type)} not raised")

    def assertRaisesWithLiteralMatch(
        self,
        expected_exception: Any,
        expected_exception_message: str,
        callable_obj: Callable[..., Any] | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        """Fail unless an exception is raised with exactly this message; a context where no callable is passed."""
        context = self._raises_literally(expected_exception, expected_exception_message)
        if callable_obj is None:
            return context
        with context:
            callable_obj(*args, **kwargs)
        return None

    @contextlib.contextmanager
    def _raises_literally(self, exception_type: Any, message: str) -> Iterator[None]:
        try:
            yield
        except exception_type as error:
            actual = str(error)
            if actual != message:
                diff = "\n".join(difflib.ndiff([message], [actual]))
                told = f"Exception message does not match.\nExpected: {message!r}\nActual: {actual!r}"
                self.fail(f"{told}:\n{diff}\n")
            return
        self.fail(f"{_class_names(exception_type)} not raised")

    # commands

    def assertCommandSucceeds(
        self,
        command: Sequence[str] | str,
        regexes: Sequence[Any] = (b"",),
        env: Any = None,
        close_fds: bool = True,
        msg: Any = None,
    ) -> None:
        """Fail unless a command exits with 0 and prints what one of the patterns matches."""
        status, output, text = _run(command, env, close_fds)
        if status:
            found = f"The following command failed:\n{text}\nwith exit status {status} and output:\n{output!r}"
            self.fail(self._formatMessage(msg, found))
        self._matches_output(output, regexes, msg)

    def assertCommandFails(
        self,
        command: Sequence[str] | str,
        regexes: Sequence[Any],
        env: Any = None,
        close_fds: bool = True,
        msg: Any = None,
    ) -> None:
        """Fail unless a command exits with another status than 0 and prints what one of the patterns matches."""
        status, output, text = _run(command, env, close_fds)
        if not status:
            self.fail(self._formatMessage(msg, f"The following command succeeded while expected to fail:\n{text}"))
        self._matches_output(output, regexes, msg)

    def _matches_output(self, output: bytes, regexes: Sequence[Any], msg: Any) -> None:
        patterns = [r.encode() if isinstance(r, str) else r for r in regexes]
        if not any(re.search(p, output) for p in patterns):
            self.fail(self._formatMessage(msg, f"{output!r} does not match any of {list(regexes)}."))

    # files

    def create_tempdir(self, name: str | None = None, cleanup: Any = None) -> TemporaryFolder:
        """A folder that is deleted after the test."""
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        if name is not None:
            folder /= name
            folder.mkdir(parents=True)
        return TemporaryFolder(str(folder))

    def create_tempfile(
        self,
        file_path: str | None = None,
        content: str | bytes | None = None,
        mode: str = "w",
        encoding: str = "utf8",
        errors: str = "strict",
        cleanup: Any = None,
    ) -> TemporaryFile:
        """A file that is deleted after the test."""
        return self.create_tempdir().create_file(file_path, content, mode, encoding, errors)


class TemporaryFile(os.PathLike[str]):
    """A file of a test."""

    def __init__(self, full_path: str) -> None:
        self.full_path = full_path

    def __fspath__(self) -> str:
        return self.full_path

    def read_text(self, encoding: str = "utf8", errors: str = "strict") -> str:
        """The content as text."""
        return Path(self.full_path).read_text(encoding, errors)

    def read_bytes(self) -> bytes:
        """The content."""
        return Path(self.full_path).read_bytes()

    def write_text(self, text: str, mode: str = "w", encoding: str = "utf8", errors: str = "strict") -> None:
        """Write text."""
        with open(self.full_path, mode, encoding=encoding, errors=errors) as file:
            file.write(text)

    def write_bytes(self, data: bytes, mode: str = "wb") -> None:
        """Write bytes."""
        with open(self.full_path, mode) as file:
            file.write(data)

    def open_text(self, mode: str = "rt", encoding: str = "utf8", errors: str = "strict") -> IO[Any]:
        """Open the file as text."""
        return open(self.full_path, mode, encoding=encoding, errors=errors)

    def open_bytes(self, mode: str = "rb") -> IO[Any]:
        """Open the file as bytes."""
        return open(self.full_path, mode)

    def exists(self) -> bool:
        """Whether the file is there."""
        return Path(self.full_path).exists()

    def unlink(self) -> None:
        """Delete the file."""
        Path(self.full_path).unlink()


class TemporaryFolder(os.PathLike[str]):
    """A folder of a test."""

    def __init__(self, full_path: str) -> None:
        self.full_path = full_path

    def __fspath__(self) -> str:
        return self.full_path

    def create_file(
        self,
        file_path: str | None = None,
        content: str | bytes | None = None,
        mode: str = "w",
        encoding: str = "utf8",
        errors: str = "strict",
    ) -> TemporaryFile:
        """A file in the folder."""
        path = Path(self.full_path, file_path or "file")
        path.parent.mkdir(parents=True, exist_ok=True)
        file = TemporaryFile(str(path))
        if isinstance(content, bytes):
            file.write_bytes(content, mode if "b" in mode else mode.replace("t", "") + "b")
        else:
            file.write_text(content or "", mode, encoding, errors)
        return file

    def mkdir(self, dir_path: str | None = None) -> TemporaryFolder:
        """A folder in the folder."""
        path = Path(self.full_path, dir_path) if dir_path else Path(tempfile.mkdtemp(dir=self.full_path))
        path.mkdir(parents=True, exist_ok=True)
        return TemporaryFolder(str(path))


def _full_message(error: Any) -> str:
    return str(getattr(error, "message", None) or error)


def _class_names(exception_type: Any) -> str:
    classes = exception_type if isinstance(exception_type, tuple) else (exception_type,)
    return ", ".join(c.__name__ for c in classes)


def _run(command: Sequence[str] | str, env: Any, close_fds: bool) -> tuple[int, bytes, str]:
    done = subprocess.run(
        command,
        shell=isinstance(command, str),
        env=env,
        close_fds=close_fds,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    text = command if isinstance(command, str) else " ".join(map(repr, command))
    return done.returncode, done.stdout, text


__all__ = ["TemporaryFile", "TemporaryFolder", "TextAssertions"]
