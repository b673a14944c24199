"""`tf.keras`: real Keras on the `tensorflow` shim, loaded on first use, and the modules of `tf` that are Keras's."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from typing import Any

from graphwright.base.install import install_command
from graphwright.interop.tensorflow_shim import install_as_tensorflow


def __getattr__(name: str) -> Any:
    if name == "keras":
        return load_keras()
    if name in ("losses", "metrics", "optimizers"):
        return getattr(load_keras(), name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def load_keras() -> Any:
    """Keras as TensorFlow provides it, on its TensorFlow backend.

    Raises ImportError where Keras is not installed, or has been imported with another backend.
    """
    if "keras" not in sys.modules:
        if importlib.util.find_spec("keras") is None:
            raise ImportError(f"tf.keras needs Keras, which is not installed: {install_command('keras')}")
        os.environ["KERAS_BACKEND"] = "tensorflow"
    install_as_tensorflow()
    loaded = importlib.import_module("keras._tf_keras.keras")
    backend = loaded.config.backend()
    if backend != "tensorflow":
        raise ImportError(
            f"tf.keras: Keras has been imported with its '{backend}' backend. Use tf.keras before the first "
            "`import keras`, or set the environment variable KERAS_BACKEND=tensorflow."
        )
    return loaded
