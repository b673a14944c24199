"""The text file `checkpoint` of a folder: the latest checkpoint, and those that are kept."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from typing import Any

from graphwright.base import errors
from graphwright.checkpoint import filesystem, messages
from graphwright.checkpoint.bundle_reader import index_path

_log = logging.getLogger("graphwright")
_MOST_BYTES = 1 << 24


def _state_path(folder: str, latest_filename: str | None) -> str:
    return os.path.join(folder, latest_filename or "checkpoint")


def write_state(
    folder: str,
    latest: str,
    kept: Sequence[str] = (),
    timestamps: Sequence[float] = (),
    last_preserved: float | None = None,
) -> None:
    """Write the file; paths within the folder are written relative to it, so that the folder can be moved."""
    state = messages.CheckpointState(model_checkpoint_path=_within(folder, latest))
    state.all_model_checkpoint_paths.extend(_within(folder, path) for path in kept or [latest])
    state.all_model_checkpoint_timestamps.extend(timestamps)
    if last_preserved is not None:
        state.last_preserved_timestamp = last_preserved
    filesystem.replace_with(_state_path(folder, None), messages.printed(state).encode())


def _within(folder: str, path: str) -> str:
    relative = os.path.relpath(path, folder or ".")
    return path if relative.startswith(os.pardir) else relative


def get_checkpoint_state(checkpoint_dir: Any, latest_filename: str | None = None) -> Any:
    """Read the file `checkpoint` of a folder; None if there is none that can be read.

    Args:
      checkpoint_dir: the folder.
      latest_filename: the file's name, `checkpoint` by default.

    The answer has `model_checkpoint_path`, the latest checkpoint, `all_model_checkpoint_paths`, and, from a
    `CheckpointManager`, `all_model_checkpoint_timestamps` and `last_preserved_timestamp`. ValueError for a file that
    does not say which checkpoint is the latest.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> _ = tf.train.Checkpoint(v=tf.Variable(1.0)).save(folder + "/saved")
    >>> os.path.basename(tf.train.get_checkpoint_state(folder).model_checkpoint_path)
    'saved-1'
    """
    folder = os.fspath(checkpoint_dir)
    path = _state_path(folder, latest_filename)
    if not os.path.isfile(path):
        return None
    state = messages.CheckpointState()
    try:
        if filesystem.size_of(path) > _MOST_BYTES:
            raise ValueError(f"it has more than {_MOST_BYTES} bytes")
        messages.read_text(filesystem.read_all(path).decode("utf-8"), state)
    except (ValueError, errors.OpError) as error:
        _log.warning("%s: Checkpoint ignored (%s)", path, error)
        return None
    if not state.model_checkpoint_path:
        raise ValueError(f"Invalid checkpoint state loaded from {folder}: {path} names no model_checkpoint_path.")
    state.model_checkpoint_path = os.path.join(folder, state.model_checkpoint_path)
    for i, kept in enumerate(state.all_model_checkpoint_paths):
        state.all_model_checkpoint_paths[i] = os.path.join(folder, kept)
    return state


def latest_checkpoint(checkpoint_dir: Any, latest_filename: str | None = None) -> str | None:
    """The path of the latest checkpoint of a folder, according to its file `checkpoint`; None if there is none.

    Args:
      checkpoint_dir: the folder.
      latest_filename: the name of the file, `checkpoint` by default.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> tf.train.latest_checkpoint(folder) is None
    True
    >>> path = tf.train.Checkpoint(v=tf.Variable(1.0)).save(folder + "/saved")
    >>> tf.train.latest_checkpoint(folder) == path
    True
    """
    state = get_checkpoint_state(checkpoint_dir, latest_filename)
    if state is None:
        return None
    path: str = state.model_checkpoint_path
    if not os.path.exists(index_path(path)):
        _log.warning("Couldn't match files for checkpoint %s", path)
        return None
    return path
