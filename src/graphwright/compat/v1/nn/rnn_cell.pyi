# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.nn.rnn_cell`: cells of recurrent networks."""

from graphwright.sessions.layers.cell_wrappers import DeviceWrapper as DeviceWrapper
from graphwright.sessions.layers.cell_wrappers import DropoutWrapper as DropoutWrapper
from graphwright.sessions.layers.cell_wrappers import MultiRNNCell as MultiRNNCell
from graphwright.sessions.layers.cell_wrappers import ResidualWrapper as ResidualWrapper
from graphwright.sessions.layers.cells import BasicLSTMCell as BasicLSTMCell
from graphwright.sessions.layers.cells import BasicRNNCell as BasicRNNCell
from graphwright.sessions.layers.cells import GRUCell as GRUCell
from graphwright.sessions.layers.cells import LSTMCell as LSTMCell
from graphwright.sessions.layers.cells import LSTMStateTuple as LSTMStateTuple
from graphwright.sessions.layers.cells import RNNCell as RNNCell

__all__ = [
    "BasicLSTMCell",
    "BasicRNNCell",
    "DeviceWrapper",
    "DropoutWrapper",
    "GRUCell",
    "LSTMCell",
    "LSTMStateTuple",
    "MultiRNNCell",
    "RNNCell",
    "ResidualWrapper",
]
