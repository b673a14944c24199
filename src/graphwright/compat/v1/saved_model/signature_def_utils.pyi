# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.saved_model.signature_def_utils`."""

from graphwright.sessions.saved_model.signature_defs import build_signature_def as build_signature_def
from graphwright.sessions.saved_model.signature_defs import classification_signature_def as classification_signature_def
from graphwright.sessions.saved_model.signature_defs import is_valid_signature as is_valid_signature
from graphwright.sessions.saved_model.signature_defs import predict_signature_def as predict_signature_def
from graphwright.sessions.saved_model.signature_defs import regression_signature_def as regression_signature_def

__all__ = [
    "build_signature_def",
    "classification_signature_def",
    "is_valid_signature",
    "predict_signature_def",
    "regression_signature_def",
]
