# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.saved_model`: models of sessions, saved and loaded."""

from graphwright.compat.v1.saved_model import builder as builder
from graphwright.compat.v1.saved_model import constants as constants
from graphwright.compat.v1.saved_model import loader as loader
from graphwright.compat.v1.saved_model import main_op as main_op
from graphwright.compat.v1.saved_model import signature_constants as signature_constants
from graphwright.compat.v1.saved_model import signature_def_utils as signature_def_utils
from graphwright.compat.v1.saved_model import tag_constants as tag_constants
from graphwright.compat.v1.saved_model import utils as utils
from graphwright.saved_model import Asset as Asset
from graphwright.saved_model import SaveOptions as SaveOptions
from graphwright.saved_model import contains_saved_model as contains_saved_model
from graphwright.saved_model import contains_saved_model as maybe_saved_model_directory
from graphwright.saved_model import experimental as experimental
from graphwright.saved_model import load as load_v2
from graphwright.saved_model import save as save
from graphwright.saved_model.constants import ASSETS_DIRECTORY as ASSETS_DIRECTORY
from graphwright.saved_model.constants import ASSETS_KEY as ASSETS_KEY
from graphwright.saved_model.constants import CLASSIFY_INPUTS as CLASSIFY_INPUTS
from graphwright.saved_model.constants import CLASSIFY_METHOD_NAME as CLASSIFY_METHOD_NAME
from graphwright.saved_model.constants import CLASSIFY_OUTPUT_CLASSES as CLASSIFY_OUTPUT_CLASSES
from graphwright.saved_model.constants import CLASSIFY_OUTPUT_SCORES as CLASSIFY_OUTPUT_SCORES
from graphwright.saved_model.constants import DEBUG_DIRECTORY as DEBUG_DIRECTORY
from graphwright.saved_model.constants import DEBUG_INFO_FILENAME_PB as DEBUG_INFO_FILENAME_PB
from graphwright.saved_model.constants import DEFAULT_SERVING_SIGNATURE_DEF_KEY as DEFAULT_SERVING_SIGNATURE_DEF_KEY
from graphwright.saved_model.constants import GPU as GPU
from graphwright.saved_model.constants import LEGACY_INIT_OP_KEY as LEGACY_INIT_OP_KEY
from graphwright.saved_model.constants import MAIN_OP_KEY as MAIN_OP_KEY
from graphwright.saved_model.constants import PREDICT_INPUTS as PREDICT_INPUTS
from graphwright.saved_model.constants import PREDICT_METHOD_NAME as PREDICT_METHOD_NAME
from graphwright.saved_model.constants import PREDICT_OUTPUTS as PREDICT_OUTPUTS
from graphwright.saved_model.constants import REGRESS_INPUTS as REGRESS_INPUTS
from graphwright.saved_model.constants import REGRESS_METHOD_NAME as REGRESS_METHOD_NAME
from graphwright.saved_model.constants import REGRESS_OUTPUTS as REGRESS_OUTPUTS
from graphwright.saved_model.constants import SAVED_MODEL_FILENAME_PB as SAVED_MODEL_FILENAME_PB
from graphwright.saved_model.constants import SAVED_MODEL_FILENAME_PBTXT as SAVED_MODEL_FILENAME_PBTXT
from graphwright.saved_model.constants import SAVED_MODEL_SCHEMA_VERSION as SAVED_MODEL_SCHEMA_VERSION
from graphwright.saved_model.constants import SERVING as SERVING
from graphwright.saved_model.constants import TPU as TPU
from graphwright.saved_model.constants import TRAINING as TRAINING
from graphwright.saved_model.constants import VARIABLES_DIRECTORY as VARIABLES_DIRECTORY
from graphwright.saved_model.constants import VARIABLES_FILENAME as VARIABLES_FILENAME
from graphwright.sessions.saved_model.builder import Builder as Builder
from graphwright.sessions.saved_model.builder import simple_save as simple_save
from graphwright.sessions.saved_model.loader import load as load
from graphwright.sessions.saved_model.signature_defs import build_signature_def as build_signature_def
from graphwright.sessions.saved_model.signature_defs import build_tensor_info as build_tensor_info
from graphwright.sessions.saved_model.signature_defs import classification_signature_def as classification_signature_def
from graphwright.sessions.saved_model.signature_defs import get_tensor_from_tensor_info as get_tensor_from_tensor_info
from graphwright.sessions.saved_model.signature_defs import is_valid_signature as is_valid_signature
from graphwright.sessions.saved_model.signature_defs import predict_signature_def as predict_signature_def
from graphwright.sessions.saved_model.signature_defs import regression_signature_def as regression_signature_def

__all__ = [
    "ASSETS_DIRECTORY",
    "ASSETS_KEY",
    "Asset",
    "Builder",
    "CLASSIFY_INPUTS",
    "CLASSIFY_METHOD_NAME",
    "CLASSIFY_OUTPUT_CLASSES",
    "CLASSIFY_OUTPUT_SCORES",
    "DEBUG_DIRECTORY",
    "DEBUG_INFO_FILENAME_PB",
    "DEFAULT_SERVING_SIGNATURE_DEF_KEY",
    "GPU",
    "LEGACY_INIT_OP_KEY",
    "MAIN_OP_KEY",
    "PREDICT_INPUTS",
    "PREDICT_METHOD_NAME",
    "PREDICT_OUTPUTS",
    "REGRESS_INPUTS",
    "REGRESS_METHOD_NAME",
    "REGRESS_OUTPUTS",
    "SAVED_MODEL_FILENAME_PB",
    "SAVED_MODEL_FILENAME_PBTXT",
    "SAVED_MODEL_SCHEMA_VERSION",
    "SERVING",
    "SaveOptions",
    "TPU",
    "TRAINING",
    "VARIABLES_DIRECTORY",
    "VARIABLES_FILENAME",
    "build_signature_def",
    "build_tensor_info",
    "builder",
    "classification_signature_def",
    "constants",
    "contains_saved_model",
    "experimental",
    "get_tensor_from_tensor_info",
    "is_valid_signature",
    "load",
    "load_v2",
    "loader",
    "main_op",
    "maybe_saved_model_directory",
    "predict_signature_def",
    "regression_signature_def",
    "save",
    "signature_constants",
    "signature_def_utils",
    "simple_save",
    "tag_constants",
    "utils",
]
