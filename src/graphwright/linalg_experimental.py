"""`tf.linalg.experimental`: linear equations solved by iteration."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__, {"linalg_operators.iterative": "conjugate_gradient"})
