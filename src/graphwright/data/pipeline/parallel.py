"""Pipelines that work in threads of their own: prefetching, and maps that process several elements at once."""

from __future__ import annotations

import atexit
import os
import threading
import time
import weakref
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, Final

from graphwright.base import errors
from graphwright.data.pipeline.base import AUTOTUNE, Pipeline, UnaryPipeline
from graphwright.data.pipeline.functions import CapturedFunction
from graphwright.data.pipeline.iterator_state import IteratorState, SavedState, damaged, remaining
from graphwright.data.pipeline.rounds import Failure, given, restored_items, saved_items
from graphwright.data.structure import Flat

_DEFAULT_BUFFER = 4  # elements in a buffer of no stated size


_END: Final = object()  # the last item of a channel


class _Channel:
    """A bounded queue between a producing thread and a consumer: elements in one direction, permits in the other."""

    def __init__(self, capacity: int) -> None:
        self.elements: SimpleQueue[Any] = SimpleQueue()
        self.producing = threading.Lock()  # held while an element is being produced
        self.permits: SimpleQueue[bool] = SimpleQueue()
        self.stopped = False
        for _ in range(capacity):
            self.permits.put(True)

    def stop(self) -> None:
        """Tell the producer to end."""
        self.stopped = True
        self.permits.put(False)

    def buffered(self) -> list[Flat]:
        """The elements in the queue, while nothing is being produced or taken."""
        found = []
        while not self.elements.empty():
            found.append(self.elements.get())
        for one in found:
            self.elements.put(one)
        return [one for one in found if one is not _END]


def _produce(channel: _Channel, source: Pipeline, state: IteratorState) -> None:
    run: Any = iter(())
    try:
        run = source.run(state)
        while channel.permits.get():
            with channel.producing:
                if channel.stopped:
                    return
                element = _next(run)
                channel.elements.put(element)
            if element is _END:
                return
            del element
    except BaseException as error:  # the consumer raises it, whatever it is
        channel.elements.put(Failure(error))
        channel.elements.put(_END)
    finally:
        # the run releases its threads and files here, not whenever it is collected
        getattr(run, "close", bool)()


def _next(run: Iterator[Flat]) -> Any:
    """The next element, a failure in the place of one that fails, or `_END`."""
    try:
        return next(run, _END)
    except Exception as error:
        return Failure(error)


_producers: weakref.WeakKeyDictionary[threading.Thread, _Channel] = weakref.WeakKeyDictionary()


@atexit.register
def _stop_producers() -> None:
    """End the threads while there is still an interpreter to end them in."""
    left = list(_producers.items())
    for _, channel in left:
        channel.stop()
    for thread, _ in left:
        thread.join(1)


class Prefetch(UnaryPipeline, saved_as="Prefetched"):
    """Elements that a thread produces ahead of their use, as many as the buffer holds.

    The thread ends with the run: when the elements are exhausted, or when the run is closed or collected.
    """

    keeps_elements = True

    def __init__(self, source: Pipeline, size: int) -> None:
        if size < AUTOTUNE:
            raise errors.InvalidArgumentError(
                f"buffer_size must be >= 0 or set buffer_size to be {AUTOTUNE} for auto-tuning"
            )
        super().__init__(source)
        self._size = _DEFAULT_BUFFER if size == AUTOTUNE else size

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        return map(given, self._ahead(state)) if self._size else self._source.run(state.child())

    def _ahead(self, state: IteratorState) -> Iterator[Any]:
        """Elements and failures."""
        restored = restored_items("produced", state, self)
        channel, inner = _Channel(self._size), state.child()
        left = iter(restored)

        def save() -> SavedState:
            return saved_items("produced", [*remaining(restored, left), *channel.buffered()])

        state.save_by(save, channel.producing)
        thread = threading.Thread(
            target=_produce, args=(channel, self._source, inner), name="graphwright-prefetch", daemon=True
        )
        _producers[thread] = channel
        thread.start()
        try:
            yield from left
            while True:
                element = channel.elements.get()
                if element is _END:
                    return
                channel.permits.put(True)
                yield element
        finally:
            channel.stop()


_TIMED = 4  # elements that are timed before it is decided whether threads pay
_WORTH_A_THREAD = 300e-6  # seconds per element


class ParallelMap(UnaryPipeline, saved_as="ParallelMapped"):
    """The results of a function of every element, several computed at once; they keep their order.

    With `AUTOTUNE` for the number of calls, a function that takes no longer than handing it to a thread runs in the
    consumer's thread.
    """

    def __init__(self, source: Pipeline, function: CapturedFunction, calls: int) -> None:
        if calls < 1 and calls != AUTOTUNE:
            raise errors.InvalidArgumentError("num_parallel_calls must be greater than zero.")
        super().__init__(source)
        self._function, self._calls = function, calls

    def check_opaque(self, value: Any, component: int) -> None:
        if not self._function.made(value, component):
            raise damaged()

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        return map(given, self._results(state))

    def _results(self, state: IteratorState) -> Iterator[Any]:
        """Elements and failures."""
        pending: deque[tuple[Any, Any]] = deque()
        # elements taken from the source whose results have not been returned, and those that it failed to give
        waiting = restored_items("waiting", state, self._source)
        state.save_by(lambda: saved_items("waiting", [*(element for element, _ in pending), *waiting]))
        elements = self._inputs(waiting, self._source.run(state.child()))
        if self._calls != AUTOTUNE:
            yield from self._in_threads(elements, self._calls, pending)
            return
        times: list[float] = []
        for element in elements:
            start = time.perf_counter()
            result = self._computed(element)
            times.append(time.perf_counter() - start)
            yield result
            if len(times) == _TIMED:
                break
        # the first call includes compilation
        if len(times) == _TIMED and min(times[1:]) > _WORTH_A_THREAD:
            yield from self._in_threads(elements, os.cpu_count() or 1, pending)
        else:
            yield from map(self._computed, elements)

    @staticmethod
    def _inputs(waiting: list[Any], elements: Iterator[Flat]) -> Iterator[Any]:
        while waiting:
            yield waiting.pop(0)
        while (element := _next(elements)) is not _END:
            yield element

    def _computed(self, element: Any) -> Any:
        """The result for an element, or a failure."""
        try:
            return self._function(given(element))
        except Exception as error:
            return Failure(error)

    def _in_threads(self, elements: Iterator[Any], calls: int, pending: deque[tuple[Any, Any]]) -> Iterator[Any]:
        if calls == 1:
            yield from map(self._computed, elements)
            return
        pool = ThreadPoolExecutor(calls, "graphwright-map")
        try:
            for element in elements:
                pending.append((element, pool.submit(self._computed, element)))
                if len(pending) >= calls:
                    yield pending.popleft()[1].result()
            while pending:
                yield pending.popleft()[1].result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


__all__ = ["ParallelMap", "Prefetch"]
