"""Tensor, Variable and the one door through which every op application goes."""
