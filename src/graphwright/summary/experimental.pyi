# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.summary.experimental`: the step of values that name none."""

from graphwright.summary.writers import get_step as get_step
from graphwright.summary.writers import set_step as set_step

__all__ = [
    "get_step",
    "set_step",
]
