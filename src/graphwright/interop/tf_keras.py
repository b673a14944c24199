"""What the package `tf_keras` has besides Keras: layers of TensorFlow 1 and the registry of symbolic tensors."""

from __future__ import annotations

from typing import Any

from graphwright.interop.keras import load_keras


def __getattr__(name: str) -> Any:
    if name in ("BatchNormalization", "Dense"):
        return getattr(load_keras().layers, name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def dense(inputs: Any, units: int, activation: Any = None, **options: Any) -> Any:
    """The output of a new dense layer; `options` are arguments of `Dense`."""
    return load_keras().layers.Dense(units, activation, **options)(inputs)


def register_symbolic_tensor_type(cls: type) -> None:
    """Do nothing: Keras 3 has one class of symbolic tensors."""
