"""`tf.io.gfile`: local files and folders."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "base.gfile": (
            "copy exists get_registered_schemes glob isdir join listdir makedirs mkdir remove rename rmtree stat walk"
        ),
        "base.gfile_object": "GFile",
    },
)
