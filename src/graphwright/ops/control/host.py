"""Host ops: the clock, and the check for NaN and infinity."""

from __future__ import annotations

import time

import numpy as np

from graphwright.core.prelude import Array, Tensor, TensorLike, apply, errors
from graphwright.ir.prelude import Generate, op


def _check_numerics(tensor: Array, message: str) -> Array:
    if not np.isfinite(tensor).all():
        nan, inf = bool(np.isnan(tensor).any()), bool(np.isinf(tensor).any())
        found = "Inf and NaN" if nan and inf else "NaN" if nan else "Inf"
        raise errors.InvalidArgumentError(f"{message} : Tensor had {found} values")
    return tensor


CHECK_NUMERICS = op(
    "CheckNumerics",
    "tensor: T -> output: T",
    "T: floating; message: string",
    shape=lambda ctx: ctx.dims(0),
    kernel=_check_numerics,
    gradient=lambda op, grad: [apply("CheckNumerics", (grad,), {"message": f"Gradient of: {op.attrs['message']}"})],
    effect="host",
    native=Generate(
        lambda e, load, index, message: load(0, index), lambda e, load, index, message: e.isfinite(load(0, index))
    ),
)
CHECK_NUMERICS_V2 = op(
    "CheckNumericsV2",
    "tensor: T -> output: T",
    "T: floating; message: string",
    shape=lambda ctx: ctx.dims(0),
    kernel=_check_numerics,
    gradient=lambda op, grad: [apply("CheckNumericsV2", (grad,), {"message": f"Gradient of: {op.attrs['message']}"})],
    effect="host",
)
TIMESTAMP = op(
    "Timestamp",
    "-> ts: double",
    shape=lambda ctx: (),
    kernel=lambda: np.array(time.time()),
    no_gradient=True,
    effect="random",
)

# public functions -------------------------------------------------------------------------------------------


def check_numerics(tensor: TensorLike, message: str, name: str | None = None) -> Tensor:
    """Return the tensor; raise InvalidArgumentError with the message if it contains NaN or infinity.

    >>> tf.debugging.check_numerics(tf.constant([1.0]), "weights").numpy()
    array([1.], dtype=float32)
    """
    return apply(CHECK_NUMERICS, (tensor,), {"message": message}, name)


def timestamp(name: str | None = None) -> Tensor:
    """The time when the op runs, in seconds since 1970: a float64 scalar.

    >>> bool(tf.timestamp() > 1.6e9)
    True
    """
    return apply(TIMESTAMP, (), None, name)
