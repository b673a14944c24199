# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.saved_model.tag_constants`."""

from graphwright.saved_model.constants import GPU as GPU
from graphwright.saved_model.constants import SERVING as SERVING
from graphwright.saved_model.constants import TPU as TPU
from graphwright.saved_model.constants import TRAINING as TRAINING

__all__ = [
    "GPU",
    "SERVING",
    "TPU",
    "TRAINING",
]
