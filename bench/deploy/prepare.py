"""Writes a model for those that run it: python -m bench.deploy.prepare WHAT ROW FOLDER [--small]

WHAT is `library`, in an environment with Graphwright and Keras: a C library with its weights in a file, and the input;
or `peers`, in one with TensorFlow, Keras and tf2onnx: the model for ONNX Runtime and for LiteRT. Prints a line of JSON.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from bench.model_suite.definitions import ROWS, set_weights
from bench.model_suite.worker import keras_of


def model_of(contender: str, name: str, small: bool) -> tuple[Any, Any]:
    """The Keras model of a row, with the same weights everywhere, and its input."""
    keras = keras_of(contender)
    keras.utils.set_random_seed(0)
    model, x = ROWS[name].build(keras, small, 1)
    set_weights(model)
    return model, x


def _library(name: str, folder: Path, small: bool) -> dict[str, Any]:
    import graphwright as tf
    from graphwright import aot
    from graphwright.aot.targets import target_of
    from graphwright.runtime.native.jit import jit

    model, x = model_of("graphwright", name, small)
    call = tf.function(lambda x: model(x, training=False)).get_concrete_function(tf.TensorSpec(x.shape, x.dtype, "x"))
    start = time.perf_counter()
    own = [level.name for level in target_of(None).levels if level.vector_bits <= jit.host().vector_bits][-1:]
    aot.compile(call, folder, name="model", levels=own, weights="file")
    seconds = time.perf_counter() - start
    x.tofile(folder / "input.bin")
    np.save(folder / "input.npy", x)
    return {
        "compile": seconds,
        "elements": int(np.prod(model(x[:1]).shape)),
        "library": (folder / "libmodel.so").stat().st_size,
        "weights": (folder / "model.weights").stat().st_size,
    }


def _peers(name: str, folder: Path, small: bool) -> dict[str, Any]:
    import tensorflow as tf
    import tf2onnx
    from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

    model, x = model_of("tensorflow", name, small)
    call = tf.function(lambda x: model(x, training=False))
    concrete = call.get_concrete_function(tf.TensorSpec(x.shape, x.dtype, name="x"))
    frozen = convert_variables_to_constants_v2(concrete)
    names = [v.name for v in frozen.inputs], [v.name for v in frozen.outputs]
    graph = frozen.graph.as_graph_def()
    tf2onnx.convert.from_graph_def(
        graph, input_names=names[0], output_names=names[1], opset=17, output_path=str(folder / "model.onnx")
    )
    converter = tf.lite.TFLiteConverter.from_concrete_functions([frozen])
    (folder / "model.tflite").write_bytes(converter.convert())
    return {file: (folder / file).stat().st_size for file in ("model.onnx", "model.tflite")}


def main(what: str, name: str, folder: str, *options: str) -> None:
    """Write, and print what was written."""
    write = {"library": _library, "peers": _peers}[what]
    print(json.dumps(write(name, Path(folder), "--small" in options)))


if __name__ == "__main__":
    main(*sys.argv[1:])
