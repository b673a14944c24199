# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.random`: random numbers."""

from graphwright.compat._adapters import multinomial as multinomial
from graphwright.compat._adapters import poisson as poisson
from graphwright.compat._adapters import stateless_multinomial as stateless_multinomial
from graphwright.ops.random._seeds import seed_pair as get_seed
from graphwright.random import Algorithm as Algorithm
from graphwright.random import Generator as Generator
from graphwright.random import all_candidate_sampler as all_candidate_sampler
from graphwright.random import categorical as categorical
from graphwright.random import create_rng_state as create_rng_state
from graphwright.random import experimental as experimental
from graphwright.random import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from graphwright.random import fold_in as fold_in
from graphwright.random import gamma as gamma
from graphwright.random import get_global_generator as get_global_generator
from graphwright.random import learned_unigram_candidate_sampler as learned_unigram_candidate_sampler
from graphwright.random import log_uniform_candidate_sampler as log_uniform_candidate_sampler
from graphwright.random import normal as normal
from graphwright.random import set_global_generator as set_global_generator
from graphwright.random import set_seed as set_random_seed
from graphwright.random import shuffle as shuffle
from graphwright.random import split as split
from graphwright.random import stateless_binomial as stateless_binomial
from graphwright.random import stateless_categorical as stateless_categorical
from graphwright.random import stateless_gamma as stateless_gamma
from graphwright.random import stateless_normal as stateless_normal
from graphwright.random import stateless_parameterized_truncated_normal as stateless_parameterized_truncated_normal
from graphwright.random import stateless_poisson as stateless_poisson
from graphwright.random import stateless_truncated_normal as stateless_truncated_normal
from graphwright.random import stateless_uniform as stateless_uniform
from graphwright.random import truncated_normal as truncated_normal
from graphwright.random import uniform as uniform
from graphwright.random import uniform_candidate_sampler as uniform_candidate_sampler

__all__ = [
    "Algorithm",
    "Generator",
    "all_candidate_sampler",
    "categorical",
    "create_rng_state",
    "experimental",
    "fixed_unigram_candidate_sampler",
    "fold_in",
    "gamma",
    "get_global_generator",
    "get_seed",
    "learned_unigram_candidate_sampler",
    "log_uniform_candidate_sampler",
    "multinomial",
    "normal",
    "poisson",
    "set_global_generator",
    "set_random_seed",
    "shuffle",
    "split",
    "stateless_binomial",
    "stateless_categorical",
    "stateless_gamma",
    "stateless_multinomial",
    "stateless_normal",
    "stateless_parameterized_truncated_normal",
    "stateless_poisson",
    "stateless_truncated_normal",
    "stateless_uniform",
    "truncated_normal",
    "uniform",
    "uniform_candidate_sampler",
]
