"""`tf.compat.v1.nn`: pieces of neural networks, with their older parameters."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "compat.v1.nn.rnn_cell": "rnn_cell=",
        "sessions.layers.rnn": (
            "bidirectional_dynamic_rnn dynamic_rnn raw_rnn static_bidirectional_rnn static_rnn static_state_saving_rnn"
        ),
        "nn_experimental": "experimental=",
        "compat._adapters": (
            "batch_norm_with_global_normalization conv2d_backprop_filter conv2d_backprop_input "
            "conv3d_backprop_filter=conv3d_backprop_filter_v2 conv3d_backprop_filter_v2 conv3d_transpose "
            "depthwise_conv2d_native avg_pool avg_pool2d conv1d conv2d conv2d_transpose conv3d "
            "convolution crelu depth_to_space "
            "depthwise_conv2d in_top_k log_softmax max_pool max_pool_with_argmax moments pool separable_conv2d "
            "softmax softmax_cross_entropy_with_logits_v2 space_to_depth sparse_softmax_cross_entropy_with_logits "
            "sufficient_statistics weighted_cross_entropy_with_logits weighted_moments"
        ),
        "compat._neural": (
            "ctc_beam_search_decoder ctc_loss dilation2d embedding_lookup embedding_lookup_sparse erosion2d nce_loss "
            "relu_layer safe_embedding_lookup_sparse sampled_softmax_loss space_to_batch "
            "xw_plus_b"
        ),
        "compat._variants": "dropout softmax_cross_entropy_with_logits",
        "math": "top_k approx_max_k approx_min_k",
        "nn": (
            "all_candidate_sampler atrous_conv2d atrous_conv2d_transpose avg_pool1d avg_pool3d "
            "avg_pool_v2=avg_pool batch_normalization bias_add conv1d_transpose conv_transpose "
            "ctc_beam_search_decoder_v2=ctc_beam_search_decoder ctc_greedy_decoder "
            "depthwise_conv2d_backprop_filter depthwise_conv2d_backprop_input "
            "depthwise_conv2d_native_backprop_filter=depthwise_conv2d_backprop_filter "
            "depthwise_conv2d_native_backprop_input=depthwise_conv2d_backprop_input elu "
            "fixed_unigram_candidate_sampler l2_loss l2_normalize leaky_relu learned_unigram_candidate_sampler "
            "log_poisson_loss max_pool1d max_pool2d max_pool3d max_pool_v2=max_pool normalize_moments relu relu6 "
            "selu sigmoid sigmoid_cross_entropy_with_logits silu softplus softsign swish tanh zero_fraction "
            "collapse_repeated ctc_loss_v2=ctc_loss compute_accidental_hits compute_average_loss ctc_unique_labels "
            "local_response_normalization lrn scale_regularization_loss"
        ),
        "ops.nn.batch_norm": "fused_batch_norm",
        "random": "log_uniform_candidate_sampler uniform_candidate_sampler",
    },
)
