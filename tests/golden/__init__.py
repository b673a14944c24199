"""Values recorded from TensorFlow, and what records and loads them."""
