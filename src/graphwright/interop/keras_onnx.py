"""`Model.export(path, format="onnx")` of Keras, by `tf.onnx.save`.

Keras writes ONNX with the package tf2onnx. Where that is not installed, the import hook puts this module in the place
of the one with which Keras prepares it, `keras.src.export.tf2onnx_lib`.
"""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any


def patch_tf2onnx() -> None:
    """Let what Keras knows as tf2onnx write with `tf.onnx.save`."""
    lazy: Any = importlib.import_module("keras.src.utils.module_utils").tf2onnx
    lazy.module = SimpleNamespace(convert=SimpleNamespace(from_function=_from_function))


def _from_function(function: Any, input_signature: Any, opset: int | None = None, output_path: Any = None) -> None:
    from graphwright.onnx.saving import OLDEST_OPSET, save

    save(function, output_path, OLDEST_OPSET if opset is None else opset)


__all__ = ["patch_tf2onnx"]
