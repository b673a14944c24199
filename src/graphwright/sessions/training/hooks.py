"""Hooks of monitored sessions: what is done before and after each run."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from graphwright.sessions.graph import get_default_graph
from graphwright.sessions.training.global_step import get_global_step
from graphwright.sessions.training.saver import Saver

_log = logging.getLogger("graphwright")


class SessionRunArgs(NamedTuple):
    """What a hook adds to a run.

    >>> tf.compat.v1.train.SessionRunArgs("loss:0").feed_dict
    """

    fetches: Any
    feed_dict: Any = None
    options: Any = None


class SessionRunValues(NamedTuple):
    """What a run gave for a hook's fetches.

    >>> tf.compat.v1.train.SessionRunValues(1.0, None, None).results
    1.0
    """

    results: Any
    options: Any
    run_metadata: Any


class SessionRunContext:
    """A run as hooks see it: the session, the program's fetches, and a way to stop.

    >>> context = tf.compat.v1.train.SessionRunContext(tf.compat.v1.train.SessionRunArgs([]), None)
    >>> context.request_stop(); context.stop_requested
    True
    """

    def __init__(self, original_args: SessionRunArgs, session: Any) -> None:
        self._args, self._session, self._stop = original_args, session, False

    @property
    def original_args(self) -> SessionRunArgs:
        """The fetches and feeds of the program."""
        return self._args

    @property
    def session(self) -> Any:
        """The session that runs."""
        return self._session

    @property
    def stop_requested(self) -> bool:
        """Whether a hook asked to stop."""
        return self._stop

    def request_stop(self) -> None:
        """Make `should_stop()` of the monitored session true."""
        self._stop = True


class SessionRunHook:
    """The base of hooks: each method may be overridden.

    >>> class Count(tf.compat.v1.train.SessionRunHook):
    ...     runs = 0
    ...     def after_run(self, run_context, run_values): self.runs += 1
    >>> count = Count()
    >>> with tf.Graph().as_default():
    ...     x = tf.constant(1.0)
    ...     with tf.compat.v1.train.MonitoredSession(hooks=[count]) as session:
    ...         _ = session.run(x), session.run(x)
    >>> count.runs
    2
    """

    def begin(self) -> None:
        """Called before the session is created; operations may be added to the graph."""

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Called when the session has been created and the graph is complete."""

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Called before each run; gives what is to be fetched and fed beside the program's."""
        return None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Called after each run that raised no error."""

    def end(self, session: Any) -> None:
        """Called at the end, but where a run raised an error other than OutOfRangeError or StopIteration."""


class SecondOrStepTimer:
    """Says at which steps something is due: every so many seconds, or every so many steps.

    >>> timer = tf.compat.v1.train.SecondOrStepTimer(every_steps=2)
    >>> timer.should_trigger_for_step(0), timer.update_last_triggered_step(0), timer.should_trigger_for_step(1)
    (True, (None, None), False)
    """

    def __init__(self, every_secs: float | None = None, every_steps: int | None = None) -> None:
        if (every_secs is None) == (every_steps is None):
            if every_secs is None:
                raise ValueError("Either every_secs or every_steps should be provided.")
            raise ValueError("Can not provide both every_secs and every_steps.")
        self._secs, self._steps = every_secs, every_steps
        self.reset()

    def reset(self) -> None:
        """Forget when it was last due."""
        self._step: int | None = None
        self._time: float | None = None

    def last_triggered_step(self) -> int | None:
        """The step when it was last due; None before the first."""
        return self._step

    def should_trigger_for_step(self, step: int) -> bool:
        """Whether it is due at a step."""
        if self._step is None or self._time is None:
            return True
        if step == self._step:
            return False
        if self._secs is not None:
            return time.time() >= self._time + self._secs
        return self._steps is not None and step >= self._step + self._steps

    def update_last_triggered_step(self, step: int) -> tuple[float | None, int | None]:
        """Note that it was done at a step; gives the seconds and the steps since the last time."""
        now = time.time()
        since = (None, None) if self._step is None or self._time is None else (now - self._time, step - self._step)
        self._step, self._time = step, now
        return since


def _global_step(hook: str) -> Any:
    found = get_global_step()
    if found is None:
        raise RuntimeError(f"Global step should be created to use {hook}.")
    return found


class StopAtStepHook(SessionRunHook):
    """Stops after a number of steps, or at a step.

    >>> with tf.Graph().as_default():
    ...     step = tf.compat.v1.train.get_or_create_global_step(); train = step.assign_add(1)
    ...     with tf.compat.v1.train.MonitoredSession(hooks=[tf.compat.v1.train.StopAtStepHook(num_steps=3)]) as session:
    ...         while not session.should_stop(): last = session.run(train)
    >>> int(last)
    3
    """

    def __init__(self, num_steps: int | None = None, last_step: int | None = None) -> None:
        if num_steps is None and last_step is None:
            raise ValueError("One of num_steps or last_step must be specified.")
        if num_steps is not None and last_step is not None:
            raise ValueError("Only one of num_steps or last_step can be specified.")
        self._count, self._last = num_steps, last_step

    def begin(self) -> None:
        """Look for the global step."""
        self._step = _global_step("StopAtStepHook")

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Count from the step that the session begins with."""
        if self._last is None:
            self._last = int(session.run(self._step)) + (self._count or 0)

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Fetch the step."""
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Stop when the step is reached."""
        last = self._last or 0
        if run_values.results + 1 >= last and run_context.session.run(self._step) >= last:
            run_context.request_stop()


class NanLossDuringTrainingError(RuntimeError):
    """The loss is NaN.

    >>> str(tf.compat.v1.train.NanLossDuringTrainingError())
    'NaN loss during training.'
    """

    def __str__(self) -> str:
        return "NaN loss during training."


class NanTensorHook(SessionRunHook):
    """Stops when a tensor is NaN, with NanLossDuringTrainingError unless told otherwise.

    >>> with tf.Graph().as_default():
    ...     loss = tf.constant(float("nan"))
    ...     with tf.compat.v1.train.MonitoredSession(hooks=[tf.compat.v1.train.NanTensorHook(loss, False)]) as session:
    ...         _ = session.run(loss); session.should_stop()
    True
    """

    def __init__(self, loss_tensor: Any, fail_on_nan_loss: bool = True) -> None:
        self._loss, self._fail = loss_tensor, fail_on_nan_loss

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Fetch the tensor."""
        return SessionRunArgs(self._loss)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Look at its value."""
        if np.isnan(run_values.results):
            if self._fail:
                _log.error("Model diverged with loss = NaN.")
                raise NanLossDuringTrainingError
            _log.warning("Model diverged with loss = NaN.")
            run_context.request_stop()


class LoggingTensorHook(SessionRunHook):
    """Logs tensors every so many runs or seconds, and at the end if asked to.

    Args:
      tensors: a list of tensors or names, or a dict of them by what they are called.
      every_n_iter, every_n_secs: how often; one of them.
      at_end: log at the end.
      formatter: makes the text of a dict of values.

    >>> tf.compat.v1.train.LoggingTensorHook({"loss": "loss:0"}, every_n_iter=10)
    <...LoggingTensorHook object at ...>
    """

    def __init__(
        self, tensors: Any, every_n_iter: int | None = None, every_n_secs: float | None = None, at_end: bool = False,
        formatter: Callable[[Mapping[str, Any]], str] | None = None,
    ) -> None:  # fmt: skip
        only_at_end = at_end and every_n_iter is None and every_n_secs is None
        if not only_at_end and (every_n_iter is None) == (every_n_secs is None):
            raise ValueError("either at_end and/or exactly one of every_n_iter and every_n_secs must be provided.")
        if every_n_iter is not None and every_n_iter <= 0:
            raise ValueError(f"invalid every_n_iter={every_n_iter}.")
        named = tensors if isinstance(tensors, dict) else {getattr(t, "name", t): t for t in tensors}
        self._tensors, self._formatter, self._at_end, self._count = dict(named), formatter, at_end, 0
        self._timer = None if only_at_end else SecondOrStepTimer(every_n_secs, every_n_iter)

    def begin(self) -> None:
        """Find the tensors in the graph."""
        self._count, graph = 0, get_default_graph()
        self._found = {n: graph.as_graph_element(t, allow_operation=False) for n, t in self._tensors.items()}
        if self._timer is not None:
            self._timer.reset()

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Fetch the tensors where they are to be logged."""
        self._due = self._timer is not None and self._timer.should_trigger_for_step(self._count)
        return SessionRunArgs(self._found) if self._due else None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Log them."""
        if self._due:
            self._write(run_values.results)
        self._count += 1

    def end(self, session: Any) -> None:
        """Log them once more, if asked to."""
        if self._at_end:
            self._write(session.run(self._found))

    def _write(self, values: Mapping[str, Any]) -> None:
        since = None if self._timer is None else self._timer.update_last_triggered_step(self._count)[0]
        if self._formatter is not None:
            _log.info(self._formatter(values))
            return
        text = ", ".join(f"{name} = {value}" for name, value in values.items())
        _log.info("%s", text if since is None else f"{text} ({since:.3f} sec)")


class StepCounterHook(SessionRunHook):
    """Logs how many steps a second there are.

    Args:
      every_n_steps, every_n_secs: how often; one of them.
      output_dir, summary_writer: of no effect.

    >>> tf.compat.v1.train.StepCounterHook(every_n_steps=10)
    <...StepCounterHook object at ...>
    """

    def __init__(
        self, every_n_steps: int | None = 100, every_n_secs: float | None = None, output_dir: Any = None,
        summary_writer: Any = None,
    ) -> None:  # fmt: skip
        if (every_n_steps is None) == (every_n_secs is None):
            raise ValueError("exactly one of every_n_steps and every_n_secs should be provided.")
        self._timer = SecondOrStepTimer(every_n_secs, every_n_steps)

    def begin(self) -> None:
        """Look for the global step."""
        self._step = _global_step("StepCounterHook")

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Fetch the step."""
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Log the speed where it is due."""
        step = int(run_values.results) + 1
        if self._timer.should_trigger_for_step(step):
            seconds, steps = self._timer.update_last_triggered_step(step)
            if seconds and steps:
                _log.info("global_step/sec: %g", steps / seconds)


class CheckpointSaverListener:
    """The base of listeners to checkpoints: each method may be overridden.

    >>> tf.compat.v1.train.CheckpointSaverListener().begin()
    """

    def begin(self) -> None:
        """Called before the session is created."""

    def before_save(self, session: Any, global_step_value: Any) -> None:
        """Called before a checkpoint is written."""

    def after_save(self, session: Any, global_step_value: Any) -> Any:
        """Called after a checkpoint was written; True stops training."""

    def end(self, session: Any, global_step_value: Any) -> None:
        """Called at the end."""


class CheckpointSaverHook(SessionRunHook):
    """Saves checkpoints every so many seconds or steps, at the start and at the end.

    Args:
      checkpoint_dir: the folder.
      save_secs, save_steps: how often; one of them.
      saver: writes them; the scaffold's, or one of all variables, by default.
      checkpoint_basename: what the names of the files begin with.
      scaffold: has the saver.
      listeners: called before and after each checkpoint.
      save_graph_def: of no effect.

    >>> tf.compat.v1.train.CheckpointSaverHook("/tmp/model", save_steps=100)
    <...CheckpointSaverHook object at ...>
    """

    def __init__(
        self, checkpoint_dir: Any, save_secs: float | None = None, save_steps: int | None = None, saver: Any = None,
        checkpoint_basename: str = "model.ckpt", scaffold: Any = None, listeners: Any = None,
        save_graph_def: bool = True,
    ) -> None:  # fmt: skip
        if saver is not None and scaffold is not None:
            raise ValueError("You cannot provide both saver and scaffold.")
        self._folder, self._basename = os.fspath(checkpoint_dir), checkpoint_basename
        self._saver, self._scaffold, self._listeners = saver, scaffold, list(listeners or ())
        self._timer = SecondOrStepTimer(save_secs, save_steps)

    def begin(self) -> None:
        """Look for the global step."""
        self._step = _global_step("CheckpointSaverHook")
        if self._saver is None and self._scaffold is None:
            self._saver = Saver()
        for listener in self._listeners:
            listener.begin()

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Save what training begins with."""
        step = int(session.run(self._step))
        self._save(session, step)
        self._timer.update_last_triggered_step(step)

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Fetch the step."""
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Save where it is due."""
        if self._timer.should_trigger_for_step(int(run_values.results) + 1):
            step = int(run_context.session.run(self._step))
            if self._timer.should_trigger_for_step(step):
                self._timer.update_last_triggered_step(step)
                if self._save(run_context.session, step):
                    run_context.request_stop()

    def end(self, session: Any) -> None:
        """Save what training ends with."""
        step = int(session.run(self._step))
        if step != self._timer.last_triggered_step():
            self._save(session, step)
        for listener in self._listeners:
            listener.end(session, step)

    def _save(self, session: Any, step: int) -> bool:
        saver = self._saver if self._saver is not None else self._scaffold.saver
        for listener in self._listeners:
            listener.before_save(session, step)
        os.makedirs(self._folder, exist_ok=True)
        saver.save(session, os.path.join(self._folder, self._basename), global_step=step)
        told = [listener.after_save(session, step) for listener in self._listeners]
        return any(bool(stop) for stop in told)


class FinalOpsHook(SessionRunHook):
    """Runs operations at the end and keeps what they give.

    >>> with tf.Graph().as_default():
    ...     hook = tf.compat.v1.train.FinalOpsHook(tf.constant(3))
    ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]): pass
    >>> hook.final_ops_values
    np.int32(3)
    """

    def __init__(self, final_ops: Any, final_ops_feed_dict: Any = None) -> None:
        self._ops, self._feeds, self._values = final_ops, final_ops_feed_dict, None

    @property
    def final_ops_values(self) -> Any:
        """What the operations gave; None before the end."""
        return self._values

    def end(self, session: Any) -> None:
        """Run them."""
        if self._ops is not None:
            self._values = session.run(self._ops, feed_dict=self._feeds)


class FeedFnHook(SessionRunHook):
    """Feeds each run what a function returns.

    >>> with tf.Graph().as_default():
    ...     x = tf.compat.v1.placeholder(tf.float32); doubled = x * 2.0
    ...     hook = tf.compat.v1.train.FeedFnHook(lambda: {x: 2.0})
    ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
    ...         print(session.run(doubled))
    4.0
    """

    def __init__(self, feed_fn: Callable[[], Any]) -> None:
        self.feed_fn = feed_fn

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Call the function."""
        return SessionRunArgs(fetches=None, feed_dict=self.feed_fn())


__all__ = [
    "CheckpointSaverHook", "CheckpointSaverListener", "FeedFnHook", "FinalOpsHook", "LoggingTensorHook",
    "NanLossDuringTrainingError", "NanTensorHook", "SecondOrStepTimer", "SessionRunArgs", "SessionRunContext",
    "SessionRunHook", "SessionRunValues", "StepCounterHook", "StopAtStepHook",
]  # fmt: skip
