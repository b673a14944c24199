# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.initializers`: callables that return the initial values of variables."""

from graphwright.ops.nn.initializers import Constant as Constant
from graphwright.ops.nn.initializers import Constant as constant
from graphwright.ops.nn.initializers import GlorotNormal as GlorotNormal
from graphwright.ops.nn.initializers import GlorotNormal as glorot_normal
from graphwright.ops.nn.initializers import GlorotUniform as GlorotUniform
from graphwright.ops.nn.initializers import GlorotUniform as glorot_uniform
from graphwright.ops.nn.initializers import HeNormal as HeNormal
from graphwright.ops.nn.initializers import HeNormal as he_normal
from graphwright.ops.nn.initializers import HeUniform as HeUniform
from graphwright.ops.nn.initializers import HeUniform as he_uniform
from graphwright.ops.nn.initializers import Identity as Identity
from graphwright.ops.nn.initializers import Identity as IdentityInitializer
from graphwright.ops.nn.initializers import Identity as identity
from graphwright.ops.nn.initializers import Initializer as Initializer
from graphwright.ops.nn.initializers import LecunNormal as LecunNormal
from graphwright.ops.nn.initializers import LecunNormal as lecun_normal
from graphwright.ops.nn.initializers import LecunUniform as LecunUniform
from graphwright.ops.nn.initializers import LecunUniform as lecun_uniform
from graphwright.ops.nn.initializers import Ones as Ones
from graphwright.ops.nn.initializers import Ones as ones
from graphwright.ops.nn.initializers import Orthogonal as Orthogonal
from graphwright.ops.nn.initializers import Orthogonal as OrthogonalInitializer
from graphwright.ops.nn.initializers import Orthogonal as orthogonal
from graphwright.ops.nn.initializers import RandomNormal as RandomNormal
from graphwright.ops.nn.initializers import RandomNormal as random_normal
from graphwright.ops.nn.initializers import RandomUniform as RandomUniform
from graphwright.ops.nn.initializers import RandomUniform as random_uniform
from graphwright.ops.nn.initializers import TruncatedNormal as TruncatedNormal
from graphwright.ops.nn.initializers import TruncatedNormal as truncated_normal
from graphwright.ops.nn.initializers import VarianceScaling as VarianceScaling
from graphwright.ops.nn.initializers import VarianceScaling as variance_scaling
from graphwright.ops.nn.initializers import Zeros as Zeros
from graphwright.ops.nn.initializers import Zeros as zeros
from graphwright.ops.nn.named_initializers import STFT as STFT
from graphwright.ops.nn.named_initializers import STFT as STFTInitializer
from graphwright.ops.nn.named_initializers import STFT as stft
from graphwright.ops.nn.named_initializers import deserialize as deserialize
from graphwright.ops.nn.named_initializers import get as get
from graphwright.ops.nn.named_initializers import serialize as serialize

__all__ = [
    "Constant",
    "GlorotNormal",
    "GlorotUniform",
    "HeNormal",
    "HeUniform",
    "Identity",
    "IdentityInitializer",
    "Initializer",
    "LecunNormal",
    "LecunUniform",
    "Ones",
    "Orthogonal",
    "OrthogonalInitializer",
    "RandomNormal",
    "RandomUniform",
    "STFT",
    "STFTInitializer",
    "TruncatedNormal",
    "VarianceScaling",
    "Zeros",
    "constant",
    "deserialize",
    "get",
    "glorot_normal",
    "glorot_uniform",
    "he_normal",
    "he_uniform",
    "identity",
    "lecun_normal",
    "lecun_uniform",
    "ones",
    "orthogonal",
    "random_normal",
    "random_uniform",
    "serialize",
    "stft",
    "truncated_normal",
    "variance_scaling",
    "zeros",
]
