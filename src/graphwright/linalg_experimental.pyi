# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.linalg.experimental`: linear equations solved by iteration."""

from graphwright.linalg_operators.iterative import conjugate_gradient as conjugate_gradient

__all__ = [
    "conjugate_gradient",
]
