"""`tf.nondifferentiable_batch_function`: concurrent calls of a function run as one, on the rows of all of them."""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

import numpy as np

from graphwright.base import errors, nest
from graphwright.core.convert import convert_to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.prelude import Tensor
from graphwright.functions.decorator import function as traced


def nondifferentiable_batch_function(
    num_batch_threads: int,
    max_batch_size: int,
    batch_timeout_micros: int,
    allowed_batch_sizes: Sequence[int] | None = None,
    max_enqueued_batches: int = 10,
    autograph: bool = True,
    enable_large_batch_splitting: bool = True,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator: calls of several threads are put together along the first axis and run as one.

    Args:
      num_batch_threads: how many batches may run at a time.
      max_batch_size: rows of a batch.
      batch_timeout_micros: how long the first call of a batch waits for others.
      allowed_batch_sizes: sizes to which batches are filled up with their last row; the last is `max_batch_size`.
      max_enqueued_batches: how many batches may wait.
      autograph: as for `tf.function`.
      enable_large_batch_splitting: whether a call with more rows than a batch runs in parts.

    Raises:
      ValueError: the sizes do not grow up to `max_batch_size`.
      InvalidArgumentError: in a call, the arguments have different numbers of rows, or too many.
      UnavailableError: in a call, too many batches wait.

    >>> @tf.nondifferentiable_batch_function(1, max_batch_size=4, batch_timeout_micros=1000)
    ... def doubled(x):
    ...     return x * 2
    >>> doubled(tf.constant([1, 2])).numpy()
    array([2, 4], dtype=int32)
    """
    sizes = list(allowed_batch_sizes or ())
    if sizes and (sizes != sorted(set(sizes)) or sizes[-1] != max_batch_size):
        raise ValueError(f"allowed_batch_sizes must grow up to max_batch_size={max_batch_size}, got {sizes}.")

    def decorated(fn: Callable[..., Any]) -> Callable[..., Any]:
        batcher = _Batcher(
            traced(fn, autograph=autograph), num_batch_threads, max_batch_size, batch_timeout_micros / 1e6, sizes,
            max_enqueued_batches,
        )  # fmt: skip

        @functools.wraps(fn)
        def call(*args: Any) -> Any:
            tensors = [convert_to_tensor(a) for a in args]
            rows = {t.shape[0] if t.shape.rank else None for t in tensors}
            if len(rows) != 1 or None in rows:
                raise errors.InvalidArgumentError(
                    "Batching input tensors must have the same first dimension, got the shapes "
                    f"{[t.shape.as_list() for t in tensors]}."
                )
            count: Any = rows.pop()
            if count <= max_batch_size:
                return batcher.result(tensors, count)
            if not enable_large_batch_splitting:
                raise errors.InvalidArgumentError(
                    f"Task size {count} is larger than maximum input batch size {max_batch_size}."
                )
            parts = [
                batcher.result([t[i : i + max_batch_size] for t in tensors], min(max_batch_size, count - i))
                for i in range(0, count, max_batch_size)
            ]
            return nest.map_structure(lambda *pieces: apply("ConcatV2", (list(pieces), 0)), *parts)

        return call

    return decorated


class _Batch:
    """Calls that run together."""

    def __init__(self) -> None:
        self.calls: list[tuple[list[Tensor], int, Future[Any]]] = []
        self.rows, self.began = 0, time.monotonic()
        self.full = threading.Event()


class _Batcher:
    """Calls wait for others in the batch that is open; the call that opened it runs it."""

    def __init__(self, run: Any, threads: int, most: int, wait: float, sizes: list[int], waiting: int) -> None:
        self._run, self._most, self._wait, self._sizes, self._waiting = run, most, wait, sizes, waiting
        self._lock, self._running = threading.Lock(), threading.Semaphore(threads)
        self._open: _Batch | None = None
        self._count = 0

    def result(self, tensors: list[Tensor], rows: int) -> Any:
        """The function's result for the rows of one call."""
        future: Future[Any] = Future()
        batch, opened = self._joined(tensors, rows, future)
        if opened:
            batch.full.wait(self._wait)
            with self._running:
                self._close(batch)
                self._run_batch(batch)
        return future.result()

    def _joined(self, tensors: list[Tensor], rows: int, future: Future[Any]) -> tuple[_Batch, bool]:
        with self._lock:
            batch = self._open
            opened = batch is None or batch.rows + rows > self._most
            if opened:
                if self._count >= self._waiting:
                    raise errors.UnavailableError("The batch scheduling queue to which this task was submitted is full")
                if batch is not None:
                    batch.full.set()
                batch = self._open = _Batch()
                self._count += 1
            assert batch is not None
            batch.calls.append((tensors, rows, future))
            batch.rows += rows
            if batch.rows == self._most:
                batch.full.set()
                self._open = None
            return batch, opened

    def _close(self, batch: _Batch) -> None:
        with self._lock:
            self._count -= 1
            if self._open is batch:
                self._open = None

    def _run_batch(self, batch: _Batch) -> None:
        size = next((n for n in self._sizes if n >= batch.rows), batch.rows)
        try:
            inputs = [self._together(list(column), size) for column in zip(*(c[0] for c in batch.calls), strict=True)]
            result = self._run(*inputs)
        except Exception as error:
            for _, _, future in batch.calls:
                future.set_exception(error)
            return
        at = 0
        for _, rows, future in batch.calls:
            first, last = at, at + rows
            future.set_result(nest.map_structure(lambda t, a=first, b=last: t[a:b], result))
            at = last

    @staticmethod
    def _together(parts: list[Tensor], size: int) -> Tensor:
        whole: Tensor = apply("ConcatV2", (parts, 0)) if len(parts) > 1 else parts[0]
        rows: Any = whole.shape[0]
        if rows == size:
            return whole
        padded: Tensor = apply("GatherV2", (whole, np.minimum(np.arange(size), rows - 1).astype(np.int32), 0))
        return padded


__all__ = ["nondifferentiable_batch_function"]
