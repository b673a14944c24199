"""`tf.compat.v1.logging`: messages of programs."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "compat._logging": (
            "DEBUG ERROR FATAL INFO TaskLevelStatusMessage WARN debug error fatal flush get_verbosity info log "
            "log_every_n log_first_n log_if set_verbosity vlog warn warning"
        ),
    },
)
