"""The samples of every op that is written as ONNX: by ONNX Runtime, and read again, they give the same results."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf

if any(importlib.util.find_spec(name) is None for name in ("onnx", "onnxruntime")):
    pytest.skip("needs the packages onnx and onnxruntime: make onnx-test", allow_module_level=True)

from graphwright.core.dispatch import apply
from graphwright.onnx.exporting.writer import RULES
from tests.onnx.runtime import checked, close, plain, run
from tests.samples import Sample, samples_of
from tests.support.op_samples import RECORDS, flatten, results, tensors

for _name in ("arrays", "control", "elementwise", "layers"):
    importlib.import_module(f"graphwright.onnx.exporting.{_name}")

DTYPES = (tf.float32, tf.float64, tf.int32, tf.int64, tf.bool, tf.string)
"""Those that ONNX Runtime has kernels for; what it has for others differs from op to op."""

DIFFERENT = {
    "Assert": "it has no result",
    "Cast": "numbers beyond the range of the dtype become what the processor gives",
    "ClipByValue": "bounds that are the wrong way round",
    "Pow": "powers beyond the range of the dtype",
    "ResizeBicubic": "weights from a table of 1024 here, and no smaller sizes in ONNX Runtime",
    **dict.fromkeys(
        ("Div", "DivNoNan", "FloorDiv", "FloorMod", "Mod", "RealDiv", "TruncateDiv", "TruncateMod"),
        "a division of integers by 0 ends the process of ONNX Runtime",
    ),
}
"""Ops whose samples go where runtimes differ, and how."""

WRITTEN = [
    r
    for r in RECORDS
    if r.name in RULES
    and r.name not in DIFFERENT
    and samples_of(r)
    and not r.name.startswith(("TensorList", "EmptyTensor"))
]


def comparable(flat: list[Any], sample: Sample) -> bool:
    """Whether runtimes agree on what a sample is: usual dtypes, numbers, not empty, no indices out of range."""
    if not all(t.dtype in DTYPES for t in flat) or sample.attrs.get("bad_indices_policy"):
        return False
    arrays = [t.numpy() for t in flat if t.dtype.is_floating]
    return all(np.isfinite(a).all() for a in arrays) and all(t.shape.num_elements() for t in flat[:1])


def constant(i: int, flat: list[Any]) -> bool:
    """Whether an input is to be a constant: axes, shapes and the like beside the data."""
    t = flat[i]
    others = i > 0 or any(not o.dtype.is_integer for o in flat)
    return bool(t.dtype.is_integer and others and len(flat) > 1 and (t.shape.num_elements() or 0) <= 12)


def written(record: Any, sample: Sample, path: Path) -> bool:
    """Compare a sample; False if it cannot be written."""
    inputs = tensors(sample.inputs)
    flat = flatten(inputs)
    fixed = [constant(i, flat) for i in range(len(flat))]
    given = [t for t, c in zip(flat, fixed, strict=True) if not c]
    if not given or not comparable(flat, sample):
        return True

    def f(*values: Any) -> list[Any]:
        following = iter(values)
        every = iter([t if c else next(following) for t, c in zip(flat, fixed, strict=True)])
        grouped = tuple([next(every) for _ in x] if isinstance(x, list) else next(every) for x in inputs)
        return list(results(apply(record.name, grouped, dict(sample.attrs))))

    specs = [tf.TensorSpec(t.shape, t.dtype, f"in{i}") for i, t in enumerate(given)]
    concrete = tf.function(f, autograph=False).get_concrete_function(*specs)
    try:
        tf.onnx.save(concrete, path, opset=22)
    except tf.errors.UnimplementedError:
        return False
    model = checked(path)
    expected = [plain(v) for v in concrete(*given)]
    try:
        by_runtime = run(path, {i.name: plain(t) for i, t in zip(model.graph.input, given, strict=True)})
    except Exception as error:
        if "NOT_IMPLEMENTED" in str(error):
            return True  # ONNX Runtime has no kernel for the dtype
        raise
    again = tf.onnx.load(path)(*given)
    for value, one, other in zip(expected, by_runtime.values(), again.values(), strict=True):
        close(one, value, "ONNX Runtime")
        close(plain(other), value, "read again")
    return True


@pytest.mark.parametrize("record", WRITTEN, ids=lambda r: r.name)
def test_the_samples_of_an_op(record: Any, tmp_path: Path) -> None:
    outcomes = [written(record, sample, tmp_path / "m.onnx") for sample in samples_of(record)]
    assert any(outcomes)
