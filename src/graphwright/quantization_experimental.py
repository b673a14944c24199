"""`tf.quantization.experimental`: options of quantized models, and samples for them."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "saved_model.quantization": (
            "QuantizationComponentSpec QuantizationMethod QuantizationOptions TfRecordRepresentativeDatasetSaver "
            "UnitWiseQuantizationSpec quantize_saved_model"
        ),
    },
)
