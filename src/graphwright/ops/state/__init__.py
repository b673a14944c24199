"""Variables, lists of tensors and `tf.TensorArray`."""
