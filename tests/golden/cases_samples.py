"""The samples of ops that need no cases of their own: each with what TensorFlow makes of it."""

from __future__ import annotations

import importlib
from collections.abc import Iterator

import numpy as np

from tests.golden.case import Case

MODULES = ("crosses", "few_diagonals", "older_forms", "older_numbers", "quantization", "ragged_records")


# TensorFlow infers what the samples of some say, leaves outputs of others unset, or draws at random
_LEFT_OUT = (
    "Cross", "CrossV2", "QuantizeV2", "RandomUniformInt", "FusedBatchNormGrad", "FusedBatchNormGradV2", "RandomPoisson",
)  # fmt: skip


def _encodable(value: object) -> bool:
    return all(map(_encodable, value)) if isinstance(value, list) else np.asarray(value).dtype.kind != "V"


def cases() -> Iterator[Case]:
    """Samples with their errors; quantized arrays have no text, and crosses, of many lists, are in `rows_crosses`."""
    for module in MODULES:
        for op, samples in importlib.import_module(f"tests.samples.{module}").SAMPLES.items():
            for sample in samples:
                if not op.endswith(_LEFT_OUT) and all(map(_encodable, sample.inputs)):
                    yield Case(op, list(sample.inputs), dict(sample.attrs))
