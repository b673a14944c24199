"""Checks many random graphs, in several processes, and can go on where it was stopped.

    python -m tests.graphs.run --seeds 0:20000 --jobs 2

What is done is kept in a file, a line for each chunk of seeds; chunks that are in it are passed over. A process that is
killed by what it runs is a finding like any other. `--shrink SEED` prints the smallest program found that still fails.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

CHUNK = 50
SECONDS = 300  # of a processor for one program; where others have it, ten times as long


def _stop(*_: object) -> None:
    raise TimeoutError(f"more than {SECONDS} seconds")


def _check(first: int, last: int) -> None:
    """In a process of its own: a line of JSON for each seed, before and after; the status says whether any differs."""
    from tests.graphs.check import check

    failed = False
    warnings.simplefilter("error")
    signal.signal(signal.SIGALRM, _stop)
    signal.signal(signal.SIGPROF, _stop)
    for seed in range(first, last):
        print(json.dumps([seed, "?"]), flush=True)
        signal.alarm(10 * SECONDS)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            check(seed)
            reported = ""
        except Exception as error:
            reported = f"{type(error).__name__}: {error}"[:300]
            failed = True
        finally:
            signal.alarm(0)
            signal.setitimer(signal.ITIMER_PROF, 0)
        print(json.dumps([seed, reported]), flush=True)
    raise SystemExit(failed)


def _lines(first: int, last: int) -> Iterator[tuple[int, str]]:
    """What was found of each seed of a chunk; a process that dies is followed by another for the rest."""
    while first < last:
        command = [sys.executable, "-m", "tests.graphs.run", "--check", f"{first}:{last}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
        found = dict(lines)
        for seed, reported in found.items():
            yield seed, f"the process died: {done.returncode}, {done.stderr[-200:]}" if reported == "?" else reported
        if not found:
            raise RuntimeError(done.stderr)
        first = max(found) + 1


def _chunk(first: int) -> tuple[int, dict[str, str]]:
    return first, {str(seed): reported for seed, reported in _lines(first, first + CHUNK) if reported}


def _done(state: Path) -> dict[int, dict[str, str]]:
    lines = state.read_text().splitlines() if state.exists() else []
    return {entry["first"]: entry["differences"] for entry in map(json.loads, lines)}


def _shrink(seed: int) -> None:
    from tests.graphs.check import check_program
    from tests.graphs.draw import draw
    from tests.graphs.program import Program
    from tests.graphs.shrink import shrink

    def problem(program: Program) -> str:
        try:
            check_program(program)
        except Exception as error:
            return type(error).__name__ + ": " + str(error)
        return ""

    program = draw(seed)
    kind = problem(program).split(":")[0]
    if kind:
        program = shrink(program, lambda smaller: problem(smaller).split(":")[0] == kind)
    print(program.text())
    print(problem(program) or "nothing differs")


def main() -> None:
    """Check the seeds that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0:20000", help="first and behind-last seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--state", type=Path, default=Path("build/random_graphs.jsonl"))
    parser.add_argument("--shrink", type=int, help="one seed, made small")
    parser.add_argument("--check", help=argparse.SUPPRESS)
    provided = parser.parse_args()
    if provided.shrink is not None:
        return _shrink(provided.shrink)
    first, last = map(int, (provided.check or provided.seeds).split(":"))
    if provided.check:
        return _check(first, last)
    provided.state.parent.mkdir(parents=True, exist_ok=True)
    done, started = _done(provided.state), time.monotonic()
    pending = [chunk for chunk in range(first, last, CHUNK) if chunk not in done]
    with ThreadPoolExecutor(provided.jobs) as pool:
        try:
            for task in as_completed([pool.submit(_chunk, chunk) for chunk in pending]):
                chunk, differences = task.result()
                done[chunk] = differences
                with provided.state.open("a") as file:
                    file.write(json.dumps({"first": chunk, "differences": differences}) + "\n")
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
    found = {int(seed): reported for differences in done.values() for seed, reported in differences.items()}
    seconds = time.monotonic() - started
    print(f"{len(done) * CHUNK} graphs looked at ({len(pending) * CHUNK} now, in {seconds:.0f} s), {len(found)} differ")
    for seed, reported in sorted(found.items()):
        print(f"  {seed}: {reported}")


if __name__ == "__main__":
    main()
