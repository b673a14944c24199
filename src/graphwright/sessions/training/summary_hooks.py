"""Hooks of monitored sessions that write summaries, and wait for a step."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from graphwright.base.logger import get_logger
from graphwright.sessions.file_writer import FileWriterCache
from graphwright.sessions.training.global_step import get_global_step
from graphwright.sessions.training.hooks import SecondOrStepTimer, SessionRunArgs, SessionRunHook
from graphwright.summary.messages import SessionLog


class SummarySaverHook(SessionRunHook):
    """Writes summaries of the graph every so many steps or seconds.

    Args:
      save_steps, save_secs: how often; one of them.
      output_dir, summary_writer: the folder, or a `FileWriter`.
      scaffold, summary_op: where the summary is: a scaffold's, or an operation or a list of them.

    Raises ValueError unless there is one of scaffold and summary_op.

    >>> import tempfile
    >>> with tf.Graph().as_default():
    ...     step = tf.compat.v1.train.get_or_create_global_step()
    ...     loss = tf.compat.v1.summary.scalar("loss", 0.5)
    ...     hook = tf.compat.v1.train.SummarySaverHook(1, output_dir=tempfile.mkdtemp(), summary_op=loss)
    ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
    ...         _ = session.run(step)
    """

    def __init__(
        self, save_steps: int | None = None, save_secs: float | None = None, output_dir: Any = None,
        summary_writer: Any = None, scaffold: Any = None, summary_op: Any = None,
    ) -> None:  # fmt: skip
        if (scaffold is None) == (summary_op is None):
            raise ValueError("Exactly one of scaffold or summary_op must be provided.")
        self._summary_op, self._scaffold = summary_op, scaffold
        self._writer, self._folder = summary_writer, output_dir
        self._timer = SecondOrStepTimer(save_secs, save_steps)

    def begin(self) -> None:
        """Look for the global step, and open the file."""
        if self._writer is None and self._folder is not None:
            self._writer = FileWriterCache.get(self._folder)
        self._next: int | None = None
        self._step = get_global_step()
        if self._step is None:
            raise RuntimeError("Global step should be created to use SummarySaverHook.")

    def before_run(self, run_context: Any) -> SessionRunArgs:
        """Fetch the step, and the summaries where they are due."""
        self._wanted = self._next is None or self._timer.should_trigger_for_step(self._next)
        fetches = {"global_step": self._step}
        summary = self._summary() if self._wanted else None
        if summary is not None:
            fetches["summary"] = summary
        return SessionRunArgs(fetches)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        """Write the summaries."""
        if self._writer is None:
            return
        stale = int(run_values.results["global_step"])
        step = stale + 1
        if self._next is None or self._wanted:
            step = int(run_context.session.run(self._step))
        if self._next is None:
            self._writer.add_session_log(SessionLog(status=SessionLog.START), step)
        if self._wanted:
            self._timer.update_last_triggered_step(step)
            for summary in run_values.results.get("summary") or ():
                self._writer.add_summary(summary, step)
        self._next = step + 1

    def end(self, session: Any = None) -> None:
        """Write what is buffered."""
        if self._writer is not None:
            self._writer.flush()

    def _summary(self) -> list[Any] | None:
        chosen = self._summary_op if self._summary_op is not None else self._scaffold.summary_op
        if chosen is None:
            return None
        return chosen if isinstance(chosen, list) else [chosen]


class GlobalStepWaiterHook(SessionRunHook):
    """Waits before the first run until the global step has a value, which another worker changes.

    Args:
      wait_until_step: the value.

    >>> tf.compat.v1.train.GlobalStepWaiterHook(0)
    <...GlobalStepWaiterHook object at ...>
    """

    def __init__(self, wait_until_step: int) -> None:
        self._until = wait_until_step

    def begin(self) -> None:
        """Look for the global step."""
        self._ready = self._until <= 0
        self._step = get_global_step()
        if self._step is None:
            raise RuntimeError("Global step should be created to use _GlobalStepWaiterHook.")

    def before_run(self, run_context: Any) -> None:
        """Wait."""
        while not self._ready:
            now = int(run_context.session.run(self._step))
            if now >= self._until:
                self._ready = True
                return
            get_logger().info("Waiting for global step %d; it is %d.", self._until, now)
            time.sleep(0.5)


def basic_train_loop(
    supervisor: Any, train_step_fn: Callable[..., Any], args: Any = None, kwargs: Any = None, master: str = ""
) -> None:
    """Call a function with a session until a supervisor says to stop.

    Args:
      supervisor: a `Supervisor`.
      train_step_fn: a function of a session.
      args, kwargs: further arguments.
      master: of no effect.

    >>> tf.compat.v1.train.basic_train_loop
    <function basic_train_loop at ...>
    """
    with supervisor.managed_session(master) as session:
        while not supervisor.should_stop():
            train_step_fn(session, *(args or ()), **(kwargs or {}))


__all__ = ["GlobalStepWaiterHook", "SummarySaverHook", "basic_train_loop"]
