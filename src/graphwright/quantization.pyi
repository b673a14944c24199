# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.quantization`: floats rounded as integers of few bits would be."""

from graphwright.ops.nn.fake_quantization import fake_quant_with_min_max_args as fake_quant_with_min_max_args
from graphwright.ops.nn.fake_quantization import fake_quant_with_min_max_vars as fake_quant_with_min_max_vars
from graphwright.ops.nn.fake_quantization import fake_quant_with_min_max_vars_per_channel as fake_quant_with_min_max_vars_per_channel

__all__ = [
    "fake_quant_with_min_max_args",
    "fake_quant_with_min_max_vars",
    "fake_quant_with_min_max_vars_per_channel",
]
