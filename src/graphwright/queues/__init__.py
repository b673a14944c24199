"""Queues of tensors: `tf.queue`."""
