# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.random.experimental`: older names of `tf.random`, and permutations by seed."""

from graphwright.ops.random._algorithms import Algorithm as Algorithm
from graphwright.ops.random.generator import Generator as Generator
from graphwright.ops.random.generator import create_rng_state as create_rng_state
from graphwright.ops.random.generator import get_global_generator as get_global_generator
from graphwright.ops.random.generator import set_global_generator as set_global_generator
from graphwright.ops.random.split import fold_in as stateless_fold_in
from graphwright.ops.random.split import split as stateless_split
from graphwright.ops.random.stateless_shuffle import index_shuffle as index_shuffle
from graphwright.ops.random.stateless_shuffle import stateless_shuffle as stateless_shuffle

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
