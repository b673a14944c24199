"""Plans that work ahead in threads of their own: prefetching, and maps that run several elements at once."""

from __future__ import annotations

import atexit
import os
import threading
import time
import weakref
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

from graphwright.base import errors
from graphwright.data.cursor import Cursor, State, left_of
from graphwright.data.plan_functions import Body
from graphwright.data.plans import Plan
from graphwright.data.structure import Flat

AUTOTUNE = -1
_BUFFERED = 4  # elements that a buffer of no stated size holds


class _End:
    """What a producer leaves last: why there is nothing more."""

    def __init__(self, error: BaseException | None) -> None:
        self.error = error


class _Channel:
    """Between a thread that produces and one that consumes: elements one way, leave to produce the other."""

    def __init__(self, room: int) -> None:
        self.elements: SimpleQueue[Any] = SimpleQueue()
        self.producing = threading.Lock()  # held while an element is being produced
        self.leave: SimpleQueue[bool] = SimpleQueue()
        self.stopped = False
        for _ in range(room):
            self.leave.put(True)

    def stop(self) -> None:
        """Tell the producer to end."""
        self.stopped = True
        self.leave.put(False)

    def produced(self) -> list[Flat]:
        """The elements that are there, while nothing is being produced or taken."""
        found = []
        while not self.elements.empty():
            found.append(self.elements.get())
        for one in found:
            self.elements.put(one)
        return [one for one in found if not isinstance(one, _End)]


def _produce(channel: _Channel, source: Plan, cursor: Cursor) -> None:
    run: Any = iter(())
    try:
        run = source.run(cursor)
        while channel.leave.get():
            with channel.producing:
                if channel.stopped:
                    return
                element = next(run, None)
                channel.elements.put(_End(None) if element is None else element)
            if element is None:
                return
            del element
    except BaseException as error:  # whatever it is, the consumer raises it
        channel.elements.put(_End(error))
    finally:
        # also what the run is made of lets go of threads and files here, not whenever it is collected
        getattr(run, "close", bool)()


_at_work: weakref.WeakKeyDictionary[threading.Thread, _Channel] = weakref.WeakKeyDictionary()


@atexit.register
def _stop_all() -> None:
    """End the threads while there is still an interpreter to end them in."""
    left = list(_at_work.items())
    for _, channel in left:
        channel.stop()
    for thread, _ in left:
        thread.join(1)


class Prefetched(Plan):
    """Elements that a thread produces ahead of their use, as many as the buffer holds.

    The thread ends with the run: when the elements are used up, or when the run is closed or collected.
    """

    keeps_elements = True

    def __init__(self, source: Plan, size: int) -> None:
        if size < AUTOTUNE:
            raise errors.InvalidArgumentError(
                f"buffer_size must be >= 0 or set buffer_size to be {AUTOTUNE} for auto-tuning"
            )
        self._source, self._size = source, _BUFFERED if size == AUTOTUNE else size

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        return self._ahead(cursor) if self._size else self._source.run(cursor.part())

    def _ahead(self, cursor: Cursor) -> Iterator[Flat]:
        produced = cursor.elements("produced", self)
        channel, inner = _Channel(self._size), cursor.part()
        left = iter(produced)

        def state() -> State:
            return {"produced": [*left_of(produced, left), *channel.produced()]}

        cursor.says(state, channel.producing)
        thread = threading.Thread(
            target=_produce, args=(channel, self._source, inner), name="graphwright-prefetch", daemon=True
        )
        _at_work[thread] = channel
        thread.start()
        try:
            yield from left
            while True:
                element = channel.elements.get()
                if isinstance(element, _End):
                    if element.error is not None:
                        raise element.error
                    return
                channel.leave.put(True)
                yield element
        finally:
            channel.stop()

    def count(self) -> int:
        return self._source.count()


_TRIED = 4  # elements that are computed in turn before it is decided whether threads are worth it
_WORTH_A_THREAD = 300e-6  # seconds that one element takes


class ParallelMapped(Plan):
    """A function of every element, several at a time; they come in order.

    With `AUTOTUNE` for the number of calls, functions that take no longer than it takes to hand them to a thread run
    in the thread that asks.
    """

    def __init__(self, source: Plan, body: Body, calls: int) -> None:
        if calls < 1 and calls != AUTOTUNE:
            raise errors.InvalidArgumentError("num_parallel_calls must be greater than zero.")
        self._source, self._body, self._calls = source, body, calls

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        pending: deque[tuple[Flat, Future[Flat]]] = deque()
        # what has been taken but not given
        waiting = cursor.elements("waiting", self._source)
        cursor.says(lambda: {"waiting": [*(element for element, _ in pending), *waiting]})
        elements = self._taken(waiting, self._source.run(cursor.part()))
        if self._calls != AUTOTUNE:
            yield from self._at_once(elements, self._calls, pending)
            return
        took = []
        for element in elements:
            start = time.perf_counter()
            made = self._body(element)
            took.append(time.perf_counter() - start)
            yield made
            if len(took) == _TRIED:
                break
        # the first one pays for what is done once
        if len(took) == _TRIED and min(took[1:]) > _WORTH_A_THREAD:
            yield from self._at_once(elements, os.cpu_count() or 1, pending)
        else:
            yield from map(self._body, elements)

    @staticmethod
    def _taken(waiting: list[Flat], elements: Iterator[Flat]) -> Iterator[Flat]:
        while waiting:
            yield waiting.pop(0)
        yield from elements

    def _at_once(
        self, elements: Iterator[Flat], calls: int, pending: deque[tuple[Flat, Future[Flat]]]
    ) -> Iterator[Flat]:
        if calls == 1:
            yield from map(self._body, elements)
            return
        pool = ThreadPoolExecutor(calls, "graphwright-map")
        try:
            for element in elements:
                pending.append((element, pool.submit(self._body, element)))
                if len(pending) >= calls:
                    yield pending.popleft()[1].result()
            while pending:
                yield pending.popleft()[1].result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def count(self) -> int:
        return self._source.count()


__all__ = ["AUTOTUNE", "ParallelMapped", "Prefetched"]
