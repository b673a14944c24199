# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.summary`: values of steps in event files, which TensorBoard shows."""

from graphwright.summary import experimental as experimental
from graphwright.summary.writers import SummaryWriter as SummaryWriter
from graphwright.summary.writers import create_file_writer as create_file_writer
from graphwright.summary.writers import create_noop_writer as create_noop_writer
from graphwright.summary.writers import flush as flush
from graphwright.summary.writers import record_if as record_if
from graphwright.summary.writers import scalar as scalar
from graphwright.summary.writers import should_record_summaries as should_record_summaries
from graphwright.summary.writers import text as text
from graphwright.summary.writers import write as write

__all__ = [
    "SummaryWriter",
    "create_file_writer",
    "create_noop_writer",
    "experimental",
    "flush",
    "record_if",
    "scalar",
    "should_record_summaries",
    "text",
    "write",
]
