# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.saved_model`: programs in files, with their functions, variables and signatures."""

from graphwright.core.resource import Asset as Asset
from graphwright.saved_model import experimental as experimental
from graphwright.saved_model.loader import load as load
from graphwright.saved_model.model_reader import contains_saved_model as contains_saved_model
from graphwright.saved_model.options import LoadOptions as LoadOptions
from graphwright.saved_model.options import SaveOptions as SaveOptions
from graphwright.saved_model.saver import save as save

__all__ = [
    "Asset",
    "LoadOptions",
    "SaveOptions",
    "contains_saved_model",
    "experimental",
    "load",
    "save",
]
