"""Functions compiled for open sizes, against the same functions with known sizes and against the kernels' errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.passes import optimize
from graphwright.runtime.native.executor import NativeExecutor
from graphwright.runtime.reference import NumpyExecutor
from tests.support.native_graphs import Array, compiled, open_type, traced, type_of

Inputs = Sequence[Array]


def check(function: Callable[..., Any], taken: Sequence[Inputs], refused: Sequence[Inputs]) -> None:
    """Compile for open sizes, and compare bits with known sizes and errors with the kernel's; no kernel is called."""
    graph = optimize(traced(function, [open_type(a, *[None] * a.ndim) for a in taken[0]]))
    program = NativeExecutor().compile(graph)
    assert program.host_calls == 0  # type: ignore[attr-defined]
    for arrays in taken:
        known = compiled(function, *[type_of(a) for a in arrays])
        for want, have in zip(known.run(list(arrays)), program.run(list(arrays)), strict=True):
            assert (have.dtype, have.shape) == (want.dtype, want.shape)
            np.testing.assert_array_equal(have, want)
    for arrays in refused:
        found = []
        for executor in (NumpyExecutor().compile(graph), program):
            with pytest.raises(tf.errors.InvalidArgumentError) as error:
                executor.run(list(arrays))
            found.append((type(error.value), str(error.value)))
        assert found[0] == found[1]
