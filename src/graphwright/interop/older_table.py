"""Internal modules of TensorFlow that programs of TensorFlow 1 and tf-slim import, in the form of `internal_table`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_PYTHON: Final = "tensorflow.python"
_V1: Final = "tf.compat.v1"

_TRAINING: Final = (
    "adagrad adam basic_session_run_hooks checkpoint_management coordinator device_setter evaluation ftrl "
    "gradient_descent input learning_rate_decay momentum monitored_session moving_averages optimizer "
    "queue_runner queue_runner_impl rmsprop saver session_run_hook supervisor sync_replicas_optimizer training "
    "training_util"
)

NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    f"{_PYTHON}.framework.device_spec": {
        "compat._device_spec": "DeviceSpecV1",
        "core.device_spec": "DeviceSpecV2=DeviceSpec",
    },
    f"{_PYTHON}.layers.base": {"sessions.layers.base": "Layer"},
    f"{_PYTHON}.layers.convolutional": {
        "compat.v1.layers": (
            "Conv1D Conv2D Conv2DTranspose Conv3D Conv3DTranspose Convolution1D=Conv1D Convolution2D=Conv2D "
            "Convolution2DTranspose=Conv2DTranspose Convolution3D=Conv3D Convolution3DTranspose=Conv3DTranspose "
            "SeparableConv2D "
            "SeparableConvolution2D=SeparableConv2D"
        ),
    },
    f"{_PYTHON}.ops.metrics_impl": {"sessions.metrics.running": "metric_variable"},
    f"{_PYTHON}.ops.control_flow_ops": {"interop.older_ops": "with_dependencies"},
    f"{_PYTHON}.ops.io_ops": {"interop.older_ops": "ReaderBase"},
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
    f"{_PYTHON}.checkpoint.checkpoint_management": (f"{_V1}.train", "tf.train"),
    f"{_PYTHON}.client.timeline": (),
    f"{_PYTHON}.framework.random_seed": (_V1, "tf.random"),
    f"{_PYTHON}.ops.gradient_checker": (f"{_V1}.test",),
    f"{_PYTHON}.ops.partitioned_variables": (_V1,),
    f"{_PYTHON}.ops.resource_variables_toggle": (_V1,),
    f"{_PYTHON}.ops.template": (_V1,),
    f"{_PYTHON}.ops.variable_v1": (_V1,),
    f"{_PYTHON}.platform.flags": (f"{_V1}.flags",),
    f"{_PYTHON}.summary.summary_iterator": (f"{_V1}.train",),
    f"{_PYTHON}.keras.engine.input_spec": ("tf.keras.layers",),
    f"{_PYTHON}.layers.core": (f"{_V1}.layers",),
    f"{_PYTHON}.layers.normalization": (f"{_V1}.layers",),
    f"{_PYTHON}.layers.pooling": (f"{_V1}.layers",),
    f"{_PYTHON}.client.session": (_V1,),
    f"{_PYTHON}.ops.array_ops_stack": ("tf",),
    f"{_PYTHON}.ops.confusion_matrix": (f"{_V1}", f"{_V1}.math"),
    f"{_PYTHON}.ops.histogram_ops": ("tf",),
    f"{_PYTHON}.ops.metrics": (f"{_V1}.metrics",),
    f"{_PYTHON}.ops.metrics_impl": (f"{_V1}.metrics",),
    f"{_PYTHON}.ops.standard_ops": ("tf", _V1),
    f"{_PYTHON}.ops.variables": ("tf", _V1),
    f"{_PYTHON}.summary.summary": (f"{_V1}.summary",),
    **{f"{_PYTHON}.training.{module}": (f"{_V1}.train", "tf.train", _V1) for module in _TRAINING.split()},
}
