"""`tf.compat.v1.saved_model.utils`: messages that name tensors."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "sessions.saved_model.signature_defs": "build_tensor_info get_tensor_from_tensor_info",
    },
)
