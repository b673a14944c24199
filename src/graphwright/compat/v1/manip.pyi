# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.manip`: tensors put together anew."""

from graphwright import reshape as reshape
from graphwright import reverse as reverse
from graphwright import roll as roll
from graphwright import scatter_nd as scatter_nd
from graphwright import space_to_batch_nd as space_to_batch_nd
from graphwright import tile as tile
from graphwright.compat._adapters import batch_to_space_nd as batch_to_space_nd
from graphwright.compat._adapters import gather_nd as gather_nd

__all__ = [
    "batch_to_space_nd",
    "gather_nd",
    "reshape",
    "reverse",
    "roll",
    "scatter_nd",
    "space_to_batch_nd",
    "tile",
]
