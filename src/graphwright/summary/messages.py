"""The messages of summaries and event files: values, what describes them, and what else an event tells."""

from __future__ import annotations

from graphwright.graphdef.messages import MessageClass, build

TABLES: dict[str, str] = {
    "SummaryDescription": "type_hint string 1",
    "SummaryMetadata": (
        "plugin_data SummaryMetadata.PluginData 1; display_name string 2; summary_description string 3; "
        "data_class int32 4"
    ),
    "SummaryMetadata.PluginData": "plugin_name string 1; content bytes 2",
    "HistogramProto": (
        "min double 1; max double 2; num double 3; sum double 4; sum_squares double 5; bucket_limit double* 6; "
        "bucket double* 7"
    ),
    "Summary": "value Summary.Value* 1",
    "Summary.Image": "height int32 1; width int32 2; colorspace int32 3; encoded_image_string bytes 4",
    "Summary.Audio": (
        "sample_rate float 1; num_channels int64 2; length_frames int64 3; encoded_audio_string bytes 4; "
        "content_type string 5"
    ),
    "Summary.Value": (
        "node_name string 7; tag string 1; metadata SummaryMetadata 9; value{ simple_value float 2; "
        "obsolete_old_style_histogram bytes 3; image Summary.Image 4; histo HistogramProto 5; audio Summary.Audio 6; "
        "tensor TensorProto 8 }"
    ),
    "LogMessage": "level int32 1; message string 2",
    "SessionLog": "status int32 1; checkpoint_path string 2; msg string 3",
    "TaggedRunMetadata": "tag string 1; run_metadata bytes 2",
    "SourceMetadata": "writer string 1",
    "Event": (
        "wall_time double 1; step int64 2; what{ file_version string 3; graph_def bytes 4; summary Summary 5; "
        "log_message LogMessage 6; session_log SessionLog 7; tagged_run_metadata TaggedRunMetadata 8; "
        "meta_graph_def bytes 9 }; source_metadata SourceMetadata 10"
    ),
}
"""Fields and their numbers, in the notation of `graphdef.messages`; those of enums stand as numbers."""

_CLASSES: dict[str, MessageClass] = build("graphwright/summary.proto", TABLES)

_ENUMS = {
    "LogMessage": {"UNKNOWN": 0, "DEBUGGING": 10, "INFO": 20, "WARN": 30, "ERROR": 40, "FATAL": 50},
    "SessionLog": {"STATUS_UNSPECIFIED": 0, "START": 1, "STOP": 2, "CHECKPOINT": 3},
}
for _name, _values in _ENUMS.items():
    for _value, _number in _values.items():
        setattr(_CLASSES[_name], _value, _number)

Event: MessageClass = _CLASSES["Event"]
Event.__doc__ = """A record of an event file.

>>> tf.compat.v1.Event(step=3, file_version="brain.Event:2").WhichOneof("what")
'file_version'
"""
HistogramProto: MessageClass = _CLASSES["HistogramProto"]
HistogramProto.__doc__ = """Numbers by how many are below each limit.

>>> tf.compat.v1.HistogramProto(num=2.0, bucket_limit=[1.0, 2.0], bucket=[1.0, 1.0]).num
2.0
"""
LogMessage: MessageClass = _CLASSES["LogMessage"]
LogMessage.__doc__ = """A message in an event file.

>>> tf.compat.v1.LogMessage(level=tf.compat.v1.LogMessage.INFO, message="begins").level
20
"""
SessionLog: MessageClass = _CLASSES["SessionLog"]
SessionLog.__doc__ = """That a session has begun, ended or written a checkpoint, in an event file.

>>> tf.compat.v1.SessionLog(status=tf.compat.v1.SessionLog.START).status
1
"""
Summary: MessageClass = _CLASSES["Summary"]
Summary.__doc__ = """Values of a step: what the operations of `tf.compat.v1.summary` give, as bytes.

>>> value = tf.compat.v1.Summary.Value(tag="loss", simple_value=0.5)
>>> tf.compat.v1.Summary(value=[value]).value[0].tag
'loss'
"""
SummaryDescription: MessageClass = _CLASSES["SummaryDescription"]
SummaryDescription.__doc__ = """What kind of values a summary has.

>>> tf.compat.v1.summary.SummaryDescription(type_hint="scalar").type_hint
'scalar'
"""
SummaryMetadata: MessageClass = _CLASSES["SummaryMetadata"]
SummaryMetadata.__doc__ = """What describes a value to TensorBoard: the plugin that shows it, and a description.

>>> tf.compat.v1.SummaryMetadata(summary_description="the loss").summary_description
'the loss'
"""
TaggedRunMetadata: MessageClass = _CLASSES["TaggedRunMetadata"]
TaggedRunMetadata.__doc__ = """The metadata of a call of `Session.run`, with a tag, in an event file.

>>> tf.compat.v1.summary.TaggedRunMetadata(tag="step 3").tag
'step 3'
"""
