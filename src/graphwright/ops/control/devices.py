"""Ops that graphs hold for devices: which one there is, values of branches that are not taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.base.shape import TensorShape
from graphwright.core.prelude import Array
from graphwright.ir.prelude import op


def _index(device_names: Sequence[Any]) -> Array:
    names = [n.decode() if isinstance(n, bytes) else n for n in device_names]
    return np.array(names.index("CPU") if "CPU" in names else len(names), np.int32)


op(
    "DeviceIndex", "-> index: int32", "device_names: list(string)", shape=lambda ctx: (), kernel=_index,
    no_gradient=True, stateful=True,
)  # fmt: skip
op("SyncDevice", "->", shape=lambda ctx: [], kernel=lambda: [], no_gradient=True, effect="host")
op(
    "DisableCopyOnRead", "resource: resource ->", shape=lambda ctx: [], kernel=lambda resource: [], no_gradient=True,
    effect="write",
)  # fmt: skip


def _unused(dtype: DType, shape: TensorShape) -> Array:
    dims = tuple(d or 0 for d in shape.static_dims or ())
    return np.full(dims, b"", object) if dtype.numpy.kind == "O" else np.zeros(dims, dtype.numpy)


op(
    "FakeParam", "-> output: dtype", "dtype: type; shape: shape", shape=lambda ctx: ctx.attrs["shape"].symbolic,
    kernel=_unused, no_gradient=True,
)  # fmt: skip
