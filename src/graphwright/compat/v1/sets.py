"""`tf.compat.v1.sets`: `tf.sets`, under older names too."""

from __future__ import annotations

from graphwright._public import extended, lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    extended(
        "sets",
        {
            "ops.array.sets": "set_difference set_intersection set_size set_union",
        },
    ),
)
