"""`tf.summary.experimental`: the step of values that name none, tags, and values as messages."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__, {"summary.values": "summary_scope write_raw_pb", "summary.writers": "get_step set_step"}
)
