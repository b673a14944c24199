"""`tf.experimental.dtensor`: tensors that are sharded over the devices of a mesh."""
