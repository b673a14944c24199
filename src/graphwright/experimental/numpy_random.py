"""`tf.experimental.numpy.random`: random numbers with NumPy's names and arguments."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__, {"numpy_api.random": "poisson rand randint randn random seed standard_normal uniform"}
)
