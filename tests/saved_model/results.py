"""What the programs of `saved_model_programs` give with a model, here and in TensorFlow."""

from __future__ import annotations

from typing import Any

import numpy as np


def plain(tf: Any, structure: Any) -> Any:
    """Results as lists of Python values, for comparing and for JSON."""
    found = []
    for leaf in tf.nest.flatten(structure):
        if leaf is None:
            continue
        array = np.asarray(leaf.numpy())
        if array.dtype == object or array.dtype.kind in "SU":
            found.append([v.decode() if isinstance(v, bytes) else v for v in array.reshape(-1).tolist()])
        elif array.dtype.kind == "c":
            found.append([[v.real, v.imag] for v in array.reshape(-1).tolist()])
        else:
            found.append(array.astype(np.float64).tolist())
    return found


def results(tf: Any, program: dict[str, Any], model: Any) -> list[Any]:
    """What the calls of a program give when they are made on `model`."""
    found = [plain(tf, getattr(model, name)(*args, **kwargs)) for name, args, kwargs in program["calls"]]
    for name, args, variables in program["gradients"]:
        sources = [t for t in args if t.dtype.is_floating] + [getattr(model, v) for v in variables]
        with tf.GradientTape() as tape:
            for source in sources:
                tape.watch(source)
            outputs = [t for t in tf.nest.flatten(getattr(model, name)(*args)) if t.dtype.is_floating]
            total = tf.add_n([tf.reduce_sum(t) for t in outputs])
        gradients = tape.gradient(total, sources)
        found.append(plain(tf, [None if g is None else tf.convert_to_tensor(g) for g in gradients]))
    if hasattr(model, "signatures"):
        for name, kwargs in program["signature_calls"]:
            found.append(plain(tf, model.signatures[name](**kwargs)))
    return found


def of_signatures(tf: Any, program: dict[str, Any], model: Any) -> dict[str, Any]:
    """What each signature gives for arguments of the program's calls, in their order, that fit it."""
    found = {}
    for key, signature in sorted(model.signatures.items()):
        specs = signature.structured_input_signature[1]
        for _, args, kwargs in program["calls"]:
            arguments = [t for t in tf.nest.flatten([args, kwargs]) if hasattr(t, "shape")]
            chosen = {}
            for name, spec in sorted(specs.items()):
                fitting = [t for t in arguments if t.dtype == spec.dtype and spec.shape.is_compatible_with(t.shape)]
                if fitting:
                    chosen[name] = fitting[0]
                    arguments = [t for t in arguments if t is not fitting[0]]
            if len(chosen) == len(specs):
                found[key] = plain(tf, signature(**chosen))
    return found


def gradients(tf: Any, program: dict[str, Any], model: Any) -> list[Any]:
    """The gradients of the sum of the results by the arguments, for every call that has any."""
    found = []
    for name, args, kwargs in program["calls"]:
        sources = [t for t in tf.nest.flatten([args, kwargs]) if hasattr(t, "dtype") and t.dtype.is_floating]
        with tf.GradientTape() as tape:
            for source in sources:
                tape.watch(source)
            results = tf.nest.flatten(getattr(model, name)(*args, **kwargs))
            outputs = [t for t in results if t is not None and t.dtype.is_floating]
            total = tf.add_n([tf.cast(tf.reduce_sum(t), tf.float32) for t in outputs]) if outputs else None
        if sources and outputs:
            reported = [None if g is None else tf.convert_to_tensor(g) for g in tape.gradient(total, sources)]
            found.append([None if g is None else plain(tf, g)[0] for g in reported])
    return found


def in_session(tf: Any, program: dict[str, Any], path: str) -> list[Any]:
    """What the signatures give in a session of TensorFlow 1."""
    found = []
    for name, kwargs in program["signature_calls"]:
        with tf.compat.v1.Session(graph=tf.Graph()) as session:
            signature = tf.compat.v1.saved_model.load(session, ["serve"], path).signature_def[name]
            feed = {signature.inputs[key].name: value.numpy() for key, value in kwargs.items()}
            fetches = {key: output.name for key, output in signature.outputs.items()}
            results = session.run(fetches, feed)
        found.append(plain(tf, {key: tf.constant(value) for key, value in results.items()}))
    return found
