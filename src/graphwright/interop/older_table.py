"""Internal modules of TensorFlow that programs of TensorFlow 1 and tf-slim import, in the form of `internal_table`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_PYTHON: Final = "tensorflow.python"
_V1: Final = "tf.compat.v1"

_FURTHER: Final = ("device_setter", "evaluation", "supervisor", "sync_replicas_optimizer")

NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    f"{_PYTHON}.layers.base": {"sessions.layers.base": "Layer"},
    f"{_PYTHON}.layers.convolutional": {
        "compat.v1.layers": (
            "Conv1D Conv2D Conv2DTranspose Conv3D Conv3DTranspose Convolution1D=Conv1D Convolution2D=Conv2D "
            "Convolution2DTranspose=Conv2DTranspose Convolution3D=Conv3D Convolution3DTranspose=Conv3DTranspose "
            "SeparableConv2D SeparableConvolution2D=SeparableConv2D"
        ),
    },
    f"{_PYTHON}.ops.metrics_impl": {"sessions.metrics.running": "metric_variable"},
    f"{_PYTHON}.ops.control_flow_ops": {"interop.older_ops": "with_dependencies"},
    f"{_PYTHON}.ops.gradients_impl": {"autodiff.gradients": "gradients_v2=gradients"},
    f"{_PYTHON}.ops.io_ops": {"interop.older_ops": "ReaderBase"},
    f"{_PYTHON}.ops.math_ops": {
        "compat.v1": "to_bfloat16 to_complex64 to_complex128 to_double to_float to_int32 to_int64"
    },
    f"{_PYTHON}.ops.variable_v1": {"sessions.variable_v1": "VariableV1"},
    f"{_PYTHON}.ops.variable_scope": {"compat.v1": "variable=Variable"},
    f"{_PYTHON}.training.evaluation": {
        "interop.older_evaluation": (
            "_StopAfterNEvalsHook=StopAfterNEvalsHook _evaluate_once=evaluate_once "
            "_get_or_create_eval_step=get_or_create_eval_step"
        ),
    },
    f"{_PYTHON}.training.moving_averages": {"interop.older_ops": "assign_moving_average"},
    f"{_PYTHON}.ops.weights_broadcast_ops": {"sessions.metrics.running": "broadcast_weights"},
}

PUBLIC: Final[Mapping[str, tuple[str, ...]]] = {
    f"{_PYTHON}.client.timeline": (),
    f"{_PYTHON}.keras.engine.input_spec": ("tf.keras.layers",),
    f"{_PYTHON}.layers.core": (f"{_V1}.layers",),
    f"{_PYTHON}.layers.normalization": (f"{_V1}.layers",),
    f"{_PYTHON}.layers.pooling": (f"{_V1}.layers",),
    f"{_PYTHON}.ops.standard_ops": ("tf", _V1),
    f"{_PYTHON}.ops.variables": ("tf", _V1),
    **{f"{_PYTHON}.training.{module}": (f"{_V1}.train", "tf.train", _V1) for module in _FURTHER},
}
