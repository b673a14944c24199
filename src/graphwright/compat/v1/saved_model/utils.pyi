# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.saved_model.utils`: messages that name tensors."""

from graphwright.sessions.saved_model.signature_defs import build_tensor_info as build_tensor_info
from graphwright.sessions.saved_model.signature_defs import get_tensor_from_tensor_info as get_tensor_from_tensor_info

__all__ = [
    "build_tensor_info",
    "get_tensor_from_tensor_info",
]
