"""`tf.compat.v1.layers`: layers whose variables `get_variable` finds and creates."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "sessions.layers.base": "Layer",
        "sessions.layers.convolutional": (
            "AveragePooling1D AveragePooling2D AveragePooling3D Conv1D Conv2D Conv2DTranspose Conv3D Conv3DTranspose "
            "MaxPooling1D MaxPooling2D MaxPooling3D SeparableConv2D average_pooling1d average_pooling2d "
            "average_pooling3d conv1d conv2d conv2d_transpose conv3d conv3d_transpose max_pooling1d max_pooling2d "
            "max_pooling3d separable_conv2d"
        ),
        "sessions.layers.input_spec": "InputSpec",
        "sessions.layers.core": ("BatchNormalization Dense Dropout Flatten batch_normalization dense dropout flatten"),
    },
)
