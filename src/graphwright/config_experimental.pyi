# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.config.experimental`: settings of the process."""

from graphwright.core.determinism import enable_op_determinism as enable_op_determinism

__all__ = [
    "enable_op_determinism",
]
