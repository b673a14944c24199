"""Messages of models that `tf.compat.v1` names."""

from __future__ import annotations

from graphwright.graphdef import messages
from graphwright.graphdef.messages import MessageClass
from graphwright.saved_model.messages import CLASSES

MetaGraphDef: MessageClass = CLASSES["MetaGraphDef"]
MetaGraphDef.__doc__ = """A graph with its collections and signatures, as a message.

>>> tf.compat.v1.MetaGraphDef().graph_def.node
[]
"""
NameAttrList: MessageClass = messages.NameAttrList
NameAttrList.__doc__ = """The name of a function with attributes, as a message.

>>> tf.compat.v1.NameAttrList(name="f").name
'f'
"""
SaverDef: MessageClass = CLASSES["SaverDef"]
SaverDef.__doc__ = """The operations of a graph that save and restore it, as a message.

>>> tf.compat.v1.train.SaverDef(max_to_keep=5).max_to_keep
5
"""
TensorInfo: MessageClass = CLASSES["TensorInfo"]
TensorInfo.__doc__ = """A tensor of a signature, as a message.

>>> tf.compat.v1.TensorInfo(name="x:0").name
'x:0'
"""
