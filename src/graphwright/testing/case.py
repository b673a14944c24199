"""`tf.test.TestCase`: a test case of `unittest` with assertions about tensors."""

from __future__ import annotations

import contextlib
import importlib
import os
import random
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import numpy as np

from graphwright.base.errors import InvalidArgumentError, OpError
from graphwright.core.context import executing_eagerly
from graphwright.core.device_spec import DeviceSpec
from graphwright.ops.random._seeds import set_seed
from graphwright.sessions.graph import reset_default_graph
from graphwright.testing.older import get_temp_dir
from graphwright.testing.tensors import TensorAssertions

_SEED = 87654321
"""The seed that each test begins with, TensorFlow's."""


class TestCase(TensorAssertions):
    """A test case of `unittest` with assertions about tensors; each test begins with the same random seeds.

    >>> class Doubling(tf.test.TestCase):
    ...     def test_values(self):
    ...         self.assertAllClose(tf.constant([1.0, 2.0]) * 2, [2.0, 4.0])
    >>> Doubling("test_values").run().wasSuccessful()
    True
    """

    def __init__(self, methodName: str = "runTest") -> None:
        super().__init__(methodName)
        self._temporary: str | None = None
        self._threads: list[CheckedThread] = []
        self._cached: tuple[Any, Any, Any] | None = None

    def setUp(self) -> None:
        """Begin with an empty default graph and set the random seeds of Python, NumPy and `tf.random`.

        Inside the block of a graph that graph stays the default one.
        """
        super().setUp()
        random.seed(_SEED)
        np.random.seed(_SEED)
        with contextlib.suppress(AssertionError):  # that of nested graphs
            reset_default_graph()
        set_seed(_SEED)

    def tearDown(self) -> None:
        """Close the cached session and join threads; a thread that the test has not joined fails it."""
        self._close_cached_session()
        threads, self._threads = self._threads, []
        left = [thread for thread in threads if not thread.joined]
        for thread in left:
            thread.join()
        super().tearDown()
        if left:
            self.fail("A checked thread was not joined.")

    def _close_cached_session(self) -> None:
        if self._cached is not None:
            self._cached[2].close()
            self._cached = None

    def get_temp_dir(self) -> str:
        """A folder for the files of this test; one test always gets the same one."""
        if self._temporary is None:
            self._temporary = tempfile.mkdtemp(dir=get_temp_dir())
            self.addCleanup(shutil.rmtree, self._temporary, ignore_errors=True)
        return self._temporary

    @property
    def enter_context(self) -> Callable[[Any], Any]:
        """A function that enters a context until the end of the test."""
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        return stack.enter_context

    # errors and graphs

    def assertRaisesOpError(self, expected_err_re_or_predicate: Any) -> Any:
        """A context that must raise a `tf.errors.OpError`."""
        return self.assertRaisesWithPredicateMatch(OpError, expected_err_re_or_predicate)

    def assertRaisesIncompatibleShapesError(self, exception_type: Any = InvalidArgumentError) -> Any:
        """A context that must raise an error about shapes that do not fit."""
        pattern = r"Incompatible shapes|Dimensions must be equal|required broadcastable shapes"
        return self.assertRaisesWithPredicateMatch(exception_type, pattern)

    def assertDeviceEqual(self, device1: Any, device2: Any, msg: Any = None) -> None:
        """Fail unless two names of devices mean the same."""
        first, second = (DeviceSpec.from_string(str(d or "")).to_string() for d in (device1, device2))
        if first != second:
            self.fail(self._formatMessage(msg, f"Devices {first} and {second} are not equal."))

    def assertProtoEquals(
        self,
        expected_message_maybe_ascii: Any,
        validate_message: Any,
        msg: Any = None,
        relative_tolerance: float | None = None,
    ) -> None:
        """Fail unless two messages are equal; the expected one may be text, as protocol buffers print it."""
        from graphwright.testing.messages import message_difference

        found = message_difference(expected_message_maybe_ascii, validate_message, relative_tolerance)
        if found:
            self.fail(self._formatMessage(msg, found))

    def assertProtoEqualsVersion(
        self, expected: Any, actual: Any, producer: int = 2474, min_consumer: int = 0, msg: Any = None
    ) -> None:
        """`assertProtoEquals` for a GraphDef, with the versions added to the expected text."""
        versions = f"versions {{ producer: {producer} min_consumer: {min_consumer} }}"
        self.assertProtoEquals(f"{expected} {versions}", actual, msg=msg)

    # sessions

    @contextlib.contextmanager
    def session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = True, force_gpu: bool = False
    ) -> Iterator[Any]:
        """A session of TensorFlow 1; with eager execution, an object that explains that there is none."""
        with _session(graph, config) as session:
            yield session

    @contextlib.contextmanager
    def cached_session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = True, force_gpu: bool = False
    ) -> Iterator[Any]:
        """The one session of a test, which keeps its variables from use to use; with eager execution as `session`.

        Raises ValueError for another graph or configuration than it was created with.
        """
        if executing_eagerly():
            yield NoSession()
            return
        if self._cached is None:
            self._cached = graph, config, _of_v1("Session")(graph=graph, config=config)
        for what, first, now in zip(("graph", "config"), self._cached, (graph, config), strict=False):
            if first is not now and first != now:
                raise ValueError(
                    f"The {what} used to get the cached session is different than the one that was used to create the "
                    "session. Maybe create a new session with self.session()"
                )
        session = self._cached[2]
        with session.graph.as_default(), session.as_default():
            yield session

    def test_session(self, graph: Any = None, config: Any = None, use_gpu: bool = True, force_gpu: bool = False) -> Any:
        """`session`, by its older name. Runners of tests take it for a test: as that it is skipped."""
        if self._testMethodName == "test_session":
            self.skipTest("Not a test.")
        return self.session(graph, config, use_gpu, force_gpu)

    def evaluate(self, tensors: Any) -> Any:
        """The values of a nest of tensors and variables, by the default session where there is no eager execution."""
        if executing_eagerly():
            return super().evaluate(tensors)
        session = _of_v1("get_default_session")()
        if session is not None:
            return session.run(tensors)
        with self.session() as fresh:
            return fresh.run(tensors)

    # threads and streams

    def checkedThread(self, target: Callable[..., Any], args: Any = None, kwargs: Any = None) -> CheckedThread:
        """A thread whose exceptions fail the test; it must be joined."""
        thread = CheckedThread(self, target, tuple(args or ()), dict(kwargs or {}))
        self._threads.append(thread)
        return thread

    @contextlib.contextmanager
    def captureWritesToStream(self, stream: Any) -> Iterator[Captured]:
        """What is written to the file of a stream, `sys.stderr` for example, by Python or compiled code."""
        number = stream.fileno()
        with tempfile.TemporaryFile() as file:
            kept = os.dup(number)
            stream.flush()
            os.dup2(file.fileno(), number)
            captured = Captured(stream, file)
            try:
                yield captured
            finally:
                captured.contents()
                os.dup2(kept, number)
                os.close(kept)


@contextlib.contextmanager
def _session(graph: Any, config: Any) -> Iterator[Any]:
    if executing_eagerly():
        yield NoSession()
        return
    with _of_v1("Session")(graph=graph, config=config) as session:
        yield session


def _of_v1(name: str) -> Any:
    """A name of `tf.compat.v1`, which is loaded for graphs alone."""
    return getattr(importlib.import_module("graphwright.compat.v1"), name)


class NoSession:
    """What a test gets for a session while execution is eager: any use raises AttributeError."""

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(
            "Trying to access properties or call methods on the result of self.session(), self.cached_session(), etc "
            "while eager execution is enabled. Call `self.evaluate(tensors)`, which works in both modes, or "
            "`tf.compat.v1.disable_eager_execution()` at the start of the program."
        )


class CheckedThread:
    """A thread of a test. `join` fails the test if the thread raised an exception."""

    def __init__(
        self, case: TestCase, target: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        self.joined = False
        self._case = case
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(target, args, kwargs))

    def _run(self, target: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        try:
            target(*args, **kwargs)
        except BaseException as error:
            self._error = error

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def join(self) -> None:
        """Wait for the end of the thread."""
        self.joined = True
        self._thread.join()
        if self._error is not None:
            self._case.fail(f"Error in checkedThread: {self._error}")

    def is_alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread.is_alive()


class Captured:
    """What has been written to a stream."""

    def __init__(self, stream: Any, file: Any) -> None:
        self._stream, self._file = stream, file
        self._text = ""

    def contents(self) -> str:
        """The text up to now."""
        if not self._file.closed:
            self._stream.flush()
            self._file.seek(0)
            self._text = self._file.read().decode()
        return self._text


__all__ = ["TestCase"]
