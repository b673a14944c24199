"""Files, printing, and tensors as messages."""
