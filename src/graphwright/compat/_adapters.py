"""Functions of `tf.compat.v1` that call those of `tf` with other parameters: older names, another order, more of them.

An adapter is declared by its signature, the function of `tf` that it calls, the older names of parameters, and the
parameters without effect. It is created on first use.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from typing import Any, Final

from graphwright.base import dtypes


class KeywordRequired:
    """The default of a first parameter that takes no argument: all others are named."""

    def __repr__(self) -> str:
        return "KeywordRequired()"


_REDUCTION = "input_tensor, axis=None, keepdims=None, name=None, reduction_indices=None, keep_dims=None"
_REDUCED = "reduction_indices=axis keep_dims=keepdims"
_ASSERT_TWO = "x, y, data=None, summarize=None, message=None, name=None"
_ASSERT_ONE = "x, data=None, summarize=None, message=None, name=None"
_SPARSE_REDUCTION = "sp_input, axis=None, keepdims=None, reduction_axes=None, keep_dims=None"

ADAPTERS: Final[dict[str, tuple[str, str, str, str]]] = {
    **{
        f"reduce_{name}": (_REDUCTION, f"reduce_{name}", _REDUCED, "")
        for name in ("all", "any", "logsumexp", "max", "mean", "min", "prod", "sum")
    },
    **{
        f"assert_{name}": (_ASSERT_TWO, f"debugging.assert_{name}", "", "data")
        for name in ("equal", "greater", "greater_equal", "less", "less_equal", "none_equal")
    },
    **{
        f"assert_{name}": (_ASSERT_ONE, f"debugging.assert_{name}", "", "data")
        for name in ("negative", "non_negative", "non_positive", "positive")
    },
    "assert_near": (
        "x, y, rtol=None, atol=None, data=None, summarize=None, message=None, name=None",
        "debugging.assert_near", "", "data",
    ),
    "assert_rank": (
        "x, rank, data=None, summarize=None, message=None, name=None", "debugging.assert_rank", "", "data summarize"
    ),
    "assert_rank_at_least": (
        "x, rank, data=None, summarize=None, message=None, name=None",
        "debugging.assert_rank_at_least", "", "data summarize",
    ),
    "assert_rank_in": (
        "x, ranks, data=None, summarize=None, message=None, name=None",
        "debugging.assert_rank_in", "", "data summarize",
    ),
    "assert_scalar": ("tensor, name=None, message=None", "debugging.assert_scalar", "", ""),
    "argmax": ("input, axis=None, name=None, dimension=None, output_type=int64", "argmax", "dimension=axis", ""),
    "argmin": ("input, axis=None, name=None, dimension=None, output_type=int64", "argmin", "dimension=axis", ""),
    "boolean_mask": ("tensor, mask, name='boolean_mask', axis=None", "boolean_mask", "", ""),
    "convert_to_tensor": (
        "value, dtype=None, name=None, preferred_dtype=None, dtype_hint=None",
        "convert_to_tensor", "preferred_dtype=dtype_hint", "",
    ),
    "count_nonzero": (
        "input_tensor=None, axis=None, keepdims=None, dtype=int64, name=None, reduction_indices=None, keep_dims=None, "
        "input=None",
        "math.count_nonzero", "input_tensor=input reduction_indices=axis keep_dims=keepdims", "",
    ),
    "crelu": ("features, name=None, axis=-1", "nn.crelu", "", ""),
    "depth_to_space": ("input, block_size, name=None, data_format='NHWC'", "nn.depth_to_space", "", ""),
    "expand_dims": ("input, axis=None, name=None, dim=None", "expand_dims", "dim=axis", ""),
    "gather": (
        "params, indices, validate_indices=None, name=None, axis=None, batch_dims=0", "gather", "", ""
    ),
    "gather_nd": ("params, indices, name=None, batch_dims=0, bad_indices_policy=''", "gather_nd", "", ""),
    "gradients": (
        "ys, xs, grad_ys=None, name='gradients', colocate_gradients_with_ops=False, gate_gradients=False, "
        "aggregation_method=None, stop_gradients=None, unconnected_gradients=UnconnectedGradients.NONE",
        "gradients", "", "colocate_gradients_with_ops",
    ),
    "hessians": (
        "ys, xs, name='hessians', colocate_gradients_with_ops=False, gate_gradients=False, aggregation_method=None",
        "hessians", "", "colocate_gradients_with_ops",
    ),
    "in_top_k": ("predictions, targets, k, name=None", "math.in_top_k", "", ""),
    "log_softmax": ("logits, axis=None, name=None, dim=None", "nn.log_softmax", "dim=axis", ""),
    "softmax": ("logits, axis=None, name=None, dim=None", "nn.softmax", "dim=axis", ""),
    "moments": (
        "x, axes, shift=None, name=None, keep_dims=None, keepdims=None", "nn.moments", "keep_dims=keepdims", ""
    ),
    "weighted_moments": (
        "x, axes, frequency_weights, name=None, keep_dims=None, keepdims=None",
        "nn.weighted_moments", "keep_dims=keepdims", "",
    ),
    "sufficient_statistics": (
        "x, axes, shift=None, keep_dims=None, name=None, keepdims=None",
        "nn.sufficient_statistics", "keep_dims=keepdims", "",
    ),
    "norm": (
        "tensor, ord='euclidean', axis=None, keepdims=None, name=None, keep_dims=None", "norm", "keep_dims=keepdims", ""
    ),
    "ones_like": ("tensor, dtype=None, name=None, optimize=True", "ones_like", "tensor=input", "optimize"),
    "zeros_like": ("tensor, dtype=None, name=None, optimize=True", "zeros_like", "tensor=input", "optimize"),
    "pad": ("tensor, paddings, mode='CONSTANT', name=None, constant_values=0", "pad", "", ""),
    "poisson": ("lam, shape, dtype=float32, seed=None, name=None", "random.poisson", "", ""),
    "reverse_sequence": (
        "input, seq_lengths, seq_axis=None, batch_axis=None, name=None, seq_dim=None, batch_dim=None",
        "reverse_sequence", "seq_dim=seq_axis batch_dim=batch_axis", "",
    ),
    "shape": ("input, name=None, out_type=None", "shape", "", ""),
    "size": ("input, name=None, out_type=None", "size", "", ""),
    "space_to_depth": ("input, block_size, name=None, data_format='NHWC'", "nn.space_to_depth", "", ""),
    "squeeze": ("input, axis=None, name=None, squeeze_dims=None", "squeeze", "squeeze_dims=axis", ""),
    "to_code": (
        "entity, recursive=True, arg_values=None, arg_types=None, indentation='  ', "
        "experimental_optional_features=None",
        "autograph.to_code", "", "arg_values arg_types indentation",
    ),
    "to_graph": (
        "entity, recursive=True, arg_values=None, arg_types=None, experimental_optional_features=None",
        "autograph.to_graph", "", "arg_values arg_types",
    ),
    "transpose": ("a, perm=None, name='transpose', conjugate=False", "transpose", "", ""),
    "tuple": ("tensors, name=None, control_inputs=None", "tuple", "", ""),
    "batch_to_space": (
        "input, crops, block_size, name=None, block_shape=None", "batch_to_space", "block_size=block_shape", ""
    ),
    "batch_to_space_nd": ("input, block_shape, crops, name=None", "raw_ops.BatchToSpaceND", "", ""),
    "verify_tensor_all_finite": (
        "t=None, msg=None, name=None, x=None, message=None", "debugging.assert_all_finite", "t=x msg=message", ""
    ),
    "multinomial": (
        "logits, num_samples, seed=None, name=None, output_dtype=None", "random.categorical", "output_dtype=dtype", ""
    ),
    "stateless_multinomial": (
        "logits, num_samples, seed, output_dtype=int64, name=None",
        "random.stateless_categorical", "output_dtype=dtype", "",
    ),
    "sparse_to_dense": (
        "sparse_indices, output_shape, sparse_values, default_value=0, validate_indices=True, name=None",
        "raw_ops.SparseToDense", "", "",
    ),
    # files
    "decode_csv": (
        "records, record_defaults, field_delim=',', use_quote_delim=True, name=None, na_value='', select_cols=None",
        "io.decode_csv", "", "",
    ),
    "decode_raw": (
        "input_bytes=None, out_type=None, little_endian=True, name=None, bytes=None",
        "io.decode_raw", "bytes=input_bytes", "",
    ),
    **{
        name: ("serialized, features, name=None, example_names=None", f"io.{name}", "", "")
        for name in ("parse_example", "parse_single_example")
    },
    **{
        name: ("sp_input, name=None, out_type=string", f"io.{name}", "", "")
        for name in ("serialize_many_sparse", "serialize_sparse")
    },
    # pictures
    **{
        f"resize_{name}": (
            "images, size, align_corners=False, name=None, half_pixel_centers=False", f"raw_ops.{op}", "", ""
        )
        for name, op in (
            ("bicubic", "ResizeBicubic"), ("bilinear", "ResizeBilinear"), ("nearest_neighbor", "ResizeNearestNeighbor")
        )
    },
    "resize_area": ("images, size, align_corners=False, name=None", "raw_ops.ResizeArea", "", ""),
    "resize_image_with_crop_or_pad": (
        "image, target_height, target_width", "image.resize_with_crop_or_pad", "", ""
    ),
    "extract_image_patches": (
        "images, ksizes=None, strides=None, rates=None, padding=None, name=None, sizes=None",
        "image.extract_patches", "ksizes=sizes", "",
    ),
    # windows
    "batch_norm_with_global_normalization": (
        "t=None, m=None, v=None, beta=None, gamma=None, variance_epsilon=None, scale_after_normalization=None, "
        "name=None, input=None, mean=None, variance=None",
        "nn.batch_norm_with_global_normalization", "t=input m=mean v=variance", "",
    ),
    "conv2d_backprop_filter": (
        "input, filter_sizes, out_backprop, strides, padding, use_cudnn_on_gpu=True, data_format='NHWC', "
        "dilations=[1, 1, 1, 1], name=None",
        "raw_ops.Conv2DBackpropFilter", "", "use_cudnn_on_gpu",
    ),
    "conv2d_backprop_input": (
        "input_sizes, filter=None, out_backprop=None, strides=None, padding=None, use_cudnn_on_gpu=True, "
        "data_format='NHWC', dilations=[1, 1, 1, 1], name=None, filters=None",
        "raw_ops.Conv2DBackpropInput", "filters=filter", "use_cudnn_on_gpu",
    ),
    "conv3d_backprop_filter_v2": (
        "input, filter_sizes, out_backprop, strides, padding, data_format='NDHWC', dilations=[1, 1, 1, 1, 1], "
        "name=None",
        "raw_ops.Conv3DBackpropFilterV2", "", "",
    ),
    "conv3d_transpose": (
        "value, filter=None, output_shape=None, strides=None, padding='SAME', data_format='NDHWC', name=None, "
        "input=None, filters=None, dilations=None",
        "nn.conv3d_transpose", "value=input filter=filters", "",
    ),
    "depthwise_conv2d_native": (
        "input, filter, strides, padding, data_format='NHWC', dilations=[1, 1, 1, 1], name=None",
        "raw_ops.DepthwiseConv2dNative", "", "",
    ),
    "avg_pool": (
        "value, ksize, strides, padding, data_format='NHWC', name=None, input=None", "nn.avg_pool2d", "value=input", ""
    ),
    "avg_pool2d": (
        "value, ksize, strides, padding, data_format='NHWC', name=None, input=None", "nn.avg_pool2d", "value=input", ""
    ),
    "max_pool": (
        "value, ksize, strides, padding, data_format='NHWC', name=None, input=None", "nn.max_pool2d", "value=input", ""
    ),
    "conv1d": (
        "value=None, filters=None, stride=None, padding=None, use_cudnn_on_gpu=None, data_format=None, name=None, "
        "input=None, dilations=None",
        "nn.conv1d", "value=input", "use_cudnn_on_gpu",
    ),
    "conv2d": (
        "input, filter=None, strides=None, padding=None, use_cudnn_on_gpu=True, data_format='NHWC', "
        "dilations=[1, 1, 1, 1], name=None, filters=None",
        "nn.conv2d", "filter=filters", "use_cudnn_on_gpu",
    ),
    "conv2d_transpose": (
        "value=None, filter=None, output_shape=None, strides=None, padding='SAME', data_format='NHWC', name=None, "
        "input=None, filters=None, dilations=None",
        "nn.conv2d_transpose", "value=input filter=filters", "",
    ),
    "conv3d": (
        "input, filter=None, strides=None, padding=None, data_format='NDHWC', dilations=[1, 1, 1, 1, 1], name=None, "
        "filters=None",
        "nn.conv3d", "filter=filters", "",
    ),
    "convolution": (
        "input, filter, padding, strides=None, dilation_rate=None, name=None, data_format=None, filters=None, "
        "dilations=None",
        "nn.convolution", "filter=filters dilation_rate=dilations", "",
    ),
    "depthwise_conv2d": (
        "input, filter, strides, padding, rate=None, name=None, data_format=None, dilations=None",
        "nn.depthwise_conv2d", "rate=dilations", "",
    ),
    "separable_conv2d": (
        "input, depthwise_filter, pointwise_filter, strides, padding, rate=None, name=None, data_format=None, "
        "dilations=None",
        "nn.separable_conv2d", "rate=dilations", "",
    ),
    "max_pool_with_argmax": (
        "input, ksize, strides, padding, data_format='NHWC', Targmax=None, name=None, output_dtype=None, "
        "include_batch_in_index=False",
        "nn.max_pool_with_argmax", "Targmax=output_dtype", "",
    ),
    "pool": (
        "input, window_shape, pooling_type, padding, dilation_rate=None, strides=None, name=None, data_format=None, "
        "dilations=None",
        "nn.pool", "dilation_rate=dilations", "",
    ),
    # losses
    "sparse_softmax_cross_entropy_with_logits": (
        "labels=None, logits=None, name=None", "nn.sparse_softmax_cross_entropy_with_logits", "", ""
    ),
    "softmax_cross_entropy_with_logits_v2": (
        "labels, logits, axis=None, name=None, dim=None", "nn.softmax_cross_entropy_with_logits", "dim=axis", ""
    ),
    "weighted_cross_entropy_with_logits": (
        "labels=None, logits=None, pos_weight=None, name=None, targets=None",
        "nn.weighted_cross_entropy_with_logits", "targets=labels", "",
    ),
    # strings
    "length": ("input, name=None, unit='BYTE'", "strings.length", "", ""),
    "substr": ("input, pos, len, name=None, unit='BYTE'", "strings.substr", "", ""),
    "reduce_join": (
        "inputs, axis=None, keep_dims=None, separator='', name=None, reduction_indices=None, keepdims=None",
        "strings.reduce_join", _REDUCED, "",
    ),
    "to_hash_bucket": (
        "string_tensor=None, num_buckets=None, name=None, input=None",
        "strings.to_hash_bucket", "string_tensor=input", "",
    ),
    "to_number": (
        "string_tensor=None, out_type=float32, name=None, input=None", "strings.to_number", "string_tensor=input", ""
    ),
    # sparse tensors
    "sparse_add": ("a, b, threshold=None, thresh=None", "sparse.add", "thresh=threshold", ""),
    "sparse_concat": (
        "axis, sp_inputs, name=None, expand_nonconcat_dim=False, concat_dim=None, expand_nonconcat_dims=None",
        "sparse.concat", "concat_dim=axis expand_nonconcat_dim=expand_nonconcat_dims", "",
    ),
    **{
        f"sparse_segment_{name}": (
            "data, indices, segment_ids, name=None, num_segments=None, sparse_gradient=False",
            f"sparse.segment_{name}", "", "",
        )
        for name in ("mean", "sqrt_n", "sum")
    },
    "sparse_split": (
        "keyword_required=KeywordRequired(), sp_input=None, num_split=None, axis=None, name=None, split_dim=None",
        "sparse.split", "split_dim=axis", "keyword_required",
    ),
    "sparse_reduce_max": (_SPARSE_REDUCTION, "sparse.reduce_max", "reduction_axes=axis keep_dims=keepdims", ""),
    "sparse_reduce_sum": (_SPARSE_REDUCTION, "sparse.reduce_sum", "reduction_axes=axis keep_dims=keepdims", ""),
}  # fmt: skip
"""Name to signature, function of `tf`, older names as `old=new`, and parameters without effect."""


def __getattr__(name: str) -> Any:
    if name not in ADAPTERS:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'", name=name)
    adapter = globals()[name] = _adapter(name, *ADAPTERS[name])
    return adapter


def _adapter(name: str, text: str, target: str, renames: str, ignored: str) -> Callable[..., Any]:
    signature = _parsed(text)
    newer = dict(pair.split("=") for pair in renames.split())

    def older(*args: Any, **kwargs: Any) -> Any:
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{name}() {error}") from None
        if "keyword_required" in bound.arguments:
            raise ValueError("Keyword arguments are required for this function.")
        arguments = _renamed(bound.arguments, newer)
        for parameter, value in signature.parameters.items():
            if value.default is not value.empty:
                arguments.setdefault(newer.get(parameter, parameter), value.default)
        # None means the default of the function
        return function()(**{n: v for n, v in arguments.items() if v is not None and n not in dropped})

    def function() -> Any:
        module, _, attribute = f"graphwright.{target}".rpartition(".")
        return getattr(importlib.import_module(module), attribute)

    dropped = ignored.split()
    older.__name__ = older.__qualname__ = name.removeprefix("sparse_") if target.startswith("sparse.") else name
    older.__signature__ = signature  # type: ignore[attr-defined]
    older.__annotations__ = {}
    older.__doc__ = f"Call `tf.{target}`, with its older parameters."
    return older


def _renamed(arguments: dict[str, Any], newer: dict[str, str]) -> dict[str, Any]:
    """The arguments by their newer names; ValueError if both names of one are used."""
    renamed: dict[str, Any] = {}
    for name, value in arguments.items():
        public = newer.get(name, name)
        if renamed.get(public) is not None and value is not None:
            older = next(old for old, new in newer.items() if new == public and old in arguments)
            raise ValueError(f"Cannot specify both '{older}' and '{public}'.")
        if renamed.get(public) is None:
            renamed[public] = value
    return renamed


def _parsed(text: str) -> inspect.Signature:
    from graphwright.autodiff.tape import UnconnectedGradients

    names = {
        "KeywordRequired": KeywordRequired,
        "int64": dtypes.int64,
        "float32": dtypes.float32,
        "string": dtypes.string,
        "UnconnectedGradients": UnconnectedGradients,
    }
    return inspect.signature(eval(f"lambda {text}: None", names))
