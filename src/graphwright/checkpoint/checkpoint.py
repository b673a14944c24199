"""`tf.train.Checkpoint`: saves and restores the objects that can be reached from a root."""

from __future__ import annotations

import inspect
import os
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import int64, string
from graphwright.base.phases import phase
from graphwright.base.tracebacks import shortened
from graphwright.checkpoint import state_file
from graphwright.checkpoint.bundle_reader import BundleReader, index_path
from graphwright.checkpoint.bundle_writer import BundleWriter
from graphwright.checkpoint.object_graph import GRAPH_KEY, children_of, has_values, is_trackable, saved_form
from graphwright.checkpoint.options import CheckpointOptions, given_options
from graphwright.checkpoint.restoration import Restoration
from graphwright.checkpoint.status import CheckpointLoadStatus, InitializationOnlyStatus
from graphwright.core.context import outside_graphs, state
from graphwright.core.convert import to_tensor
from graphwright.core.deferred_restore import report, waiting
from graphwright.core.tensor import EagerTensor, Tensor
from graphwright.core.trackable import Traced, note_lists
from graphwright.core.variable import Variable

_COUNTER = "save_counter"


class Checkpoint:
    """Saves and restores the variables of objects, by the names of attributes.

    Args:
      root: an object to save, such as a `Module`; what belongs to it is saved as if it belonged to the checkpoint.
      **kwargs: objects to save, by name: variables, modules, lists, dicts and tuples of them, and whatever takes part
        in the protocol (`_trackable_children`, `_serialize_to_tensors`, `_restore_from_tensors`). They are attributes
        of the checkpoint; others may be set later.

    ValueError for what holds no state, such as a number or a tensor, and for a name that the root uses.

    The files are TensorFlow's: it restores what is saved here, and the reverse. See `docs/checkpoints.md`.

    >>> import tempfile
    >>> step, weights = tf.Variable(7), [tf.Variable([1.0, 2.0])]
    >>> path = tf.train.Checkpoint(step=step, weights=weights).save(tempfile.mkdtemp() + "/saved")
    >>> path[-8:]
    '/saved-1'
    >>> _ = step.assign(0)
    >>> _ = tf.train.Checkpoint(step=step, weights=weights).restore(path).assert_consumed()
    >>> int(step)
    7
    """

    def __init__(self, root: Any = None, **kwargs: Any) -> None:
        self.__dict__["_self"] = {"root": root, "counter": None, "thread": None, "failure": None}
        if root is not None:
            _check_trackable("root", root)
            if isinstance(root, (list, tuple, dict)) and root:
                raise ValueError(
                    f"`Checkpoint` was expecting root to be an object with attributes, got {root!r}. Give it a name: "
                    "tf.train.Checkpoint(name=...)."
                )
            self.root = root
        taken = {} if root is None else children_of(root)
        for name, value in sorted(kwargs.items()):
            if name in taken and taken[name] is not value:
                raise ValueError(
                    f"Cannot create a Checkpoint with keyword argument {name} if root.{name} already exists."
                )
            _check_trackable(name, value)
            setattr(self, name, value)

    if TYPE_CHECKING:
        # private state, apart from the attributes, which are saved
        _self: dict[str, Any]

        def __getattr__(self, name: str) -> Any: ...

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if isinstance(value, (list, tuple, dict)):
            note_lists(self, name, value)
        if waiting:  # a restored checkpoint may have values for this attribute
            report(self, name)

    @property
    def _attribute_owners(self) -> tuple[Any, ...]:
        """The objects whose attributes are saved as those of the checkpoint."""
        root = self._self["root"]
        return (self,) if root is None else (self, root)

    @property
    def _owner_of_values(self) -> Any:
        """The object whose values are saved as those of the checkpoint."""
        root = self._self["root"]
        return self if root is None or not has_values(root) else root

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        root, counter = self._self["root"], self._self["counter"]
        found = {} if root is None else dict(children_of(root))
        found.update((name, value) for name, value in vars(self).items() if name != "_self")
        if counter is not None:
            found[_COUNTER] = counter
        return found

    @property
    def save_counter(self) -> Variable:
        """The number of calls of `save`: an int64 variable, which is itself saved and restored."""
        counter: Variable | None = self._self["counter"]
        if counter is None:
            with outside_graphs():
                counter = self._self["counter"] = Variable(np.int64(0), trainable=False, name=_COUNTER, dtype=int64)
            for owner in self._attribute_owners if waiting else ():
                report(owner, _COUNTER)
        return counter

    # writing ------------------------------------------------------------------------------------------------

    @shortened
    def save(self, file_prefix: Any, options: CheckpointOptions | None = None) -> str:
        """Write a numbered checkpoint, and record it as the latest in the file `checkpoint` of the folder.

        Args:
          file_prefix: the path without the number; folders are made.
          options: a `tf.train.CheckpointOptions`.

        Returns the path with the number, `save_counter`, behind it. Either the whole checkpoint is there, or none
        of it.

        >>> import tempfile
        >>> checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
        >>> folder = tempfile.mkdtemp()
        >>> [checkpoint.save(folder + "/saved").split("-")[-1] for _ in range(2)]
        ['1', '2']
        """
        _refuse_in_graph("save")
        return self._save_numbered(_path(file_prefix), None, options, _note_latest)

    @shortened
    def write(self, file_prefix: Any, options: CheckpointOptions | None = None) -> Any:
        """Write a checkpoint under exactly this path, without a number; read it with `read`.

        In a function being traced it is written whenever the function gets there, and the path is a tensor.

        Args:
          file_prefix: the path; folders are made.
          options: a `tf.train.CheckpointOptions`.

        >>> import tempfile
        >>> path = tempfile.mkdtemp() + "/weights"
        >>> tf.train.Checkpoint(v=tf.Variable(1.0)).write(path) == path
        True
        """
        if state.graph is not None:
            return self._write_staged(file_prefix, given_options(options))
        prefix = _path(file_prefix)
        self._write(prefix, given_options(options), lambda: None)
        return prefix

    def _write_staged(self, file_prefix: Any, options: CheckpointOptions) -> Any:
        """Write each time the function being traced runs."""
        from graphwright.control.host_calls import numpy_function

        def write(prefix: Any) -> Any:
            self._write(os.fsdecode(prefix.item() if isinstance(prefix, np.ndarray) else prefix), options, lambda: None)
            return prefix

        prefix = file_prefix if isinstance(file_prefix, Tensor) else to_tensor(_path(file_prefix))
        written: Any = numpy_function(write, [prefix], string)
        written.set_shape(())
        return written

    def _save_numbered(
        self, prefix: str, number: int | None, options: CheckpointOptions | None, then: Callable[[str], None]
    ) -> str:
        """Increment the counter and write under the numbered path; the counter is reset if that fails."""
        options = given_options(options)
        _refuse_in_graph("save")
        self.sync()
        counter = self.save_counter
        before = int(counter)
        counter.assign(before + 1)
        path = f"{prefix}-{before + 1 if number is None else number}"
        try:
            self._write(path, options, lambda: then(path))
        except BaseException:
            counter.assign(before)
            raise
        return path

    def _write(self, prefix: str, options: CheckpointOptions, then: Callable[[], None]) -> None:
        """Write the current values, in this thread or in another one."""
        self.sync()
        graph, values = saved_form(self)
        callbacks = list(options.experimental_write_callbacks or ())

        def write() -> None:
            _write_files(prefix, graph, values, options)
            then()
            for callback in callbacks:
                callback(*([prefix] if inspect.signature(callback).parameters else []))

        if options.enable_async:
            self._start(write)
        else:
            with phase("save", prefix):
                write()

    def _start(self, write: Callable[[], None]) -> None:
        def run() -> None:
            try:
                write()
            except BaseException as error:
                self._self["failure"] = error

        self._self["thread"] = thread = threading.Thread(target=run, name="writing a checkpoint")
        thread.start()

    def sync(self) -> None:
        """Wait for a checkpoint that is being written in the background; raises its error, if it failed.

        >>> import tempfile
        >>> checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
        >>> path = checkpoint.write(tempfile.mkdtemp() + "/saved", tf.train.CheckpointOptions(enable_async=True))
        >>> checkpoint.sync()
        """
        thread, self._self["thread"] = self._self["thread"], None
        if thread is not None:
            thread.join()
        failure, self._self["failure"] = self._self["failure"], None
        if failure is not None:
            raise failure

    # reading ------------------------------------------------------------------------------------------------

    @shortened
    def restore(self, save_path: Any, options: CheckpointOptions | None = None) -> Any:
        """Assign the values in a checkpoint written by `save`, including `save_counter`.

        Args:
          save_path: the path that `save` returned, or a SavedModel's folder; None restores nothing.
          options: a `tf.train.CheckpointOptions`.

        Objects and attributes that are made later get their values then. Returns a status with `assert_consumed`,
        `assert_existing_objects_matched`, `assert_nontrivial_match` and `expect_partial`.

        NotFoundError where there is no checkpoint, DataLossError for a damaged one, ValueError for a shape and
        InvalidArgumentError for a dtype that does not fit; no object has been changed then.

        >>> import tempfile
        >>> path = tf.train.Checkpoint(v=tf.Variable(3.0)).save(tempfile.mkdtemp() + "/saved")
        >>> checkpoint = tf.train.Checkpoint()
        >>> status = checkpoint.restore(path)
        >>> checkpoint.v = tf.Variable(0.0)
        >>> float(checkpoint.v)
        3.0
        """
        _refuse_in_graph("restore")
        if save_path is None:
            given_options(options)
            return InitializationOnlyStatus()
        prefix = _path(save_path)
        inner = os.path.join(prefix, "variables", "variables")
        if os.path.isdir(prefix) and os.path.exists(index_path(inner)):
            prefix = inner
        try:
            reader = BundleReader(self._settled(prefix))
        except errors.NotFoundError as error:
            raise errors.NotFoundError(
                None,
                None,
                f"Error when restoring from checkpoint or SavedModel at {prefix}: {error.message}\nPlease double-check "
                "that the path is correct. You may be missing the checkpoint suffix (e.g. the '-1' in "
                "'path/to/ckpt-1').",
            ) from None
        _ = self.save_counter  # create it, so that it is restored
        return self._restore_from(reader, options)

    @shortened
    def read(self, save_path: Any, options: CheckpointOptions | None = None) -> CheckpointLoadStatus:
        """Assign the values in a checkpoint written by `write`; as `restore`, without a counter.

        >>> import tempfile
        >>> path = tf.train.Checkpoint(v=tf.Variable(3.0)).write(tempfile.mkdtemp() + "/saved")
        >>> v = tf.Variable(0.0)
        >>> _ = tf.train.Checkpoint(v=v).read(path).assert_consumed()
        >>> float(v)
        3.0
        """
        _refuse_in_graph("read")
        return self._restore_from(BundleReader(self._settled(_path(save_path))), options)

    def _settled(self, prefix: str) -> str:
        """The path, after waiting for background writes."""
        self.sync()
        return prefix

    def _restore_from(self, reader: BundleReader, options: CheckpointOptions | None) -> CheckpointLoadStatus:
        restoration = Restoration(reader, given_options(options).experimental_skip_slot_variables)
        with phase("load", "checkpoint"):
            restoration.attach(self, 0)
        restoration.partial = False
        return CheckpointLoadStatus(restoration, self)


def _write_files(prefix: str, graph: bytes, values: dict[str, EagerTensor], options: CheckpointOptions) -> None:
    most = getattr(options.experimental_sharding_callback, "max_shard_size", None)
    with BundleWriter(prefix, most) as writer:
        for key, value in values.items():
            writer.add(key, value._ndarray(), value.dtype)
        writer.add(GRAPH_KEY, np.array(graph, object), string)


def _note_latest(path: str) -> None:
    state_file.write_state(os.path.dirname(path), path)


def _path(given: Any) -> str:
    """A path as a string; TypeError for anything else."""
    if isinstance(given, Tensor):
        given = given.numpy()
    return os.fsdecode(given)


def _check_trackable(name: str, value: Any) -> None:
    if not is_trackable(value) and not isinstance(value, Traced):
        raise ValueError(
            f"`Checkpoint` was expecting {name} to be a trackable object (a variable, a module, or a list, dict or "
            f"tuple of them), got {value!r}. What has no state that can be saved is left out."
        )


def _refuse_in_graph(what: str) -> None:
    if state.graph is not None:
        raise NotImplementedError(
            f"tf.train.Checkpoint.{what} is not available inside a tf.function: call it outside. Functions can "
            "use Checkpoint.write."
        )
