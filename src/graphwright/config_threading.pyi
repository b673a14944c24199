# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.config.threading`: the number of threads."""

from graphwright.runtime.threads import get_inter_op_parallelism_threads as get_inter_op_parallelism_threads
from graphwright.runtime.threads import get_intra_op_parallelism_threads as get_intra_op_parallelism_threads
from graphwright.runtime.threads import set_inter_op_parallelism_threads as set_inter_op_parallelism_threads
from graphwright.runtime.threads import set_intra_op_parallelism_threads as set_intra_op_parallelism_threads

__all__ = [
    "get_inter_op_parallelism_threads",
    "get_intra_op_parallelism_threads",
    "set_inter_op_parallelism_threads",
    "set_intra_op_parallelism_threads",
]
