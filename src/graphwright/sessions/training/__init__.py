"""`tf.compat.v1.train`: optimizers, savers, global steps and schedules of learning rates."""
