"""`tf.quantization`: floats rounded as integers of few bits would be."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.nn.fake_quantization": (
            "fake_quant_with_min_max_args fake_quant_with_min_max_vars fake_quant_with_min_max_vars_per_channel"
        ),
    },
)
