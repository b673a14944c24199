"""`tf.sparse`: construction, arithmetic and products of sparse tensors."""
