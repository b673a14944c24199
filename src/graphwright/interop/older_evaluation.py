"""Evaluation of a checkpoint by a session: what tf-slim asks of TensorFlow's internal tools."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.sessions.collections import get_collection
from graphwright.sessions.graph_keys import GraphKeys
from graphwright.sessions.training.hooks import FinalOpsHook, SessionRunArgs, SessionRunHook
from graphwright.sessions.training.monitored_session import ChiefSessionCreator, MonitoredSession, Scaffold
from graphwright.sessions.variable_scope import get_variable


def get_or_create_eval_step() -> Any:
    """The variable that counts evaluations, in the collection `GraphKeys.EVAL_STEP`; created where there is none.

    Raises ValueError where there are several.
    """
    found = get_collection(GraphKeys.EVAL_STEP)
    if len(found) > 1:
        raise ValueError("Multiple tensors added to tf.GraphKeys.EVAL_STEP")
    if found:
        return found[0]
    collections = [GraphKeys.LOCAL_VARIABLES, GraphKeys.EVAL_STEP]
    return get_variable("eval_step", initializer=np.int64(0), trainable=False, collections=collections)


class StopAfterNEvalsHook(SessionRunHook):
    """Stop the session after a number of evaluations.

    Args:
      num_evals: how many; None for no end.
      log_progress: of no effect.
    """

    def __init__(self, num_evals: int | None, log_progress: bool = True) -> None:
        self._count = num_evals
        self._completed: Any = None  # how many there have been, a tensor

    def _set_evals_completed_tensor(self, updated_eval_step: Any) -> None:
        """Take this tensor as the number of evaluations; tf-slim's evaluations call it, too."""
        self._completed = updated_eval_step

    def begin(self) -> None:
        """Find the counter."""
        if self._completed is None:
            self._completed = get_or_create_eval_step()

    def before_run(self, run_context: Any) -> SessionRunArgs:
        """Ask for the counter."""
        return SessionRunArgs({"evals_completed": self._completed})

    def after_run(self, run_context: Any, run_values: Any) -> None:
        """Stop where that was the last evaluation."""
        if self._count is not None and run_values.results["evals_completed"] >= self._count:
            run_context.request_stop()


def evaluate_once(
    checkpoint_path: str, master: str = "", scaffold: Any = None, eval_ops: Any = None, feed_dict: Any = None,
    final_ops: Any = None, final_ops_feed_dict: Any = None, hooks: Any = None, config: Any = None,
) -> Any:  # fmt: skip
    """Restore a checkpoint, run operations until a hook stops, and give the values of others at the end.

    Args:
      checkpoint_path: the prefix of the checkpoint's files.
      master, config: of the session.
      scaffold: what starts the session.
      eval_ops: run in each step, with the counter of evaluations; None: none, and the session ends at once.
      feed_dict, final_ops_feed_dict: values for placeholders.
      final_ops: what is evaluated at the end.
      hooks: `SessionRunHook`s.

    Returns: the values of `final_ops`; None without them.
    """
    step = get_or_create_eval_step()
    counted = step.assign_add(1)
    for hook in hooks or ():
        if isinstance(hook, StopAfterNEvalsHook):
            hook._set_evals_completed_tensor(counted)
    last = FinalOpsHook(final_ops, final_ops_feed_dict)
    creator = ChiefSessionCreator(
        scaffold=scaffold or Scaffold(), checkpoint_filename_with_path=checkpoint_path, master=master, config=config
    )
    with MonitoredSession(session_creator=creator, hooks=[*(hooks or ()), last]) as session:
        if eval_ops is not None:
            while not session.should_stop():
                session.run({"ops": eval_ops, "step": counted}, feed_dict)
    return last.final_ops_values


__all__ = ["StopAfterNEvalsHook", "evaluate_once", "get_or_create_eval_step"]
