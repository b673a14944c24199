"""`tf.compat.v1.metrics`: values that accumulate over batches, in local variables of a graph."""
