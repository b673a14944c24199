"""`tf.compat.v1.saved_model.loader`."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "saved_model": "maybe_saved_model_directory=contains_saved_model",
        "sessions.saved_model.loader": "load",
    },
)
