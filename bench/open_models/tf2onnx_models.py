"""Models that tf2onnx converts, of Keras layers that run here: channels are last, and inputs have no fixed sizes.

python -m graphwright bench/open_models/tf2onnx_models.py FOLDER NAME ... [--small]
"""

import sys
from pathlib import Path
from typing import Any

import keras
import numpy as np
import tensorflow as tf
import tf2onnx

OPSET = 17
SMALL = "--small" in sys.argv


def _convolution(channels: int, size: int = 3, activation: str | None = "relu") -> Any:
    if SMALL and activation:
        channels //= 16
    return keras.layers.Conv2D(channels, size, padding="same", activation=activation)


def super_resolution() -> Any:
    inputs = y = keras.layers.Input((None, None, 1))
    for channels, size in ((64, 5), (64, 3), (32, 3)):
        y = _convolution(channels, size)(y)
    y = _convolution(9, 3, None)(y)
    return keras.Model(inputs, keras.layers.Lambda(lambda v: tf.nn.depth_to_space(v, 3))(y))


def unet_keras() -> Any:
    inputs = y = keras.layers.Input((None, None, 3))
    skipped = []
    for depth, channels in enumerate((16, 32, 64, 128)):
        y = keras.layers.MaxPooling2D()(y) if depth else y
        y = _convolution(channels)(_convolution(channels)(y))
        skipped.append(y)
    for channels, skip in zip((64, 32, 16), skipped[-2::-1], strict=True):
        y = keras.layers.Conv2DTranspose(channels // 16 if SMALL else channels, 2, strides=2)(y)
        y = keras.layers.Concatenate()([skip, y])
        y = _convolution(channels)(_convolution(channels)(y))
    return keras.Model(inputs, _convolution(2, 1, None)(y))


def write(name: str, folder: Path) -> None:
    """Write a model with random weights."""
    keras.utils.set_random_seed(0)
    model = globals()[name]()
    signature = [tf.TensorSpec([None, *model.input_shape[1:]], tf.float32, name="x")]
    call = tf.function(lambda x: model(x, training=False), input_signature=signature)
    call(np.zeros((1, 16, 16, model.input_shape[-1]), np.float32))
    tf2onnx.convert.from_function(call, signature, opset=OPSET, output_path=str(folder / f"{name}.onnx"))


if __name__ == "__main__":
    folder, *names = (given for given in sys.argv[1:] if given != "--small")
    for each in names:
        write(each, Path(folder))
