"""`tensorflow.python.ops.parallel_for.control_flow_ops`: functions of an index, for all indices at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.functions.map_fn import map_fn
from graphwright.functions.vectorize.vectorized_map import vectorized_map


def pfor(
    loop_fn: Callable[[Any], Any],
    iters: Any,
    fallback_to_while_loop: bool = True,
    parallel_iterations: int | None = None,
    warn: bool = False,
) -> Any:
    """The results of `loop_fn(0)` to `loop_fn(iters - 1)`, stacked; see `tf.vectorized_map`."""
    return vectorized_map(loop_fn, _indices(iters), fallback_to_while_loop, warn)


def for_loop(loop_fn: Callable[[Any], Any], loop_fn_dtypes: Any, iters: Any, parallel_iterations: Any = None) -> Any:
    """The same in a loop; `loop_fn_dtypes` are the dtypes of the results."""
    return map_fn(loop_fn, _indices(iters), fn_output_signature=loop_fn_dtypes)


def _indices(iters: Any) -> Any:
    return apply("Range", (0, to_tensor(iters), 1))


__all__ = ["for_loop", "pfor", "vectorized_map"]
