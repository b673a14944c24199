"""`tf.summary`: values of steps in event files, which TensorBoard shows."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "summary.experimental": "experimental=",
        "summary.traces": "trace_export trace_off trace_on",
        "summary.values": "audio graph histogram image scalar text write",
        "summary.writers": (
            "SummaryWriter create_file_writer create_noop_writer flush record_if should_record_summaries"
        ),
    },
)
