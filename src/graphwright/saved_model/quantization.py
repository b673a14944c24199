"""`tf.quantization.experimental`: the options of quantized models as messages, and samples for them in files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Final, NoReturn

import numpy as np

from graphwright.base import errors
from graphwright.base.files import local_path
from graphwright.base.record_files import TFRecordWriter
from graphwright.core.convert import to_array
from graphwright.graphdef.messages import MessageClass, build
from graphwright.graphdef.tensor_proto import to_proto

TABLES: Final[dict[str, str]] = {
    "QuantizationMethod": (
        "preset_method QuantizationMethod.PresetMethod 4; quantization_component_specs QuantizationComponentSpec* 3"
    ),
    "QuantizationComponentSpec": (
        "quantization_component QuantizationComponentSpec.QuantizationComponent 1; "
        "tensor_type QuantizationComponentSpec.TensorType 2"
    ),
    "UnitWiseQuantizationSpec": (
        "unit UnitWiseQuantizationSpec.QuantizationUnit* 5; quantization_method QuantizationMethod 6"
    ),
    "UnitWiseQuantizationSpec.QuantizationUnit": "op_type string 1; node_name string 2; func_name string 3",
    "RepresentativeDataSample": "tensor_proto_inputs map<string,TensorProto> 2",
    "RepresentativeDatasetFile": "dataset_file{ tfrecord_file_path string 1 }",
    # `calibration_options` and `debugger_config` are kept as unknown fields
    "QuantizationOptions": (
        "quantization_method QuantizationMethod 1; op_set int32 2; "
        "unit_wise_quantization_specs UnitWiseQuantizationSpec* 17; tags string* 5; signature_keys string* 6; "
        "representative_datasets map<string,RepresentativeDatasetFile> 7; min_num_elements_for_weights int64 8; "
        "freeze_all_variables bool? 9; enable_per_channel_quantization bool? 10; enable_two_input_tensors bool 11; "
        "experimental_enable_tpu_model_support bool 12; enable_legacy_weight_only bool 13; "
        "force_graph_mode_calibration bool 14"
    ),
}
ENUMS: Final[dict[str, str]] = {
    "QuantizationMethod.PresetMethod": (
        "METHOD_UNSPECIFIED 0; METHOD_NO_QUANTIZE 1; METHOD_STATIC_RANGE_INT8 2; METHOD_DYNAMIC_RANGE_INT8 3; "
        "METHOD_STATIC_RANGE_WEIGHT_ONLY_INT8 4"
    ),
    "QuantizationComponentSpec.QuantizationComponent": (
        "COMPONENT_UNSPECIFIED 0; COMPONENT_ACTIVATION 1; COMPONENT_WEIGHT 2; COMPONENT_BIAS 3"
    ),
    "QuantizationComponentSpec.TensorType": (
        "TENSORTYPE_UNSPECIFIED 0; TENSORTYPE_INT_4 1; TENSORTYPE_INT_8 2; TENSORTYPE_INT_32 3"
    ),
}
_CLASSES: Final = build("graphwright/quantization.proto", TABLES, ENUMS)

QuantizationComponentSpec: MessageClass = _CLASSES["QuantizationComponentSpec"]
QuantizationMethod: MessageClass = _CLASSES["QuantizationMethod"]
QuantizationOptions: MessageClass = _CLASSES["QuantizationOptions"]
UnitWiseQuantizationSpec: MessageClass = _CLASSES["UnitWiseQuantizationSpec"]
_Sample: MessageClass = _CLASSES["RepresentativeDataSample"]
_File: MessageClass = _CLASSES["RepresentativeDatasetFile"]

QuantizationComponentSpec.__doc__ = """How one kind of tensors is quantized.

>>> spec = tf.quantization.experimental.QuantizationComponentSpec
>>> spec(quantization_component=spec.COMPONENT_WEIGHT, tensor_type=spec.TENSORTYPE_INT_8).tensor_type
2
"""
QuantizationMethod.__doc__ = """How a model is quantized.

>>> method = tf.quantization.experimental.QuantizationMethod
>>> method(preset_method=method.METHOD_DYNAMIC_RANGE_INT8).preset_method
3
"""
QuantizationOptions.__doc__ = """What is quantized, and how.

>>> tf.quantization.experimental.QuantizationOptions(signature_keys=["serving_default"]).signature_keys[0]
'serving_default'
"""
UnitWiseQuantizationSpec.__doc__ = """How some operations are quantized.

>>> spec = tf.quantization.experimental.UnitWiseQuantizationSpec
>>> spec(unit=[spec.QuantizationUnit(op_type="Conv2D")]).unit[0].op_type
'Conv2D'
"""


class TfRecordRepresentativeDatasetSaver:
    """Writes samples of the inputs of a model to files, with which TensorFlow's quantizer measures ranges.

    Args:
      path_map: by the name of a signature, the file for its samples.
      expected_input_key_map: by the name of a signature, the names of its inputs, which each sample must have.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "samples")
    >>> saver = tf.quantization.experimental.TfRecordRepresentativeDatasetSaver({"serving_default": path})
    >>> saver.save({"serving_default": [{"x": tf.ones([2])}]})["serving_default"].tfrecord_file_path == path
    True
    """

    def __init__(
        self, path_map: Mapping[str, Any], expected_input_key_map: Mapping[str, Iterable[str]] | None = None
    ) -> None:
        self.path_map = path_map
        self.expected_input_key_map = {} if expected_input_key_map is None else expected_input_key_map

    def save(self, representative_dataset: Mapping[str, Iterable[Mapping[str, Any]]]) -> dict[str, Any]:
        """Write the samples of each signature, and tell the files.

        Raises:
          ValueError: there is no file for a signature.
          KeyError: a sample has other inputs than expected.
        """
        return {key: self._saved(key, samples) for key, samples in representative_dataset.items()}

    def _saved(self, key: str, samples: Iterable[Mapping[str, Any]]) -> Any:
        if key not in self.path_map:
            raise ValueError(f"SignatureDef key does not exist in the provided path_map: {key}")
        path, expected = local_path(self.path_map[key]), self.expected_input_key_map.get(key)
        with TFRecordWriter(path) as writer:
            for sample in samples:
                if expected is not None and set(sample) != set(expected):
                    raise KeyError(
                        "Invalid input keys for representative sample. The function expects input keys of: "
                        f"{set(expected)}. Got: {set(sample)}. Please provide correct input keys for representative "
                        "samples."
                    )
                arrays = {name: np.asarray(to_array(value)) for name, value in sample.items()}
                protos = {name: to_proto(array) for name, array in arrays.items()}
                writer.write(_Sample(tensor_proto_inputs=protos).SerializeToString())
        return _File(tfrecord_file_path=path)


def quantize_saved_model(
    saved_model_path: str,
    output_directory: str | None = None,
    quantization_options: Any = None,
    representative_dataset: Any = None,
    *,
    overwrite_output_directory: bool = False,
) -> NoReturn:
    """Refuses: models are quantized by TensorFlow, and run here once they are.

    Args:
      saved_model_path: the folder of the model.
      output_directory, quantization_options, representative_dataset, overwrite_output_directory: not used.

    Raises ValueError where there is no model, else UnimplementedError.

    >>> tf.quantization.experimental.quantize_saved_model("no_such_model")
    Traceback (most recent call last):
    ...
    ValueError: There is no SavedModel in no_such_model.
    """
    if not os.path.exists(os.path.join(local_path(saved_model_path), "saved_model.pb")):
        raise ValueError(f"There is no SavedModel in {saved_model_path}.")
    raise errors.UnimplementedError(
        "Models are not quantized here: train with tf.quantization.fake_quant_with_min_max_vars, or quantize the model "
        "by TensorFlow or ONNX Runtime; both kinds of quantized models run here."
    )


__all__ = [
    "QuantizationComponentSpec", "QuantizationMethod", "QuantizationOptions", "TfRecordRepresentativeDatasetSaver",
    "UnitWiseQuantizationSpec", "quantize_saved_model",
]  # fmt: skip
