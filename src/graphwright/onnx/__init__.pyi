# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`graphwright.onnx`: ONNX models as functions."""

from graphwright.onnx.loading import load as load

__all__ = [
    "load",
]
