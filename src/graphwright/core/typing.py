"""Names for what public functions accept and what the rules of op records receive. For annotations alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.base.shape import TensorShape
from graphwright.core.indexed_slices import IndexedSlices
from graphwright.core.tensor import Array, Tensor
from graphwright.core.tensor_like import AnyTensor


class _SupportsTensor(Protocol):
    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any: ...


class _SupportsArray(Protocol):
    def __array__(self) -> Any: ...


class _SupportsArrayInterface(Protocol):
    @property
    def __array_interface__(self) -> Any: ...


class _Composite(Protocol):
    """Values made up of tensors, such as extension types whose dispatch handles the call."""

    @property
    def _type_spec(self) -> Any: ...


_Python: TypeAlias = bool | int | float | complex | str | bytes

TensorLike: TypeAlias = (
    Tensor
    | AnyTensor
    | _SupportsTensor
    | _SupportsArray
    | _SupportsArrayInterface
    | _Composite
    | Array
    | np.generic
    | TensorShape
    | _Python
    | Sequence[Any]
)
"""Anything that ops take for a tensor: tensors, variables, arrays, numbers, text, nested sequences, composites."""

DTypeLike: TypeAlias = DType | str | int | type | np.dtype[Any]
"""Anything that `tf.as_dtype` takes: a dtype of ours or of NumPy, a class of Python's or NumPy's, a name, an enum."""

ShapeLike: TypeAlias = TensorLike | TensorShape | Sequence[int | None] | None
"""A shape as users write it: a sequence with None for unknown sizes, a TensorShape, an integer tensor."""

AxisLike: TypeAlias = int | Sequence[int] | TensorLike
"""One axis or several; an integer tensor where the axes are computed."""


class Application(Protocol):
    """An applied op as its gradient rule sees it: an entry of a tape or an operation of a graph."""

    @property
    def type(self) -> str:
        """The op's name."""

    @property
    def inputs(self) -> Sequence[Tensor]:
        """The flat inputs."""

    @property
    def outputs(self) -> Sequence[Tensor]:
        """The flat outputs."""

    @property
    def attrs(self) -> Mapping[str, Any]:
        """All attributes."""

    def get_attr(self, name: str) -> Any:
        """The value of an attribute."""


Gradients: TypeAlias = Sequence[Tensor | IndexedSlices | None]
"""What a gradient rule returns: a gradient for each flat input, None where there is none or nobody asks for it."""

__all__ = [
    "Application",
    "AxisLike",
    "DTypeLike",
    "Gradients",
    "ShapeLike",
    "TensorLike",
]
