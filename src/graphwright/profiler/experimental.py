"""`tf.profiler.experimental`: profiles begun and ended, and named parts of them."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "profiler.client": "client=",
        "profiler.recording": "Profile ProfilerOptions Trace start stop",
        "profiler.server": "server=",
    },
)
