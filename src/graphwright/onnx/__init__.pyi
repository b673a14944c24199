# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`graphwright.onnx`: ONNX models as functions, and functions as ONNX models."""

from graphwright.onnx.loading import load as load
from graphwright.onnx.saving import save as save

__all__ = [
    "load",
    "save",
]
