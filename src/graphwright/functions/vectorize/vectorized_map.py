"""`tf.vectorized_map`: a function applied to all rows at once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from graphwright.autograph import convert
from graphwright.autograph.source import SourceError, locate
from graphwright.base import errors, nest
from graphwright.control.subgraph import trace_body
from graphwright.core.context import name_scope, state
from graphwright.core.convert import is_made_of_tensors, to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor import Tensor
from graphwright.functions.map_fn import map_rows
from graphwright.functions.vectorize import (  # noqa: F401  (they register their rules)
    rules_control,
    rules_elementwise,
    rules_index,
    rules_list,
    rules_matmul,
    rules_nn,
    rules_random,
    rules_shape,
)
from graphwright.functions.vectorize.batching import Batch, BatchedValue, NoBatchingRule
from graphwright.ir.types import tensor_type

_log = logging.getLogger("graphwright")


def vectorized_map(fn: Callable[..., Any], elems: Any, fallback_to_while_loop: bool = True, warn: bool = True) -> Any:
    """Apply a function to all rows of a tensor at once: as `tf.map_fn`, but faster, and the specs are inferred.

    The function is traced for one row; each op of the trace is then applied to all rows by its *batching rule* (as in
    jax's `vmap`). Conditionals and loops that depend on a row are allowed: a branch runs for the rows that take it, a
    loop until the last row leaves it. Random ops draw for each row, stateful ops that no row changes run once.

    Args:
      fn: takes one row, in the structure of `elems`; returns a tensor or a structure of tensors and None, of the same
        shapes for every row. Ragged and sparse tensors and extension types are mapped in a loop.
      elems: a tensor of one dimension at least, or a structure of them with equal first dimensions. A tensor with a
        single row is used for every row of the others.
      fallback_to_while_loop: whether an op without a batching rule runs in a loop over the rows.
      warn: whether to log each op that does.

    Raises:
      TypeError: `fn` cannot be called.
      ValueError: `elems` holds no tensors, or scalars; or an op has no rule and may not run in a loop.

    >>> tf.vectorized_map(lambda row: tf.reduce_sum(row * row), tf.constant([[1.0, 2.0], [3.0, 4.0]])).numpy()
    array([ 5., 25.], dtype=float32)
    """
    if not callable(fn):
        raise TypeError(f"The provided function {fn!r} is not callable. fn must be callable.")
    leaves = [v if is_made_of_tensors(v) else to_tensor(v) for v in nest.flatten(elems)]
    if not leaves or not all(isinstance(v, Tensor) for v in leaves):
        return map_rows(fn, elems)
    with name_scope("vectorized_map"):
        size, rows = _rows(leaves)
        batch = Batch(size, fallback_to_while_loop, warn)
        types = [tensor_type(v.tensor.dtype, v.tensor._type.dims and v.tensor._type.dims[v.batched :]) for v in rows]
        graph, structure = _trace_row(_converted(fn), elems, types)
        if structure is None:
            return None
        if any(is_made_of_tensors(v) and not isinstance(v, Tensor) for v in nest.flatten(structure)):
            return map_rows(fn, elems)
        captured = [BatchedValue(v, False) for v in graph.captures]
        try:
            found = batch.run(graph, [*rows, *captured])
        except NoBatchingRule as reason:  # it involves lists, or sizes that may differ: a loop over one op cannot help
            if warn:
                _log.warning("Using a while_loop for the whole function: %s", reason)
            return map_rows(fn, elems)
        results = iter([batch.spread(v, o.type.dims) for v, o in zip(found, graph.outputs, strict=True)])
        return nest.map_structure(lambda v: None if v is None else next(results), structure)


def _converted(fn: Callable[..., Any]) -> Callable[..., Any]:
    """The function as AutoGraph converts it; outside of a graph without a warning if its source cannot be read."""
    function = getattr(fn, "__func__", fn)
    if state.graph is None and isinstance(function, FunctionType):
        try:
            locate(function.__code__, function.__globals__)
        except SourceError:
            return fn
    return convert(fn)


def _rows(leaves: Sequence[Any]) -> tuple[Any, list[BatchedValue]]:
    """The number of rows, and the tensors with a row for each; one with a single row is the same for every row."""
    sizes = []
    for tensor in leaves:
        if tensor.shape.rank == 0:
            raise ValueError(f"Elements in elems must be 1+ dimensional Tensors, not scalars: {tensor!r}")
        sizes.append(None if tensor.shape.rank is None else tensor.shape[0])
    known = sorted({s for s in sizes if s not in (None, 1)})
    if len(known) > 1:
        raise errors.ShapeMismatchError(
            f"The tensors in elems have different numbers of rows: {known[0]} and {known[1]}."
        )
    first = next((t for t, s in zip(leaves, sizes, strict=True) if s is None), leaves[0])
    single = not known and None not in sizes
    size = known[0] if known else 1 if single else _size_of(first)
    rows = [
        BatchedValue(t, True) if s != 1 or single else BatchedValue(t[0], False)
        for t, s in zip(leaves, sizes, strict=True)
    ]
    return size, rows


def _size_of(tensor: Any) -> Any:
    return apply("StridedSlice", (apply("Shape", (tensor,)), [0], [1], [1]), {"shrink_axis_mask": 1})


def _trace_row(run: Callable[..., Any], elems: Any, types: Sequence[Any]) -> tuple[Any, Any]:
    """The graph of a row, and the structure of what the function returned."""
    return trace_body(
        "vectorized_map_row",
        lambda *rows: run(nest.pack_sequence_as(elems, list(rows))),
        [(type_, "row") for type_ in types],
    )


__all__ = ["vectorized_map"]
