"""`tf.random.experimental`: older names of `tf.random`, and permutations by seed."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.random._algorithms": "Algorithm",
        "ops.random.generator": "Generator create_rng_state get_global_generator set_global_generator",
        "ops.random.stateless_shuffle": "index_shuffle stateless_shuffle",
        "ops.random.split": "stateless_fold_in=fold_in stateless_split=split",
    },
)
