# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.random.experimental`: older names of `tf.random`, and permutations by seed."""

from graphwright.ops.generator import Algorithm as Algorithm
from graphwright.ops.generator import Generator as Generator
from graphwright.ops.generator import create_rng_state as create_rng_state
from graphwright.ops.generator import get_global_generator as get_global_generator
from graphwright.ops.generator import set_global_generator as set_global_generator
from graphwright.ops.random_shuffles import index_shuffle as index_shuffle
from graphwright.ops.random_shuffles import stateless_shuffle as stateless_shuffle
from graphwright.ops.random_splits import fold_in as stateless_fold_in
from graphwright.ops.random_splits import split as stateless_split

__all__ = [
    "Algorithm",
    "Generator",
    "create_rng_state",
    "get_global_generator",
    "index_shuffle",
    "set_global_generator",
    "stateless_fold_in",
    "stateless_shuffle",
    "stateless_split",
]
