"""`tf.nn`: activations, losses and other pieces of neural networks."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.activations": "crelu elu gelu leaky_relu relu relu6 selu silu softplus softsign swish",
        "ops.functions": "sigmoid tanh",
        "ops.losses": (
            "sigmoid_cross_entropy_with_logits softmax_cross_entropy_with_logits "
            "sparse_softmax_cross_entropy_with_logits weighted_cross_entropy_with_logits"
        ),
        "ops.moments": (
            "batch_normalization embedding_lookup log_poisson_loss normalize_moments sufficient_statistics "
            "weighted_moments"
        ),
        "ops.nn": "bias_add dropout l2_loss l2_normalize",
        "ops.softmax": "log_softmax softmax",
        "ops.statistics": "moments zero_fraction",
    },
)
