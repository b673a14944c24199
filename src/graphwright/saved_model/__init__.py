"""`tf.saved_model`: programs in files, with their functions, variables and signatures."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "core.resource": "Asset",
        "saved_model.constants": (
            "ASSETS_DIRECTORY ASSETS_KEY CLASSIFY_INPUTS CLASSIFY_METHOD_NAME CLASSIFY_OUTPUT_CLASSES "
            "CLASSIFY_OUTPUT_SCORES DEBUG_DIRECTORY DEBUG_INFO_FILENAME_PB DEFAULT_SERVING_SIGNATURE_DEF_KEY GPU "
            "PREDICT_INPUTS PREDICT_METHOD_NAME PREDICT_OUTPUTS REGRESS_INPUTS REGRESS_METHOD_NAME REGRESS_OUTPUTS "
            "SAVED_MODEL_FILENAME_PB SAVED_MODEL_FILENAME_PBTXT SAVED_MODEL_SCHEMA_VERSION SERVING TPU TRAINING "
            "VARIABLES_DIRECTORY VARIABLES_FILENAME"
        ),
        "saved_model.experimental": "experimental=",
        "saved_model.loader": "load",
        "saved_model.options": "LoadOptions SaveOptions",
        "saved_model.model_reader": "contains_saved_model",
        "saved_model.saver": "save",
    },
)
