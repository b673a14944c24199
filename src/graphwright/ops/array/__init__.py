"""Making tensors, asking for their shapes and changing them, joining, splitting, padding, repeating, selecting."""
