"""Calls of a loaded model, an MLP that Keras exported: one row through 784-128-10, so that the call itself shows."""

from functools import partial

import numpy as np

from bench.models import unpacked
from bench.workload import Program, Workload

X = np.linspace(0, 1, 784, dtype=np.float32)[None]


def tensorflow(call, tf, stage):
    model = tf.saved_model.load(unpacked("keras_mlp"))
    signature = model.signatures["serving_default"]
    (name,) = signature.structured_input_signature[1]
    names = {"model": model, "signature": signature, "x": tf.constant(X), "arguments": {name: tf.constant(X)}}
    return Program(call, names, result=lambda: model.serve(names["x"]))


WORKLOADS = [
    Workload(
        f"model_{name}",
        f"{title} of a loaded Keras MLP, one row",
        partial(tensorflow, call),
        unfit=frozenset({"graphwright eager", "TF eager", "TF jit_compile"}),
    )
    for name, title, call in [
        ("call", "`model.serve(x)`", "model.serve(x)"),
        ("signature", "`signature(name=x)`", "signature(**arguments)"),
    ]
]
