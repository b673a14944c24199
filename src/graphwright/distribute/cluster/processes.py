"""The processes of a cluster that run in step, connected by jax: start, exchange of values, bounded waits."""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

import numpy as np

from graphwright.base import errors
from graphwright.distribute.cluster.membership import Membership
from graphwright.distribute.cluster.rendezvous import meet
from graphwright.distribute.options import DEFAULT_TIMEOUT
from graphwright.runtime.xla import backend

T = TypeVar("T")

_POLL: Final = 0.2  # seconds between looks for Ctrl-C while a thread waits
_GOODBYE: Final = 30.0  # seconds in which the others end, on a busy machine
_LARGEST_RANK: Final = 8
_started: Processes | None = None


class Processes:
    """The processes of this cluster as one of them sees them.

    Attributes:
      resolver: what knows the cluster.
      index: the number of this process.
      count: how many there are.
      timeout: how many seconds a step waits for the others.
    """

    def __init__(self, membership: Membership, resolver: Any, timeout: float) -> None:
        self.resolver, self.timeout = resolver, timeout
        self.index, self.count, self.addresses = membership.index, len(membership.addresses), membership.addresses
        self._broken: Exception | None = None
        self._stuck = False
        self._work: queue.SimpleQueue[tuple[Callable[[], Any], queue.SimpleQueue[Any]]] = queue.SimpleQueue()
        threading.Thread(target=self._serve, daemon=True, name="graphwright-processes").start()
        self._exchange: Any = None

    # devices -------------------------------------------------------------------------------------------------

    def devices(self, local: list[Any]) -> list[Any]:
        """The devices of all processes that correspond to these of this one, process after process."""
        from graphwright.runtime.xla.mesh import devices_everywhere

        return devices_everywhere(local, self.addresses)

    # waiting -------------------------------------------------------------------------------------------------

    def _serve(self) -> None:
        """The thread that talks to the other processes: the program's own may stop waiting for it."""
        while True:
            work, results = self._work.get()
            try:
                results.put((work(), None))
            except BaseException as error:
                results.put((None, error))

    def bounded(self, work: Callable[[], T], what: str) -> T:
        """The result of work that waits for the other processes, within the time that is set.

        Raises:
          DeadlineExceededError: they did not come. The group is of no further use.
          UnavailableError: one of them is gone.
        """
        if self._broken is not None:
            raise self._broken
        results: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._work.put((work, results))
        end = time.monotonic() + self.timeout
        while True:
            try:
                result, error = results.get(timeout=min(_POLL, max(0.0, end - time.monotonic())) or 0.001)
                break
            except queue.Empty:
                if time.monotonic() >= end:
                    self._stuck = True
                    raise self._fail(self._late(what)) from None
        if error is None:
            found: T = result
            return found
        if _is_lost_connection(error):
            raise self._fail(self._lost(what, error)) from None
        raise error

    def _fail(self, error: errors.OpError) -> errors.OpError:
        """Remember that the group is of no further use, also for the end of the process."""
        import jax

        self._broken = error
        atexit.unregister(jax.distributed.shutdown)  # it would wait for the others
        return error

    def leave(self) -> None:
        """At the end of the program wait until the others are there, too, unless it ends by an error.

        The first process ends last: it has what connects the others.
        """
        if self._stuck:
            # a thread of it is in the middle of communication, and would bring the process down when that ends
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(1)
        if self._broken is None and not hasattr(sys, "last_value"):
            with contextlib.suppress(Exception):
                self.any(False)
                if self.index == 0:
                    self.timeout = _GOODBYE
                    self.any(False)  # which fails as soon as one is gone
            self._stuck = False
            if self.index == 0:
                time.sleep(_POLL)

    def _me(self) -> str:
        return f"Process {self.index} of {self.count} ({self.addresses[self.index]})"

    def _late(self, what: str) -> errors.OpError:
        return errors.DeadlineExceededError(
            f"{self._me()} waited {self.timeout:g} seconds for the others in '{what}': one of them hangs, has ended, "
            "or runs another program. Start all of them again, from the last checkpoint. The time is set by "
            "tf.distribute.experimental.CommunicationOptions(timeout_seconds=...), for tf.experimental.dtensor by "
            "GRAPHWRIGHT_DTENSOR_TIMEOUT."
        )

    def _lost(self, what: str, error: BaseException) -> errors.OpError:
        if "Duplicate GPU" in str(error):  # by NCCL
            return errors.FailedPreconditionError(
                f"{self._me()} uses a GPU that another process uses, too. Give each process GPUs of its own: set "
                "CUDA_VISIBLE_DEVICES in its environment, or JAX_PLATFORMS=cpu to use processors."
            )
        first = str(error).splitlines()[0][:300]
        return errors.UnavailableError(
            f"{self._me()} lost another process in '{what}' ({first}). Start all of them again, from the last "
            "checkpoint."
        )

    # values --------------------------------------------------------------------------------------------------

    def agree(self, name: str, communication: str, program: str = "", sizes: Any = (), possible: bool = True) -> bool:
        """Whether all processes can run one program on the same sizes.

        Args:
          name: of the function.
          communication: what the program exchanges with the others; must be the same in all.
          program: the program for these sizes; must be the same in all processes of the same sizes.
          sizes: the sizes of the inputs.
          possible: whether this process could.

        Raises InvalidArgumentError: the processes run different programs.
        """
        mine = np.array([_hash(communication), _hash(repr(sizes)), _hash(program), int(possible)], np.int64)
        found = self.bounded(lambda: self._gathered(mine), name)
        together = bool(found[:, 3].all()) and len(set(found[:, 1].tolist())) == 1
        compared = 2 if together and len(set(found[:, 0].tolist())) == 1 else 0
        others = [i for i in range(self.count) if found[i, compared] != mine[compared]]
        if others:
            with contextlib.suppress(Exception):
                self.bounded(lambda: self._gathered(mine), name)  # nobody ends before all know
            raise self._fail(
                errors.InvalidArgumentError(
                    f"{self._me()} runs another program than process {', '.join(map(str, others))}, in '{name}'. All "
                    "processes must run the same functions in the same order; here it is:\n"
                    + (program if compared else communication)[:600]
                )
            )
        return together

    def gather(self, arrays: list[Any]) -> list[Any]:
        """The arrays of all processes, which have as many each, whose sizes may differ."""
        return self.bounded(lambda: self._gathered_list([np.asarray(a) for a in arrays]), "exchange of values")

    def broadcast(self, array: Any) -> Any:
        """The first process's array."""
        array = np.asarray(array)
        if array.dtype.hasobject:
            return array
        return self.gather([array])[0].reshape(array.shape).astype(array.dtype, copy=False)

    def meeting(self) -> Processes:
        """What tells whether any process has more of a dataset."""
        return self

    def wait(self, what: str, seconds: float | None = None) -> None:
        """Return when all processes have called this, `seconds` later at most."""
        before = self.timeout
        self.timeout = before if seconds is None else seconds
        try:
            self.bounded(lambda: self._gathered(np.zeros(1, np.int64)), what)
        finally:
            self.timeout = before

    def any(self, mine: bool) -> bool:
        """Whether any process says so."""
        found = self.bounded(lambda: self._gathered(np.array([mine], np.int64)), "next element of a dataset")
        return bool(found.any())

    def _gathered(self, row: Any) -> Any:
        """A row of each process, all of one size."""
        if self._exchange is None:
            from graphwright.runtime.xla.exchange import Exchange

            self._exchange = Exchange(self.count)
        return self._exchange.rows(row)

    def _gathered_list(self, arrays: list[Any]) -> list[Any]:
        shapes = np.full((len(arrays), _LARGEST_RANK + 1), -1, np.int64)
        for i, array in enumerate(arrays):
            shapes[i, 0] = array.size
            shapes[i, 1 : 1 + array.ndim] = array.shape
        everywhere = self._gathered(shapes.reshape(-1)).reshape(self.count, len(arrays), -1)
        found: list[list[Any]] = [[] for _ in range(self.count)]
        for i, array in enumerate(arrays):
            most = int(everywhere[:, i, 0].max()) * array.dtype.itemsize
            padded = np.zeros(most, np.uint8)
            padded[: array.nbytes] = np.frombuffer(array.tobytes(), np.uint8)
            rows = self._gathered(padded) if most else np.zeros((self.count, 0), np.uint8)
            for process in range(self.count):
                size, *dims = everywhere[process, i]
                data = np.frombuffer(rows[process, : int(size) * array.dtype.itemsize].tobytes(), array.dtype)
                found[process].append(data.reshape([int(d) for d in dims if d >= 0]))
        return [array for each in found for array in each]


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=7).digest(), "little")


_LOST: Final = ("gloo", "nccl", "connection closed", "connection reset", "broken pipe", "coordination service")


def _is_lost_connection(error: BaseException) -> bool:
    text = str(error).lower()
    return not isinstance(error, errors.OpError) and any(word in text for word in _LOST)


def start(membership: Membership, resolver: Any, timeout: float | None) -> Processes:
    """Connect this process with the others of its cluster; at most once, again for the same cluster.

    Raises:
      FailedPreconditionError: jax is not installed or was used before, or the process belongs to another cluster.
      UnavailableError: the port is in use.
      DeadlineExceededError: the other processes did not come in time.
      InvalidArgumentError: one of them belongs to another cluster.
    """
    global _started
    backend.require()
    seconds = DEFAULT_TIMEOUT if timeout is None else float(timeout)
    if _started is not None:
        if (_started.addresses, _started.index) != (membership.addresses, membership.index):
            raise errors.FailedPreconditionError(
                f"This process is number {_started.index} of {list(_started.addresses)}, and cannot be number "
                f"{membership.index} of {list(membership.addresses)}, too."
            )
        _started.timeout = seconds
        return _started
    meet(membership, seconds)
    _connect(membership, seconds)
    _started = Processes(membership, resolver, seconds)
    atexit.register(_started.leave)  # before jax ends the connections
    _started.any(True)
    return _started


def _connect(membership: Membership, seconds: float) -> None:
    jax = backend.jax()  # with as many processors as are asked for
    jax.config.update("jax_cpu_collectives_implementation", "gloo")
    jax.config.update("jax_enable_recoverability", True)  # else the end of one process ends the others without a word
    try:
        jax.distributed.initialize(
            coordinator_address=membership.addresses[0], num_processes=len(membership.addresses),
            process_id=membership.index, initialization_timeout=max(1, int(seconds)),
            heartbeat_timeout_seconds=max(10, int(seconds)), shutdown_timeout_seconds=5,
        )  # fmt: skip
    except Exception as error:
        text = str(error)
        if isinstance(error, RuntimeError) and "before" in text:
            raise errors.FailedPreconditionError(
                "Processes are connected before anything starts jax: create MultiWorkerMirroredStrategy, or call "
                "tf.experimental.dtensor.initialize_accelerator_system, at the start of the program: " + text
            ) from None
        raise errors.DeadlineExceededError(
            f"Process {membership.index} of {len(membership.addresses)} waited {seconds:g} seconds for the others of "
            f"{list(membership.addresses)}: {text.splitlines()[0] if text else error!r}"
        ) from None
