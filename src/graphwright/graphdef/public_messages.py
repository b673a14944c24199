"""The message classes that are public, with descriptions."""

from __future__ import annotations

from graphwright.graphdef import messages
from graphwright.graphdef.messages import MessageClass

AttrValue: MessageClass = messages.AttrValue
GraphDef: MessageClass = messages.GraphDef
NodeDef: MessageClass = messages.NodeDef

AttrValue.__doc__ = """The value of an attribute in a graph's message.

>>> tf.compat.v1.AttrValue(i=3).WhichOneof("value")
'i'
"""

GraphDef.__doc__ = """A graph as a message: TensorFlow's protobuf message, with its fields.

`ParseFromString(data)` reads one from bytes, `SerializeToString()` gives them.

>>> concrete = tf.function(lambda x: x + x).get_concrete_function(tf.TensorSpec([]))
>>> graph_def = tf.compat.v1.GraphDef()
>>> _ = graph_def.ParseFromString(concrete.graph.as_graph_def().SerializeToString())
>>> [node.op for node in graph_def.node]
['Placeholder', 'AddV2', 'Identity']
"""

NodeDef.__doc__ = """One operation in a graph's message.

>>> tf.compat.v1.NodeDef(name="y", op="Neg", input=["x"]).op
'Neg'
"""
