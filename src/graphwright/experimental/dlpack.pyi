# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.experimental.dlpack`: arrays of other libraries."""

from graphwright.core.dlpack import from_dlpack as from_dlpack
from graphwright.core.dlpack import to_dlpack as to_dlpack

__all__ = [
    "from_dlpack",
    "to_dlpack",
]
