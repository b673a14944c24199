"""Models written as ONNX, checked, run by ONNX Runtime, and read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import graphwright as tf


def checked(path: Path) -> Any:
    """The model of a file, checked by the package `onnx`, shapes included."""
    import onnx

    onnx.checker.check_model(str(path), full_check=True)
    return onnx.load(str(path))


def run(path: Path, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The outputs of a model by ONNX Runtime."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    names = [o.name for o in session.get_outputs()]
    return dict(zip(names, session.run(names, dict(inputs)), strict=True))


def plain(value: Any) -> Any:
    """A tensor as an array that ONNX Runtime takes and gives."""
    array = np.asarray(value.numpy() if hasattr(value, "numpy") else value)
    if array.dtype.kind in "SO":
        return np.array([v.decode() for v in array.reshape(-1)], object).reshape(array.shape)
    return array


def close(result: Any, expected: Any, what: str, rtol: float = 1e-4, atol: float = 1e-5) -> None:
    """AssertionError unless two arrays agree in dtype, shape and values."""
    assert result.shape == expected.shape, f"{what}: shape {result.shape} instead of {expected.shape}"
    if expected.dtype.kind in "OS":
        assert result.tolist() == expected.tolist(), what
        return
    assert result.dtype == expected.dtype, f"{what}: {result.dtype} instead of {expected.dtype}"
    np.testing.assert_allclose(result, expected, rtol, atol, err_msg=what)


def named(results: Any) -> dict[str, Any]:
    """Results by the names that outputs have."""
    if hasattr(results, "_fields"):
        results = results._asdict()
    if isinstance(results, (list, tuple)):
        results = {f"output_{i}": v for i, v in enumerate(results)}
    if not isinstance(results, dict):
        results = {"output_0": results}
    return {n: plain(v) for n, v in results.items()}


def agrees(function: Any, calls: Sequence[Sequence[Any]], path: Path, opset: int = 17, **tolerances: float) -> Any:
    """Write a concrete function, and compare it with ONNX Runtime and with what is read again; returns the model."""
    concrete = function if hasattr(function, "structured_outputs") else function.get_concrete_function()
    tf.onnx.save(concrete, path, opset=opset)
    model = checked(path)
    loaded = tf.onnx.load(path)
    for arguments in calls:
        expected = named(concrete(*arguments))
        inputs = {i.name: plain(a) for i, a in zip(model.graph.input, arguments, strict=True)}
        results = run(path, inputs)
        again = named(loaded(*arguments))
        assert set(results) == set(expected) == set(again)
        for name, value in expected.items():
            close(results[name], value, f"ONNX Runtime, {name}", **tolerances)
            close(again[name], value, f"read again, {name}", **tolerances)
    return model
