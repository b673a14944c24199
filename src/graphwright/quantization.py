"""`tf.quantization`: floats as integers of few bits, and rounded as these would be."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "quantization_experimental": "experimental=",
        "ops.nn.fake_quantization": (
            "fake_quant_with_min_max_args fake_quant_with_min_max_args_gradient fake_quant_with_min_max_vars "
            "fake_quant_with_min_max_vars_gradient fake_quant_with_min_max_vars_per_channel "
            "fake_quant_with_min_max_vars_per_channel_gradient"
        ),
        "ops.nn.quantization": (
            "dequantize quantize quantize_and_dequantize quantize_and_dequantize_v2 quantized_concat"
        ),
    },
)
