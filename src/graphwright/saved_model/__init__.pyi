# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.saved_model`: programs in files, with their functions, variables and signatures."""

from graphwright.core.resource import Asset as Asset
from graphwright.saved_model import experimental as experimental
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
from graphwright.saved_model.loader import load as load
from graphwright.saved_model.model_reader import contains_saved_model as contains_saved_model
from graphwright.saved_model.options import LoadOptions as LoadOptions
from graphwright.saved_model.options import SaveOptions as SaveOptions
from graphwright.saved_model.saver import save as save

__all__ = [
    "ASSETS_DIRECTORY",
    "ASSETS_KEY",
    "Asset",
    "CLASSIFY_INPUTS",
    "CLASSIFY_METHOD_NAME",
    "CLASSIFY_OUTPUT_CLASSES",
    "CLASSIFY_OUTPUT_SCORES",
    "DEBUG_DIRECTORY",
    "DEBUG_INFO_FILENAME_PB",
    "DEFAULT_SERVING_SIGNATURE_DEF_KEY",
    "GPU",
    "LoadOptions",
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
    "contains_saved_model",
    "experimental",
    "load",
    "save",
]
