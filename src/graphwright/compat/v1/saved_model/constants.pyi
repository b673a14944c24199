# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.saved_model.constants`: files, folders and collections."""

from graphwright.saved_model.constants import ASSETS_DIRECTORY as ASSETS_DIRECTORY
from graphwright.saved_model.constants import ASSETS_KEY as ASSETS_KEY
from graphwright.saved_model.constants import DEBUG_DIRECTORY as DEBUG_DIRECTORY
from graphwright.saved_model.constants import DEBUG_INFO_FILENAME_PB as DEBUG_INFO_FILENAME_PB
from graphwright.saved_model.constants import LEGACY_INIT_OP_KEY as LEGACY_INIT_OP_KEY
from graphwright.saved_model.constants import MAIN_OP_KEY as MAIN_OP_KEY
from graphwright.saved_model.constants import SAVED_MODEL_FILENAME_PB as SAVED_MODEL_FILENAME_PB
from graphwright.saved_model.constants import SAVED_MODEL_FILENAME_PBTXT as SAVED_MODEL_FILENAME_PBTXT
from graphwright.saved_model.constants import SAVED_MODEL_SCHEMA_VERSION as SAVED_MODEL_SCHEMA_VERSION
from graphwright.saved_model.constants import VARIABLES_DIRECTORY as VARIABLES_DIRECTORY
from graphwright.saved_model.constants import VARIABLES_FILENAME as VARIABLES_FILENAME

__all__ = [
    "ASSETS_DIRECTORY",
    "ASSETS_KEY",
    "DEBUG_DIRECTORY",
    "DEBUG_INFO_FILENAME_PB",
    "LEGACY_INIT_OP_KEY",
    "MAIN_OP_KEY",
    "SAVED_MODEL_FILENAME_PB",
    "SAVED_MODEL_FILENAME_PBTXT",
    "SAVED_MODEL_SCHEMA_VERSION",
    "VARIABLES_DIRECTORY",
    "VARIABLES_FILENAME",
]
