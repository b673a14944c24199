# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.layers`: layers whose variables `get_variable` finds and creates."""

from graphwright.sessions.layers.base import Layer as Layer
from graphwright.sessions.layers.convolutional import AveragePooling1D as AveragePooling1D
from graphwright.sessions.layers.convolutional import AveragePooling2D as AveragePooling2D
from graphwright.sessions.layers.convolutional import AveragePooling3D as AveragePooling3D
from graphwright.sessions.layers.convolutional import Conv1D as Conv1D
from graphwright.sessions.layers.convolutional import Conv2D as Conv2D
from graphwright.sessions.layers.convolutional import Conv2DTranspose as Conv2DTranspose
from graphwright.sessions.layers.convolutional import Conv3D as Conv3D
from graphwright.sessions.layers.convolutional import Conv3DTranspose as Conv3DTranspose
from graphwright.sessions.layers.convolutional import MaxPooling1D as MaxPooling1D
from graphwright.sessions.layers.convolutional import MaxPooling2D as MaxPooling2D
from graphwright.sessions.layers.convolutional import MaxPooling3D as MaxPooling3D
from graphwright.sessions.layers.convolutional import SeparableConv2D as SeparableConv2D
from graphwright.sessions.layers.convolutional import average_pooling1d as average_pooling1d
from graphwright.sessions.layers.convolutional import average_pooling2d as average_pooling2d
from graphwright.sessions.layers.convolutional import average_pooling3d as average_pooling3d
from graphwright.sessions.layers.convolutional import conv1d as conv1d
from graphwright.sessions.layers.convolutional import conv2d as conv2d
from graphwright.sessions.layers.convolutional import conv2d_transpose as conv2d_transpose
from graphwright.sessions.layers.convolutional import conv3d as conv3d
from graphwright.sessions.layers.convolutional import conv3d_transpose as conv3d_transpose
from graphwright.sessions.layers.convolutional import max_pooling1d as max_pooling1d
from graphwright.sessions.layers.convolutional import max_pooling2d as max_pooling2d
from graphwright.sessions.layers.convolutional import max_pooling3d as max_pooling3d
from graphwright.sessions.layers.convolutional import separable_conv2d as separable_conv2d
from graphwright.sessions.layers.core import BatchNormalization as BatchNormalization
from graphwright.sessions.layers.core import Dense as Dense
from graphwright.sessions.layers.core import Dropout as Dropout
from graphwright.sessions.layers.core import Flatten as Flatten
from graphwright.sessions.layers.core import batch_normalization as batch_normalization
from graphwright.sessions.layers.core import dense as dense
from graphwright.sessions.layers.core import dropout as dropout
from graphwright.sessions.layers.core import flatten as flatten
from graphwright.sessions.layers.input_spec import InputSpec as InputSpec

__all__ = [
    "AveragePooling1D",
    "AveragePooling2D",
    "AveragePooling3D",
    "BatchNormalization",
    "Conv1D",
    "Conv2D",
    "Conv2DTranspose",
    "Conv3D",
    "Conv3DTranspose",
    "Dense",
    "Dropout",
    "Flatten",
    "InputSpec",
    "Layer",
    "MaxPooling1D",
    "MaxPooling2D",
    "MaxPooling3D",
    "SeparableConv2D",
    "average_pooling1d",
    "average_pooling2d",
    "average_pooling3d",
    "batch_normalization",
    "conv1d",
    "conv2d",
    "conv2d_transpose",
    "conv3d",
    "conv3d_transpose",
    "dense",
    "dropout",
    "flatten",
    "max_pooling1d",
    "max_pooling2d",
    "max_pooling3d",
    "separable_conv2d",
]
