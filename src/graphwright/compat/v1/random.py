"""`tf.compat.v1.random`: random numbers."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "random.experimental": "experimental=",
        "compat._adapters": "multinomial poisson stateless_multinomial",
        "ops.random._seeds": "get_seed=seed_pair",
        "random": (
            "Algorithm Generator all_candidate_sampler categorical create_rng_state fixed_unigram_candidate_sampler "
            "fold_in gamma get_global_generator learned_unigram_candidate_sampler log_uniform_candidate_sampler "
            "normal set_global_generator shuffle split stateless_binomial stateless_categorical stateless_gamma "
            "stateless_normal stateless_parameterized_truncated_normal stateless_poisson stateless_truncated_normal "
            "stateless_uniform truncated_normal uniform uniform_candidate_sampler set_random_seed=set_seed"
        ),
    },
)
