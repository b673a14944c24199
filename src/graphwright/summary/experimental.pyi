# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.summary.experimental`: the step of values that name none, tags, and values as messages."""

from graphwright.summary.values import summary_scope as summary_scope
from graphwright.summary.values import write_raw_pb as write_raw_pb
from graphwright.summary.writers import get_step as get_step
from graphwright.summary.writers import set_step as set_step

__all__ = [
    "get_step",
    "set_step",
    "summary_scope",
    "write_raw_pb",
]
