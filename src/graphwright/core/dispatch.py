"""Dispatch: `apply` runs every op, as an eager kernel or as a node of the graph under construction, and records tapes.

`eager_binary` is its fast path for Python's operators. No other module reads the cache of prepared applications.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeGuard, TypeVar, cast

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, from_numpy
from graphwright.base.refusals import refusal_of
from graphwright.base.room import lack_of_memory
from graphwright.base.tracebacks import shorten
from graphwright.core import context
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.core.eager_jit import FORMULAS, kernel_for
from graphwright.core.graph_lists import GraphList, graph_list_among
from graphwright.core.op_inputs import complete_attrs, convert_inputs
from graphwright.core.placement import Device, device_for
from graphwright.core.tape import record_application
from graphwright.core.tensor import EagerTensor, SymbolicTensor, Tensor, escaped
from graphwright.ir.graph import Operation
from graphwright.ir.infer import infer
from graphwright.ir.location import user_location
from graphwright.ir.record import OpRecord, lookup
from graphwright.ir.room import check_results
from graphwright.ir.types import TensorType, most_elements, tensor_type

ndarray = np.ndarray
_no_attrs: dict[str, Any] = {}
_plain_numbers: Final = frozenset({int, float, bool})
Result = TypeVar("Result", covariant=True)
_LARGE = 1 << 11  # elements from which on an op may be worth compiling; below that, long formulas alone are
_HUGE = 1 << 26  # elements from which on it is asked whether there is memory for a result
_KEPT = 4096  # prepared applications per op; programs that make up attributes or shapes for ever start over


class _Prepared:
    """What an eager application needs, kept per input types, attributes and values that decide the shape."""

    __slots__ = ("attrs", "by_value", "checks_numerics", "dtypes", "kernel", "plain", "single", "types", "value_inputs")

    def __init__(
        self, record: OpRecord, kernel: Any, attrs: dict[str, Any], types: list[TensorType], checks_numerics: bool
    ) -> None:
        self.kernel = kernel
        self.attrs = attrs
        self.types: list[TensorType | None] = [t if t.is_static else None for t in types]
        self.dtypes = [t.dtype for t in types]
        self.single = record.single_output
        # whether the kernel takes the inputs as they are and runs no code of the user
        self.plain = record.flat_inputs and record.effect != "host"
        # positions of inputs whose values the shape depends on, and what was prepared for each set of values
        self.value_inputs: tuple[int, ...] = ()
        self.by_value: dict[Any, _Prepared] = {}
        self.checks_numerics = checks_numerics


def apply(
    record: OpRecord | str,
    inputs: Sequence[object],
    attrs: Mapping[str, Any] | None = None,
    name: str | None = None,
) -> Tensor:
    """Apply an op and return its output tensor.

    `inputs` has one entry per declared input (a list for list inputs). Values that are not tensors are converted to
    the dtype that the op's other inputs determine. `apply_multi` is the same function for ops with several outputs or
    a list of them, `apply_effect` for ops without outputs, `apply_any` where the op is not known.
    """
    if type(record) is str:
        record = require(record)
    if state.graph is not None:
        return _apply_in_graph(record, inputs, attrs or _no_attrs, name)  # type: ignore[arg-type, no-any-return]
    try:
        return _apply_eagerly(record, inputs, attrs or _no_attrs)  # type: ignore[arg-type, no-any-return]
    except BaseException as error:  # Ctrl-C too
        shorten(error)
        raise


class _Apply(Protocol[Result]):
    def __call__(
        self,
        record: OpRecord | str,
        inputs: Sequence[object],
        attrs: Mapping[str, Any] | None = None,
        name: str | None = None,
    ) -> Result: ...


apply_multi: Final[_Apply[list[Tensor]]] = cast(Any, apply)
"""`apply` for an op that declares several outputs or a list of them: returns a list of tensors."""

apply_effect: Final[_Apply[Operation | None]] = cast(Any, apply)
"""`apply` for an op without outputs: returns the operation, or None eagerly."""

apply_any: Final[_Apply[Any]] = cast(Any, apply)
"""`apply` for an op that is only known when the program runs."""


def require(name: str) -> OpRecord:
    """The record of an op; NotFoundError when there is none."""
    record = lookup(name)
    if record is None:
        raise errors.NotFoundError(
            f"Op type not registered '{name}'. Check the spelling, or see tf.raw_ops for what there is."
        )
    return record


# eager ------------------------------------------------------------------------------------------------------


def _apply_eagerly(record: OpRecord, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> Any:
    flat = inputs if record.flat_inputs else [t for v in inputs for t in (v if isinstance(v, (list, tuple)) else (v,))]
    for t in flat:
        if t.__class__ is not EagerTensor:
            flat = _eager_inputs(record, inputs, attrs)
            break
    if flat.__class__ is PlacedInputs or context.placing_threads:
        device = device_for(flat)
        if device is not None:
            return _apply_on(device, record, flat, attrs)
    try:
        prepared = _prepare(record, flat, attrs)
    except (MemoryError, errors.OpError) as error:
        raise _named(record, flat, error) from error.__cause__
    try:
        result = _run(record, prepared, flat)
    except Exception as error:
        named = _named(record, flat, error)
        raise named from named.__cause__
    if prepared.single:
        type_ = prepared.types[0]
        if type_ is not None and result.__class__ is ndarray:
            output = EagerTensor(result, type_)
        else:
            output = wrapped(result, type_, prepared.dtypes[0])
        if state.tapes:
            record_application(record, flat, (output,), prepared.attrs)
        return output
    results = result if result is not None else ()
    outputs = [wrapped(r, t, dtype) for r, t, dtype in zip(results, prepared.types, prepared.dtypes, strict=True)]
    if state.tapes:
        record_application(record, flat, outputs, prepared.attrs)
    return outputs if record.outputs else None


def _named(record: OpRecord, flat: Sequence[Any], error: Exception) -> Exception:
    """The error of an eager op for one that was raised for it, with the op's name."""
    lack = lack_of_memory(error)
    if lack is not None:
        error = errors.out_of_memory(record.name, lack)
    elif not record.runs_code:
        error = refusal_of(record.name, [t._array for t in flat], error) or error
    if isinstance(error, errors.OpError) and "[Op:" not in error.message:
        errors.with_note(error, f"[Op:{record.name}]")
    return error


def _eager_inputs(record: OpRecord, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> list[Any]:
    flat = _like_first(record, inputs) or convert_inputs(record, inputs, attrs)
    for t in flat:
        if t.__class__ is not EagerTensor:
            if not isinstance(t, EagerTensor):
                raise escaped(t)
            flat = PlacedInputs(flat)
    return flat


class PlacedInputs(list[Any]):
    """Inputs of which some are on devices other than the host."""


def _apply_on(device: Device, record: OpRecord, flat: Sequence[Any], attrs: Mapping[str, Any]) -> Any:
    """The same on a device."""
    outputs, complete = device.apply(record, flat, attrs)
    if state.tapes:
        record_application(record, flat, outputs, complete)
    if record.single_output:
        return outputs[0]
    return outputs if record.outputs else None


def _like_first(record: OpRecord, inputs: Sequence[Any]) -> list[Any] | None:
    """The fast path of conversion: a tensor, then values that take its dtype; None for anything else."""
    first = inputs[0] if inputs else None
    if first.__class__ is not EagerTensor or not record.one_dtype or len(inputs) != len(record.inputs):
        return None
    try:
        return [first, *(v if v.__class__ is EagerTensor else to_tensor(v, first._type.dtype) for v in inputs[1:])]
    except (TypeError, ValueError):
        return None


def _run(record: OpRecord, prepared: _Prepared, flat: Sequence[Any]) -> Any:
    """The result of the kernel."""
    kernel = prepared.kernel
    if prepared.plain:
        if len(flat) == 1:
            return state.quiet(kernel, flat[0]._array)
        if len(flat) == 2:
            return state.quiet(kernel, flat[0]._array, flat[1]._array)
        return state.quiet(kernel, *[t._array for t in flat])
    arrays = record.group([t._array for t in flat], prepared.attrs)
    return kernel(*arrays) if record.runs_code else state.quiet(kernel, *arrays)


def wrapped(array: Any, type_: TensorType | None, dtype: DType) -> EagerTensor:
    if type_ is None or array.__class__ is not ndarray:
        if dtype.numpy is None or dtype.name in ("resource", "variant"):
            return EagerTensor(array, type_ or tensor_type(dtype, getattr(array, "shape", ())))
        array = np.asarray(array)
        if type_ is None:
            type_ = tensor_type(from_numpy(array.dtype), array.shape)
    return EagerTensor(array, type_)


def _prepare(record: OpRecord, flat: Sequence[Any], attrs: Mapping[str, Any]) -> _Prepared:
    if len(flat) == 2:
        types: Any = (flat[0]._type, flat[1]._type)
    else:
        types = tuple([t._type for t in flat])
    # `eager_binary` builds the same key
    key = (types, *attrs.items()) if attrs else types
    try:
        prepared = record.eager_cache.get(key)
    except TypeError:  # lists cannot be keys
        key = (types, *((n, tuple(v) if type(v) is list else v) for n, v in attrs.items()))
        try:
            prepared = record.eager_cache.get(key)
        except TypeError:
            return _prepare_anew(record, flat, attrs)[0]
    if prepared is None:
        fresh, values_used = _prepare_anew(record, flat, attrs)
        if record.calls_functions:
            return fresh  # a graph that an attribute names would live as long as the table
        if len(record.eager_cache) >= _KEPT:
            record.eager_cache.clear()
        if not values_used:
            _keep(record, key, fresh)
            return fresh
        prepared = _Prepared(record, None, fresh.attrs, [], fresh.checks_numerics)
        prepared.value_inputs = values_used
        _keep(record, key, prepared)
    if prepared.kernel is not None:
        return prepared
    values = _values(flat, prepared.value_inputs)
    found = prepared.by_value.get(values)
    if found is None:
        found = _prepare_anew(record, flat, attrs)[0]
        if values is not None and len(prepared.by_value) < 256 and sum(map(len, values)) <= 256:
            prepared.by_value[values] = found
    return found


def _keep(record: OpRecord, key: Any, prepared: _Prepared) -> None:
    """Cache a prepared application, unless another thread has just begun to search for NaNs and emptied the caches."""
    record.eager_cache[key] = prepared
    if prepared.checks_numerics != (context.searching_threads > 0):
        record.eager_cache.pop(key, None)


def _values(flat: Sequence[Any], which: tuple[int, ...]) -> tuple[bytes, ...] | None:
    """The values of some inputs as a key; None for text and resources, whose bytes say where they are only."""
    values = []
    for i in which:
        array = flat[i]._array
        if array.__class__ is not ndarray or array.dtype.kind == "O":
            return None
        values.append(array.tobytes())
    return tuple(values)


def _prepare_anew(record: OpRecord, flat: Sequence[Any], attrs: Mapping[str, Any]) -> tuple[_Prepared, tuple[int, ...]]:
    """Check the application against the record; also which input values its result type depends on."""
    searching = context.searching_threads > 0
    complete = complete_attrs(record, flat, attrs)
    types, used = infer(record, flat, [t._type for t in flat], complete)
    kernel = record.bound_kernel(complete)
    # the shape rule has seen that the shapes fit, so a kernel that looks for itself may leave that out
    kernel = getattr(kernel, "unchecked", kernel)
    inputs = [t._type for t in flat]
    most = most_elements((*inputs, *types))
    if most >= _HUGE:  # kernels may make much else before they make their result
        check_results(types)
    if record.name in FORMULAS or most >= _LARGE:
        values = {i: flat[i]._array for i in used}
        kernel = kernel_for(record, inputs, complete, types, kernel, values)
    if searching:
        from graphwright.core.numerics import checked

        kernel = checked(record, kernel)
    return _Prepared(record, kernel, complete, types, searching), used


def only_computes(x: Any) -> TypeGuard[EagerTensor]:
    """Whether what is done with a tensor is done at once, on the host, and nobody asks for its gradient."""
    return x.__class__ is EagerTensor and state.graph is None and not state.tapes and not context.placing_threads


def eager_binary(
    record: OpRecord, general: Callable[[Any, Any], Any], *attrs: tuple[str, Any]
) -> Callable[[Any, Any], Any]:
    """An operator on eager tensors that runs a prepared kernel at once; `general` takes all other calls.

    `attrs` are the attributes that `general` passes to `apply`: they are part of the key of the cache.
    """
    prepared_for = record.eager_cache.get

    def operator(self: Any, other: Any) -> Any:
        if state.graph is None and not state.tapes and not context.placing_threads:
            kind = other.__class__
            if kind is EagerTensor:
                types = (self._type, other._type)
            elif kind in _plain_numbers:
                try:
                    other = to_tensor(other, self._type.dtype)
                except (TypeError, ValueError):
                    return general(self, other)
                types = (self._type, other._type)
            else:
                return general(self, other)
            prepared = prepared_for((types, *attrs) if attrs else types)
            if prepared is not None:
                try:
                    result = state.quiet(prepared.kernel, self._array, other._array)
                except errors.OpError as error:
                    raise errors.with_note(error, f"[Op:{record.name}]") from None
                except MemoryError as error:
                    raise errors.with_note(errors.out_of_memory(record.name, error), f"[Op:{record.name}]") from None
                if result.__class__ is ndarray:
                    return EagerTensor(result, prepared.types[0])
                return EagerTensor(np.asarray(result), prepared.types[0])
        return general(self, other)

    operator.general = general  # type: ignore[attr-defined]
    return operator


# in a graph -------------------------------------------------------------------------------------------------


def _apply_in_graph(record: OpRecord, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> Any:
    graph: Any = state.graph
    name = name or record.name
    if not record.flat_inputs and (found := graph_list_among(inputs)) is not None:
        return _apply_to_graph_list(record, found, inputs, attrs, name)
    unique = name[:-1] if name.endswith("/") else graph.unique_name(graph.scope + name)
    flat = inputs if record.flat_inputs else [t for v in inputs for t in (v if isinstance(v, (list, tuple)) else (v,))]
    for t in flat:
        if not isinstance(t, Tensor):
            outer_scope, graph.scope = graph.scope, unique + "/"
            try:
                flat = convert_inputs(record, inputs, attrs)
            finally:
                graph.scope = outer_scope
            break
    op = graph.make_op(record, flat, complete_attrs(record, flat, attrs), unique)
    if state.tapes:
        record_application(record, flat, op.outputs, op.attrs)
    if record.single_output:
        return op.outputs[0]
    return list(op.outputs) if record.outputs else op


def _apply_to_graph_list(
    record: OpRecord, found: GraphList, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str
) -> Any:
    lists = [value for value in inputs if isinstance(value, (list, tuple))]
    if record.of_list is None or len(lists) != 1:
        raise found.unknown_length(f"the op {record.name}")
    with context.name_scope(name):
        return record.of_list(*inputs, **attrs)


def graph_constant(array: Any, dtype: DType, name: str | None = None) -> SymbolicTensor:
    """A Const operation in the graph being built."""
    graph: Any = state.graph
    record = require("Const")
    unique = graph.unique_name(graph.scope + (name or "Const"))
    array.flags.writeable = False
    op = graph.add_op(
        record,
        (),
        {"value": array, "dtype": dtype},
        [tensor_type(dtype, array.shape)],
        unique,
        user_location(),
    )
    output: SymbolicTensor = op.outputs[0]
    return output


__all__ = ["apply", "apply_any", "apply_effect", "apply_multi", "eager_binary", "graph_constant", "require"]
