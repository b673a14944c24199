"""The process of one contender, model and pattern of sizes: answers requests, a line of JSON each.

python -m bench.open_models.worker CONTENDER FILE NAME PATTERN

The first answer has samples of results for some sizes. Then each line `warm SECONDS` calls the model for so long, `time
N` is answered with the seconds of a call, the mean of N, and `end` with the host calls of our program.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from bench.open_models.definitions import MODELS, sample

Call = Callable[[list[np.ndarray]], Any]
_COMPARED = 4


def _graphwright(file: str) -> tuple[Call, Callable[[], int]]:
    import graphwright as tf
    from graphwright.functions.explain.explain import Explanation

    model = tf.onnx.load(file)

    def host_calls() -> int:
        return sum(len(trace.host_calls) for trace in Explanation.of_traces("model", [model]).traces)

    return lambda arguments: list(model(*arguments).values()), host_calls


def _onnxruntime(file: str) -> tuple[Call, Callable[[], int]]:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = len(os.sched_getaffinity(0))
    session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    names = [value.name for value in session.get_inputs()]
    return lambda arguments: session.run(None, dict(zip(names, arguments, strict=True))), lambda: 0


def main(contender: str, file: str, name: str, pattern: str) -> None:
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    model, random = MODELS[name], np.random.default_rng(0)
    run, host_calls = (_onnxruntime if contender == "onnxruntime" else _graphwright)(file)
    compared = [model.arguments(random, model.size(pattern, call)) for call in range(_COMPARED)]
    print(json.dumps({"results": [sample(run(arguments)) for arguments in compared]}), file=answers)
    made: dict[tuple[int, ...], list[np.ndarray]] = {}
    number = _COMPARED

    def next_arguments() -> list[np.ndarray]:
        nonlocal number
        number += 1
        size = model.size(pattern, number)
        if size not in made:
            made[size] = model.arguments(random, size)
        return made[size]

    for line in sys.stdin:
        what, *rest = line.split()
        if what == "warm":
            end = time.perf_counter() + float(rest[0])
            while time.perf_counter() < end:
                run(next_arguments())
            print("{}", file=answers)
        elif what == "time":
            block = [next_arguments() for _ in range(int(rest[0]))]
            start = time.perf_counter()
            for arguments in block:
                run(arguments)
            print(json.dumps({"seconds": (time.perf_counter() - start) / len(block)}), file=answers)
        else:
            print(json.dumps({"host_calls": host_calls()}), file=answers)


if __name__ == "__main__":
    main(*sys.argv[1:])
