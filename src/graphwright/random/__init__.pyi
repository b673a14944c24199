# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.random`: random numbers, seeded as TensorFlow seeds them."""

from graphwright.ops._seeds import set_seed as set_seed
from graphwright.ops.generator import Algorithm as Algorithm
from graphwright.ops.generator import Generator as Generator
from graphwright.ops.generator import create_rng_state as create_rng_state
from graphwright.ops.generator import get_global_generator as get_global_generator
from graphwright.ops.generator import set_global_generator as set_global_generator
from graphwright.ops.random import categorical as categorical
from graphwright.ops.random import normal as normal
from graphwright.ops.random import shuffle as shuffle
from graphwright.ops.random import truncated_normal as truncated_normal
from graphwright.ops.random import uniform as uniform
from graphwright.ops.random_shapes import stateless_binomial as stateless_binomial
from graphwright.ops.random_shapes import stateless_gamma as stateless_gamma
from graphwright.ops.random_splits import fold_in as fold_in
from graphwright.ops.random_splits import split as split
from graphwright.ops.random_stateless import stateless_categorical as stateless_categorical
from graphwright.ops.random_stateless import stateless_normal as stateless_normal
from graphwright.ops.random_stateless import stateless_truncated_normal as stateless_truncated_normal
from graphwright.ops.random_stateless import stateless_uniform as stateless_uniform
from graphwright.random import experimental as experimental

__all__ = [
    "Algorithm",
    "Generator",
    "categorical",
    "create_rng_state",
    "experimental",
    "fold_in",
    "get_global_generator",
    "normal",
    "set_global_generator",
    "set_seed",
    "shuffle",
    "split",
    "stateless_binomial",
    "stateless_categorical",
    "stateless_gamma",
    "stateless_normal",
    "stateless_truncated_normal",
    "stateless_uniform",
    "truncated_normal",
    "uniform",
]
