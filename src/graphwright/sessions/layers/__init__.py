"""`tf.compat.v1.layers` and `tf.compat.v1.nn.rnn_cell`: layers whose variables `get_variable` finds and creates."""
