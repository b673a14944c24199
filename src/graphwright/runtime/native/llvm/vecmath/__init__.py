"""The mathematical functions, for vectors of any width."""
