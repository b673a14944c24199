"""The process of one contender and one row: builds the model, then answers requests, a line of JSON each.

python -m bench.model_suite.worker CONTENDER ROW [--small]

The first answer has the seconds of the first call, from the model to its result; then each line `time N` is answered
with the seconds of a call, the mean of N, and `end` with the peak of memory.
"""

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from bench.model_suite import programs
from bench.model_suite.definitions import FIT_BATCHES, ROWS, Row, set_weights

# The second loss follows from the first gradients; later ones differ by roundings that grow.
_STEPS_COMPARED = 2
BACKENDS = {
    "graphwright": "tensorflow", "earlier": "tensorflow", "onnxruntime": "tensorflow", "torch_compiled": "torch",
}  # fmt: skip


def keras_of(contender: str) -> Any:
    os.environ["KERAS_BACKEND"] = BACKENDS.get(contender, contender)
    if contender in ("graphwright", "earlier"):
        import graphwright

        graphwright.install_as_tensorflow()
    import keras

    return keras


def _inference(contender: str, model: Any, x: Any) -> Callable[[], Any]:
    """A call of the model in the way of its library that is fastest to run again and again."""
    if contender in ("graphwright", "earlier", "tensorflow"):
        import tensorflow as tf

        run = tf.function(lambda *given: model(list(given) if len(given) > 1 else given[0], training=False))
        given = [tf.constant(each) for each in (x if isinstance(x, list) else [x])]
        return lambda: run(*given)
    if contender == "jax":
        import jax

        values = [v.value for v in model.trainable_variables], [v.value for v in model.non_trainable_variables]
        staged = jax.jit(lambda a, b, x: model.stateless_call(a, b, x, training=False)[0])
        held = jax.tree.map(jax.numpy.asarray, x)
        return lambda: staged(*values, held).block_until_ready()
    import torch

    held = [torch.from_numpy(each) for each in (x if isinstance(x, list) else [x])]

    given = held if len(held) > 1 else held[0]
    call: Callable[[Any], Any] = partial(model, training=False)
    if contender == "torch_compiled":  # of Keras's Python itself the compiler gives up after some layers
        call = torch.compile(torch.export.export(model.eval(), (given,), strict=False).module())

    def run_torch() -> Any:
        with torch.no_grad():
            return call(given)

    return run_torch


def _onnx(model: Any, x: Any) -> Callable[[], Any]:
    """The model converted, run by ONNX Runtime; TensorFlow and the converter are not what is timed."""
    import tempfile

    import onnxruntime
    import tensorflow as tf
    import tf2onnx
    from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

    given = x if isinstance(x, list) else [x]
    specs = [tf.TensorSpec(each.shape, each.dtype, name=f"x{at}") for at, each in enumerate(given)]
    call = tf.function(lambda *given: model(list(given) if len(given) > 1 else given[0], training=False))
    frozen = convert_variables_to_constants_v2(call.get_concrete_function(*specs))
    names = [v.name for v in frozen.inputs], [v.name for v in frozen.outputs]
    with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
        graph = frozen.graph.as_graph_def()
        tf2onnx.convert.from_graph_def(
            graph, input_names=names[0], output_names=names[1], opset=17, output_path=file.name
        )
        session = onnxruntime.InferenceSession(file.name, providers=["CPUExecutionProvider"])
    feeds = dict(zip((i.name for i in session.get_inputs()), given, strict=True))
    return lambda: session.run(None, feeds)[0]


def _prepared(contender: str, row: Row, small: bool) -> Callable[[], Any]:
    keras = keras_of(contender)
    keras.utils.set_random_seed(0)
    batch = min(row.batch, 8) if small else row.batch
    if row.what == "program":
        run: Callable[[], Any] = row.build(keras, small, batch, set_weights)
        return run
    model, x, *y = row.build(keras, small, batch)
    set_weights(model)
    if row.what == "inference":
        return _onnx(model, x) if contender == "onnxruntime" else _inference(contender, model, x)
    return _training(row.what, model, batch, x, *y)


def _training(what: str, model: Any, batch: int, x: Any, y: Any) -> Callable[[], Any]:
    """A step, or an epoch, in one of the ways to train."""
    if what == "tape":
        return programs.by_a_tape(model, x, y)
    if what == "fit":
        xs, ys = (np.concatenate([each] * FIT_BATCHES) for each in (x, y))
        return lambda: model.fit(xs, ys, batch, verbose=0, shuffle=False).history["loss"]
    model.run_eagerly = what == "eager"
    return lambda: model.train_on_batch(x, y)


def main(contender: str, name: str, *options: str) -> None:
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a library prints must not mix with the answers
    run = _prepared(contender, ROWS[name], "--small" in options)
    start = time.perf_counter()
    found = run()
    first = time.perf_counter() - start
    # what steps give follows from the gradients of those before
    others = [] if ROWS[name].what == "inference" else [run() for _ in range(_STEPS_COMPARED - 1)]
    result = np.concatenate([np.asarray(each, np.float64).reshape(-1) for each in (found, *others)])
    picked = result[:: max(1, result.size // 64)][:64].tolist()
    print(json.dumps({"first": first, "result": picked}), file=answers)
    for line in sys.stdin:
        what, *count = line.split()
        if what == "end":
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
