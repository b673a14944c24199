# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.random`: random numbers, seeded as TensorFlow seeds them."""

from graphwright.ops.nn.candidate_sampling import all_candidate_sampler as all_candidate_sampler
from graphwright.ops.nn.candidate_sampling import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from graphwright.ops.nn.candidate_sampling import learned_unigram_candidate_sampler as learned_unigram_candidate_sampler
from graphwright.ops.nn.candidate_sampling import log_uniform_candidate_sampler as log_uniform_candidate_sampler
from graphwright.ops.nn.candidate_sampling import uniform_candidate_sampler as uniform_candidate_sampler
from graphwright.ops.random._algorithms import Algorithm as Algorithm
from graphwright.ops.random._seeds import set_seed as set_seed
from graphwright.ops.random.distributions import gamma as gamma
from graphwright.ops.random.distributions import poisson as poisson
from graphwright.ops.random.distributions import stateless_parameterized_truncated_normal as stateless_parameterized_truncated_normal
from graphwright.ops.random.distributions import stateless_poisson as stateless_poisson
from graphwright.ops.random.generator import Generator as Generator
from graphwright.ops.random.generator import create_rng_state as create_rng_state
from graphwright.ops.random.generator import get_global_generator as get_global_generator
from graphwright.ops.random.generator import set_global_generator as set_global_generator
from graphwright.ops.random.sampling import categorical as categorical
from graphwright.ops.random.sampling import normal as normal
from graphwright.ops.random.sampling import shuffle as shuffle
from graphwright.ops.random.sampling import truncated_normal as truncated_normal
from graphwright.ops.random.sampling import uniform as uniform
from graphwright.ops.random.split import fold_in as fold_in
from graphwright.ops.random.split import split as split
from graphwright.ops.random.stateless import stateless_categorical as stateless_categorical
from graphwright.ops.random.stateless import stateless_normal as stateless_normal
from graphwright.ops.random.stateless import stateless_truncated_normal as stateless_truncated_normal
from graphwright.ops.random.stateless import stateless_uniform as stateless_uniform
from graphwright.ops.random.stateless_distributions import stateless_binomial as stateless_binomial
from graphwright.ops.random.stateless_distributions import stateless_gamma as stateless_gamma
from graphwright.random import experimental as experimental

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
    "learned_unigram_candidate_sampler",
    "log_uniform_candidate_sampler",
    "normal",
    "poisson",
    "set_global_generator",
    "set_seed",
    "shuffle",
    "split",
    "stateless_binomial",
    "stateless_categorical",
    "stateless_gamma",
    "stateless_normal",
    "stateless_parameterized_truncated_normal",
    "stateless_poisson",
    "stateless_truncated_normal",
    "stateless_uniform",
    "truncated_normal",
    "uniform",
    "uniform_candidate_sampler",
]
