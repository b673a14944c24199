"""Records SavedModels of TensorFlow 1, which have no objects: `python -m tests.saved_model.record_v1_models`.

It runs where TensorFlow is installed. `expected.json` has what the signatures give.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

MODELS = Path(__file__).parent / "v1_models"
X = [[1.0, -2.0, 0.5], [0.0, 3.0, 1.0]]
INPUTS: dict[str, dict[str, Any]] = {
    "tables": {"x": X, "word": ["pear", "fig"]},
    "recurrent": {"x": [[[0.1, 0.2, 0.3], [0.3, 0.2, 0.1]]]},
    "parts": {"x": X},
    "sparse": {"indices": [[0, 1], [1, 2]], "values": [2.0, 3.0], "dense_shape": [2, 3]},
    "one": {"x": X},
}
Exported = Callable[..., None]


def _tables(tf: Any, v1: Any, export: Exported) -> None:
    """A table from an asset and one of constants, variables of both kinds, two signatures."""
    x, word = v1.placeholder(tf.float32, [None, 3], name="x"), v1.placeholder(tf.string, [None], name="word")
    w = v1.get_variable("w", [3, 2], initializer=v1.constant_initializer(0.5), use_resource=True)
    b = v1.get_variable("b", [2], initializer=v1.constant_initializer([1.0, 2.0]), use_resource=False)
    v1.get_variable("step", [], tf.int64, initializer=v1.zeros_initializer(), trainable=False, use_resource=True)
    with tempfile.TemporaryDirectory() as folder:
        words = os.path.join(folder, "words.txt")
        Path(words).write_text("apple\npear\nplum\n")
        index = tf.lookup.TextFileIndex
        lines = tf.lookup.TextFileInitializer(words, tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER)
        ids = tf.lookup.StaticHashTable(lines, -1).lookup(word)
        prices = tf.lookup.KeyValueTensorInitializer(tf.constant([0, 1], tf.int64), tf.constant([1.5, 2.5]))
        price = tf.lookup.StaticHashTable(prices, 0.0).lookup(ids)
        y = tf.matmul(x, w) + b
        whole = {"x": x, "word": word}, {"y": y, "ids": ids, "price": price}
        export({"serving_default": whole, "plain": ({"in-x": x}, {"y": y})})


def _recurrent(tf: Any, v1: Any, export: Exported) -> None:
    """A loop over a sequence, with a conditional in it, and an array of results."""
    x = v1.placeholder(tf.float32, [None, None, 3], name="x")
    w = v1.get_variable("w", [3, 3], initializer=v1.constant_initializer(0.25))
    rows = tf.TensorArray(tf.float32, tf.shape(x)[1]).unstack(tf.transpose(x, [1, 0, 2]))
    out = tf.TensorArray(tf.float32, tf.shape(x)[1])

    def body(i: Any, state: Any, out: Any) -> Any:
        state = tf.cond(i > 0, lambda: tf.tanh(tf.matmul(state, w) + rows.read(i)), lambda: rows.read(0) * 2.0)
        return i + 1, state, out.write(i, state)

    start = (0, tf.zeros_like(x[:, 0]), out)
    _, state, out = tf.while_loop(lambda i, *_: i < tf.shape(x)[1], body, start)
    export({"serving_default": ({"x": x}, {"states": tf.transpose(out.stack(), [1, 0, 2]), "last": state})})


def _parts(tf: Any, v1: Any, export: Exported) -> None:
    """A variable in parts."""
    x = v1.placeholder(tf.float32, [None, 3], name="x")
    w = v1.get_variable(
        "w", [3, 2], initializer=v1.ones_initializer(), partitioner=v1.fixed_size_partitioner(3), use_resource=True
    )
    parts = [tf.convert_to_tensor(part) * (i + 1.0) for i, part in enumerate(w)]
    export({"serving_default": ({"x": x}, {"y": tf.matmul(x, tf.concat(parts, 0))})})


def _sparse(tf: Any, v1: Any, export: Exported) -> None:
    """Sparse tensors in and out."""
    x = v1.sparse_placeholder(tf.float32, [None, 3], name="x")
    export({"serving_default": ({"x": x}, {"doubled": x * 2.0, "sum": tf.sparse.reduce_sum(x)})})


def _one(tf: Any, v1: Any, export: Exported) -> None:
    """Two MetaGraphs, and an operation that runs when the model is loaded."""
    x = v1.placeholder(tf.float32, [None, 3], name="x")
    v = v1.get_variable("v", [3], initializer=v1.constant_initializer([1.0, 2.0, 3.0]), use_resource=True)
    export({"serving_default": ({"x": x}, {"y": x * v})}, more=["gpu"])


BUILDERS = {"tables": _tables, "recurrent": _recurrent, "parts": _parts, "sparse": _sparse, "one": _one}


def _record(tf: Any, name: str) -> dict[str, Any]:
    v1, folder = tf.compat.v1, MODELS / name
    shutil.rmtree(folder, ignore_errors=True)
    expected: dict[str, Any] = {}
    with tf.Graph().as_default(), v1.Session() as session:

        def export(signatures: Any, more: Any = ()) -> None:
            session.run([v1.global_variables_initializer(), v1.tables_initializer()])
            made = {
                key: v1.saved_model.predict_signature_def(inputs, outputs)
                for key, (inputs, outputs) in signatures.items()
            }
            builder = v1.saved_model.Builder(str(folder))
            assets = v1.get_collection(v1.GraphKeys.ASSET_FILEPATHS)
            builder.add_meta_graph_and_variables(
                session, ["serve"], made, assets_collection=assets or None, main_op=v1.tables_initializer()
            )
            for tag in more:
                builder.add_meta_graph(["serve", tag], made)
            builder.save()
            for key, (inputs, outputs) in signatures.items():
                fed = list(INPUTS[name].values())
                given = [v1.SparseTensorValue(*fed)] if name == "sparse" else fed
                feeds = dict(zip(inputs.values(), given, strict=False))
                values = session.run(outputs, feeds)
                expected[key] = {
                    k: [part.tolist() for part in v] if isinstance(v, tuple) else v.tolist() for k, v in values.items()
                }

        BUILDERS[name](tf, v1, export)
    return expected


def main() -> None:
    """Write the models and what they give."""
    import tensorflow as tf

    tf.compat.v1.disable_eager_execution()
    tf.compat.v1.disable_control_flow_v2()
    expected = {name: _record(tf, name) for name in BUILDERS}
    (MODELS / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")


if __name__ == "__main__":
    main()
