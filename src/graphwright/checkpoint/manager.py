"""`tf.train.CheckpointManager`: keeps the latest checkpoints of a folder and deletes the older ones."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

from graphwright.base.tracebacks import shortened
from graphwright.checkpoint.bundle_writer import remove_bundle
from graphwright.checkpoint.checkpoint import Checkpoint
from graphwright.checkpoint.options import CheckpointOptions
from graphwright.checkpoint.state_file import get_checkpoint_state, latest_checkpoint, write_state
from graphwright.core.variable import Variable

_LOOK_EVERY = 1.0  # seconds between two checks of a folder


class CheckpointManager:
    """Saves checkpoints in a folder and keeps the latest ones.

    Args:
      checkpoint: the `tf.train.Checkpoint` to save.
      directory: the folder; the manager knows those of its checkpoints that an earlier one has left there.
      max_to_keep: how many checkpoints to keep; None keeps all.
      keep_checkpoint_every_n_hours: let one checkpoint in so many hours stay for good.
      checkpoint_name: the name of the files, before the number.
      step_counter: a variable that counts the steps; wanted by `checkpoint_interval`.
      checkpoint_interval: `save` does nothing until so many steps have passed since the last one.
      init_fn: what `restore_or_initialize` calls where there is nothing to restore.
      last_checkpoint_step: the step at which the last checkpoint was saved.

    ValueError unless `max_to_keep` is positive, and for an interval without a counter.

    >>> import tempfile
    >>> v = tf.Variable(0.0)
    >>> manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=v), tempfile.mkdtemp(), max_to_keep=2)
    >>> for _ in range(3):
    ...     _ = v.assign_add(1.0)
    ...     path = manager.save()
    >>> [path[-6:] for path in manager.checkpoints]
    ['ckpt-2', 'ckpt-3']
    >>> _ = v.assign(0.0)
    >>> manager.restore_or_initialize() == path, float(v)
    (True, 3.0)
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        directory: Any,
        max_to_keep: int | None,
        keep_checkpoint_every_n_hours: float | None = None,
        checkpoint_name: str = "ckpt",
        step_counter: Variable | None = None,
        checkpoint_interval: int | None = None,
        init_fn: Callable[[], Any] | None = None,
        last_checkpoint_step: int | None = None,
    ) -> None:
        if max_to_keep is not None and max_to_keep <= 0:
            raise ValueError(f"Expected a positive integer or `None` for `max_to_keep`, got {max_to_keep}.")
        if checkpoint_interval is not None and step_counter is None:
            raise ValueError("`step_counter` should be passed if `checkpoint_interval` is not None.")
        self._checkpoint = checkpoint
        self._directory: str = os.fsdecode(directory)
        self._max_to_keep = max_to_keep
        self._keep_every = keep_checkpoint_every_n_hours
        self._prefix = os.path.join(self._directory, checkpoint_name)
        self._step_counter = step_counter
        self._interval = checkpoint_interval
        self._init_fn = init_fn
        self._last_step = last_checkpoint_step
        self._kept: dict[str, float] = {}
        self._latest: str | None = None
        self._last_preserved = time.time() - 1
        self._recover()

    def _recover(self) -> None:
        """Continue with the checkpoints listed in the file `checkpoint` of the folder."""
        known = get_checkpoint_state(self._directory)
        if known is None:
            return
        paths, timestamps = list(known.all_model_checkpoint_paths), list(known.all_model_checkpoint_timestamps)
        if len(timestamps) != len(paths):
            timestamps = [time.time()] * len(paths)
        self._last_preserved = known.last_preserved_timestamp or self._last_preserved
        self._kept = dict(zip(paths, timestamps, strict=True))
        self._latest = known.model_checkpoint_path

    @property
    def directory(self) -> str:
        """The folder."""
        return self._directory

    @property
    def checkpoint(self) -> Checkpoint:
        """The `Checkpoint` that is saved."""
        return self._checkpoint

    @property
    def checkpoint_interval(self) -> int | None:
        """The steps between two checkpoints, or None."""
        return self._interval

    @property
    def latest_checkpoint(self) -> str | None:
        """The path of the latest checkpoint, for `Checkpoint.restore`; None if there is none."""
        return self._latest

    @property
    def checkpoints(self) -> list[str]:
        """The paths of the kept checkpoints, oldest first, without those that are kept for good."""
        return list(self._kept)

    @shortened
    def save(
        self,
        checkpoint_number: Any = None,
        check_interval: bool = True,
        options: CheckpointOptions | None = None,
    ) -> str | None:
        """Save a checkpoint, and delete those that are not kept.

        Args:
          checkpoint_number: an integer or variable to number it with, instead of the checkpoint's `save_counter`.
          check_interval: do nothing while less than `checkpoint_interval` steps have passed.
          options: a `tf.train.CheckpointOptions`.

        Returns the path, or None where nothing was saved.

        >>> import tempfile
        >>> checkpoint = tf.train.Checkpoint(v=tf.Variable(0.0))
        >>> manager = tf.train.CheckpointManager(checkpoint, tempfile.mkdtemp(), max_to_keep=1)
        >>> manager.save(checkpoint_number=50)[-7:]
        'ckpt-50'
        """
        step = None if self._step_counter is None else int(self._step_counter)
        if self._interval is not None and check_interval and self._last_step is not None:
            assert step is not None  # an interval has a counter
            if step < self._last_step + self._interval:
                return None
        number = None if checkpoint_number is None else int(checkpoint_number)
        path = self._checkpoint._save_numbered(self._prefix, number, options, self._record)
        self._last_step = step
        return path

    def _record(self, path: str) -> None:
        """Record a written checkpoint; delete old ones after the file `checkpoint` is updated."""
        self._kept.pop(path, None)
        self._kept[path] = time.time()
        self._latest = path
        gone = list(self._sweep())
        write_state(self._directory, path, list(self._kept), list(self._kept.values()), self._last_preserved)
        for old in gone:
            remove_bundle(old)

    def _sweep(self) -> Iterator[str]:
        """Drop the oldest checkpoints beyond the limit; returns those to delete."""
        while self._max_to_keep is not None and len(self._kept) > self._max_to_keep:
            path, timestamp = next(iter(self._kept.items()))
            del self._kept[path]
            if self._keep_every and timestamp - self._keep_every * 3600 >= self._last_preserved:
                self._last_preserved = timestamp
            else:
                yield path

    @shortened
    def restore_or_initialize(self) -> str | None:
        """Restore the latest checkpoint and return its path; without one call `init_fn` and return None.

        >>> import tempfile
        >>> checkpoint = tf.train.Checkpoint(v=tf.Variable(0.0))
        >>> tf.train.CheckpointManager(checkpoint, tempfile.mkdtemp(), max_to_keep=1).restore_or_initialize() is None
        True
        """
        self.sync()
        if self._latest is None:
            if self._init_fn is not None:
                self._init_fn()
            return None
        self._checkpoint.restore(self._latest)
        if self._interval is not None and self._step_counter is not None:
            self._last_step = int(self._step_counter)
        return self._latest

    def sync(self) -> None:
        """Wait for a checkpoint that is written in the background."""
        self._checkpoint.sync()


def checkpoints_iterator(
    checkpoint_dir: Any,
    min_interval_secs: float = 0,
    timeout: float | None = None,
    timeout_fn: Callable[[], bool] | None = None,
) -> Iterator[str]:
    """The paths of the checkpoints in a folder, as they appear.

    Args:
      checkpoint_dir: the folder, whose file `checkpoint` is looked at.
      min_interval_secs: seconds between two answers, at least.
      timeout: seconds to wait for another checkpoint; None waits for ever.
      timeout_fn: called after a timeout: True ends the iteration. Without it a timeout ends it.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> _ = tf.train.Checkpoint(v=tf.Variable(1.0)).save(folder + "/saved")
    >>> [path[-8:] for path in tf.train.checkpoints_iterator(folder, timeout=0)]
    ['/saved-1']
    """
    before: str | None = None
    while True:
        path = _next_checkpoint(checkpoint_dir, before, timeout)
        if path is None:
            if timeout_fn is None or timeout_fn():
                return
            continue
        start = time.monotonic()
        before = path
        yield path
        time.sleep(max(0.0, start + min_interval_secs - time.monotonic()))


def _next_checkpoint(folder: Any, before: str | None, timeout: float | None) -> str | None:
    """Wait until the latest checkpoint is not `before`; None after the timeout."""
    end = None if timeout is None else time.monotonic() + timeout
    while True:
        path = latest_checkpoint(folder)
        if path is not None and path != before:
            return path
        if end is not None and time.monotonic() + _LOOK_EVERY > end:
            return None
        time.sleep(_LOOK_EVERY)
