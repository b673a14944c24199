# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.nn`: activations, losses and other pieces of neural networks."""

from graphwright.ops.activations import crelu as crelu
from graphwright.ops.activations import elu as elu
from graphwright.ops.activations import gelu as gelu
from graphwright.ops.activations import leaky_relu as leaky_relu
from graphwright.ops.activations import relu as relu
from graphwright.ops.activations import relu6 as relu6
from graphwright.ops.activations import selu as selu
from graphwright.ops.activations import silu as silu
from graphwright.ops.activations import softplus as softplus
from graphwright.ops.activations import softsign as softsign
from graphwright.ops.activations import swish as swish
from graphwright.ops.functions import sigmoid as sigmoid
from graphwright.ops.functions import tanh as tanh
from graphwright.ops.losses import sigmoid_cross_entropy_with_logits as sigmoid_cross_entropy_with_logits
from graphwright.ops.losses import softmax_cross_entropy_with_logits as softmax_cross_entropy_with_logits
from graphwright.ops.losses import sparse_softmax_cross_entropy_with_logits as sparse_softmax_cross_entropy_with_logits
from graphwright.ops.losses import weighted_cross_entropy_with_logits as weighted_cross_entropy_with_logits
from graphwright.ops.moments import batch_normalization as batch_normalization
from graphwright.ops.moments import embedding_lookup as embedding_lookup
from graphwright.ops.moments import log_poisson_loss as log_poisson_loss
from graphwright.ops.moments import normalize_moments as normalize_moments
from graphwright.ops.moments import sufficient_statistics as sufficient_statistics
from graphwright.ops.moments import weighted_moments as weighted_moments
from graphwright.ops.nn import bias_add as bias_add
from graphwright.ops.nn import dropout as dropout
from graphwright.ops.nn import l2_loss as l2_loss
from graphwright.ops.nn import l2_normalize as l2_normalize
from graphwright.ops.softmax import log_softmax as log_softmax
from graphwright.ops.softmax import softmax as softmax
from graphwright.ops.statistics import moments as moments
from graphwright.ops.statistics import zero_fraction as zero_fraction

__all__ = [
    "batch_normalization",
    "bias_add",
    "crelu",
    "dropout",
    "elu",
    "embedding_lookup",
    "gelu",
    "l2_loss",
    "l2_normalize",
    "leaky_relu",
    "log_poisson_loss",
    "log_softmax",
    "moments",
    "normalize_moments",
    "relu",
    "relu6",
    "selu",
    "sigmoid",
    "sigmoid_cross_entropy_with_logits",
    "silu",
    "softmax",
    "softmax_cross_entropy_with_logits",
    "softplus",
    "softsign",
    "sparse_softmax_cross_entropy_with_logits",
    "sufficient_statistics",
    "swish",
    "tanh",
    "weighted_cross_entropy_with_logits",
    "weighted_moments",
    "zero_fraction",
]
