# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.initializers`: callables that give the first values of variables."""

from graphwright.compat._initializers import Constant as constant
from graphwright.compat._initializers import GlorotNormal as glorot_normal
from graphwright.compat._initializers import GlorotUniform as glorot_uniform
from graphwright.compat._initializers import Ones as ones
from graphwright.compat._initializers import RandomNormal as random_normal
from graphwright.compat._initializers import RandomUniform as random_uniform
from graphwright.compat._initializers import TruncatedNormal as truncated_normal
from graphwright.compat._initializers import VarianceScaling as variance_scaling
from graphwright.compat._initializers import Zeros as zeros

__all__ = [
    "constant",
    "glorot_normal",
    "glorot_uniform",
    "ones",
    "random_normal",
    "random_uniform",
    "truncated_normal",
    "variance_scaling",
    "zeros",
]
