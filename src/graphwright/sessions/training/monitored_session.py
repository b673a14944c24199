"""`tf.compat.v1.train.MonitoredSession` and its kind: sessions that start by themselves and call hooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from graphwright.base.errors import OutOfRangeError
from graphwright.checkpoint.state_file import latest_checkpoint
from graphwright.ops.control.group import group
from graphwright.sessions.collections import (
    global_variables_initializer,
    local_variables_initializer,
    report_uninitialized_variables,
    tables_initializer,
)
from graphwright.sessions.graph import get_default_graph
from graphwright.sessions.graph_keys import GraphKeys
from graphwright.sessions.session import Session
from graphwright.sessions.summaries import merge_all
from graphwright.sessions.training.coordinator import Coordinator
from graphwright.sessions.training.hooks import (
    CheckpointSaverHook,
    SessionRunArgs,
    SessionRunContext,
    SessionRunHook,
    SessionRunValues,
    StepCounterHook,
)
from graphwright.sessions.training.queue_runner import start_queue_runners
from graphwright.sessions.training.saver import Saver
from graphwright.sessions.training.summary_hooks import SummarySaverHook

_UNSET = object()


class Scaffold:
    """The operations that a session starts with, each by default what the graph needs.

    Args:
      init_op, init_feed_dict, init_fn: initialize variables where there is no checkpoint.
      ready_op: names the variables without a value.
      local_init_op, local_init_feed_dict: run in each session.
      saver: restores and saves.
      copy_from_scaffold: has what is not given.

    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0); tf.compat.v1.train.Scaffold().finalize().init_op.type
    'NoOp'
    """

    def __init__(
        self, init_op: Any = None, init_feed_dict: Any = None, init_fn: Any = None, ready_op: Any = None,
        ready_for_local_init_op: Any = None, local_init_op: Any = None, summary_op: Any = None, saver: Any = None,
        copy_from_scaffold: Scaffold | None = None, local_init_feed_dict: Any = None,
    ) -> None:  # fmt: skip
        if copy_from_scaffold is not None and not isinstance(copy_from_scaffold, Scaffold):
            raise TypeError("copy_from_scaffold is not a Scaffold instance.")

        def given(name: str, value: Any) -> Any:
            return value if value is not None or copy_from_scaffold is None else getattr(copy_from_scaffold, name)

        self.init_op = given("init_op", init_op)
        self.init_feed_dict = given("init_feed_dict", init_feed_dict)
        own = getattr(copy_from_scaffold, "_user_init_fn", None)
        self._user_init_fn: Callable[..., Any] | None = init_fn if init_fn is not None else own
        user = self._user_init_fn
        self.init_fn = None if user is None else (lambda session: user(self, session))
        self.ready_op = given("ready_op", ready_op)
        self.ready_for_local_init_op = given("ready_for_local_init_op", ready_for_local_init_op)
        self.local_init_op = given("local_init_op", local_init_op)
        self.local_init_feed_dict = given("local_init_feed_dict", local_init_feed_dict)
        self.summary_op = given("summary_op", summary_op)
        self.saver = given("saver", saver)

    def finalize(self) -> Scaffold:
        """Create what is not given, and finish the graph."""

        def default(name: str, key: str, make: Callable[[], Any]) -> None:
            if getattr(self, name) is None:
                setattr(self, name, Scaffold.get_or_default(name, key, make))

        default("init_op", GraphKeys.INIT_OP, global_variables_initializer)
        default("ready_op", GraphKeys.READY_OP, report_uninitialized_variables)
        default("local_init_op", GraphKeys.LOCAL_INIT_OP, Scaffold.default_local_init_op)
        default("summary_op", GraphKeys.SUMMARY_OP, merge_all)
        default("saver", GraphKeys.SAVERS, lambda: Saver(sharded=True, allow_empty=True))
        get_default_graph().finalize()
        return self

    @staticmethod
    def get_or_default(arg_name: str, collection_key: str, default_constructor: Callable[[], Any]) -> Any:
        """The one element of a collection, or what a function makes, which is added to it.

        Raises RuntimeError for several.
        """
        found = get_default_graph().get_collection(collection_key)
        if len(found) > 1:
            raise RuntimeError(
                f"More than one item in the collection '{collection_key}'. Please indicate which one to use by passing "
                f"it to the tf.Scaffold constructor as:  tf.Scaffold({arg_name}=item to use)"
            )
        if found:
            return found[0]
        made = default_constructor()
        if made is not None:
            get_default_graph().add_to_collection(collection_key, made)
        return made

    @staticmethod
    def default_local_init_op() -> Any:
        """Initialize local variables and tables."""
        return group(local_variables_initializer(), tables_initializer())


class SessionCreator:
    """Makes sessions: the base.

    >>> issubclass(tf.compat.v1.train.ChiefSessionCreator, tf.compat.v1.train.SessionCreator)
    True
    """

    def create_session(self) -> Any:
        """A session that can run."""
        raise NotImplementedError(f"create_session is not implemented for {self}.")


class ChiefSessionCreator(SessionCreator):
    """Makes sessions whose variables are restored from a checkpoint, or initialized.

    Args:
      scaffold: the operations to start with.
      master, config: of no effect.
      checkpoint_dir: a folder whose latest checkpoint is restored, if it has one.
      checkpoint_filename_with_path: the checkpoint to restore.

    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(2.0); tf.compat.v1.train.ChiefSessionCreator().create_session().run(v)
    np.float32(2.0)
    """

    def __init__(
        self, scaffold: Scaffold | None = None, master: str = "", config: Any = None, checkpoint_dir: Any = None,
        checkpoint_filename_with_path: Any = None,
    ) -> None:  # fmt: skip
        self._scaffold = scaffold or Scaffold()
        self._folder, self._file = checkpoint_dir, checkpoint_filename_with_path

    def create_session(self) -> Any:
        """A session that can run.

        Raises RuntimeError where variables have no value then.
        """
        scaffold = self._scaffold.finalize()
        session = Session(graph=get_default_graph())
        path = self._file or (latest_checkpoint(self._folder) if self._folder else None)
        if path:
            scaffold.saver.restore(session, path)
        else:
            session.run(scaffold.init_op, feed_dict=scaffold.init_feed_dict)
            if scaffold.init_fn is not None:
                scaffold.init_fn(session)
        session.run(scaffold.local_init_op, feed_dict=scaffold.local_init_feed_dict)
        unset = session.run(scaffold.ready_op) if scaffold.ready_op is not None else ()
        if len(unset):
            names = ", ".join(n.decode() for n in unset)
            raise RuntimeError(f"Init operations did not make model ready. Variables not initialized: {names}")
        return session


class _StepContext:
    """What `run_step_fn` passes to its function."""

    def __init__(self, session: Any, run_with_hooks: Callable[..., Any]) -> None:
        self.session, self.run_with_hooks = session, run_with_hooks

    def request_stop(self) -> None:
        """Stop the training: raises StopIteration."""
        raise StopIteration("step_fn has requested the iterations to stop.")


class _Monitored:
    """A session with hooks."""

    StepContext = _StepContext

    def __init__(self, creator: SessionCreator, hooks: Iterable[SessionRunHook] | None, grace: float) -> None:
        self._hooks, self._grace, self._stop = list(hooks or ()), grace, False
        for hook in self._hooks:
            hook.begin()
        self._session: Any = creator.create_session()
        self._coord = Coordinator(clean_stop_exception_types=(OutOfRangeError, StopIteration))
        self._graph = self._session.graph
        try:
            start_queue_runners(self._session, self._coord)
            for hook in self._hooks:
                hook.after_create_session(self._session, self._coord)
        except BaseException:
            self._session.close()
            raise

    @property
    def graph(self) -> Any:
        """The graph that runs."""
        return self._graph

    def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any:
        """What `Session.run` gives, with the hooks' fetches and feeds in the same run."""
        if self._session is None:
            raise RuntimeError("Run called even after should_stop requested.")
        context = SessionRunContext(SessionRunArgs(fetches, feed_dict, options), self._session)
        wanted, places = [fetches], dict[int, int]()
        feeds = dict(feed_dict or {})
        theirs: set[Any] = set()
        for i, hook in enumerate(self._hooks):
            request = hook.before_run(context)
            if request is None:
                continue
            if request.fetches is not None:
                places[i] = len(wanted)
                wanted.append(request.fetches)
            for key, value in (request.feed_dict or {}).items():
                if key in feeds:
                    by = "two hooks" if key in theirs else "a hook and by the caller"
                    raise RuntimeError(f"Same tensor is fed by {by}. Hook: {hook}, tensor: {key}")
                feeds[key] = value
                theirs.add(key)
        try:
            results = self._session.run(wanted, feed_dict=feeds, options=options, run_metadata=run_metadata)
        except (OutOfRangeError, StopIteration):
            self._stop = True
            raise
        for i, hook in enumerate(self._hooks):
            hook.after_run(
                context, SessionRunValues(results[places[i]] if i in places else None, options, run_metadata)
            )
        self._stop = self._stop or context.stop_requested
        return results[0]

    def run_step_fn(self, step_fn: Callable[..., Any]) -> Any:
        """Call a function with an object whose `session` runs without the hooks, `run_with_hooks` with them."""
        try:
            return step_fn(_StepContext(self._session, self.run))
        except StopIteration:
            self._stop = True
            raise

    def should_stop(self) -> bool:
        """Whether a hook, or the end of the data, asked to stop; or the session is closed."""
        return self._session is None or self._stop or self._coord.should_stop()

    def close(self) -> None:
        """End: the hooks' `end` is called, and the session closed."""
        self._close(with_hooks=True)

    def _close(self, with_hooks: bool) -> None:
        if self._session is None:
            return
        try:
            if with_hooks:
                for hook in self._hooks:
                    hook.end(self._session)
        finally:
            try:
                self._coord.request_stop()
                self._coord.join(stop_grace_period_secs=self._grace, ignore_live_threads=True)
            finally:
                self._session.close()
                self._session = None

    def __enter__(self) -> Any:
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        ended = error is None or isinstance(error, (OutOfRangeError, StopIteration))
        self._close(with_hooks=ended)
        return ended


class MonitoredSession(_Monitored):
    """A session that initializes or restores its variables, calls hooks, and ends quietly with the data.

    Args:
      session_creator: makes the session, `ChiefSessionCreator()` by default.
      hooks: `tf.compat.v1.train.SessionRunHook`s.
      stop_grace_period_secs: how long threads of the coordinator may run on at the end.

    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0); more = v.assign_add(1.0)
    ...     with tf.compat.v1.train.MonitoredSession() as session:
    ...         print(session.run(more))
    2.0
    """

    def __init__(self, session_creator: Any = None, hooks: Any = None, stop_grace_period_secs: float = 120) -> None:
        super().__init__(session_creator or ChiefSessionCreator(), hooks, stop_grace_period_secs)


class SingularMonitoredSession(_Monitored):
    """A monitored session that is made at once and gives the session itself by `raw_session()`.

    Args:
      hooks: `tf.compat.v1.train.SessionRunHook`s.
      scaffold: the operations to start with.
      master, config: of no effect.
      checkpoint_dir, checkpoint_filename_with_path: what is restored.

    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0)
    ...     with tf.compat.v1.train.SingularMonitoredSession() as session:
    ...         print(session.raw_session().run(v))
    1.0
    """

    def __init__(
        self, hooks: Any = None, scaffold: Any = None, master: str = "", config: Any = None,
        checkpoint_dir: Any = None, stop_grace_period_secs: float = 120, checkpoint_filename_with_path: Any = None,
    ) -> None:  # fmt: skip
        creator = ChiefSessionCreator(scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path)
        super().__init__(creator, hooks, stop_grace_period_secs)

    def raw_session(self) -> Any:
        """The session, whose runs call no hooks."""
        return self._session


def MonitoredTrainingSession(
    master: str = "", is_chief: bool = True, checkpoint_dir: Any = None, scaffold: Any = None, hooks: Any = None,
    chief_only_hooks: Any = None, save_checkpoint_secs: Any = _UNSET, save_summaries_steps: Any = _UNSET,
    save_summaries_secs: Any = _UNSET, config: Any = None, stop_grace_period_secs: float = 120,
    log_step_count_steps: int | None = 100, max_wait_secs: float = 7200, save_checkpoint_steps: Any = _UNSET,
    summary_dir: Any = None, save_graph_def: bool = True,
) -> MonitoredSession:  # fmt: skip
    """A monitored session that restores from a folder, saves checkpoints there and logs its speed.

    Args:
      checkpoint_dir: the folder; nothing is saved without one.
      scaffold: the operations to start with.
      hooks, chief_only_hooks: `tf.compat.v1.train.SessionRunHook`s.
      save_checkpoint_secs, save_checkpoint_steps: how often checkpoints are saved, every 600 s by default.
      log_step_count_steps: how often the speed is logged.
      stop_grace_period_secs: how long threads of the coordinator may run on at the end.
      save_summaries_steps, save_summaries_secs: how often summaries are written, every 100 steps by default.
      summary_dir: their folder, that of the checkpoints by default.
      master, is_chief, config, max_wait_secs, save_graph_def: of no effect.

    >>> with tf.Graph().as_default():
    ...     step = tf.compat.v1.train.get_or_create_global_step()
    ...     with tf.compat.v1.train.MonitoredTrainingSession() as session:
    ...         print(session.run(step))
    0
    """
    scaffold = scaffold or Scaffold()
    own: list[SessionRunHook] = []
    if checkpoint_dir:
        if log_step_count_steps and log_step_count_steps > 0:
            own.append(StepCounterHook(every_n_steps=log_step_count_steps, output_dir=checkpoint_dir))
        secs = None if save_checkpoint_secs is _UNSET else save_checkpoint_secs
        steps = None if save_checkpoint_steps is _UNSET else save_checkpoint_steps
        if save_checkpoint_secs is _UNSET and save_checkpoint_steps is _UNSET:
            secs = 600
        if (secs and secs > 0) or (steps and steps > 0):
            own.append(CheckpointSaverHook(checkpoint_dir, save_secs=secs, save_steps=steps, scaffold=scaffold))
    folder = summary_dir or checkpoint_dir
    seconds = None if save_summaries_secs is _UNSET else save_summaries_secs
    every_steps = None if save_summaries_steps is _UNSET else save_summaries_steps
    if save_summaries_secs is _UNSET and save_summaries_steps is _UNSET:
        every_steps = 100
    if folder and ((seconds and seconds > 0) or (every_steps and every_steps > 0)):
        own.append(SummarySaverHook(every_steps, seconds, folder, scaffold=scaffold))
    creator = ChiefSessionCreator(scaffold, master, config, checkpoint_dir)
    every = [*(hooks or ()), *(chief_only_hooks or ()), *own]
    return MonitoredSession(creator, every, stop_grace_period_secs)


__all__ = [
    "ChiefSessionCreator", "MonitoredSession", "MonitoredTrainingSession", "Scaffold", "SessionCreator",
    "SingularMonitoredSession",
]  # fmt: skip
