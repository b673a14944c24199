"""Kernels that are compiled once for each dtype and that all programs share."""
