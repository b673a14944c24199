"""Small models of open sizes, as torch and tf2onnx write them: ONNX Runtime's results at any size, without a host call.

The files are those of the benchmark with a sixteenth of the channels:

    python bench/open_models/torch_models.py tests/onnx/open_models NAME ... --small
    python -m graphwright bench/open_models/tf2onnx_models.py tests/onnx/open_models NAME ... --small
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.functions.explain.explain import Explanation

if any(importlib.util.find_spec(name) is None for name in ("onnx", "onnxruntime")):
    pytest.skip("needs the packages onnx and onnxruntime: make onnx-test", allow_module_level=True)

import onnxruntime

FOLDER = Path(__file__).with_name("open_models")
Size = Sequence[int]


def floats(random: Any, *shape: int) -> Any:
    return random.standard_normal(shape, np.float32)


def images(channels: int) -> Callable[[Any, Size], list[Any]]:
    return lambda random, size: [floats(random, size[0], channels, *size[1:])]


def step(random: Any, size: Size) -> list[Any]:
    batch, source, past = size
    return [
        random.integers(0, 125, (batch, 1)), floats(random, batch, source, 16), floats(random, 1, 2, batch, 4, past, 4),
    ]  # fmt: skip


MODELS: dict[str, tuple[Callable[[Any, Size], list[Any]], list[Size]]] = {
    "crnn": (lambda random, size: [floats(random, size[0], 1, 32, size[1])], [(1, 64), (3, 50)]),
    "segmentation": (images(3), [(1, 64, 80), (2, 33, 47)]),
    "detector": (images(3), [(1, 64, 80), (2, 47, 33)]),
    "transformer": (
        lambda random, size: [random.integers(0, 125, size), np.ones(size, np.int64)], [(1, 7), (3, 20), (1, 1)],
    ),
    "seq2seq": (step, [(1, 5, 0), (1, 5, 1), (2, 3, 12)]),
    "tts": (lambda random, size: [random.integers(0, 80, size), np.ones(1, np.float32)], [(1, 5), (1, 23)]),
    "vad": (lambda random, size: [floats(random, *size), floats(random, 1, size[0], 4)], [(1, 512), (2, 700)]),
    "super_resolution": (lambda random, size: [floats(random, *size, 1)], [(1, 8, 9), (2, 13, 5)]),
    "wav2vec": (lambda random, size: [floats(random, *size)], [(1, 2000), (2, 3001)]),
    "unet": (images(3), [(1, 32, 40), (2, 37, 29)]),
    "unet_keras": (lambda random, size: [floats(random, *size, 3)], [(1, 32, 40), (2, 16, 24)]),
}  # fmt: skip


@pytest.mark.parametrize("name", MODELS)
def test_models_of_open_sizes(name: str) -> None:
    arguments, sizes = MODELS[name]
    file = str(FOLDER / f"{name}.onnx")
    function = tf.onnx.load(file)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    random = np.random.default_rng(0)
    for size in sizes:
        given = arguments(random, size)
        expected = session.run(None, dict(zip((i.name for i in session.get_inputs()), given, strict=True)))
        for result, wanted in zip(function(*given).values(), expected, strict=True):
            assert wanted.size and (result.dtype.as_numpy_dtype, result.shape) == (wanted.dtype, wanted.shape)
            np.testing.assert_allclose(result, wanted, rtol=1e-3, atol=1e-4)
    (trace,) = Explanation.of_traces(name, [function]).traces
    assert trace.executor == "native" and trace.host_calls == ()
