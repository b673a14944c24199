"""Calls of a loaded model, an MLP 784-128-10 that Keras exported: one row, where the call itself shows, and a batch."""

from functools import partial

import numpy as np

from bench.models import unpacked
from bench.workload import Program, Workload

X = np.linspace(0, 1, 784, dtype=np.float32)[None]
BATCH = 256


def tensorflow(call, tf, stage):
    model = tf.saved_model.load(unpacked("keras_mlp"))
    signature = model.signatures["serving_default"]
    (name,) = signature.structured_input_signature[1]
    names = {"model": model, "signature": signature, "x": tf.constant(X), "arguments": {name: tf.constant(X)}}
    names["batch"] = tf.constant(np.repeat(X, BATCH, axis=0))
    return Program(call, names, result=lambda: model.serve(names["x"]))


WORKLOADS = [
    Workload(
        f"model_{name}",
        f"{title} of a loaded Keras MLP",
        partial(tensorflow, call),
        unfit=frozenset({"graphwright eager", "TF eager", "TF jit_compile"}),
    )
    for name, title, call in [
        ("call", "`model.serve(x)`, one row,", "model.serve(x)"),
        ("batch", f"`model.serve(x)`, {BATCH} rows,", "model.serve(batch)"),
        ("signature", "`signature(name=x)`, one row,", "signature(**arguments)"),
    ]
]
