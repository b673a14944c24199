"""Records small training programs of TensorFlow 1: `python -m tests.sessions.record_models`.

It runs where TensorFlow is installed, and writes their graphs and checkpoints. `expected.json` has what the programs
give when they train on after the checkpoint.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

MODELS = Path(__file__).parent / "models"
FEEDS = {"x:0": [[1.0, 2.0], [3.0, 4.0]], "y:0": [[1.0], [2.0]]}


def _linear(tf: Any, optimizer: str) -> list[str]:
    """A linear model and the operation `train`; names of what to look at."""
    v1 = tf.compat.v1
    x, y = v1.placeholder(tf.float32, [None, 2], name="x"), v1.placeholder(tf.float32, [None, 1], name="y")
    w = v1.get_variable("w", [2, 1], initializer=v1.constant_initializer(0.3))
    b = v1.get_variable("b", [1], initializer=v1.zeros_initializer())
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y), name="loss")
    step = v1.train.get_or_create_global_step()
    made = {
        "adam": lambda: v1.train.AdamOptimizer(0.1),
        "momentum": lambda: v1.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True),
        "ftrl": lambda: v1.train.FtrlOptimizer(0.1, l1_regularization_strength=0.01),
    }[optimizer]()
    made.minimize(loss, global_step=step, name="train")
    return [w.value().name, b.value().name, loss.name]


def _counters(tf: Any) -> list[str]:
    """Reference variables that are changed by other means, one change after the other."""
    v1 = tf.compat.v1
    x, y = v1.placeholder(tf.float32, [None, 2], name="x"), v1.placeholder(tf.float32, [None, 1], name="y")
    table = v1.get_variable("table", [3, 2], initializer=v1.ones_initializer())
    first = v1.scatter_add(table, [0, 2], x)
    with tf.control_dependencies([first]):
        second = v1.assign_sub(first, tf.ones([3, 2]) * 0.5)
    tf.identity(second * tf.reduce_sum(y), name="product")
    tf.group(second, v1.scatter_update(table, [1], [[9.0, 9.0]]), name="train")
    asked = v1.is_variable_initialized(table)
    return ["table/read:0", "table:0", asked.name]


def main() -> None:
    """Write the models and what they give."""
    import tensorflow as tf

    v1, expected = tf.compat.v1, {}
    v1.disable_eager_execution()
    for name, resource, build in (
        ("adam", True, lambda: _linear(tf, "adam")), ("ftrl", True, lambda: _linear(tf, "ftrl")),
        ("adam_of_references", False, lambda: _linear(tf, "adam")),
        ("momentum_of_references", False, lambda: _linear(tf, "momentum")),
        ("counters_of_references", False, lambda: _counters(tf)),
    ):  # fmt: skip
        with tf.Graph().as_default(), v1.Session() as session:
            with v1.variable_scope("", use_resource=resource):
                looked_at = build()
            saver = v1.train.Saver()
            session.run(v1.global_variables_initializer())
            session.run("train", FEEDS)
            saver.save(session, str(MODELS / name), write_state=False)
            for _ in range(3):
                session.run("train", FEEDS)
            values = session.run(looked_at, FEEDS)
            expected[name] = {n: v.tolist() for n, v in zip(looked_at, values, strict=True)}
    (MODELS / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")


if __name__ == "__main__":
    main()
