"""The samples of ops that need no cases of their own: each with what TensorFlow makes of it."""

from __future__ import annotations

import importlib
from collections.abc import Iterator

import numpy as np

from tests.golden.case import Case

MODULES = (
    "crosses",
    "few_diagonals",
    "older_forms",
    "older_numbers",
    "quantization",
    "quantized",
    "ragged_records",
    "recurrent",
    "uniform",
    "windows",
)


# TensorFlow infers what the samples of some say, leaves outputs unset, rounds to float32, or draws at random
_LEFT_OUT = (
    "Cross", "CrossV2", "QuantizeV2", "QuantizedConcat", "RandomUniformInt", "FusedBatchNormGrad",
    "FusedBatchNormGradV2", "RandomPoisson", "FractionalMaxPool", "FractionalAvgPool", "KMC2ChainInitialization",
    "ThreadUnsafeUnigramCandidateSampler", "StatelessRandomGammaV2",
)  # fmt: skip


def _encodable(value: object) -> bool:
    if isinstance(value, list):
        return all(map(_encodable, value))
    dtype = np.asarray(value).dtype
    return dtype.kind != "V" or dtype.names is not None


def cases() -> Iterator[Case]:
    """Samples with their errors; arrays of bfloat16 have no text, and crosses, of many lists, are in `rows_crosses`."""
    for module in MODULES:
        for op, samples in importlib.import_module(f"tests.samples.{module}").SAMPLES.items():
            for sample in samples:
                if not op.endswith(_LEFT_OUT) and all(map(_encodable, sample.inputs)):
                    yield Case(op, list(sample.inputs), dict(sample.attrs))
