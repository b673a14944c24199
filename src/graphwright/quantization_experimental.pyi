# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.quantization.experimental`: options of quantized models, and samples for them."""

from graphwright.saved_model.quantization import QuantizationComponentSpec as QuantizationComponentSpec
from graphwright.saved_model.quantization import QuantizationMethod as QuantizationMethod
from graphwright.saved_model.quantization import QuantizationOptions as QuantizationOptions
from graphwright.saved_model.quantization import TfRecordRepresentativeDatasetSaver as TfRecordRepresentativeDatasetSaver
from graphwright.saved_model.quantization import UnitWiseQuantizationSpec as UnitWiseQuantizationSpec
from graphwright.saved_model.quantization import quantize_saved_model as quantize_saved_model

__all__ = [
    "QuantizationComponentSpec",
    "QuantizationMethod",
    "QuantizationOptions",
    "TfRecordRepresentativeDatasetSaver",
    "UnitWiseQuantizationSpec",
    "quantize_saved_model",
]
