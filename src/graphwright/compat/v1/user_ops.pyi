# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.user_ops`: an op as users add them."""

from graphwright.compat._resources import my_fact as my_fact

__all__ = [
    "my_fact",
]
