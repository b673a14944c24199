"""What each module of ops imports from this layer: tensors, types for annotations, dispatch, conversion, scopes."""

from __future__ import annotations

from graphwright.base import errors
from graphwright.core.context import name_scope, state
from graphwright.core.convert import convert_to_tensor, to_tensor
from graphwright.core.dispatch import apply, apply_effect, apply_multi, only_computes
from graphwright.core.tensor import Array, EagerTensor, Tensor
from graphwright.core.typing import Application, AxisLike, DTypeLike, Gradients, ShapeLike, TensorLike

__all__ = [
    "Application", "Array", "AxisLike", "DTypeLike", "EagerTensor", "Gradients", "ShapeLike", "Tensor", "TensorLike",
    "apply", "apply_effect", "apply_multi", "convert_to_tensor", "errors", "name_scope", "only_computes", "state",
    "to_tensor",
]  # fmt: skip
