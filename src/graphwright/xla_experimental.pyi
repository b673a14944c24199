# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.xla.experimental`: `compile` and `jit_scope`."""

from graphwright.functions.xla_compile import compile as compile
from graphwright.functions.xla_compile import jit_scope as jit_scope

__all__ = [
    "compile",
    "jit_scope",
]
