"""Progress is shown on a terminal, for what takes long, and nowhere else."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import graphwright as tf
from graphwright.checkpoint import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def save_and_load(folder: Path) -> None:
    model = tf.Module()
    model.parts = [tf.Variable(tf.zeros([1 << 18])) for _ in range(4)]
    tf.saved_model.save(model, folder)
    tf.saved_model.load(folder)


@pytest.mark.parametrize(
    "stream, quiet, shown", [(Terminal(), 0.0, True), (Terminal(), 3600.0, False), (io.StringIO(), 0.0, False)]
)
def test_where_it_is_shown(
    stream: io.StringIO, quiet: float, shown: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(progress, "_QUIET", quiet)
    monkeypatch.setattr(progress, "_EVERY", 0.0)
    save_and_load(tmp_path)
    text = stream.getvalue()
    for task in ("Saving variables", "Loading variables"):
        assert (f"\r{task}: 25 % of 4 MiB" in text, f"\r{task}: 100 % of 4 MiB" in text) == (shown, shown), text
    assert not shown or text.endswith("\r\x1b[K")


def test_an_error_leaves_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(progress, "_QUIET", 0.0)
    with pytest.raises(KeyError), progress.Progress("Task", 10) as shown:
        shown.advance(5)
        raise KeyError
    assert stream.getvalue() == "\rTask: 50 % of 0 MiB\x1b[K\r\x1b[K"


def test_a_process_without_standard_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.stderr", None)
    monkeypatch.setattr(progress, "_QUIET", 0.0)
    save_and_load(tmp_path)
