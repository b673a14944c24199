"""Ops on quantized numbers: integers of few bits together with the range of floats that they stand for."""
