"""Many calls of many programs with sizes that grow and shrink: the process must hold its memory.

`python -m tests.support.stress_memory --calls 100000` makes 50 programs, calls them in a random order at random
sizes, a few of
them of some megabytes, and looks at the process's memory as it goes. Each result is compared with what a call of the
same size gave before, as far as a sum tells. Sizes that return get programs of their own, which stay in memory: these
are compiled before the first look (`--specializations` bounds them), so any growth after it is a leak.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import mmap
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base.config import options
from graphwright.functions.calls import specializations
from graphwright.runtime.native.runtime import block_allocator

WIDTH = 16
PROGRAMS = 50
_ROWS = (0, 1, 3, 17, 64, 257, 1000)
_MANY_ROWS = 100_000  # 6 MB of floats
_LOOKS = 40  # how often memory is looked at
MOST_GROWTH = 4 << 20
"""Bytes that count as none: what is fragmented comes and goes by a page here and there."""
MOST_WAITING = 100 << 20
"""Bytes that may wait to be used again."""


def chain(x: Any, k: Any) -> Any:
    return tf.tanh(x * 0.5 + k) * x - tf.sigmoid(x)


def rows(x: Any, k: Any) -> Any:
    return tf.nn.softmax(x * k) + tf.reduce_mean(x, axis=0)


def product(x: Any, k: Any) -> Any:
    return tf.nn.relu(tf.matmul(x, tf.fill([WIDTH, 24], k)) + 0.25)


def moved(x: Any, k: Any) -> Any:
    return tf.concat([tf.reverse(x, [0]), tf.pad(x[:, 2:] * k, [[0, 0], [1, 1]])], axis=0)


def looped(x: Any, k: Any) -> Any:
    for i in tf.range(4):
        x = tf.reverse(x, [0]) * k + tf.cast(i, x.dtype)
    return x


def listed(x: Any, k: Any) -> Any:
    items = tf.TensorArray(x.dtype, size=0, dynamic_size=True)
    for i in tf.range(3):
        items = items.write(i, x * k)
    return items.stack()


def hosted(x: Any, k: Any) -> Any:
    return tf.boolean_mask(x * k, x[:, 0] > 0.0)


def text(x: Any, k: Any) -> Any:
    return tf.strings.length(tf.strings.as_string(x[:2] * k))


def differentiated(x: Any, k: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(tf.tanh(x * k) ** 2)
    return tape.gradient(y, x)


def branched(x: Any, k: Any) -> Any:
    if tf.shape(x)[0] % 2 == 0:
        return tf.cumsum(x, axis=0) * k
    return tf.sort(x, axis=1)


KINDS: tuple[Callable[[Any, Any], Any], ...] = (
    chain, rows, product, moved, looped, listed, hosted, text, differentiated, branched,
)  # fmt: skip


def programs() -> list[Callable[[Any], Any]]:
    """Functions of a matrix of any number of rows; every other adds its result up in a variable."""
    created: list[Callable[[Any], Any]] = []
    for i in range(PROGRAMS):
        kind, k = KINDS[i % len(KINDS)], tf.constant(0.5 + 0.125 * (i // len(KINDS)))
        total = tf.Variable(0.0) if i % 2 else None

        @tf.function(input_signature=[tf.TensorSpec([None, WIDTH])])
        def program(x: Any, kind: Any = kind, k: Any = k, total: Any = total) -> Any:
            result = kind(x, k)
            if total is not None:
                total.assign_add(tf.reduce_sum(tf.cast(result, tf.float32)) * 1e-6)
            return result

        created.append(program)
    return created


def warm(created: list[Callable[[Any], Any]], numbers: np.ndarray) -> None:
    """Compile the programs for the sizes that return, without a limit on the time."""
    specializations._SHARE = float("inf")  # type: ignore[misc]
    specializations._GAIN = float("inf")  # type: ignore[misc]
    for program in created:
        for n in _ROWS[: options.specializations]:
            for _ in range(specializations._RETURNS):
                program(tf.constant(numbers[:n]))
            deadline = time.monotonic() + 10
            while any(one._compiling for one in found_for(program)) and time.monotonic() < deadline:
                time.sleep(0.001)


def found_for(program: Any) -> list[specializations.Specializations]:
    """What counts the sizes of a program's calls."""
    return [specializations.specializations(trace.graph) for trace in program._list_all_concrete_functions()]


def settle() -> None:
    """Give back to the system what waits to be used again, here and in the C library."""
    gc.collect()
    limit = block_allocator.limit()
    block_allocator.limit(0)
    block_allocator.limit(limit)
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def resident() -> int:
    """The bytes of the process that are in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * mmap.PAGESIZE


def stress(calls: int, seed: int, large_every: int = 500) -> tuple[list[int], list[int]]:
    """Make the calls; gives the process's memory as it goes, as it is and without what waits to be used again."""
    chosen = random.Random(seed)
    created = programs()
    numbers = np.random.default_rng(seed).standard_normal((_MANY_ROWS, WIDTH)).astype(np.float32)
    warm(created, numbers)
    seen: dict[tuple[int, int], float] = {}
    found: list[int] = []
    resolved: list[int] = []
    most = len(_ROWS)
    for call in range(calls):
        if call % 1000 == 0:  # sizes grow, then shrink again
            most = 1 + abs(len(_ROWS) - 1 - call // 1000 % (2 * len(_ROWS) - 2))
        n = chosen.randrange(_MANY_ROWS // 2, _MANY_ROWS) if call % large_every == 0 else chosen.choice(_ROWS[:most])
        i = chosen.randrange(PROGRAMS)
        result = created[i](tf.constant(numbers[:n]))
        if n in _ROWS:
            total = float(np.sum(result.numpy(), dtype=np.float64))
            if seen.setdefault((i, n), total) != total:
                raise AssertionError(f"program {i} gave other results for {n} rows")
        if (call + 1) % max(1, calls // _LOOKS) == 0:
            del result
            found.append(resident())
            settle()
            resolved.append(resident())
    return found, resolved


def growth(found: list[int]) -> int:
    """By how much memory grew between the second quarter of the looks at it and the last, at their lowest."""
    quarter = len(found) // 4
    return min(found[-quarter:]) - min(found[quarter : 2 * quarter])


def main() -> None:
    """Make many calls and tell of the memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--large-every", type=int, default=500, help="one call of so many has megabytes")
    parser.add_argument("--specializations", type=int, default=8, help="programs for sizes that return, per trace")
    chosen = parser.parse_args()
    options.specializations = chosen.specializations
    started = time.perf_counter()
    found, resolved = stress(chosen.calls, chosen.seed, chosen.large_every)
    print(f"{chosen.calls} calls of {PROGRAMS} programs in {time.perf_counter() - started:.0f} s, seed {chosen.seed}")
    print(f"resident MB: {[round(size / 2**20) for size in found]}")
    print(f"without what waits: {[round(size / 2**20) for size in resolved]}")
    print(f"growth of that from the second quarter to the last: {growth(resolved) / 2**20:.1f} MB")
    most_waiting = max(found) - found[0]
    print(f"most above the first look: {most_waiting / 2**20:.1f} MB")
    raise SystemExit(growth(resolved) > MOST_GROWTH or most_waiting >= MOST_WAITING)


if __name__ == "__main__":
    main()
