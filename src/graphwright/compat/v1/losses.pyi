# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.losses`: weighted losses, which join a collection of the graph."""

from graphwright.sessions.losses import Reduction as Reduction
from graphwright.sessions.losses import absolute_difference as absolute_difference
from graphwright.sessions.losses import add_loss as add_loss
from graphwright.sessions.losses import compute_weighted_loss as compute_weighted_loss
from graphwright.sessions.losses import cosine_distance as cosine_distance
from graphwright.sessions.losses import get_losses as get_losses
from graphwright.sessions.losses import get_regularization_loss as get_regularization_loss
from graphwright.sessions.losses import get_regularization_losses as get_regularization_losses
from graphwright.sessions.losses import get_total_loss as get_total_loss
from graphwright.sessions.losses import hinge_loss as hinge_loss
from graphwright.sessions.losses import huber_loss as huber_loss
from graphwright.sessions.losses import log_loss as log_loss
from graphwright.sessions.losses import mean_pairwise_squared_error as mean_pairwise_squared_error
from graphwright.sessions.losses import mean_squared_error as mean_squared_error
from graphwright.sessions.losses import sigmoid_cross_entropy as sigmoid_cross_entropy
from graphwright.sessions.losses import softmax_cross_entropy as softmax_cross_entropy
from graphwright.sessions.losses import sparse_softmax_cross_entropy as sparse_softmax_cross_entropy

__all__ = [
    "Reduction",
    "absolute_difference",
    "add_loss",
    "compute_weighted_loss",
    "cosine_distance",
    "get_losses",
    "get_regularization_loss",
    "get_regularization_losses",
    "get_total_loss",
    "hinge_loss",
    "huber_loss",
    "log_loss",
    "mean_pairwise_squared_error",
    "mean_squared_error",
    "sigmoid_cross_entropy",
    "softmax_cross_entropy",
    "sparse_softmax_cross_entropy",
]
