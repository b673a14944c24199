"""What `tf.test` is made of: test cases with assertions about tensors, numerical gradients, benchmarks."""
