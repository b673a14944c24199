"""`tf.linalg.LinearOperator` and its subclasses: matrices that are known by their structure."""
