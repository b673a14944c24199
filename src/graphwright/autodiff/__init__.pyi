# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""Differentiation: tapes, gradients of graphs, custom gradients. As a public module: `tf.autodiff`."""

from graphwright.autodiff.forward import ForwardAccumulator as ForwardAccumulator
from graphwright.autodiff.tape import GradientTape as GradientTape

__all__ = [
    "ForwardAccumulator",
    "GradientTape",
]
