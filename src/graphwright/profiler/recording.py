"""Profiles: calls of functions, tracing and compiling, regions of compiled code, and parts that the user names.

While one is recorded every call takes the path that else only a sample of calls takes, where its time is taken, and
enters programs with timers around their regions, which are compiled for it.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from functools import cached_property
from typing import Any, NamedTuple

from graphwright.base import errors, phases
from graphwright.base.files import local_path
from graphwright.data.pipeline.stage_times import StageTimes
from graphwright.data.pipeline.stage_times import current as stage_times
from graphwright.functions.calls import entered
from graphwright.functions.calls.graph_program import stop_timing, time_regions
from graphwright.functions.explain import usage as usages
from graphwright.functions.explain.usage import Usage
from graphwright.profiler import files
from graphwright.profiler.peaks import peaks
from graphwright.profiler.profile_data import peak_memory, programs_data, regions_data
from graphwright.profiler.timeline import Timeline
from graphwright.profiler.xplane import xspace
from graphwright.runtime.profiling import Counters, RegionEvent


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
        self.calls: list[tuple[Usage, int, float, float]] = []  # trace, thread, start, end
        self.parts: list[tuple[str, dict[str, Any], int, float, float]] = []
        self.phases: list[tuple[str, str, int, float, float]] = []  # kind, name, thread, start, end
        self.counters = Counters()
        self.began, self.began_at = time.perf_counter(), time.time()

    def begin(self) -> None:
        """Record from here on."""
        time_regions()
        self.pipelines = stage_times.times = StageTimes()
        phases.observe(lambda *phase: self.phases.append(phase))
        usages.observe(self._add_call)
        entered.renew_all()

    def end(self) -> None:
        """Record no longer."""
        self.ended = time.perf_counter()
        usages.observe(None)
        stage_times.times = None
        phases.observe(None)
        self.programs = stop_timing()
        self.counters.stop()
        entered.renew_all()

    def _add_call(self, usage: Usage, start: float, end: float) -> None:
        self.calls.append((usage, threading.get_ident(), start, end))

    def data(self) -> dict[str, Any]:
        """What is known, see `profile_data`."""
        calls: dict[str, dict[str, Any]] = {}
        for usage, _, start, end in self.calls:
            called = calls.setdefault(usage.name, {"calls": 0, "seconds": 0.0})
            called["calls"] += 1
            called["seconds"] += end - start
        programs = programs_data(self.programs, self.counters.seconds_of_a_tick)
        return {
            "version": 1,
            "seconds": self.ended - self.began,
            "peak": peaks() if programs else {},
            "calls": calls,
            "programs": programs,
            "phases": [
                {"kind": kind, "name": name, "start": start - self.began, "seconds": end - start}
                for kind, name, _, start, end in self.phases
            ],
            "threads": {"shared": self.counters.shared, "busy": self.counters.busy},
            "pipelines": {
                "waited": self.pipelines.waited,
                "taken": self.pipelines.taken,
                "stages": self.pipelines.stages(),
            },
            "memory": {
                "peak": peak_memory(),
                "peak in blocks": max((event.memory for event in self._region_events), default=0),
            },
        }

    @cached_property
    def _region_events(self) -> list[RegionEvent]:
        tables = [program.timed_regions for _, program in self.programs]
        return list(self.counters.events([table for table in tables if table is not None]))

    def timeline(self) -> list[dict[str, Any]]:
        """The events of the timeline, in Chrome's form."""
        line = Timeline(self.began)
        for usage, thread, start, end in self.calls:
            line.add("call", usage.name, thread, start, end)
        for kind, name, thread, start, end in self.phases:
            line.add(kind, f"{kind} {name}".strip(), thread, start, end)
        for name, args, thread, start, end in self.parts:
            line.add("part", name, thread, start, end, args)
        named = {
            id(program.timed_regions): (graph.name, regions_data(program.timed_regions, 1.0))
            for graph, program in self.programs
            if program.timed_regions is not None
        }
        line.add_regions(self._region_events, named)
        return line.events()


_recording: _Recording | None = None
_lock = threading.Lock()


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
        _recording.begin()


def stop(save: bool = True) -> None:
    """End the profile, and write it as a timeline of Chrome and Perfetto (ui.perfetto.dev).

    The file is `plugins/profile/<time>/<host>.trace.json.gz` under the folder given to `start`; beside it
    `<host>.regions.json.gz` has the times of regions.

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
        if recording is None:
            raise errors.UnavailableError(None, None, "Cannot export profiling results. No profiler is running.")
        recording.end()
    if save:
        _save(recording)


def _save(recording: _Recording) -> None:
    data = recording.data()
    name = f"{socket.gethostname()} {os.getpid()}"
    process = {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": name}}
    timeline: dict[str, Any] = {
        "displayTimeUnit": "ms",
        "traceEvents": [process, *recording.timeline()],
        "otherData": {"peak memory in bytes": data["memory"]["peak"]},
    }
    planes = xspace(timeline["traceEvents"], socket.gethostname(), recording.began_at)
    files.write(recording.folder, {files.TIMELINE: timeline, files.REGIONS: data, files.PLANES: planes})


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
      **kwargs: metadata of the step, such as `step_num`.

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
