"""Ops that TensorFlow's debugger puts into graphs: values passed on, and what is known of their numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import from_numpy
from graphwright.core.prelude import Array, apply, errors
from graphwright.ir.prelude import Dims, ShapeContext, op

_NAMED = 'device_name: string = ""; tensor_name: string = ""'
_SENT = "debug_urls: list(string) = []; gated_grpc: bool = false"
_REACHES = {"debug_urls": "of no effect: nothing is sent to a debugger"}


def _check_name(tensor_name: str) -> None:
    if not tensor_name:
        raise errors.InvalidArgumentError(f'Failed to parse tensor name: "{tensor_name}"')


def _identity(name: str, attrs: str, named: bool = False, stateful: bool = False) -> None:
    """Declare an op that passes its input on; nothing is sent to a debugger."""

    def kernel(input: Array, **attrs: Any) -> Array:
        if named:
            _check_name(attrs["tensor_name"])
        return input

    op(
        name, "input: T -> output: T", f"T: type{'; ' * bool(attrs)}{attrs}", shape=lambda ctx: ctx.dims(0),
        kernel=kernel, gradient=lambda op, grad: [apply("Identity", (grad,))], stateful=stateful,
        reaches=_REACHES if "debug_urls" in attrs else None,
    )  # fmt: skip


_identity("DebugGradientIdentity", "")
_identity("DebugIdentity", f"{_NAMED}; {_SENT}", named=True)
_identity(
    "DebugIdentityV2",
    'tfdbg_context_id: string = ""; op_name: string = ""; output_slot: int = -1; tensor_debug_mode: int = -1; '
    'debug_urls: list(string) = []; circular_buffer_size: int = 1000; tfdbg_run_id: string = ""',
    stateful=True,
)
_identity(
    "DebugIdentityV3",
    f'{_NAMED}; io_of_node: string = ""; is_input: bool = false; io_index: int = -1; {_SENT}',
    named=True,
    stateful=True,
)


def _nan_count(input: Array, tensor_name: str, **_: Any) -> Array:
    _check_name(tensor_name)
    return np.array([np.isnan(input).sum() if input.dtype.kind in "fcV" else 0], np.int64)


op(
    "DebugNanCount", "input: T -> output: int64", f"T: type; {_NAMED}; {_SENT}", shape=lambda ctx: (1,),
    kernel=_nan_count, no_gradient=True, reaches=_REACHES,
)  # fmt: skip


def _counts(numbers: Array, lower: float = -np.inf, upper: float = np.inf) -> list[int]:
    """How many numbers are NaN, low, negative, zero, positive and high."""
    nan, low, high = np.isnan(numbers), numbers <= lower, numbers >= upper
    rest = ~(nan | low | high)
    kinds = (nan, low, rest & (numbers < 0), rest & (numbers == 0), rest & (numbers > 0), high)
    return [int(kind.sum()) for kind in kinds]


def _summary(input: Array, tensor_name: str, lower_bound: float, upper_bound: float, **_: Any) -> Array:
    _check_name(tensor_name)
    numbers = input.astype(np.float64)
    finite = numbers[np.isfinite(numbers)]
    least, greatest, mean, variance = np.inf, -np.inf, np.nan, np.nan
    if finite.size:
        least, greatest, mean, variance = finite.min(), finite.max(), finite.mean(), finite.var()
    dtype = from_numpy(input.dtype).as_datatype_enum
    return np.array(
        [
            1, input.size, *_counts(numbers, lower_bound, upper_bound), least, greatest, mean, variance, dtype,
            input.ndim, *input.shape,
        ],
        np.float64,
    )  # fmt: skip


op(
    "DebugNumericSummary",
    "input: T -> output: float64",
    f"T: type; {_NAMED}; debug_urls: list(string) = []; lower_bound: float = -inf; upper_bound: float = inf; "
    "mute_if_healthy: bool = false; gated_grpc: bool = false",
    shape=lambda ctx: None if ctx.dims(0) is None else (14 + len(ctx.dims(0) or ()),),
    kernel=_summary,
    no_gradient=True,
    reaches=_REACHES,
)

_CURT, _CONCISE, _FULL, _SHAPE, _SLOTS = 2, 3, 4, 5, 8
_WIDTHS = {_CURT: 2, _CONCISE: 5, _FULL: 11, _SHAPE: 10, _SLOTS: 3}
_SHOWN_DIMS = 6


def _summary_v2(input: Array, output_dtype: Any, tensor_debug_mode: int, tensor_id: int) -> Array:
    numbers = input.astype(np.float64) if input.dtype != object else np.zeros(input.shape)
    nan, low, negative, zero, positive, high = _counts(numbers)
    dtype = from_numpy(input.dtype).as_datatype_enum
    if tensor_debug_mode == _CURT:
        found: list[float] = [tensor_id, float(nan + low + high > 0)]
    elif tensor_debug_mode == _CONCISE:
        found = [tensor_id, input.size, low, high, nan]
    elif tensor_debug_mode == _FULL:
        found = [tensor_id, -1, dtype, input.ndim, input.size, low, high, nan, negative, zero, positive]
    elif tensor_debug_mode == _SHAPE:
        dims = [*input.shape, *[0] * (_SHOWN_DIMS - input.ndim)][-max(_SHOWN_DIMS, 0) :]
        found = [tensor_id, dtype, input.ndim, input.size, *dims]
    elif tensor_debug_mode == _SLOTS:
        found = [-np.inf if low else 0.0, np.inf if high else 0.0, np.nan if nan else 0.0]
    else:
        raise errors.UnimplementedError(f"Unimplemented tensor debug mode: {tensor_debug_mode}")
    return np.array(found, output_dtype.numpy)


def _v2_dims(ctx: ShapeContext) -> Dims:
    width = _WIDTHS.get(ctx.attrs["tensor_debug_mode"])
    return None if width is None else (width,)


op(
    "DebugNumericSummaryV2",
    "input: T -> output: output_dtype",
    "output_dtype: {float32, float64} = float32; T: type; tensor_debug_mode: int = -1; tensor_id: int = -1",
    shape=_v2_dims,
    kernel=_summary_v2,
)
