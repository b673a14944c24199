"""Profiles: when each call of a function ran, what tracing and compiling took, and parts that the user names.

While one is recorded every call takes the path that else only a sample of calls takes, where its time is taken.
"""

from __future__ import annotations

import gc
import gzip
import json
import os
import resource
import socket
import sys
import threading
import time
from typing import Any, NamedTuple

from graphwright.base import errors
from graphwright.base.files import local_path, told_as_tensorflow_does
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.explain import usage as usages
from graphwright.functions.explain.usage import Usage


class ProfilerOptions(NamedTuple):
    """What a profile records: of effect is none of it but `delay_ms`, which has to be None or 0.

    >>> tf.profiler.experimental.ProfilerOptions(host_tracer_level=3).python_tracer_level
    0
    """

    host_tracer_level: int = 2
    python_tracer_level: int = 0
    device_tracer_level: int = 1
    delay_ms: int | None = None


class _Recording:
    """A profile under way."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.began = time.perf_counter()
        self.calls: list[tuple[Usage, int, float, float]] = []  # trace, thread, start, end
        self.parts: list[tuple[str, dict[str, Any], int, float, float]] = []
        self.known = {id(trace.usage) for trace in _traces()}

    def add_call(self, usage: Usage, start: float, end: float) -> None:
        self.calls.append((usage, threading.get_ident(), start, end))

    def events(self) -> list[dict[str, Any]]:
        """The events of the timeline, in Chrome's form."""
        found: list[dict[str, Any]] = []

        def add(kind: str, name: str, thread: int, start: float, end: float, **args: Any) -> None:
            at, took = (start - self.began) * 1e6, (end - start) * 1e6
            found.append(
                {"ph": "X", "pid": 1, "tid": thread, "cat": kind, "name": name, "ts": at, "dur": took, "args": args}
            )

        names = {id(trace.usage): trace.name for trace in _traces()}
        for usage, thread, start, end in self.calls:
            name = names.get(id(usage), "dropped trace")
            if id(usage) not in self.known:  # its first call, behind tracing and compiling
                self.known.add(id(usage))
                compiled = start - usage.compile_seconds
                add("trace", f"trace {name}", thread, compiled - usage.trace_seconds, compiled)
                add("compile", f"compile {name}", thread, compiled, start)
            add("call", name, thread, start, end)
        for name, args, thread, start, end in self.parts:
            add("part", name, thread, start, end, **args)
        return sorted(found, key=lambda event: (event["tid"], event["ts"], -event["dur"]))


_recording: _Recording | None = None
_lock = threading.Lock()


def _traces() -> list[ConcreteFunction]:
    return [thing for thing in gc.get_objects() if type(thing) is ConcreteFunction]


def start(logdir: Any, options: Any = None) -> None:
    """Begin to record a profile of this process.

    Args:
      logdir: the folder under which `stop` writes it.
      options: a `ProfilerOptions`, or a dict of the same names.

    Raises AlreadyExistsError where one is recorded.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> tf.profiler.experimental.start(folder)
    >>> tf.profiler.experimental.stop()
    >>> os.listdir(folder)
    ['plugins']
    """
    global _recording
    given = ProfilerOptions(**options) if isinstance(options, dict) else options or ProfilerOptions()
    if given.delay_ms:
        raise errors.UnimplementedError("ProfilerOptions.delay_ms: start the profile when it has to begin.")
    with _lock:
        if _recording is not None:
            raise errors.AlreadyExistsError(None, None, "Another profiler is running.")
        _recording = _Recording(local_path(logdir))
        usages.observe(_recording.add_call, [trace.usage for trace in _traces()])


def stop(save: bool = True) -> None:
    """End the profile, and write it as a timeline of Chrome and Perfetto (ui.perfetto.dev).

    The file is `plugins/profile/<time>/<host>.trace.json.gz` under the folder given to `start`.

    Args:
      save: whether it is written.

    Raises UnavailableError where none is recorded.

    >>> try:
    ...     tf.profiler.experimental.stop()
    ... except tf.errors.UnavailableError:
    ...     print("refused")
    refused
    """
    global _recording
    with _lock:
        recording, _recording = _recording, None
        usages.observe(None, ())
    if recording is None:
        raise errors.UnavailableError(None, None, "Cannot export profiling results. No profiler is running.")
    if not save:
        return
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    process = {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": f"{socket.gethostname()} {os.getpid()}"}}
    content = {
        "displayTimeUnit": "ms",
        "traceEvents": [process, *recording.events()],
        "otherData": {"peak memory in bytes": peak},
    }
    folder = os.path.join(recording.folder, "plugins", "profile", time.strftime("%Y_%m_%d_%H_%M_%S"))
    with told_as_tensorflow_does(folder):
        os.makedirs(folder, exist_ok=True)
        with gzip.open(os.path.join(folder, f"{socket.gethostname()}.trace.json.gz"), "wt") as file:
            json.dump(content, file)


class Profile:
    """Record a profile of the block.

    >>> import tempfile
    >>> with tf.profiler.experimental.Profile(tempfile.mkdtemp()):
    ...     y = tf.function(lambda x: x + 1.0)(tf.constant(1.0))
    """

    def __init__(self, logdir: Any, options: Any = None) -> None:
        self._logdir, self._options = logdir, options

    def __enter__(self) -> None:
        start(self._logdir, self._options)

    def __exit__(self, *error: object) -> None:
        stop()


class Trace:
    """Name the block in a profile that is recorded, for example the steps of training.

    Args:
      name: the name.
      **kwargs: what is said of it, such as `step_num`.

    >>> with tf.profiler.experimental.Trace("train", step_num=3):
    ...     pass
    """

    def __init__(self, name: str, **kwargs: Any) -> None:
        self._name, self._about, self._began = name, kwargs, 0.0

    def __enter__(self) -> Trace:
        self._began = time.perf_counter()
        return self

    def set_metadata(self, **kwargs: Any) -> None:
        """Say more of the block."""
        self._about.update(kwargs)

    def __exit__(self, *error: object) -> None:
        recording = _recording
        if recording is not None:
            about = {
                name: value if isinstance(value, (int, float)) else str(value) for name, value in self._about.items()
            }
            recording.parts.append((self._name, about, threading.get_ident(), self._began, time.perf_counter()))
