# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.app`: programs with flags, by `absl`."""

from graphwright.compat._app import run as run
from graphwright.compat.v1 import flags as flags

__all__ = [
    "flags",
    "run",
]
