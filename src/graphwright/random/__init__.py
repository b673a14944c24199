"""`tf.random`: random numbers, seeded as TensorFlow seeds them."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.random._seeds": "set_seed",
        "ops.random._algorithms": "Algorithm",
        "ops.random.generator": "Generator create_rng_state get_global_generator set_global_generator",
        "ops.nn.candidate_sampling": (
            "all_candidate_sampler fixed_unigram_candidate_sampler learned_unigram_candidate_sampler "
            "log_uniform_candidate_sampler uniform_candidate_sampler"
        ),
        "ops.random.sampling": "uniform normal truncated_normal shuffle categorical",
        "ops.random.distributions": "gamma poisson stateless_parameterized_truncated_normal stateless_poisson",
        "ops.random.stateless_distributions": "stateless_binomial stateless_gamma",
        "ops.random.split": "fold_in split",
        "ops.random.stateless": "stateless_uniform stateless_normal stateless_truncated_normal stateless_categorical",
        "random.experimental": "experimental=",
    },
)
