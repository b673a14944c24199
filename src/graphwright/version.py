"""`tf.version`: the version of Graphwright."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "": "VERSION=__version__",
        "base.build": ("COMPILER_VERSION GIT_VERSION GRAPH_DEF_VERSION_MIN_CONSUMER GRAPH_DEF_VERSION_MIN_PRODUCER"),
        "graphdef.export": "GRAPH_DEF_VERSION=PRODUCER",
    },
)
