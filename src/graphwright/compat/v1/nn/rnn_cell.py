"""`tf.compat.v1.nn.rnn_cell`: cells of recurrent networks."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "sessions.layers.cell_wrappers": "DeviceWrapper DropoutWrapper MultiRNNCell ResidualWrapper",
        "sessions.layers.cells": "BasicLSTMCell BasicRNNCell GRUCell LSTMCell LSTMStateTuple RNNCell",
    },
)
