"""`tf.train.CheckpointManager` and the file `checkpoint` of a folder."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright.checkpoint import manager as managers

each = pytest.mark.parametrize


class Clock:
    """A clock that a test moves forward."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def time(self) -> float:
        return self.now

    monotonic = time

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    result = Clock()
    monkeypatch.setattr(managers, "time", result)
    return result


def make(folder: Path, keep: int | None = 2, **options: Any) -> tuple[tf.Variable, tf.train.CheckpointManager]:
    v = tf.Variable(0.0)
    return v, tf.train.CheckpointManager(tf.train.Checkpoint(v=v), folder, keep, **options)


def files(folder: Path) -> list[str]:
    return sorted(name.removesuffix(".index") for name in os.listdir(folder) if name.endswith(".index"))


def test_the_oldest_go(tmp_path: Path, clock: Clock) -> None:
    _, manager = make(tmp_path)
    assert (manager.latest_checkpoint, manager.checkpoints, manager.directory) == (None, [], str(tmp_path))
    for _ in range(3):
        clock.now += 0.25
        path = manager.save()
    assert manager.latest_checkpoint == path == str(tmp_path / "ckpt-3") == manager.checkpoints[-1]
    assert files(tmp_path) == ["ckpt-2", "ckpt-3"] and len(os.listdir(tmp_path)) == 5
    assert (tmp_path / "checkpoint").read_text() == (
        'model_checkpoint_path: "ckpt-3"\nall_model_checkpoint_paths: "ckpt-2"\nall_model_checkpoint_paths: "ckpt-3"\n'
        "all_model_checkpoint_timestamps: 1000000.5\nall_model_checkpoint_timestamps: 1000000.75\n"
        "last_preserved_timestamp: 999999.0\n"
    )  # fmt: skip


def test_a_second_manager_goes_on(tmp_path: Path) -> None:
    v, manager = make(tmp_path)
    for value in (1.0, 2.0):
        v.assign(value)
        manager.save()
    v, manager = make(tmp_path)
    assert [os.path.basename(path) for path in manager.checkpoints] == ["ckpt-1", "ckpt-2"]
    assert manager.restore_or_initialize() == str(tmp_path / "ckpt-2") and float(v) == 2.0
    manager.save()
    assert files(tmp_path) == ["ckpt-2", "ckpt-3"]


def test_a_folder_that_has_moved(tmp_path: Path) -> None:
    make(tmp_path / "one")[1].save()
    (tmp_path / "one").rename(tmp_path / "two")
    _, manager = make(tmp_path / "two")
    path = str(tmp_path / "two" / "ckpt-1")
    assert manager.restore_or_initialize() == path == tf.train.latest_checkpoint(tmp_path / "two")


def test_numbers_of_one_s_own(tmp_path: Path) -> None:
    _, manager = make(tmp_path, checkpoint_name="m")
    assert manager.save(checkpoint_number=tf.Variable(77)) == str(tmp_path / "m-77")
    assert manager.save(77) == str(tmp_path / "m-77") and len(manager.checkpoints) == 1
    assert manager.save() == str(tmp_path / "m-3")


def test_one_in_so_many_hours_stays(tmp_path: Path, clock: Clock) -> None:
    _, manager = make(tmp_path, 1, keep_checkpoint_every_n_hours=2)
    for _ in range(7):
        manager.save()
        clock.now += 3600
    assert files(tmp_path) == ["ckpt-3", "ckpt-5", "ckpt-7"] and len(manager.checkpoints) == 1


def test_all_stay(tmp_path: Path) -> None:
    _, manager = make(tmp_path, None)
    for _ in range(3):
        manager.save()
    assert len(manager.checkpoints) == len(files(tmp_path)) == 3


def test_saving_every_so_many_steps(tmp_path: Path) -> None:
    step = tf.Variable(0, dtype=tf.int64)
    _, manager = make(tmp_path, 9, step_counter=step, checkpoint_interval=3)
    saved = []
    for _ in range(8):
        saved.append(manager.save() is not None)
        step.assign_add(1)
    assert saved == [i % 3 == 0 for i in range(8)] and manager.checkpoint_interval == 3
    assert manager.save(check_interval=False) is not None
    assert manager.save() is None
    step.assign(50)
    manager.restore_or_initialize()
    assert manager.save() is None
    _, other = make(tmp_path / "b", step_counter=step, checkpoint_interval=3, last_checkpoint_step=49)
    assert other.save() is None


def test_where_there_is_nothing_to_restore(tmp_path: Path) -> None:
    called: list[int] = []
    assert make(tmp_path)[1].restore_or_initialize() is None
    assert make(tmp_path, init_fn=lambda: called.append(1))[1].restore_or_initialize() is None
    assert called == [1] and os.listdir(tmp_path) == []


def test_a_save_in_the_background(tmp_path: Path) -> None:
    v, manager = make(tmp_path, 1)
    options = tf.train.CheckpointOptions(enable_async=True)
    for value in (1.0, 2.0):
        v.assign(value)
        manager.save(options=options)
    v.assign(9.0)
    manager.sync()
    assert files(tmp_path) == ["ckpt-2"]
    assert manager.restore_or_initialize() is not None and float(v) == 2.0


def test_a_failed_save_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, manager = make(tmp_path, 1)
    manager.save()
    before = sorted(os.listdir(tmp_path)), manager.checkpoints, manager.latest_checkpoint
    with monkeypatch.context() as patch, pytest.raises(tf.errors.PermissionDeniedError):
        patch.setattr(os, "replace", lambda *names: (_ for _ in ()).throw(PermissionError(13, "Permission denied")))
        manager.save()
    assert (sorted(os.listdir(tmp_path)), manager.checkpoints, manager.latest_checkpoint) == before
    assert manager.save() == str(tmp_path / "ckpt-2")


@each("keep", [0, -1])
def test_how_many_to_keep(tmp_path: Path, keep: int) -> None:
    with pytest.raises(ValueError, match=rf"Expected a positive integer or `None` for `max_to_keep`, got {keep}\."):
        make(tmp_path, keep)


def test_an_interval_wants_a_counter(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="`step_counter` should be passed"):
        make(tmp_path, checkpoint_interval=2)


# the file -------------------------------------------------------------------------------------------------------


@each("content", [b"not a state {", b"\xff\xfe", b"model_checkpoint_path: 3", b"\0" * 100], ids=range(4))
def test_a_file_that_is_none_is_ignored(tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "checkpoint").write_bytes(content)
    assert tf.train.get_checkpoint_state(tmp_path) is None and tf.train.latest_checkpoint(tmp_path) is None
    assert "Checkpoint ignored" in caplog.text
    assert make(tmp_path)[1].checkpoints == []


def test_a_file_that_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("")
    with pytest.raises(ValueError, match="Invalid checkpoint state loaded from"):
        tf.train.get_checkpoint_state(tmp_path, "other")


def test_a_latest_checkpoint_that_is_gone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "checkpoint").write_text('model_checkpoint_path: "gone"')
    assert tf.train.latest_checkpoint(tmp_path) is None
    assert re.search("Couldn't match files for checkpoint .*gone", caplog.text)


def test_a_file_elsewhere_keeps_its_whole_path(tmp_path: Path) -> None:
    (tmp_path / "checkpoint").write_text('model_checkpoint_path: "/elsewhere/c"\nall_model_checkpoint_paths: "c"')
    state = tf.train.get_checkpoint_state(tmp_path)
    assert state.model_checkpoint_path == "/elsewhere/c"
    assert list(state.all_model_checkpoint_paths) == [str(tmp_path / "c")]


def test_the_checkpoints_of_a_folder_as_they_come(tmp_path: Path, clock: Clock) -> None:
    _, manager = make(tmp_path)
    manager.save()
    asked: list[int] = []

    def enough() -> bool:
        asked.append(1)
        if len(asked) == 1:
            manager.save()
        return len(asked) > 1

    found = list(tf.train.checkpoints_iterator(tmp_path, min_interval_secs=5, timeout=3, timeout_fn=enough))
    assert [os.path.basename(path) for path in found] == ["ckpt-1", "ckpt-2"]
