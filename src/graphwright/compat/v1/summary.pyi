# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.summary`: summaries as operations, and their files."""

from graphwright.sessions.file_writer import FileWriter as FileWriter
from graphwright.sessions.file_writer import FileWriterCache as FileWriterCache
from graphwright.sessions.summaries import all_v2_summary_ops as all_v2_summary_ops
from graphwright.sessions.summaries import audio as audio
from graphwright.sessions.summaries import get_summary_description as get_summary_description
from graphwright.sessions.summaries import histogram as histogram
from graphwright.sessions.summaries import image as image
from graphwright.sessions.summaries import initialize as initialize
from graphwright.sessions.summaries import merge as merge
from graphwright.sessions.summaries import merge_all as merge_all
from graphwright.sessions.summaries import scalar as scalar
from graphwright.sessions.summaries import tensor_summary as tensor_summary
from graphwright.sessions.summaries import text as text
from graphwright.summary.messages import Event as Event
from graphwright.summary.messages import SessionLog as SessionLog
from graphwright.summary.messages import Summary as Summary
from graphwright.summary.messages import SummaryDescription as SummaryDescription
from graphwright.summary.messages import TaggedRunMetadata as TaggedRunMetadata

__all__ = [
    "Event",
    "FileWriter",
    "FileWriterCache",
    "SessionLog",
    "Summary",
    "SummaryDescription",
    "TaggedRunMetadata",
    "all_v2_summary_ops",
    "audio",
    "get_summary_description",
    "histogram",
    "image",
    "initialize",
    "merge",
    "merge_all",
    "scalar",
    "tensor_summary",
    "text",
]
