"""`tf.io`: files and directories."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf

gfile = tf.io.gfile
GFile = tf.io.gfile.GFile
errors = tf.errors


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working directory with `a` (two lines), `.h` (empty), `s/x` ("1") and `s/t/y.txt` ("é")."""
    monkeypatch.chdir(tmp_path)
    os.makedirs("s/t")
    for name, text in {"a": "hello\nworld\n", ".h": "", "s/x": "1", "s/t/y.txt": "é"}.items():
        Path(name).write_text(text, encoding="utf-8")


def walked(top: str, topdown: bool = True) -> list[Any]:
    return [(path, sorted(folders), sorted(files)) for path, folders, files in gfile.walk(top, topdown)]


VALUES: dict[str, tuple[Callable[[], Any], Any]] = {
    "exists": (lambda: [gfile.exists(p) for p in ("a", b"a", Path("a"), "s", "no", "")], [True] * 4 + [False] * 2),
    "a path with its scheme": (lambda: gfile.exists(f"file://{os.path.abspath('a')}"), True),
    "isdir": (lambda: [gfile.isdir(p) for p in ("a", "s", "no")], [False, True, False]),
    "listdir": (lambda: sorted(gfile.listdir(".")), [".h", "a", "s"]),
    "glob": (lambda: gfile.glob("*"), ["./.h", "./a", "./s"]),
    "glob, a class": (lambda: gfile.glob("[as]"), ["./a", "./s"]),
    "glob, two levels": (lambda: gfile.glob("s/*/*.txt"), ["s/t/y.txt"]),
    "glob, several": (lambda: gfile.glob(["a", "s/*", "no"]), ["a", "s/t", "s/x"]),
    "glob, no folder": (lambda: gfile.glob("no/*"), []),
    "walk": (lambda: walked("."), [(".", ["s"], [".h", "a"]), ("./s", ["t"], ["x"]), ("./s/t", [], ["y.txt"])]),
    "walk upwards": (lambda: walked("s", False), [("s/t", [], ["y.txt"]), ("s", ["t"], ["x"])]),
    "walk, no folder": (lambda: walked("no"), []),
    "join": (
        lambda: [gfile.join("a", "b"), gfile.join("gs://b", "c"), gfile.join("a", "/b")],
        ["a/b", "gs://b/c", "/b"],
    ),
    "mkdir twice": (lambda: [gfile.mkdir("m"), gfile.mkdir("m"), gfile.isdir("m")], [None, None, True]),
    "makedirs twice": (lambda: [gfile.makedirs("q/r"), gfile.makedirs("q/r"), gfile.isdir("q/r")], [None, None, True]),
    "copy": (lambda: [gfile.copy("a", "b"), gfile.exists("a"), Path("b").read_text()], [None, True, "hello\nworld\n"]),
    "copy over": (lambda: [gfile.copy("s/x", "a", overwrite=True), Path("a").read_text()], [None, "1"]),
    "rename": (lambda: [gfile.rename("s", "m"), gfile.exists("m/x"), gfile.exists("s")], [None, True, False]),
    "rename over": (lambda: [gfile.rename("s/x", "a", True), Path("a").read_text()], [None, "1"]),
    "remove": (lambda: [gfile.remove("a"), gfile.exists("a")], [None, False]),
    "rmtree": (lambda: [gfile.rmtree("s"), gfile.exists("s")], [None, False]),
    "rmtree of a file": (lambda: [gfile.rmtree("a"), gfile.exists("a")], [None, False]),
    "stat": (
        lambda: [gfile.stat("a").length, gfile.stat("a").is_directory, gfile.stat("s").is_directory],
        [12, False, True],
    ),
    "read": (
        lambda: [GFile("a").read(), GFile("a", "rb").read(), GFile("a", "r+").read(3)],
        ["hello\nworld\n", b"hello\nworld\n", "hel"],
    ),
    "read text": (lambda: [GFile("s/t/y.txt").read(), GFile("s/t/y.txt").size()], ["é", 2]),
    "lines": (
        lambda: [list(GFile("a")), GFile("a").readline(), GFile("a").readlines()],
        [["hello\n", "world\n"], "hello\n", ["hello\n", "world\n"]],
    ),
    "write": (lambda: written("w", "abc"), "abc"),
    "append": (lambda: written("a", b"!", "a"), "hello\nworld\n!"),
    "read_file": (
        lambda: [tf.io.read_file("s/x").numpy(), tf.function(tf.io.read_file)("a").numpy()],
        [b"1", b"hello\nworld\n"],
    ),
    "write_file": (lambda: [tf.io.write_file("deep/f", b"\xff"), Path("deep/f").read_bytes()], [None, b"\xff"]),
    "written before it is read": (lambda: tf.function(write_and_read)("w").numpy(), b"second"),
    "matching_files": (lambda: tf.io.matching_files(["s/*", "a"]).numpy().tolist(), [b"a", b"s/t", b"s/x"]),
}


def written(name: str, content: Any, mode: str = "w") -> str:
    with GFile(name, mode) as file:
        file.write(content)
        assert file.name == name and file.mode == mode and file.tell() >= len(content)
    return Path(name).read_text(encoding="utf-8")


def write_and_read(name: Any) -> Any:
    tf.io.write_file(name, "first")
    tf.io.read_file(name)
    tf.io.write_file(name, "second")
    return tf.io.read_file(name)


@pytest.mark.parametrize("name", VALUES)
def test_values(name: str) -> None:
    find, wanted = VALUES[name]
    assert find() == wanted


def test_seeking() -> None:
    with GFile("a") as file:
        assert file.seekable() and file.read(3) == "hel" and file.tell() == 3
        file.seek(1)
        assert file.read(2) == "el"
        file.seek(-2, 2)
        assert file.read() == "d\n"


REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "listdir, nothing there": (lambda: gfile.listdir("no"), errors.NotFoundError, "Could not find directory no"),
    "listdir of a file": (lambda: gfile.listdir("a"), errors.NotFoundError, "Could not find directory a"),
    "mkdir, nothing around it": (lambda: gfile.mkdir("no/m"), errors.NotFoundError, "no/m; No such file"),
    "makedirs over a file": (lambda: gfile.makedirs("a"), errors.FailedPreconditionError, "a is not a directory"),
    "makedirs in a file": (lambda: gfile.makedirs("a/b"), errors.FailedPreconditionError, "is not a directory"),
    "copy onto a file": (lambda: gfile.copy("a", "s/x"), errors.AlreadyExistsError, "file already exists"),
    "copy, nothing there": (lambda: gfile.copy("no", "c"), errors.NotFoundError, "no; No such file"),
    "copy to nowhere": (lambda: gfile.copy("a", "no/c"), errors.NotFoundError, "no/c; No such file"),
    "copy of a folder": (lambda: gfile.copy("s", "c"), errors.InvalidArgumentError, "s is a directory"),
    "rename onto a file": (lambda: gfile.rename("a", "s/x"), errors.AlreadyExistsError, "file already exists"),
    "rename, nothing there": (lambda: gfile.rename("no", "c"), errors.NotFoundError, "no; No such file"),
    "remove, nothing there": (lambda: gfile.remove("no"), errors.NotFoundError, "no; No such file"),
    "remove of a folder": (lambda: gfile.remove("s"), errors.FailedPreconditionError, "s; Is a directory"),
    "rmtree, nothing there": (lambda: gfile.rmtree("no"), errors.NotFoundError, "no not found"),
    "stat, nothing there": (lambda: gfile.stat("no"), errors.NotFoundError, "no; No such file"),
    "another file system": (lambda: gfile.exists("gs://b/f"), errors.UnimplementedError, "scheme 'gs' not implemented"),
    "no path": (lambda: gfile.exists(3), TypeError, "Expected binary or unicode string, got 3"),
    "a mode": (lambda: GFile("a", "x"), errors.InvalidArgumentError, "mode is not 'r' or 'w'"),
    "reading, nothing there": (lambda: GFile("no").read(), errors.NotFoundError, "no; No such file"),
    "reading a folder": (lambda: GFile("s").read(), errors.FailedPreconditionError, "s; Is a directory"),
    "reading while writing": (lambda: GFile("w", "w").read(), errors.PermissionDeniedError, "open for reading"),
    "writing while reading": (lambda: GFile("a").write("x"), errors.PermissionDeniedError, "open for writing"),
    "seeking before the start": (lambda: GFile("a").seek(-1), errors.InvalidArgumentError, "negative position: -1"),
    "seeking behind the end": (lambda: GFile("a").seek(13), errors.OutOfRangeError, "reached end of file"),
    "seeking from somewhere": (
        lambda: GFile("a").seek(0, 5),
        errors.InvalidArgumentError,
        "Invalid whence argument: 5",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_errors(name: str) -> None:
    act, error, message = REFUSED[name]
    with pytest.raises(error, match=message):
        act()


def test_walk_reports_errors() -> None:
    reported: list[Exception] = []
    assert list(gfile.walk("no", onerror=reported.append)) == []
    assert isinstance(reported[0], errors.NotFoundError)
