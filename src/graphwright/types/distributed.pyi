# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.types.experimental.distributed`: values of several devices."""

from graphwright.distribute.values import Mirrored as Mirrored
from graphwright.distribute.values import PerReplica as PerReplica

__all__ = [
    "Mirrored",
    "PerReplica",
]
