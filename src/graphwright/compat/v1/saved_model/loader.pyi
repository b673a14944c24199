# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.saved_model.loader`."""

from graphwright.saved_model import contains_saved_model as maybe_saved_model_directory
from graphwright.sessions.saved_model.loader import load as load

__all__ = [
    "load",
    "maybe_saved_model_directory",
]
