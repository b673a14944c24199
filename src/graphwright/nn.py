"""`tf.nn`: activations, losses, convolutions and other building blocks of neural networks."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "nn_experimental": "experimental=",
        "sessions.layers.cell_wrappers": (
            "RNNCellDeviceWrapper=DeviceWrapper RNNCellDropoutWrapper=DropoutWrapper "
            "RNNCellResidualWrapper=ResidualWrapper"
        ),
        "ops.nn.activations": "crelu elu gelu leaky_relu relu relu6 selu silu softplus softsign swish",
        "ops.index.approximate_top_k": "approx_max_k approx_min_k",
        "ops.index.sort": "in_top_k top_k",
        "ops.array.space_to_batch": "depth_to_space space_to_batch space_to_depth",
        "ops.nn.candidate_sampling": (
            "all_candidate_sampler fixed_unigram_candidate_sampler learned_unigram_candidate_sampler "
            "log_uniform_candidate_sampler uniform_candidate_sampler"
        ),
        "ops.nn.conv_api": (
            "atrous_conv2d atrous_conv2d_transpose conv1d conv1d_transpose conv2d conv2d_transpose conv3d "
            "conv3d_transpose conv_transpose convolution depthwise_conv2d depthwise_conv2d_backprop_filter "
            "depthwise_conv2d_backprop_input separable_conv2d"
        ),
        "ops.nn.dilation": "with_space_to_batch",
        "ops.nn.windows.fractional": "fractional_avg_pool fractional_max_pool",
        "ops.nn.ctc": "ctc_beam_search_decoder ctc_greedy_decoder ctc_loss",
        "ops.nn.isotonic": "isotonic_regression",
        "ops.nn.morphology": "dilation2d erosion2d",
        "ops.nn.response_normalization": "batch_norm_with_global_normalization local_response_normalization lrn",
        "ops.nn.sampled_losses": "compute_accidental_hits nce_loss sampled_softmax_loss",
        "ops.nn.sequence_labels": (
            "collapse_repeated compute_average_loss ctc_unique_labels scale_regularization_loss"
        ),
        "ops.math.transcendental": "sigmoid tanh",
        "ops.nn.losses": (
            "sigmoid_cross_entropy_with_logits softmax_cross_entropy_with_logits "
            "sparse_softmax_cross_entropy_with_logits weighted_cross_entropy_with_logits"
        ),
        "ops.nn.moments": (
            "batch_normalization embedding_lookup log_poisson_loss normalize_moments sufficient_statistics "
            "weighted_moments"
        ),
        "ops.nn.layers": "bias_add dropout l2_loss l2_normalize",
        "ops.nn.pool_api": (
            "avg_pool avg_pool1d avg_pool2d avg_pool3d max_pool max_pool1d max_pool2d max_pool3d "
            "max_pool_with_argmax pool"
        ),
        "ops.nn.softmax": "log_softmax softmax",
        "ops.sparse.math": "embedding_lookup_sparse safe_embedding_lookup_sparse",
        "ops.math.statistics": "moments zero_fraction",
    },
)
