# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.saved_model`: models with their functions, saved and loaded."""

from graphwright.saved_model import Asset as Asset
from graphwright.saved_model import SaveOptions as SaveOptions
from graphwright.saved_model import contains_saved_model as contains_saved_model
from graphwright.saved_model import experimental as experimental
from graphwright.saved_model import load as load_v2
from graphwright.saved_model import save as save

__all__ = [
    "Asset",
    "SaveOptions",
    "contains_saved_model",
    "experimental",
    "load_v2",
    "save",
]
