# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.experimental.numpy.random`: random numbers with NumPy's names and arguments."""

from graphwright.numpy_api.random import poisson as poisson
from graphwright.numpy_api.random import rand as rand
from graphwright.numpy_api.random import randint as randint
from graphwright.numpy_api.random import randn as randn
from graphwright.numpy_api.random import random as random
from graphwright.numpy_api.random import seed as seed
from graphwright.numpy_api.random import standard_normal as standard_normal
from graphwright.numpy_api.random import uniform as uniform

__all__ = [
    "poisson",
    "rand",
    "randint",
    "randn",
    "random",
    "seed",
    "standard_normal",
    "uniform",
]
