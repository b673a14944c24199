"""The other steps: products, movement, variables, lists, calls of NumPy's kernels."""
