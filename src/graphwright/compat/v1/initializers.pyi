# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.initializers`: callables that give the first values of variables."""

from graphwright.compat._initializers import Constant as constant
from graphwright.compat._initializers import GlorotNormal as glorot_normal
from graphwright.compat._initializers import GlorotUniform as glorot_uniform
from graphwright.compat._initializers import Identity as identity
from graphwright.compat._initializers import Ones as ones
from graphwright.compat._initializers import Orthogonal as orthogonal
from graphwright.compat._initializers import RandomNormal as random_normal
from graphwright.compat._initializers import RandomUniform as random_uniform
from graphwright.compat._initializers import TruncatedNormal as truncated_normal
from graphwright.compat._initializers import UniformUnitScaling as uniform_unit_scaling
from graphwright.compat._initializers import VarianceScaling as variance_scaling
from graphwright.compat._initializers import Zeros as zeros
from graphwright.compat._initializers import he_normal as he_normal
from graphwright.compat._initializers import he_uniform as he_uniform
from graphwright.compat._initializers import lecun_normal as lecun_normal
from graphwright.compat._initializers import lecun_uniform as lecun_uniform
from graphwright.sessions.collections import global_variables_initializer as global_variables
from graphwright.sessions.collections import local_variables_initializer as local_variables
from graphwright.sessions.collections import tables_initializer as tables_initializer
from graphwright.sessions.collections import variables_initializer as variables

__all__ = [
    "constant",
    "global_variables",
    "glorot_normal",
    "glorot_uniform",
    "he_normal",
    "he_uniform",
    "identity",
    "lecun_normal",
    "lecun_uniform",
    "local_variables",
    "ones",
    "orthogonal",
    "random_normal",
    "random_uniform",
    "tables_initializer",
    "truncated_normal",
    "uniform_unit_scaling",
    "variables",
    "variance_scaling",
    "zeros",
]
