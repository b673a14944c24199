"""Keras's `TensorBoard` callback works whole: curves, histograms, the graph, weights as pictures, a profile."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from tests.keras.programs import printed_by

pytestmark = pytest.mark.skipif(importlib.util.find_spec("keras") is None, reason="Keras is not installed")

_PROGRAM = """
import json, pathlib
import graphwright as tf
import numpy as np
from graphwright.profiler.files import latest

keras, folder = tf.keras, pathlib.Path({folder!r})
layers = keras.layers
model = keras.Sequential(
    [layers.Input([8, 8, 1]), layers.Conv2D(4, 3, name="conv"), layers.Flatten(), layers.Dense(3, name="dense")]
)
model.compile("sgd", "mse")
x, y = np.ones([40, 8, 8, 1], np.float32), np.ones([40, 3], np.float32)
callback = keras.callbacks.TensorBoard(
    str(folder), histogram_freq=1, write_graph=True, write_images=True, update_freq="batch", profile_batch=(2, 3)
)
model.fit(x, y, batch_size=8, epochs=2, validation_data=(x, y), callbacks=[callback], verbose=0)

def tags(run):
    found = {{}}
    for file in (folder / run).glob("events.out.*"):
        for event in tf.compat.v1.train.summary_iterator(str(file)):
            for value in event.summary.value:
                found.setdefault(value.tag, []).append(event.step)
            if event.graph_def:
                found.setdefault("graph", []).append(event.step)
    return found

profile = latest(str(folder)) if (folder / "plugins").exists() else latest(str(folder / "train"))
steps = [program for program in profile["programs"] if "step" in program["name"]]
kinds = sorted({{region["kind"] for program in steps for region in program["regions"]}})
print(json.dumps([tags("train"), tags("validation"), [program["calls"] for program in steps], kinds]))
"""


def test_the_callback_works_whole(tmp_path: Path) -> None:
    train, validation, calls, kinds = json.loads(printed_by(_PROGRAM.format(folder="logs"), tmp_path))
    assert len(train["batch_loss"]) == 10
    assert train["epoch_loss"] == [0, 1] and validation["epoch_loss"] == [0, 1]
    assert any("kernel" in tag and "histogram" in tag for tag in train), sorted(train)
    assert any("kernel" in tag and "image" in tag for tag in train), sorted(train)
    assert {"graph", "keras"} & set(train), sorted(train)
    assert calls == [2] and "convolution" in kinds, (calls, kinds)
