# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.nn`: pieces of neural networks, with their older parameters."""

from graphwright import nn_experimental as experimental
from graphwright.compat._adapters import avg_pool as avg_pool
from graphwright.compat._adapters import avg_pool2d as avg_pool2d
from graphwright.compat._adapters import batch_norm_with_global_normalization as batch_norm_with_global_normalization
from graphwright.compat._adapters import conv1d as conv1d
from graphwright.compat._adapters import conv2d as conv2d
from graphwright.compat._adapters import conv2d_backprop_filter as conv2d_backprop_filter
from graphwright.compat._adapters import conv2d_backprop_input as conv2d_backprop_input
from graphwright.compat._adapters import conv2d_transpose as conv2d_transpose
from graphwright.compat._adapters import conv3d as conv3d
from graphwright.compat._adapters import conv3d_backprop_filter_v2 as conv3d_backprop_filter
from graphwright.compat._adapters import conv3d_backprop_filter_v2 as conv3d_backprop_filter_v2
from graphwright.compat._adapters import conv3d_transpose as conv3d_transpose
from graphwright.compat._adapters import convolution as convolution
from graphwright.compat._adapters import crelu as crelu
from graphwright.compat._adapters import depth_to_space as depth_to_space
from graphwright.compat._adapters import depthwise_conv2d as depthwise_conv2d
from graphwright.compat._adapters import depthwise_conv2d_native as depthwise_conv2d_native
from graphwright.compat._adapters import in_top_k as in_top_k
from graphwright.compat._adapters import log_softmax as log_softmax
from graphwright.compat._adapters import max_pool as max_pool
from graphwright.compat._adapters import max_pool_with_argmax as max_pool_with_argmax
from graphwright.compat._adapters import moments as moments
from graphwright.compat._adapters import pool as pool
from graphwright.compat._adapters import separable_conv2d as separable_conv2d
from graphwright.compat._adapters import softmax as softmax
from graphwright.compat._adapters import softmax_cross_entropy_with_logits_v2 as softmax_cross_entropy_with_logits_v2
from graphwright.compat._adapters import space_to_depth as space_to_depth
from graphwright.compat._adapters import sparse_softmax_cross_entropy_with_logits as sparse_softmax_cross_entropy_with_logits
from graphwright.compat._adapters import sufficient_statistics as sufficient_statistics
from graphwright.compat._adapters import weighted_cross_entropy_with_logits as weighted_cross_entropy_with_logits
from graphwright.compat._adapters import weighted_moments as weighted_moments
from graphwright.compat._neural import ctc_beam_search_decoder as ctc_beam_search_decoder
from graphwright.compat._neural import ctc_loss as ctc_loss
from graphwright.compat._neural import dilation2d as dilation2d
from graphwright.compat._neural import embedding_lookup as embedding_lookup
from graphwright.compat._neural import embedding_lookup_sparse as embedding_lookup_sparse
from graphwright.compat._neural import erosion2d as erosion2d
from graphwright.compat._neural import nce_loss as nce_loss
from graphwright.compat._neural import relu_layer as relu_layer
from graphwright.compat._neural import safe_embedding_lookup_sparse as safe_embedding_lookup_sparse
from graphwright.compat._neural import sampled_softmax_loss as sampled_softmax_loss
from graphwright.compat._neural import space_to_batch as space_to_batch
from graphwright.compat._neural import xw_plus_b as xw_plus_b
from graphwright.compat._variants import dropout as dropout
from graphwright.compat._variants import softmax_cross_entropy_with_logits as softmax_cross_entropy_with_logits
from graphwright.compat.v1.nn import rnn_cell as rnn_cell
from graphwright.math import approx_max_k as approx_max_k
from graphwright.math import approx_min_k as approx_min_k
from graphwright.math import top_k as top_k
from graphwright.nn import all_candidate_sampler as all_candidate_sampler
from graphwright.nn import atrous_conv2d as atrous_conv2d
from graphwright.nn import atrous_conv2d_transpose as atrous_conv2d_transpose
from graphwright.nn import avg_pool as avg_pool_v2
from graphwright.nn import avg_pool1d as avg_pool1d
from graphwright.nn import avg_pool3d as avg_pool3d
from graphwright.nn import batch_normalization as batch_normalization
from graphwright.nn import bias_add as bias_add
from graphwright.nn import collapse_repeated as collapse_repeated
from graphwright.nn import compute_accidental_hits as compute_accidental_hits
from graphwright.nn import compute_average_loss as compute_average_loss
from graphwright.nn import conv1d_transpose as conv1d_transpose
from graphwright.nn import conv_transpose as conv_transpose
from graphwright.nn import ctc_beam_search_decoder as ctc_beam_search_decoder_v2
from graphwright.nn import ctc_greedy_decoder as ctc_greedy_decoder
from graphwright.nn import ctc_loss as ctc_loss_v2
from graphwright.nn import ctc_unique_labels as ctc_unique_labels
from graphwright.nn import depthwise_conv2d_backprop_filter as depthwise_conv2d_backprop_filter
from graphwright.nn import depthwise_conv2d_backprop_filter as depthwise_conv2d_native_backprop_filter
from graphwright.nn import depthwise_conv2d_backprop_input as depthwise_conv2d_backprop_input
from graphwright.nn import depthwise_conv2d_backprop_input as depthwise_conv2d_native_backprop_input
from graphwright.nn import elu as elu
from graphwright.nn import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from graphwright.nn import l2_loss as l2_loss
from graphwright.nn import l2_normalize as l2_normalize
from graphwright.nn import leaky_relu as leaky_relu
from graphwright.nn import learned_unigram_candidate_sampler as learned_unigram_candidate_sampler
from graphwright.nn import local_response_normalization as local_response_normalization
from graphwright.nn import log_poisson_loss as log_poisson_loss
from graphwright.nn import lrn as lrn
from graphwright.nn import max_pool as max_pool_v2
from graphwright.nn import max_pool1d as max_pool1d
from graphwright.nn import max_pool2d as max_pool2d
from graphwright.nn import max_pool3d as max_pool3d
from graphwright.nn import normalize_moments as normalize_moments
from graphwright.nn import relu as relu
from graphwright.nn import relu6 as relu6
from graphwright.nn import scale_regularization_loss as scale_regularization_loss
from graphwright.nn import selu as selu
from graphwright.nn import sigmoid as sigmoid
from graphwright.nn import sigmoid_cross_entropy_with_logits as sigmoid_cross_entropy_with_logits
from graphwright.nn import silu as silu
from graphwright.nn import softplus as softplus
from graphwright.nn import softsign as softsign
from graphwright.nn import swish as swish
from graphwright.nn import tanh as tanh
from graphwright.nn import zero_fraction as zero_fraction
from graphwright.ops.nn.batch_norm import fused_batch_norm as fused_batch_norm
from graphwright.random import log_uniform_candidate_sampler as log_uniform_candidate_sampler
from graphwright.random import uniform_candidate_sampler as uniform_candidate_sampler
from graphwright.sessions.layers.rnn import bidirectional_dynamic_rnn as bidirectional_dynamic_rnn
from graphwright.sessions.layers.rnn import dynamic_rnn as dynamic_rnn
from graphwright.sessions.layers.rnn import raw_rnn as raw_rnn
from graphwright.sessions.layers.rnn import static_bidirectional_rnn as static_bidirectional_rnn
from graphwright.sessions.layers.rnn import static_rnn as static_rnn
from graphwright.sessions.layers.rnn import static_state_saving_rnn as static_state_saving_rnn

__all__ = [
    "all_candidate_sampler",
    "approx_max_k",
    "approx_min_k",
    "atrous_conv2d",
    "atrous_conv2d_transpose",
    "avg_pool",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "avg_pool_v2",
    "batch_norm_with_global_normalization",
    "batch_normalization",
    "bias_add",
    "bidirectional_dynamic_rnn",
    "collapse_repeated",
    "compute_accidental_hits",
    "compute_average_loss",
    "conv1d",
    "conv1d_transpose",
    "conv2d",
    "conv2d_backprop_filter",
    "conv2d_backprop_input",
    "conv2d_transpose",
    "conv3d",
    "conv3d_backprop_filter",
    "conv3d_backprop_filter_v2",
    "conv3d_transpose",
    "conv_transpose",
    "convolution",
    "crelu",
    "ctc_beam_search_decoder",
    "ctc_beam_search_decoder_v2",
    "ctc_greedy_decoder",
    "ctc_loss",
    "ctc_loss_v2",
    "ctc_unique_labels",
    "depth_to_space",
    "depthwise_conv2d",
    "depthwise_conv2d_backprop_filter",
    "depthwise_conv2d_backprop_input",
    "depthwise_conv2d_native",
    "depthwise_conv2d_native_backprop_filter",
    "depthwise_conv2d_native_backprop_input",
    "dilation2d",
    "dropout",
    "dynamic_rnn",
    "elu",
    "embedding_lookup",
    "embedding_lookup_sparse",
    "erosion2d",
    "experimental",
    "fixed_unigram_candidate_sampler",
    "fused_batch_norm",
    "in_top_k",
    "l2_loss",
    "l2_normalize",
    "leaky_relu",
    "learned_unigram_candidate_sampler",
    "local_response_normalization",
    "log_poisson_loss",
    "log_softmax",
    "log_uniform_candidate_sampler",
    "lrn",
    "max_pool",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
    "max_pool_v2",
    "max_pool_with_argmax",
    "moments",
    "nce_loss",
    "normalize_moments",
    "pool",
    "raw_rnn",
    "relu",
    "relu6",
    "relu_layer",
    "rnn_cell",
    "safe_embedding_lookup_sparse",
    "sampled_softmax_loss",
    "scale_regularization_loss",
    "selu",
    "separable_conv2d",
    "sigmoid",
    "sigmoid_cross_entropy_with_logits",
    "silu",
    "softmax",
    "softmax_cross_entropy_with_logits",
    "softmax_cross_entropy_with_logits_v2",
    "softplus",
    "softsign",
    "space_to_batch",
    "space_to_depth",
    "sparse_softmax_cross_entropy_with_logits",
    "static_bidirectional_rnn",
    "static_rnn",
    "static_state_saving_rnn",
    "sufficient_statistics",
    "swish",
    "tanh",
    "top_k",
    "uniform_candidate_sampler",
    "weighted_cross_entropy_with_logits",
    "weighted_moments",
    "xw_plus_b",
    "zero_fraction",
]
