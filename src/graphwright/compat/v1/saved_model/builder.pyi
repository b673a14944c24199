# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.saved_model.builder`."""

from graphwright.sessions.saved_model.builder import Builder as SavedModelBuilder

__all__ = [
    "SavedModelBuilder",
]
