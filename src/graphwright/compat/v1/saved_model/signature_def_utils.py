"""`tf.compat.v1.saved_model.signature_def_utils`."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "sessions.saved_model.signature_defs": (
            "build_signature_def classification_signature_def is_valid_signature predict_signature_def "
            "regression_signature_def"
        ),
    },
)
