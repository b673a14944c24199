"""What programs do after `experimental_enable_numpy_behavior`, which changes tensors for the whole process.

python -m tests.numpy_api.enabled MODULE: runs each expression with MODULE as TensorFlow and prints what it gives, as
JSON. With `tensorflow`, in its environment, the output is the record (`tests/golden/data/numpy_behavior.json`).
"""

from __future__ import annotations

import importlib
import json
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

from tests.behaviour.run import run

_VALUES = """
i, f, d = tf.constant([3, -4, 5]), tf.constant([0.5, 1.5, -2.0]), tf.constant([1.0, 2.0, 4.0], tf.float64)
b, c = tf.constant([True, False, True]), tf.constant([1 + 2j, -1j, 3.0], tf.complex64)
t, v = tf.reshape(tf.range(24.0), [2, 3, 4]), tf.Variable([1, 2, 3])
"""
_OPERANDS = (
    "i, 2",
    "i, 1.5",
    "1.5, i",
    "2, i",
    "i, f",
    "f, i",
    "f, d",
    "f, 1",
    "v, 1.5",
    "i, [1, 2, 3]",
    "i, np.float32(2)",
    "f, True",
)
EXPRESSIONS = [
    *(
        f"({x}) {sign} ({y})"
        for sign in ["+", "-", "*", "/", "//", "%", "<", "<=", ">", ">=", "==", "!="]
        for x, y in (pair.split(", ", 1) for pair in _OPERANDS)
    ),
    *(
        "f ** 2",
        "2 ** f",
        "2.0 ** i",
        "i & 6",
        "b & [1, 0, 1]",
        "b | b",
        "i ^ 1",
        "~b",
        "-i",
        "abs(i)",
        "b + b",
        "c * f",
        "c + 1",
        "i @ f",
        "t @ tf.ones([4, 2], tf.float64)",
        "i == None",
        "i != 'a'",
        "i + 'a'",
        "i + None",
    ),
    *(
        "t.T",
        "t.reshape(4, 6)",
        "t.reshape([4, -1])",
        "t.reshape(24)",
        "t.astype(np.int32)",
        "t.astype('float16')",
        "t.astype(tf.int64)",
        "t.transpose()",
        "t.transpose([1, 0, 2])",
        "t.transpose(1, 0, 2)",
        "t.clip(1, 3)",
        "t.data",
        "t.size",
        "t.ndim",
        "i.tolist()",
        "t.ravel()",
        "t.flatten()",
        "t.max()",
        "t.min(axis=1)",
        "t.mean()",
        "t.mean(axis=(0, 1))",
        "i.max()",
        "t.sum()",
        "t.item()",
        "t.itemsize",
    ),
    *(
        "t[1]",
        "t[0, 1]",
        "t[..., 0]",
        "t[:, None].shape",
        "t[1:, ::2]",
        "t[[0, 1], [1, 2]]",
        "i == tf.constant([1, 2])",
        "i != tf.constant([1, 2])",
        "t[:, (0, 2), (1, 0)]",
        "t[t > 20]",
        "t[:, [0, 2]]",
        "t[np.array([0])]",
        "t[tf.constant([1, 0])]",
        "t[0, [1, 2], :2]",
        "t[[0, 1], :, [1, 2]]",
        "t[:, [0, 1], [1, 2]]",
        "t[..., [0, 1]]",
        "t[[-1]]",
        "t[[[0], [1]], [0, 1]]",
        "t[tf.constant([True, False])]",
        "t[:, [True, False, True]]",
        "t[[0], None].shape",
        "t[1.5]",
        "t[5]",
        "t[[5]]",
        "t[True]",
        "t[0, 0, 0, [0]]",
        "v[[0, 2]]",
        "i[i > 0]",
        "t[1, tf.constant(0)]",
    ),
    *(
        "len(i)",
        "tf.add(i, 1.5)",
        "tf.reduce_sum(i)",
        "tf.function(lambda x: x + 1.5)(i)",
        "tf.function(lambda x: x[[0, 2]])(i)",
        "tf.function(lambda x: x[x > 0])(i)",
        "tf.function(lambda x: x.reshape(3, 1).T)(i)",
        "tf.function(lambda x: x.mean())(i)",
    ),
]


def main(module: str) -> None:
    tf = importlib.import_module(module)
    tf.experimental.numpy.experimental_enable_numpy_behavior()
    answers = {expression: run(f"{_VALUES}{expression}\n", tf)["seen"] for expression in EXPRESSIONS}
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(seen)}" for key, seen in answers.items())
    print("{\n" + lines + "\n}")


if __name__ == "__main__":
    main(sys.argv[1])
