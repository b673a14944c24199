# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.nn`: activations, losses, convolutions and other building blocks of neural networks."""

from graphwright import nn_experimental as experimental
from graphwright.ops.array.space_to_batch import depth_to_space as depth_to_space
from graphwright.ops.array.space_to_batch import space_to_batch as space_to_batch
from graphwright.ops.array.space_to_batch import space_to_depth as space_to_depth
from graphwright.ops.index.approximate_top_k import approx_max_k as approx_max_k
from graphwright.ops.index.approximate_top_k import approx_min_k as approx_min_k
from graphwright.ops.index.sort import in_top_k as in_top_k
from graphwright.ops.index.sort import top_k as top_k
from graphwright.ops.math.statistics import moments as moments
from graphwright.ops.math.statistics import zero_fraction as zero_fraction
from graphwright.ops.math.transcendental import sigmoid as sigmoid
from graphwright.ops.math.transcendental import tanh as tanh
from graphwright.ops.nn.activations import crelu as crelu
from graphwright.ops.nn.activations import elu as elu
from graphwright.ops.nn.activations import gelu as gelu
from graphwright.ops.nn.activations import leaky_relu as leaky_relu
from graphwright.ops.nn.activations import relu as relu
from graphwright.ops.nn.activations import relu6 as relu6
from graphwright.ops.nn.activations import selu as selu
from graphwright.ops.nn.activations import silu as silu
from graphwright.ops.nn.activations import softplus as softplus
from graphwright.ops.nn.activations import softsign as softsign
from graphwright.ops.nn.activations import swish as swish
from graphwright.ops.nn.candidate_sampling import all_candidate_sampler as all_candidate_sampler
from graphwright.ops.nn.candidate_sampling import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from graphwright.ops.nn.candidate_sampling import learned_unigram_candidate_sampler as learned_unigram_candidate_sampler
from graphwright.ops.nn.candidate_sampling import log_uniform_candidate_sampler as log_uniform_candidate_sampler
from graphwright.ops.nn.candidate_sampling import uniform_candidate_sampler as uniform_candidate_sampler
from graphwright.ops.nn.conv_api import atrous_conv2d as atrous_conv2d
from graphwright.ops.nn.conv_api import atrous_conv2d_transpose as atrous_conv2d_transpose
from graphwright.ops.nn.conv_api import conv1d as conv1d
from graphwright.ops.nn.conv_api import conv1d_transpose as conv1d_transpose
from graphwright.ops.nn.conv_api import conv2d as conv2d
from graphwright.ops.nn.conv_api import conv2d_transpose as conv2d_transpose
from graphwright.ops.nn.conv_api import conv3d as conv3d
from graphwright.ops.nn.conv_api import conv3d_transpose as conv3d_transpose
from graphwright.ops.nn.conv_api import conv_transpose as conv_transpose
from graphwright.ops.nn.conv_api import convolution as convolution
from graphwright.ops.nn.conv_api import depthwise_conv2d as depthwise_conv2d
from graphwright.ops.nn.conv_api import depthwise_conv2d_backprop_filter as depthwise_conv2d_backprop_filter
from graphwright.ops.nn.conv_api import depthwise_conv2d_backprop_input as depthwise_conv2d_backprop_input
from graphwright.ops.nn.conv_api import separable_conv2d as separable_conv2d
from graphwright.ops.nn.ctc import ctc_beam_search_decoder as ctc_beam_search_decoder
from graphwright.ops.nn.ctc import ctc_greedy_decoder as ctc_greedy_decoder
from graphwright.ops.nn.ctc import ctc_loss as ctc_loss
from graphwright.ops.nn.dilation import with_space_to_batch as with_space_to_batch
from graphwright.ops.nn.isotonic import isotonic_regression as isotonic_regression
from graphwright.ops.nn.layers import bias_add as bias_add
from graphwright.ops.nn.layers import dropout as dropout
from graphwright.ops.nn.layers import l2_loss as l2_loss
from graphwright.ops.nn.layers import l2_normalize as l2_normalize
from graphwright.ops.nn.losses import sigmoid_cross_entropy_with_logits as sigmoid_cross_entropy_with_logits
from graphwright.ops.nn.losses import softmax_cross_entropy_with_logits as softmax_cross_entropy_with_logits
from graphwright.ops.nn.losses import sparse_softmax_cross_entropy_with_logits as sparse_softmax_cross_entropy_with_logits
from graphwright.ops.nn.losses import weighted_cross_entropy_with_logits as weighted_cross_entropy_with_logits
from graphwright.ops.nn.moments import batch_normalization as batch_normalization
from graphwright.ops.nn.moments import embedding_lookup as embedding_lookup
from graphwright.ops.nn.moments import log_poisson_loss as log_poisson_loss
from graphwright.ops.nn.moments import normalize_moments as normalize_moments
from graphwright.ops.nn.moments import sufficient_statistics as sufficient_statistics
from graphwright.ops.nn.moments import weighted_moments as weighted_moments
from graphwright.ops.nn.morphology import dilation2d as dilation2d
from graphwright.ops.nn.morphology import erosion2d as erosion2d
from graphwright.ops.nn.pool_api import avg_pool as avg_pool
from graphwright.ops.nn.pool_api import avg_pool1d as avg_pool1d
from graphwright.ops.nn.pool_api import avg_pool2d as avg_pool2d
from graphwright.ops.nn.pool_api import avg_pool3d as avg_pool3d
from graphwright.ops.nn.pool_api import max_pool as max_pool
from graphwright.ops.nn.pool_api import max_pool1d as max_pool1d
from graphwright.ops.nn.pool_api import max_pool2d as max_pool2d
from graphwright.ops.nn.pool_api import max_pool3d as max_pool3d
from graphwright.ops.nn.pool_api import max_pool_with_argmax as max_pool_with_argmax
from graphwright.ops.nn.pool_api import pool as pool
from graphwright.ops.nn.response_normalization import batch_norm_with_global_normalization as batch_norm_with_global_normalization
from graphwright.ops.nn.response_normalization import local_response_normalization as local_response_normalization
from graphwright.ops.nn.response_normalization import lrn as lrn
from graphwright.ops.nn.sampled_losses import compute_accidental_hits as compute_accidental_hits
from graphwright.ops.nn.sampled_losses import nce_loss as nce_loss
from graphwright.ops.nn.sampled_losses import sampled_softmax_loss as sampled_softmax_loss
from graphwright.ops.nn.sequence_labels import collapse_repeated as collapse_repeated
from graphwright.ops.nn.sequence_labels import compute_average_loss as compute_average_loss
from graphwright.ops.nn.sequence_labels import ctc_unique_labels as ctc_unique_labels
from graphwright.ops.nn.sequence_labels import scale_regularization_loss as scale_regularization_loss
from graphwright.ops.nn.softmax import log_softmax as log_softmax
from graphwright.ops.nn.softmax import softmax as softmax
from graphwright.ops.nn.windows.fractional import fractional_avg_pool as fractional_avg_pool
from graphwright.ops.nn.windows.fractional import fractional_max_pool as fractional_max_pool
from graphwright.ops.sparse.math import embedding_lookup_sparse as embedding_lookup_sparse
from graphwright.ops.sparse.math import safe_embedding_lookup_sparse as safe_embedding_lookup_sparse
from graphwright.sessions.layers.cell_wrappers import DeviceWrapper as RNNCellDeviceWrapper
from graphwright.sessions.layers.cell_wrappers import DropoutWrapper as RNNCellDropoutWrapper
from graphwright.sessions.layers.cell_wrappers import ResidualWrapper as RNNCellResidualWrapper

__all__ = [
    "RNNCellDeviceWrapper",
    "RNNCellDropoutWrapper",
    "RNNCellResidualWrapper",
    "all_candidate_sampler",
    "approx_max_k",
    "approx_min_k",
    "atrous_conv2d",
    "atrous_conv2d_transpose",
    "avg_pool",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "batch_norm_with_global_normalization",
    "batch_normalization",
    "bias_add",
    "collapse_repeated",
    "compute_accidental_hits",
    "compute_average_loss",
    "conv1d",
    "conv1d_transpose",
    "conv2d",
    "conv2d_transpose",
    "conv3d",
    "conv3d_transpose",
    "conv_transpose",
    "convolution",
    "crelu",
    "ctc_beam_search_decoder",
    "ctc_greedy_decoder",
    "ctc_loss",
    "ctc_unique_labels",
    "depth_to_space",
    "depthwise_conv2d",
    "depthwise_conv2d_backprop_filter",
    "depthwise_conv2d_backprop_input",
    "dilation2d",
    "dropout",
    "elu",
    "embedding_lookup",
    "embedding_lookup_sparse",
    "erosion2d",
    "experimental",
    "fixed_unigram_candidate_sampler",
    "fractional_avg_pool",
    "fractional_max_pool",
    "gelu",
    "in_top_k",
    "isotonic_regression",
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
    "max_pool_with_argmax",
    "moments",
    "nce_loss",
    "normalize_moments",
    "pool",
    "relu",
    "relu6",
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
    "softplus",
    "softsign",
    "space_to_batch",
    "space_to_depth",
    "sparse_softmax_cross_entropy_with_logits",
    "sufficient_statistics",
    "swish",
    "tanh",
    "top_k",
    "uniform_candidate_sampler",
    "weighted_cross_entropy_with_logits",
    "weighted_moments",
    "with_space_to_batch",
    "zero_fraction",
]
