"""The process of one library: prepares programs and times blocks of calls, as asked on its standard input.

A request is a JSON object on a line, {"do": "prepare" | "calibrate" | "time" | "drop" | "versions", ...}; so
is each answer, {"error": traceback} if it went wrong. This runs in every library's environment, so it needs
nothing but NumPy and the library.
"""

import gc
import json
import os
import sys
import timeit
import traceback
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from bench.workloads import WORKLOADS

DISTRIBUTIONS = {
    "graphwright": ["graphwright", "numpy", "llvmlite", "ml_dtypes"],
    "earlier": ["graphwright", "numpy", "llvmlite", "ml_dtypes"],
    "numpy": ["numpy"],
    "tensorflow": ["tensorflow-cpu", "numpy"],
    "jax": ["jax", "jaxlib", "numpy"],
    "keras": ["graphwright", "keras", "numpy"],
}


class Worker:
    def __init__(self, library: str) -> None:
        self.library = library
        self.timers: dict[str, timeit.Timer] = {}

    def versions(self) -> dict[str, str]:
        found = {"python": sys.version.split()[0]}
        for name in DISTRIBUTIONS[self.library]:
            with suppress(PackageNotFoundError):
                found[name] = version(name)
        return found

    def prepare(self, workload: str, mode: str, result_file: str) -> dict[str, bool]:
        """Build the program and run it once; its result goes into the file, for the parent to compare."""
        program = WORKLOADS[workload].program(self.library, mode)
        if program is None:
            return {"exists": False}
        value = program.result() if program.result else eval(program.statement, dict(program.names))
        np.save(result_file, np.asarray(value))
        self.timers[mode] = timeit.Timer(program.statement, globals=program.names)
        return {"exists": True}

    def calibrate(self, mode: str, seconds: float) -> dict[str, int]:
        """How many calls fill a block of that length."""
        calls = 1
        while (taken := self.timers[mode].timeit(calls)) < seconds / 4:
            calls *= 2
        return {"calls": max(1, round(calls * seconds / taken))}

    def time(self, mode: str, calls: int) -> dict[str, float]:
        """Seconds per call over one block, with the cyclic collector off, as timeit does."""
        return {"seconds": self.timers[mode].timeit(calls) / calls}

    def drop(self) -> dict[str, Any]:
        self.timers.clear()
        gc.collect()
        return {}


def main() -> None:
    # What a library prints must not mix with the answers, so stdout is redirected to stderr.
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    worker = Worker(sys.argv[1])
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = getattr(worker, request.pop("do"))(**request)
        except Exception:
            answer = {"error": traceback.format_exc()}
        print(json.dumps(answer), file=answers)


if __name__ == "__main__":
    main()
