"""`tf.RaggedTensor` and `tf.ragged`: construction, broadcasting, reductions, the spec."""
