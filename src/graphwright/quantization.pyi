# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.quantization`: floats as integers of few bits, and rounded as these would be."""

from graphwright import quantization_experimental as experimental
from graphwright.ops.nn.fake_quantization import fake_quant_with_min_max_args as fake_quant_with_min_max_args
from graphwright.ops.nn.fake_quantization import fake_quant_with_min_max_args_gradient as fake_quant_with_min_max_args_gradient
from graphwright.ops.nn.fake_quantization import fake_quant_with_min_max_vars as fake_quant_with_min_max_vars
from graphwright.ops.nn.fake_quantization import fake_quant_with_min_max_vars_gradient as fake_quant_with_min_max_vars_gradient
from graphwright.ops.nn.fake_quantization import fake_quant_with_min_max_vars_per_channel as fake_quant_with_min_max_vars_per_channel
from graphwright.ops.nn.fake_quantization import fake_quant_with_min_max_vars_per_channel_gradient as fake_quant_with_min_max_vars_per_channel_gradient
from graphwright.ops.nn.quantization import dequantize as dequantize
from graphwright.ops.nn.quantization import quantize as quantize
from graphwright.ops.nn.quantization import quantize_and_dequantize as quantize_and_dequantize
from graphwright.ops.nn.quantization import quantize_and_dequantize_v2 as quantize_and_dequantize_v2
from graphwright.ops.nn.quantization import quantized_concat as quantized_concat

__all__ = [
    "dequantize",
    "experimental",
    "fake_quant_with_min_max_args",
    "fake_quant_with_min_max_args_gradient",
    "fake_quant_with_min_max_vars",
    "fake_quant_with_min_max_vars_gradient",
    "fake_quant_with_min_max_vars_per_channel",
    "fake_quant_with_min_max_vars_per_channel_gradient",
    "quantize",
    "quantize_and_dequantize",
    "quantize_and_dequantize_v2",
    "quantized_concat",
]
