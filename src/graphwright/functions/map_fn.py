"""Functions over the rows of tensors: `tf.map_fn`, `tf.foldl`, `tf.foldr`, `tf.scan`.

They are loops: `tf.while_loop` with a TensorArray in a function being traced, a Python loop eagerly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.base import errors, nest
from graphwright.base.dtypes import DType, as_dtype, int32
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.base.tracebacks import shorten, shortened
from graphwright.control.loops import while_loop
from graphwright.core.context import name_scope, state
from graphwright.core.convert import is_made_of_tensors, to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.sparse_tensor import SparseTensorSpec
from graphwright.core.tensor import Tensor
from graphwright.core.tensor_like import AnyRagged
from graphwright.functions.row_structures import RowEncoder
from graphwright.ops.state.tensor_array import TensorArray


class _RowReader:
    """A structure of tensors with one row count, read row by row."""

    def __init__(self, elems: Any, what: str = "elems") -> None:
        try:
            leaves = [v if is_made_of_tensors(v) else to_tensor(v, name="elem") for v in nest.flatten(elems)]
            self.parts = RowEncoder(nest.pack_sequence_as(elems, [_spec_of(v) for v in leaves])).rows()
            # rows of ragged tensors are slices of their values, so that gradients flow through them
            self._ragged: dict[int, Any] = {n: v for n, v in enumerate(leaves) if isinstance(v, AnyRagged)}
            others = [v for v in leaves if not isinstance(v, AnyRagged)]
            whole = RowEncoder([_spec_of(v) for v in others])
            tensors: list[Tensor] = whole.encode(others, minimum_rank=1)
            if not leaves:
                raise ValueError(
                    f"{what} must be a Tensor or (possibly nested) sequence of Tensors. Got {elems!r}, which does not "
                    "contain any Tensors."
                )
            self._others = whole.rows()
            self.tensors = tensors
            self.static = _common_size([*tensors, *self._ragged.values()])
            self.count: Any = self.static
            if self.static is None:
                self.count = self._size()
            self.arrays = [
                TensorArray(t.dtype, self.count, element_shape=t.shape[1:]).unstack(t)
                for t in (tensors if state.graph is not None else ())
            ]
        except BaseException as error:  # Ctrl-C too
            shorten(error)
            raise

    def _size(self) -> Any:
        """The row count, a tensor."""
        for ragged in self._ragged.values():
            return ragged.nrows("int32")
        size = (apply("Shape", (self.tensors[0],)), [0], [1], [1])
        return apply("StridedSlice", size, {"shrink_axis_mask": 1})

    def at(self, i: Any) -> Any:
        """Row `i` of every tensor, in their structure."""
        parts = [t[i] for t in self.tensors] if state.graph is None else [a.read(i) for a in self.arrays]
        rest = iter(self._others.decode(parts))
        leaves = [self._ragged[n][i] if n in self._ragged else next(rest) for n in range(len(self.parts.specs))]
        return nest.pack_sequence_as(self.parts.structure, leaves)


def _spec_of(value: Any) -> Any:
    return TensorSpec(value.shape, value.dtype) if isinstance(value, Tensor) else value._type_spec


def _common_size(tensors: list[Any]) -> int | None:
    size: int | None = None
    for tensor in tensors:
        if tensor.shape.rank == 0:
            raise ValueError("Elements in elems must be 1+ dimensional Tensors, not scalars")
        found = None if tensor.shape.rank is None else tensor.shape[0]
        if found is not None and size is not None and found != size:
            raise ValueError(f"Dimensions {size} and {found} are not compatible")
        size = found if size is None else size
    return size


def _converted(fn: Any) -> Callable[..., Any]:
    """The function, converted by AutoGraph while a function is being traced."""
    if not callable(fn):
        raise TypeError(f"The provided function {fn!r} is not callable. fn must be callable.")
    if state.graph is None:
        return fn  # type: ignore[no-any-return]
    from graphwright.autograph import convert

    return convert(fn)


def _repeat(
    count: Any,
    body: Callable[[Any, Any], Any],
    values: Any,
    start: int = 0,
    parallel: Any = 10,
    back_prop: bool = True,
) -> Any:
    """`values = body(i, values)` for i from `start` to `count`."""
    if state.graph is None:
        for i in range(start, int(count)):
            values = body(i, values)
        return values
    return while_loop(
        lambda i, _: apply("Less", (i, count)),
        lambda i, stored: (apply("AddV2", (i, 1)), body(i, stored)),
        (to_tensor(start, int32), values),
        parallel_iterations=10 if parallel is None else parallel,
        back_prop=back_prop,
    )[1]


class _SparseResult(SparseTensorSpec):
    """The spec of a sparse result: kept as variants, because the number of its elements is unknown."""

    @property
    def __batch_encoder__(self) -> Any:
        from graphwright.ops.sparse.variants import SparseEncoder

        return SparseEncoder()

    @property
    def _declared(self) -> SparseTensorSpec:
        """The spec that the user declared, with which results are compared."""
        return SparseTensorSpec(self.shape, self.dtype)

    def _batch(self, batch_size: int | None) -> _SparseResult:
        return _SparseResult(TensorShape([batch_size]).concatenate(self.shape), self.dtype)


def _result_spec(spec: TypeSpec) -> TypeSpec:
    """The spec by which results are stored until all rows are done."""
    return _SparseResult(spec.shape, spec.dtype) if type(spec) is SparseTensorSpec else spec


def _signature(given: Any, like: _RowReader) -> Any:
    """The result specs of the function: a structure of specs, with the declared shapes."""
    if given is None:
        open_rows = (s._of_any_length() if hasattr(s, "_of_any_length") else s for s in like.parts.specs)
        return nest.pack_sequence_as(like.parts.structure, [_result_spec(s) for s in open_rows])

    def spec(leaf: Any) -> TypeSpec:
        if isinstance(leaf, TypeSpec):
            return _result_spec(leaf)
        try:
            return TensorSpec(None, as_dtype(leaf))
        except TypeError:
            message = f"fn_output_signature: only dtypes and TensorSpecs, not {leaf!r}."
            raise errors.UnimplementedError(message) from None

    return nest.map_structure(spec, given)


class _ResultArrays:
    """One TensorArray for each tensor that the function returns."""

    def __init__(self, signature: Any, count: Any) -> None:
        self.parts = RowEncoder(signature)
        self.count = count
        self.specs: list[TensorSpec] = self.parts.flat()
        self.arrays = [TensorArray(s.dtype, count, element_shape=s.shape) for s in self.specs]

    def write(self, arrays: Any, i: Any, result: Any) -> list[TensorArray]:
        """The arrays with what the function returned as element `i`."""
        self.parts.check(result)
        for part, value in zip(self.parts.specs, nest.flatten(result), strict=True):
            if isinstance(part, _SparseResult) or RowEncoder.is_of_tensors(part):
                value = value if hasattr(value, "shape") else to_tensor(value)
            else:
                continue
            if not part.shape.is_compatible_with(value.shape):
                raise ValueError(f"Incompatible shape for value ({value.shape}), expected ({part.shape})")
        values = [_leaf(v, s.dtype) for v, s in zip(self.parts.encode(result), self.specs, strict=True)]
        for value, spec in zip(values, self.specs, strict=True):
            if not spec.shape.is_compatible_with(value.shape):
                raise ValueError(f"Incompatible shape for value ({value.shape}), expected ({spec.shape})")
        return [a.write(i, v) for a, v in zip(arrays, values, strict=True)]

    def stacked(self, arrays: Any, static: int | None) -> Any:
        """The results, in their structure."""
        tensors = [self._stack(a, s, static) for a, s in zip(arrays, self.specs, strict=True)]
        return self.parts.stacked(static).decode(tensors)

    def _stack(self, array: TensorArray, spec: TensorSpec, static: int | None) -> Tensor:
        known = array.element_shape
        if state.graph is None and static == 0:
            dims = known.as_list() if known.is_fully_defined() else []
            nothing = to_tensor({"string": b"", "bool": False}.get(spec.dtype.name, 0), spec.dtype)
            return apply("Fill", ([0, *dims], nothing))
        result = array.stack()
        result.set_shape(TensorShape([static]).concatenate(known))
        return result


def _leaf(value: Any, dtype: DType) -> Tensor:
    tensor = to_tensor(value, None if hasattr(value, "dtype") else dtype)
    if tensor.dtype is not dtype:
        raise errors.DTypeMismatchError(
            f"TensorArray dtype is {dtype.name} but Op is trying to write dtype {tensor.dtype.name}. Tell what the "
            "function returns with fn_output_signature."
        )
    return tensor


# public functions -------------------------------------------------------------------------------------------


@shortened
def map_fn(
    fn: Callable[..., Any],
    elems: Any,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
    fn_output_signature: Any = None,
) -> Any:
    """Apply a function to each row of a tensor, or of several in a structure, and stack what it returns.

    Args:
      fn: takes one row (in the structure of `elems`), returns a tensor or a structure of them.
      elems: a tensor of one dimension at least, or a structure of tensors with equal first dimensions, or of values
        of a `tf.experimental.BatchableExtensionType`.
      fn_output_signature: the dtypes or specs of what `fn` returns, when it differs from the rows in
        structure or dtype; `dtype` is the older name.
      back_prop: False: no gradient goes through it (in a function; eagerly each op has its gradient).
      infer_shape: accepted; all results must have one shape.

    Raises:
      ValueError: `elems` holds no tensors or scalars, or the result's structure or shape is not the declared one.
      TypeError: `fn` cannot be called, or returns another dtype than declared (also an InvalidArgumentError).

    >>> tf.map_fn(lambda row: tf.reduce_sum(row), tf.constant([[1, 2], [3, 4]])).numpy()
    array([3, 7], dtype=int32)
    """
    run = _converted(fn)
    with name_scope(name or "map"):
        rows = _RowReader(elems)
        declared = fn_output_signature if fn_output_signature is not None else dtype
        results = _ResultArrays(_signature(declared, rows), rows.count)
        arrays = _repeat(
            rows.count,
            lambda i, arrays: results.write(arrays, i, run(rows.at(i))),
            results.arrays,
            parallel=parallel_iterations,
            back_prop=back_prop,
        )
        return results.stacked(arrays, rows.static)


def map_rows(fn: Callable[..., Any], elems: Any) -> Any:
    """`tf.map_fn` with inferred result specs, of values that are not tensors too: `tf.vectorized_map` in a loop."""
    run = _converted(fn)
    leaves = [v if is_made_of_tensors(v) else to_tensor(v) for v in nest.flatten(elems)]
    rows = _RowReader(nest.pack_sequence_as(elems, _repeated_to_length(leaves)))
    if state.graph is None and rows.static == 0:
        # there is no row to run the function on: tracing it gives the result specs
        from graphwright.functions.decorator import function

        return function(lambda: map_rows(fn, elems), autograph=False)()
    if state.graph is None:
        found = [run(rows.at(i)) for i in range(rows.count)]
        if found[0] is None:
            return None
        parts = RowEncoder(nest.map_structure(lambda v: _result_spec(_spec_of(v)), found[0]))
        columns = zip(*(parts.encode(row) for row in found), strict=True)
        tensors = [apply("Pack", ([to_tensor(v) for v in column],)) for column in columns]
        return parts.stacked(len(found)).decode(tensors)
    signature = _result_specs(run, rows)
    if signature is None:
        return None
    results = _ResultArrays(signature, rows.count)
    arrays = _repeat(rows.count, lambda i, arrays: results.write(arrays, i, run(rows.at(i))), results.arrays)
    return results.stacked(arrays, rows.static)


def _repeated_to_length(tensors: list[Any]) -> list[Any]:
    """The tensors; those with a single row are repeated to the row count of the others."""
    if not all(isinstance(t, Tensor) for t in tensors):
        return tensors
    sizes = [t.shape[0] if t.shape.rank else None for t in tensors]
    longest = next((s for s in sizes if s is not None and s != 1), None)
    if longest is None or all(s != 1 for s in sizes):
        return tensors
    rows = [longest * (s == 1) + (s != 1) for s in sizes]
    return [
        apply("Tile", (t, [n] + [1] * (t.ndim - 1))) if s == 1 else t
        for t, s, n in zip(tensors, sizes, rows, strict=True)
    ]


def _result_specs(run: Callable[..., Any], rows: _RowReader) -> Any:
    """The result specs of the function, from a trace that is dropped."""
    from graphwright.control.subgraph import trace_body

    _, result = trace_body("map_row", lambda: run(rows.at(to_tensor(0, int32))))
    return None if result is None else nest.map_structure(lambda v: _result_spec(_spec_of(v)), result)


def foldl(
    fn: Callable[..., Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """Combine the rows of a tensor from the first to the last: `fn(fn(initializer, row 0), row 1)`, and so on.

    Args:
      fn: takes what was combined so far and a row, returns the next; in the structure of `initializer`.
      elems: a tensor of one dimension at least, or a structure of tensors with equal first dimensions.
      initializer: what to begin with; without it the first row.

    Raises:
      ValueError: `elems` holds no tensors or scalars.
      OutOfRangeError: there are no rows and no initializer; InvalidArgumentError in a function.

    >>> int(tf.foldl(lambda total, row: total + row, tf.constant([1, 2, 3])))
    6
    """
    return _fold(fn, elems, initializer, parallel_iterations, back_prop, name or "foldl", backwards=False)


def foldr(
    fn: Callable[..., Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """Combine the rows of a tensor from the last to the first; else as `tf.foldl`.

    >>> int(tf.foldr(lambda digits, row: digits * 10 + row, tf.constant([1, 2, 3])))
    321
    """
    return _fold(fn, elems, initializer, parallel_iterations, back_prop, name or "foldr", backwards=True)


def _fold(fn: Any, elems: Any, initializer: Any, parallel: int, back_prop: bool, name: str, backwards: bool) -> Any:
    run = _converted(fn)
    with name_scope(name):
        rows = _RowReader(elems)
        first, start = _initial_value(rows, initializer, backwards)
        return _repeat(
            rows.count,
            lambda i, stored: _with_same_dtypes(first, run(stored, rows.at(_row_index(rows, i, backwards)))),
            first,
            start,
            parallel,
            back_prop,
        )


def _initial_value(rows: _RowReader, initializer: Any, backwards: bool) -> tuple[Any, int]:
    """The initial value, and the number of rows it has consumed."""
    if initializer is not None:
        return nest.map_structure(lambda v: v if is_made_of_tensors(v) else to_tensor(v), initializer), 0
    if rows.static == 0 and state.graph is None:
        raise errors.OutOfRangeError("Tried to read from index 0 but array size is: 0: there are no rows to combine.")
    return rows.at(_row_index(rows, 0, backwards)), 1


def _row_index(rows: _RowReader, i: Any, backwards: bool) -> Any:
    if not backwards:
        return i
    if state.graph is None:
        return rows.count - 1 - i
    return apply("Sub", (apply("Sub", (to_tensor(rows.count, int32), 1)), i))


def _with_same_dtypes(first: Any, result: Any) -> Any:
    """The result with Python numbers converted to the dtypes of the initial value, in the same structure."""
    nest.assert_same_structure(first, result)

    def alike(begun: Any, result: Any) -> Any:
        return result if hasattr(result, "dtype") or is_made_of_tensors(result) else to_tensor(result, begun.dtype)

    return nest.map_structure(alike, first, result)


def scan(
    fn: Callable[..., Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """Combine the rows of a tensor like `tf.foldl`, and stack what there is after each row.

    Args:
      fn: takes what was combined so far and a row, returns the next; in the structure of `initializer`.
      elems: a tensor of one dimension at least, or a structure of tensors with equal first dimensions.
      initializer: what to begin with; without it the first row, which then is the first result.
      reverse: begin with the last row; results keep the position of their row.

    Raises:
      ValueError: `elems` holds no tensors or scalars, or a result has another structure.
      TypeError: a result has another dtype (also an InvalidArgumentError).

    >>> tf.scan(lambda total, row: total + row, tf.constant([1, 2, 3])).numpy()
    array([1, 3, 6], dtype=int32)
    """
    run = _converted(fn)
    with name_scope(name or "scan"):
        rows = _RowReader(elems)
        first, start = _initial_value(rows, initializer, reverse)
        results = _ResultArrays(nest.map_structure(_spec_of, first), rows.count)

        def step(i: Any, stored: Any) -> Any:
            position = _row_index(rows, i, reverse)
            result = _with_same_dtypes(first, run(stored[0], rows.at(position)))
            return result, results.write(stored[1], position, result)

        arrays = results.arrays
        if start:
            arrays = results.write(arrays, _row_index(rows, 0, reverse), first)
        _, arrays = _repeat(rows.count, step, (first, arrays), start, parallel_iterations, back_prop)
        return results.stacked(arrays, rows.static)


__all__ = ["foldl", "foldr", "map_fn", "map_rows", "scan"]
