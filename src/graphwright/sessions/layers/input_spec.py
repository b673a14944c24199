"""What a layer of TensorFlow 1 asks of its inputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphwright.base.dtypes import as_dtype
from graphwright.base.nest import flatten
from graphwright.base.shape import TensorShape


class InputSpec:
    """The dtype, the rank and the sizes that an input of a layer must have; None stands for any.

    Args:
      dtype: its dtype.
      shape: its shape, with None for sizes that may vary.
      ndim: its rank.
      max_ndim, min_ndim: bounds of its rank.
      axes: sizes of some axes.

    >>> tf.compat.v1.layers.InputSpec(min_ndim=3, axes={-1: 4})
    InputSpec(min_ndim=3, axes={-1: 4})
    """

    def __init__(
        self, dtype: Any = None, shape: Any = None, ndim: int | None = None, max_ndim: int | None = None,
        min_ndim: int | None = None, axes: Mapping[int, int | None] | None = None,
    ) -> None:  # fmt: skip
        self.dtype = None if dtype is None else as_dtype(dtype).name
        self.shape = None if shape is None else tuple(TensorShape(shape).as_list())
        self.ndim = ndim if self.shape is None else len(self.shape)
        self.max_ndim, self.min_ndim = max_ndim, min_ndim
        self.axes = {int(axis): size for axis, size in (axes or {}).items()}

    def __repr__(self) -> str:
        given = ((name, value) for name, value in vars(self).items() if value not in (None, {}))
        return f"InputSpec({', '.join(f'{name}={value}' for name, value in given)})"

    def problem(self, value: Any) -> str | None:
        """What is wrong with an input; None where nothing is."""
        rank = TensorShape(value.shape).rank
        if rank is None:
            bounded = any(bound is not None for bound in (self.ndim, self.max_ndim, self.min_ndim))
            return "its rank is undefined, but the layer requires a defined rank" if bounded else None
        if self.ndim is not None and rank != self.ndim:
            return f"expected ndim={self.ndim}, found ndim={rank}"
        if self.max_ndim is not None and rank > self.max_ndim:
            return f"expected max_ndim={self.max_ndim}, found ndim={rank}"
        if self.min_ndim is not None and rank < self.min_ndim:
            return f"expected min_ndim={self.min_ndim}, found ndim={rank}"
        if self.dtype is not None and as_dtype(value.dtype).name != self.dtype:
            return f"expected dtype={self.dtype}, found dtype={as_dtype(value.dtype).name}"
        sizes = TensorShape(value.shape).as_list()
        for axis, size in [*self.axes.items(), *enumerate(self.shape or ())]:
            if None not in (size, sizes[axis]) and sizes[axis] != size:
                return f"expected axis {axis} to have value {size}, found shape={sizes}"
        return None


def check_inputs(name: str, spec: Any, inputs: Any) -> None:
    """ValueError where inputs of a layer of this name are not as an `InputSpec`, or a structure of them, says."""
    specs, values = flatten(spec), flatten(inputs)
    if len(specs) != len(values):
        raise ValueError(f"Layer {name} expects {len(specs)} inputs, but it received {len(values)} input tensors.")
    for number, (each, value) in enumerate(zip(specs, values, strict=True)):
        problem = None if each is None else each.problem(value)
        if problem is not None:
            raise ValueError(f"Input {number} of layer {name} is incompatible with the layer: {problem}.")


__all__ = ["InputSpec", "check_inputs"]
