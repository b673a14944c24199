"""`tf.saved_model.experimental`: custom resources that are saved with a model, and policies for variables."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "core.resource": "TrackableResource",
        "saved_model.fingerprints": "Fingerprint read_fingerprint",
        "saved_model.options": "VariablePolicy",
    },
)
