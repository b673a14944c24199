"""Convolutions, pools, and their gradients, which jax derives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Operation
from graphwright.ir.lowering import Sliding, Window
from graphwright.runtime.xla.rules.elementwise import output_dims

if TYPE_CHECKING:
    from graphwright.runtime.xla.block import Block

_HALF = frozenset({"float16", "bfloat16"})


def sliding(block: Block, op: Operation) -> list[Any]:
    """The kernel of the rule, in single precision where the operands have half."""
    rule: Any = op.record.native
    assert isinstance(rule, Sliding)
    dims, window = output_dims(op), rule.window(op)
    if window is None or not all((*window.size, *window.result, *window.window, window.channels)):
        raise Unsupported("its rule does not cover these operands")
    arrays = [jnp.asarray(block.array(v)) for v in op.inputs]
    dtype = op.outputs[0].dtype.numpy
    if dtype.name in _HALF and rule.kernel != "max":
        arrays = [x.astype(np.float32) if x.dtype == dtype else x for x in arrays]
    form = _Form(window, len(dims) if "filter" not in rule.kernel else len(op.inputs[0].type.dims))
    return [jnp.reshape(form.run(rule.kernel, arrays, dims), dims).astype(dtype)]


class _Form:
    """A window over arrays of one rank, channels last."""

    def __init__(self, window: Window, rank: int) -> None:
        self.window = window
        axes = rank - 2
        self.size, self.taps, self.strides, self.dilations, before, result = (
            triple[3 - axes :]
            for triple in (
                window.size, window.window, window.strides, window.dilations, window.before, window.result,
            )
        )  # fmt: skip
        self.result = result
        # what lies behind the last position is cut off, by a padding below zero
        self.padding = [
            (b, (n - 1) * s + (k - 1) * d + 1 - size - b)
            for b, n, s, k, d, size in zip(
                before, result, self.strides, self.taps, self.dilations, self.size, strict=True
            )
        ]

    def last(self, x: Any) -> Any:
        """Images with their channels last."""
        return jnp.moveaxis(x, 1, -1) if self.window.channels_first else x

    def back(self, x: Any) -> Any:
        """The same as they are kept."""
        return jnp.moveaxis(x, -1, 1) if self.window.channels_first else x

    def run(self, kernel: str, arrays: Sequence[Any], dims: tuple[int, ...]) -> Any:
        """The result of a kernel of `ir.lowering.SlidingKernel`, in the op's own layout."""
        window = self.window
        if kernel == "max":
            return self.back(self.maximum(self.last(arrays[0])))
        if kernel == "max into input":
            return self.back(self.maximum_into_input(self.last(arrays[0]), self.last(arrays[2])))
        if kernel == "average":
            return self.back(self.average(self.last(arrays[0])))
        batch = window.batch
        images = jax.ShapeDtypeStruct((batch, *self.size, window.channels), arrays[-1].dtype)
        if kernel == "average into input":
            return self.back(_transpose(self.average, images, self.last(arrays[1])))
        groups = window.channels if kernel.startswith("depthwise") else window.groups
        if " into " in kernel and arrays[-1].dtype.kind in "iu":
            raise Unsupported("jax turns a convolution of integers round into a wrong one")
        if kernel.endswith("into input"):
            weights = self.filter(arrays[1], groups)
            return self.back(_transpose(lambda x: self.convolve(x, weights, groups), images, self.last(arrays[2])))
        if kernel.endswith("into filter"):
            x = self.last(arrays[0])
            shape = jax.ShapeDtypeStruct(
                (*self.taps, window.channels // groups, window.result_channels), arrays[2].dtype
            )
            return _transpose(lambda w: self.convolve(x, w, groups), shape, self.last(arrays[2]))
        return self.back(self.convolve(self.last(arrays[0]), self.filter(arrays[1], groups), groups))

    def filter(self, weights: Any, groups: int) -> Any:
        """The filter with the channels of a group, and those of the result, behind its taps."""
        return jnp.reshape(weights, (*self.taps, self.window.channels // groups, self.window.result_channels))

    def convolve(self, x: Any, weights: Any, groups: int) -> Any:
        """A convolution, channels last."""
        if x.dtype.kind in "iu":
            return self.convolve_by_taps(x, weights, groups)
        axes = "DHW"[3 - len(self.taps) :]
        layout = (f"N{axes}C", f"{axes}IO", f"N{axes}C")
        return lax.conv_general_dilated(
            x, weights, self.strides, self.padding, rhs_dilation=self.dilations, dimension_numbers=layout,
            feature_group_count=groups,
        )  # fmt: skip

    def convolve_by_taps(self, x: Any, weights: Any, groups: int) -> Any:
        """A convolution as a sum of products, one for each tap: cuDNN has none of integers."""
        x = lax.pad(x, x.dtype.type(0), [(0, 0, 0), *((*both, 0) for both in self.padding), (0, 0, 0)])
        x = x.reshape(*x.shape[:-1], groups, -1)
        weights = weights.reshape(*weights.shape[:-1], groups, -1)
        steps = list(zip(self.taps, self.strides, self.dilations, x.shape[1:-2], strict=True))
        lengths = [(size - (taps - 1) * dilation - 1) // stride + 1 for taps, stride, dilation, size in steps]
        found = jnp.zeros((x.shape[0], *lengths, *weights.shape[-2:]), x.dtype)
        for tap in np.ndindex(*self.taps):
            first = [at * dilation for at, (_, _, dilation, _) in zip(tap, steps, strict=True)]
            cut = [slice(None)]
            for start, length, stride in zip(first, lengths, self.strides, strict=True):
                cut.append(slice(start, start + (length - 1) * stride + 1, stride))
            found += jnp.einsum("...gc,cgo->...go", x[tuple(cut)], weights[tap])
        return found.reshape(*found.shape[:-2], -1)

    def _over(self, x: Any, start: Any, combine: Any) -> Any:
        cut = [
            slice(None),
            *(slice(0, n + min(after, 0)) for n, (_, after) in zip(self.size, self.padding, strict=True)),
        ]
        padding = [(before, max(after, 0)) for before, after in self.padding]
        return lax.reduce_window(
            x[tuple(cut)], start, combine, (1, *self.taps, 1), (1, *self.strides, 1), [(0, 0), *padding, (0, 0)],
            window_dilation=(1, *self.dilations, 1),
        )  # fmt: skip

    def maximum(self, x: Any) -> Any:
        """The largest of each window; NaN is never chosen."""
        least = _least(x.dtype)
        return self._over(_without_nan(x), least, lax.max)

    def maximum_into_input(self, x: Any, grad: Any) -> Any:
        """The gradient of `maximum`: the first of the largest elements gets all of it."""
        dtype = grad.dtype
        if x.dtype.kind in "iu":
            if x.dtype.itemsize > 4:
                raise Unsupported("a pool of wide integers")
            x = x.astype(np.float64)
        x = x.astype(jnp.promote_types(x.dtype, dtype))
        least = _least(x.dtype)
        (found,) = jax.vjp(lambda x: self._over(x, least, lax.max), _without_nan(x))[1](grad.astype(x.dtype))
        if dtype.kind in "iu":  # sums beyond the range wrap round
            found = found.astype(np.int64)
        return found.astype(dtype)

    def average(self, x: Any) -> Any:
        """The mean of each window, padding left out."""
        zero = np.array(0, x.dtype)
        seen = self._over(jnp.ones((1, *self.size, 1), x.dtype), zero, lax.add)
        return self._over(x, zero, lax.add) / seen


def _transpose(function: Any, argument: Any, grad: Any) -> Any:
    """A linear function turned round."""
    (result,) = jax.linear_transpose(function, argument)(grad)
    return result


def _least(dtype: Any) -> Any:
    return np.array(np.iinfo(dtype).min if dtype.kind in "iu" else -np.inf, dtype)


def _without_nan(x: Any) -> Any:
    return x if x.dtype.kind in "iu" else jnp.where(jnp.isnan(x), _least(x.dtype), x)
