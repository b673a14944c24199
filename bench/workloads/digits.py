"""The training step of examples/digits.py as it is there: 64-128-10, a batch of 32, Adam on variables."""

import sys

import numpy as np

from bench.contenders import ROOT
from bench.workload import Program, Workload


def tensorflow(tf, stage):
    # The example says `import graphwright as tf`; TensorFlow is to run the same lines.
    sys.modules["graphwright"] = tf
    sys.path.insert(0, str(ROOT / "examples"))
    import digits

    rng = np.random.default_rng(0)
    (images, labels), _ = digits.load_digits(rng)
    model = digits.Classifier(64, 128, 10)
    for variable in model.variables:
        variable.assign(rng.standard_normal(variable.shape, np.float32) * 0.1)
    step = stage(digits.make_step(model, digits.Adam(model.variables)).python_function)
    names = {"step": step, "x": tf.constant(images[: digits.BATCH]), "y": tf.constant(labels[: digits.BATCH])}
    return Program("step(x, y)", names, lambda: [step(names["x"], names["y"]) for _ in range(3)])


WORKLOAD = Workload("digits", "training step of examples/digits.py, Adam", tensorflow, tolerance=1e-4)
