"""`tf.config.threading`: the number of threads."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "runtime.threads": (
            "get_inter_op_parallelism_threads get_intra_op_parallelism_threads set_inter_op_parallelism_threads "
            "set_intra_op_parallelism_threads"
        ),
    },
)
