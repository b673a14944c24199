"""The signatures of a version as the messages that clients read."""

from __future__ import annotations

from typing import Any

from graphwright.graphdef import messages as graph_messages
from graphwright.serving.messages import CLASSES
from graphwright.serving.model_manager import Version
from graphwright.serving.signatures import Spec

_PREDICT = "tensorflow/serving/predict"


def metadata_of(version: Version) -> Any:
    """The `SignatureDefMap` of a version."""
    result = CLASSES["SignatureDefMap"]()
    for name, signature in version.signatures.items():
        found = result.signature_def[name]
        found.method_name = _PREDICT
        for specs, infos in ((signature.inputs, found.inputs), (signature.outputs, found.outputs)):
            for key, spec in specs.items():
                _fill(infos[key], key, spec)
    return result


def _fill(info: Any, name: str, spec: Spec) -> None:
    info.name = f"{name}:0"
    info.dtype = graph_messages.DATA_TYPES[_DT.get(spec.dtype, f"DT_{spec.dtype.upper()}")]
    if spec.shape is None:
        info.tensor_shape.unknown_rank = True
        return
    for size in spec.shape:
        info.tensor_shape.dim.add().size = -1 if size is None else size


_DT = {"float32": "DT_FLOAT", "float64": "DT_DOUBLE", "float16": "DT_HALF"}
