"""`graphwright.onnx`: ONNX models as functions, and functions as ONNX models."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__, {"onnx.loading": "load", "onnx.saving": "save"})
