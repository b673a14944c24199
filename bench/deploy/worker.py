"""The process of one that runs a model from Python: python -m bench.deploy.worker WHO ROW THREADS FOLDER [--small]

WHO is `process`, Graphwright with the model as a function, `onnxruntime` or `litert`. Requests and answers are those of
`bench.model_suite.worker`; imports and reading the model's file count for the first result.
"""

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

Call = Callable[[], Any]


def _process(name: str, threads: int, folder: Path, small: bool) -> Call:
    import graphwright as tf
    from bench.deploy.prepare import model_of

    tf.config.threading.set_intra_op_parallelism_threads(threads)
    model, x = model_of("graphwright", name, small)
    call = tf.function(lambda x: model(x, training=False))
    given = tf.constant(x)
    return lambda: call(given)


def _onnxruntime(name: str, threads: int, folder: Path, small: bool) -> Call:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    file = str(folder / "model.onnx")
    session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    feeds = {session.get_inputs()[0].name: np.load(folder / "input.npy")}
    return lambda: session.run(None, feeds)[0]


def _litert(name: str, threads: int, folder: Path, small: bool) -> Call:
    from ai_edge_litert.interpreter import Interpreter

    interpreter = Interpreter(str(folder / "model.tflite"), num_threads=threads)
    interpreter.allocate_tensors()
    given, found = interpreter.get_input_details()[0]["index"], interpreter.get_output_details()[0]["index"]
    x = np.load(folder / "input.npy")

    def run() -> Any:
        interpreter.set_tensor(given, x)
        interpreter.invoke()
        return interpreter.get_tensor(found)

    return run


_WAYS = {"process": _process, "onnxruntime": _onnxruntime, "litert": _litert}


def main(who: str, name: str, threads: str, folder: str, *options: str) -> None:
    """Answer requests."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a library prints must not mix with the answers
    start = time.perf_counter()
    run = _WAYS[who](name, int(threads), Path(folder), "--small" in options)
    found = np.asarray(run())
    first = time.perf_counter() - start
    if who == "process":
        found.astype(np.float32).tofile(Path(folder) / f"process{threads}.out")
    flat = found.reshape(-1)
    picked = flat[:: max(1, flat.size // 64)][:64].astype(float).tolist()
    print(json.dumps({"first": first, "result": picked}), file=answers)
    for line in sys.stdin:
        request, *count = line.split()
        if request == "end":
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(json.dumps({"megabytes": peak}), file=answers)
            return
        calls = int(count[0])
        start = time.perf_counter()
        for _ in range(calls):
            run()
        print(json.dumps({"seconds": (time.perf_counter() - start) / calls}), file=answers)


if __name__ == "__main__":
    main(*sys.argv[1:])
