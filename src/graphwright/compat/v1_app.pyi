# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.app`: programs with flags, by `absl`."""

from graphwright.compat import v1_flags as flags
from graphwright.compat._app import run as run

__all__ = [
    "flags",
    "run",
]
