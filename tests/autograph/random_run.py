"""Checks many random programs, in several processes, and can go on where it was stopped.

    python -m tests.autograph.random_run --seeds 0:50000 --jobs 2

What is done is kept in a file, a line for each chunk of seeds; chunks that are in it are passed over. At the end, or
when interrupted, it prints how many programs were looked at and which differ.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import signal
import warnings
from pathlib import Path
from typing import Any

CHUNK = 50
SECONDS = 60  # of work for one program, and ten times as much by the clock: the machine may be busy


class _TooSlowError(BaseException):
    """A program took longer than it may."""


def _stop(*_: Any) -> None:
    raise _TooSlowError(f"more than {SECONDS} seconds of work, or ten times as much by the clock")


def _prepare() -> None:
    os.environ["AUTOGRAPH_STRICT_CONVERSION"] = "1"
    warnings.simplefilter("error")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, _stop)
    signal.signal(signal.SIGPROF, _stop)


def _check_chunk(first: int) -> tuple[int, dict[int, str]]:
    """The differences among a chunk's programs: what went wrong, by seed."""
    from tests.autograph.random_checks import check

    differences: dict[int, str] = {}
    for seed in range(first, first + CHUNK):
        signal.alarm(10 * SECONDS)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            check(seed)
        except (Exception, _TooSlowError) as error:
            differences[seed] = f"{type(error).__name__}: {error}"[:200]
        finally:
            signal.alarm(0)
            signal.setitimer(signal.ITIMER_PROF, 0)
    return first, differences


def _done(state: Path) -> dict[int, dict[str, str]]:
    lines = state.read_text().splitlines() if state.exists() else []
    return {entry["first"]: entry["differences"] for entry in map(json.loads, lines)}


def main() -> None:
    """Check the seeds that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0:50000", help="first and behind-last seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--state", type=Path, default=Path("build/random_programs.jsonl"))
    given = parser.parse_args()
    first, last = map(int, given.seeds.split(":"))
    given.state.parent.mkdir(parents=True, exist_ok=True)
    done = _done(given.state)
    pending = [chunk for chunk in range(first, last, CHUNK) if chunk not in done]
    with multiprocessing.get_context("spawn").Pool(given.jobs, _prepare, maxtasksperchild=20) as pool:
        try:
            for chunk, differences in pool.imap_unordered(_check_chunk, pending):
                done[chunk] = {str(seed): text for seed, text in differences.items()}
                with given.state.open("a") as file:
                    file.write(json.dumps({"first": chunk, "differences": done[chunk]}) + "\n")
        except KeyboardInterrupt:
            pool.terminate()
    found = {seed: text for differences in done.values() for seed, text in differences.items()}
    print(f"{len(done) * CHUNK} programs looked at, {len(found)} differ")
    for seed, text in sorted(found.items(), key=lambda item: int(item[0])):
        print(f"  {seed}: {text}")


if __name__ == "__main__":
    main()
