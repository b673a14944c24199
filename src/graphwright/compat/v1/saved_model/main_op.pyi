# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.saved_model.main_op`: what runs when a model is loaded."""

from graphwright.sessions.collections import main_op as main_op

__all__ = [
    "main_op",
]
