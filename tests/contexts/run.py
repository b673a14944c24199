"""Runs the samples of ops in the middle of programs.

`python -m tests.contexts.run [--samples N] [--seed N] [--only OP ...]`. They run in a process of their own: where that
dies, the program is named and another process goes on behind it. `--record` writes the result to
`tests/contexts/result.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.contexts.programs import Case, cases, problem
from tests.samples import samples_of
from tests.support.op_samples import describe

_RESULT = Path(__file__).with_name("result.md")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, help="at most so many of each op (all of them)")
    parser.add_argument("--seed", type=int, default=0, help="which samples, and which sizes are open")
    parser.add_argument("--only", nargs="*", help="names of ops")
    parser.add_argument("--record", action="store_true", help="write the result to a file")
    parser.add_argument("--from", type=int, dest="start", help=argparse.SUPPRESS)
    options = parser.parse_args()
    chosen = [case for case in cases(options.samples, options.seed) if not options.only or case[0].name in options.only]
    if options.start is not None:
        _work(chosen, options.start)
        return
    found = []
    for line in _problems(chosen):
        print(line, flush=True)
        found.append(line)
    print(f"{len(chosen)} programs, {len(found)} problems")
    if options.record:
        _record(len(chosen), found, options)
    sys.exit(bool(found))


def _work(chosen: list[Case], start: int) -> None:
    """Run the cases from one on, and say on a line each how it went."""
    for number in range(start, len(chosen)):
        print(json.dumps([number, None]), flush=True)
        record, sample, is_open = chosen[number]
        try:
            wrong = problem(record, sample, is_open)
        except Exception as error:
            wrong = f"{type(error).__name__}: {str(error)[:300]}"
        if wrong:
            print(json.dumps([number, wrong]), flush=True)
    print(json.dumps([len(chosen), None]), flush=True)


def _problems(chosen: list[Case]) -> Iterator[str]:
    at = 0
    while at < len(chosen):
        environment = {**os.environ, "GRAPHWRIGHT_VERIFY": "1"}
        command = [sys.executable, "-m", "tests.contexts.run", *sys.argv[1:], "--from", str(at)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
            assert process.stdout is not None
            for line in process.stdout:
                at, wrong = json.loads(line)
                if wrong is not None:
                    yield _described(chosen[at], wrong)
        if at < len(chosen):
            yield _described(chosen[at], f"the process died ({process.returncode})")
            at += 1


def _described(case: Case, wrong: str) -> str:
    record, number, is_open = case
    sample: Any = list(samples_of(record))[number]
    return f"{record.name}, sample {number}, {'open' if is_open else 'known'} sizes, {describe(sample)}:\n    {wrong}"


def _record(count: int, found: list[str], options: argparse.Namespace) -> None:
    what = "all samples" if options.samples is None else f"up to {options.samples} samples of each op"
    lines = [
        "# Samples of ops in the middle of programs",
        "",
        f"`python -m tests.contexts.run --record` ran {what} (seed {options.seed}) with `GRAPHWRIGHT_VERIFY=1`:",
        "after an assignment, twice with the same constants, in a loop, in both branches of a condition and behind all",
        "that, compared with the op run eagerly.",
        "",
        f"{count} programs, {len(found)} problems.",
        *(f"\n- {line}" for line in found),
    ]
    _RESULT.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
