"""File ops, printing, and TensorProto conversion."""
