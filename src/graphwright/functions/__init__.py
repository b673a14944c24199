"""`tf.function`: trace types, the cache of traces, concrete functions and calls."""
