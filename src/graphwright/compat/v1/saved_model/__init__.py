"""`tf.compat.v1.saved_model`: models of sessions, saved and loaded."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "compat.v1.saved_model.builder": "builder=",
        "compat.v1.saved_model.constants": "constants=",
        "compat.v1.saved_model.loader": "loader=",
        "compat.v1.saved_model.main_op": "main_op=",
        "compat.v1.saved_model.signature_constants": "signature_constants=",
        "compat.v1.saved_model.signature_def_utils": "signature_def_utils=",
        "compat.v1.saved_model.tag_constants": "tag_constants=",
        "compat.v1.saved_model.utils": "utils=",
        "saved_model": (
            "Asset SaveOptions contains_saved_model experimental load_v2=load save "
            "maybe_saved_model_directory=contains_saved_model"
        ),
        "saved_model.constants": (
            "ASSETS_DIRECTORY ASSETS_KEY DEBUG_DIRECTORY DEBUG_INFO_FILENAME_PB LEGACY_INIT_OP_KEY MAIN_OP_KEY "
            "SAVED_MODEL_FILENAME_PB SAVED_MODEL_FILENAME_PBTXT SAVED_MODEL_SCHEMA_VERSION VARIABLES_DIRECTORY "
            "VARIABLES_FILENAME "
            "CLASSIFY_INPUTS CLASSIFY_METHOD_NAME CLASSIFY_OUTPUT_CLASSES CLASSIFY_OUTPUT_SCORES "
            "DEFAULT_SERVING_SIGNATURE_DEF_KEY PREDICT_INPUTS PREDICT_METHOD_NAME PREDICT_OUTPUTS REGRESS_INPUTS "
            "REGRESS_METHOD_NAME REGRESS_OUTPUTS "
            "GPU SERVING TPU TRAINING"
        ),
        "sessions.saved_model.builder": "Builder simple_save",
        "sessions.saved_model.loader": "load",
        "sessions.saved_model.signature_defs": (
            "build_tensor_info get_tensor_from_tensor_info "
            "build_signature_def classification_signature_def is_valid_signature predict_signature_def "
            "regression_signature_def"
        ),
    },
)
