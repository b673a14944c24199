"""`tf.compat.v1.summary`: summaries as operations, and their files."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "sessions.file_writer": "FileWriter FileWriterCache",
        "sessions.summaries": (
            "all_v2_summary_ops audio get_summary_description histogram image initialize merge merge_all scalar "
            "tensor_summary text"
        ),
        "summary.messages": "Event SessionLog Summary SummaryDescription TaggedRunMetadata",
    },
)
