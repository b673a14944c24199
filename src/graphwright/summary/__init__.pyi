# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.summary`: values of steps in event files, which TensorBoard shows."""

from graphwright.summary import experimental as experimental
from graphwright.summary.traces import trace_export as trace_export
from graphwright.summary.traces import trace_off as trace_off
from graphwright.summary.traces import trace_on as trace_on
from graphwright.summary.values import audio as audio
from graphwright.summary.values import graph as graph
from graphwright.summary.values import histogram as histogram
from graphwright.summary.values import image as image
from graphwright.summary.values import scalar as scalar
from graphwright.summary.values import text as text
from graphwright.summary.values import write as write
from graphwright.summary.writers import SummaryWriter as SummaryWriter
from graphwright.summary.writers import create_file_writer as create_file_writer
from graphwright.summary.writers import create_noop_writer as create_noop_writer
from graphwright.summary.writers import flush as flush
from graphwright.summary.writers import record_if as record_if
from graphwright.summary.writers import should_record_summaries as should_record_summaries

__all__ = [
    "SummaryWriter",
    "audio",
    "create_file_writer",
    "create_noop_writer",
    "experimental",
    "flush",
    "graph",
    "histogram",
    "image",
    "record_if",
    "scalar",
    "should_record_summaries",
    "text",
    "trace_export",
    "trace_off",
    "trace_on",
    "write",
]
