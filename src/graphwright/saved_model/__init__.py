"""`tf.saved_model`: programs in files, with their functions, variables and signatures."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "core.resource": "Asset",
        "saved_model.experimental": "experimental=",
        "saved_model.loader": "load",
        "saved_model.options": "LoadOptions SaveOptions",
        "saved_model.model_reader": "contains_saved_model",
        "saved_model.saver": "save",
    },
)
