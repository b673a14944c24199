# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.saved_model.signature_constants`."""

from graphwright.saved_model.constants import CLASSIFY_INPUTS as CLASSIFY_INPUTS
from graphwright.saved_model.constants import CLASSIFY_METHOD_NAME as CLASSIFY_METHOD_NAME
from graphwright.saved_model.constants import CLASSIFY_OUTPUT_CLASSES as CLASSIFY_OUTPUT_CLASSES
from graphwright.saved_model.constants import CLASSIFY_OUTPUT_SCORES as CLASSIFY_OUTPUT_SCORES
from graphwright.saved_model.constants import DEFAULT_SERVING_SIGNATURE_DEF_KEY as DEFAULT_SERVING_SIGNATURE_DEF_KEY
from graphwright.saved_model.constants import PREDICT_INPUTS as PREDICT_INPUTS
from graphwright.saved_model.constants import PREDICT_METHOD_NAME as PREDICT_METHOD_NAME
from graphwright.saved_model.constants import PREDICT_OUTPUTS as PREDICT_OUTPUTS
from graphwright.saved_model.constants import REGRESS_INPUTS as REGRESS_INPUTS
from graphwright.saved_model.constants import REGRESS_METHOD_NAME as REGRESS_METHOD_NAME
from graphwright.saved_model.constants import REGRESS_OUTPUTS as REGRESS_OUTPUTS

__all__ = [
    "CLASSIFY_INPUTS",
    "CLASSIFY_METHOD_NAME",
    "CLASSIFY_OUTPUT_CLASSES",
    "CLASSIFY_OUTPUT_SCORES",
    "DEFAULT_SERVING_SIGNATURE_DEF_KEY",
    "PREDICT_INPUTS",
    "PREDICT_METHOD_NAME",
    "PREDICT_OUTPUTS",
    "REGRESS_INPUTS",
    "REGRESS_METHOD_NAME",
    "REGRESS_OUTPUTS",
]
