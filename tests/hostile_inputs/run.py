"""Runs all samples of ops with wrong inputs.

`python -m tests.hostile_inputs.run [--ways eagerly numpy native] [--every N] [--only OP ...]`. They run in a process of
their own, which has a limit of memory: where it dies, the case is named and another process goes on behind it.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import warnings
from collections.abc import Iterator

import graphwright as tf
from tests.hostile_inputs.judge import WAYS, problem
from tests.hostile_inputs.mutations import Case, cases

_MEMORY = 3 << 30


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ways", nargs="*", default=WAYS, choices=WAYS)
    parser.add_argument("--every", type=int, default=1, help="one case of so many")
    parser.add_argument("--seed", type=int, default=0, help="which of them")
    parser.add_argument("--strict", action="store_true", help="report what has no message of its own, too")
    parser.add_argument("--only", nargs="*", help="names of ops")
    parser.add_argument("--from", type=int, dest="start", help=argparse.SUPPRESS)
    options = parser.parse_args()
    chosen = [case for case in cases() if not options.only or case.record.name in options.only]
    chosen = chosen[options.seed % options.every :: options.every]
    if options.start is not None:
        _work(chosen, options.start, options.ways, options.strict)
        return
    found = 0
    for line in _problems(chosen):
        print(line, flush=True)
        found += 1
    print(f"{len(chosen)} cases, {found} problems")
    sys.exit(bool(found))


def _work(chosen: list[Case], start: int, ways: list[str], strict: bool) -> None:
    """Run the cases from one on, and say on a line each how it went."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    tf.debugging.disable_traceback_filtering()
    warnings.simplefilter("ignore")
    for number in range(start, len(chosen)):
        for way in ways:
            print(json.dumps([number, way, None]), flush=True)
            wrong = problem(chosen[number], way, strict)
            if wrong:
                print(json.dumps([number, way, wrong]), flush=True)
    print(json.dumps([len(chosen), "", None]), flush=True)


def _problems(chosen: list[Case]) -> Iterator[str]:
    at, way = 0, ""
    while at < len(chosen):
        command = [sys.executable, "-m", "tests.hostile_inputs.run", *sys.argv[1:], "--from", str(at)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for line in process.stdout:
                at, way, wrong = json.loads(line)
                if wrong is not None:
                    yield f"{chosen[at]}, {way}: {wrong}"
        if at < len(chosen):
            yield f"{chosen[at]}, {way}: the process died ({process.returncode})"
            at += 1


if __name__ == "__main__":
    main()
