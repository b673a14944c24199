"""`tf.random.experimental`: older names of `tf.random`, and permutations by seed."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.generator": "Algorithm Generator create_rng_state get_global_generator set_global_generator",
        "ops.random_shuffles": "index_shuffle stateless_shuffle",
        "ops.random_splits": "stateless_fold_in=fold_in stateless_split=split",
    },
)
