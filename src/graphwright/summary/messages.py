"""The messages of summaries: what describes a value, and graphs of functions that ran."""

from __future__ import annotations

from graphwright.graphdef.messages import MessageClass, build

_CLASSES: dict[str, MessageClass] = build(
    "graphwright/summary.proto",
    {
        "SummaryMetadata": (
            "plugin_data SummaryMetadata.PluginData 1; display_name string 2; summary_description string 3; "
            "data_class int32 4"
        ),
        "SummaryMetadata.PluginData": "plugin_name string 1; content bytes 2",
    },
)
SummaryMetadata: MessageClass = _CLASSES["SummaryMetadata"]
SummaryMetadata.__doc__ = """What TensorBoard is told of a value: the plugin that shows it, and a description.

>>> tf.compat.v1.SummaryMetadata(summary_description="the loss").summary_description
'the loss'
"""
