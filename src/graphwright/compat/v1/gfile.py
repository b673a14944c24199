"""`tf.compat.v1.gfile`: local files and folders, by older names."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "compat._gfile": (
            "Copy DeleteRecursively Exists Glob IsDirectory ListDirectory MakeDirs MkDir Remove Rename Stat Walk"
        ),
        "io_gfile": "FastGFile=GFile GFile Open=GFile",
    },
)
