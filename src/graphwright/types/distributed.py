"""`tf.types.experimental.distributed`: values of several devices."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "distribute.values": "Mirrored PerReplica",
    },
)
