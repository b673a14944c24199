"""Branches, loops, calls and lists, as ONNX nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import dtypes
from graphwright.base.dtypes import DType
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.onnx.exporting.writer import ListOf, NotExportable, Writer, Written, rule
from graphwright.onnx.tensors import ELEMENT_NUMBERS
from graphwright.passes import optimize


def is_passed(value: Written) -> bool:
    """Whether what is written is not a tensor of ONNX: a variable, say."""
    return not isinstance(value, (str, np.ndarray, ListOf))


def _type_of(written: Written, value: Value) -> DType:
    return written.dtype if isinstance(written, ListOf) else value.dtype


def _declared(w: Writer, name: str, dtype: DType, shape: Sequence[int] | None = None) -> Any:
    """A declaration, without a shape where what runs may find another one in each step."""
    if dtype not in ELEMENT_NUMBERS:
        raise NotExportable(f"ONNX has no tensors of {dtype.name}")
    return w.export.onnx.helper.make_tensor_value_info(name, ELEMENT_NUMBERS[dtype], shape)


def _graph(w: Writer, inner: Writer, name: str, inputs: Sequence[Any], outputs: Sequence[tuple[Written, DType]]) -> Any:
    """The graph that an inner writer has written."""
    names = [inner.own(written) for written, _ in outputs]
    unique = [n if n not in names[:i] else inner.emit("Identity", [n]) for i, n in enumerate(names)]
    infos = [_declared(w, n, d) for n, (_, d) in zip(unique, outputs, strict=True)]
    return w.export.onnx.helper.make_graph(inner.nodes, w.export.unique(name), list(inputs), infos)


@rule("If", "StatelessIf")
def if_(w: Writer, op: Operation) -> Any:
    """`If`; the branches see what is outside of them."""
    condition, *inputs = w.inputs(op)
    graphs = [optimize(op.attrs[n]) for n in ("then_branch", "else_branch")]
    if isinstance(condition, np.ndarray):
        return w.run(graphs[0 if condition.reshape(-1)[0] else 1], inputs)
    return branches(w, _truth(w, condition, op.inputs[0].dtype), graphs, inputs)


def _truth(w: Writer, condition: Written, dtype: DType) -> Written:
    return condition if dtype is dtypes.bool else w.cast(condition, dtypes.bool)


def branches(w: Writer, condition: Written, graphs: Sequence[FuncGraph], inputs: Sequence[Written]) -> list[Written]:
    """The results of one of two graphs."""
    inner = [Writer(w.export) for _ in graphs]
    results = [i.run(g, inputs) for i, g in zip(inner, graphs, strict=True)]
    types = [_type_of(r, v) for r, v in zip(results[0], graphs[0].outputs, strict=True)]
    pairs = list(zip(*results, strict=True))
    passed = [a if is_passed(a) else None for a, _ in pairs]
    kept = [i for i, p in enumerate(passed) if p is None]
    if not kept:
        return passed
    written = [
        _graph(w, i, name, [], [(r[k], types[k]) for k in kept])
        for i, name, r in zip(inner, ("then", "else"), results, strict=True)
    ]
    names = w.emit("If", [condition], len(kept), then_branch=written[0], else_branch=written[1])
    listed = [names] if len(kept) == 1 else names
    for k, name in zip(kept, listed, strict=True):
        passed[k] = ListOf(name, types[k]) if isinstance(pairs[k][0], ListOf) else name
    return passed


@rule("Case", "StatelessCase")
def case(w: Writer, op: Operation) -> Any:
    """Nested branches; an index that is out of range takes the last."""
    index, *inputs = w.inputs(op)
    graphs = [optimize(g) for g in op.attrs["branches"]]
    if isinstance(index, np.ndarray):
        at = int(index)
        return w.run(graphs[at if 0 <= at < len(graphs) else -1], inputs)
    return _nested(w, index, graphs, inputs, 0)


def _nested(
    w: Writer, index: Written, graphs: Sequence[FuncGraph], inputs: Sequence[Written], at: int
) -> list[Written]:
    if at == len(graphs) - 1:
        return w.run(graphs[at], inputs)
    condition = w.emit("Equal", [index, np.array(at, np.int32)])
    first, second = Writer(w.export), Writer(w.export)
    results = [first.run(graphs[at], inputs), _nested(second, index, graphs, inputs, at + 1)]
    types = [_type_of(r, v) for r, v in zip(results[0], graphs[at].outputs, strict=True)]
    if any(is_passed(r) or isinstance(r, ListOf) for r in results[0]):
        raise NotExportable("its branches return lists or variables")
    graph_of = [
        _graph(w, i, n, [], list(zip(r, types, strict=True)))
        for i, n, r in zip((first, second), ("then", "else"), results, strict=True)
    ]
    names = w.emit("If", [condition], len(types), then_branch=graph_of[0], else_branch=graph_of[1])
    return [names] if len(types) == 1 else list(names)


@rule("PartitionedCall", "StatefulPartitionedCall")
def call(w: Writer, op: Operation) -> Any:
    """The operations of the function that is called."""
    if op.attrs["f"] in _open:
        raise NotExportable("the function calls itself")
    _open.append(op.attrs["f"])
    try:
        return w.run(optimize(op.attrs["f"]), w.inputs(op))
    finally:
        _open.pop()


_open: list[FuncGraph] = []


@rule("While", "StatelessWhile")
def while_(w: Writer, op: Operation) -> Any:
    """`Loop`: the condition is computed before it and at the end of each step."""
    condition, body = optimize(op.attrs["cond"]), optimize(op.attrs["body"])
    inputs = w.inputs(op)
    states = [
        i
        for i, (value, written) in enumerate(zip(body.inputs, inputs, strict=True))
        if not is_passed(written) and body.outputs[i] is not value
    ]
    started = _condition(w, condition, inputs)
    inner = Writer(w.export)
    step, going = inner.declare("step"), inner.declare("going")
    declared = [_declared(w, step, dtypes.int64, ()), _declared(w, going, dtypes.bool, ())]
    arguments = list(inputs)
    types = {}
    for i in states:
        name = inner.declare("state")
        types[i] = _type_of(inputs[i], op.inputs[i])
        arguments[i] = ListOf(name, types[i]) if isinstance(inputs[i], ListOf) else name
        declared.append(_declared(w, name, types[i]))
    results = inner.run(body, arguments)
    after = [results[i] if i in types else inputs[i] for i in range(len(inputs))]
    again = _condition(inner, condition, after)
    outputs = [(again, dtypes.bool), *((results[i], types[i]) for i in states)]
    graph = _graph(w, inner, "body", declared, outputs)
    if not states:
        raise NotExportable("no state of the loop changes")
    names = w.emit("Loop", [None, started, *(inputs[i] for i in states)], len(states), body=graph)
    listed = [names] if len(states) == 1 else names
    final = list(inputs)
    for i, name in zip(states, listed, strict=True):
        final[i] = ListOf(name, types[i]) if isinstance(inputs[i], ListOf) else name
    return final


def _condition(w: Writer, graph: FuncGraph, inputs: Sequence[Written]) -> Written:
    (result,) = w.run(graph, inputs)
    result = _truth(w, result, graph.outputs[0].dtype)
    return w.reshape(result, np.zeros([0], np.int64)) if graph.outputs[0].shape.rank else result


# lists --------------------------------------------------------------------------------------------------------


def _list(w: Writer, op: Operation) -> ListOf:
    found = w.inputs(op)[0]
    if not isinstance(found, ListOf):
        raise NotExportable("what it takes is not a list")
    return found


def _empty(w: Writer, op: Operation, count: Written) -> ListOf:
    """A list of zeros. Sizes of elements that are not known are 0 until an element is set."""
    dtype = op.attrs["element_dtype"]
    if dtype not in ELEMENT_NUMBERS or dtype is dtypes.string:
        raise NotExportable(f"ONNX has no lists of {dtype.name}")
    shape = w.inputs(op)[0]
    known = np.maximum(shape, 0).reshape(-1) if isinstance(shape, np.ndarray) and shape.ndim else None
    if known is None and isinstance(shape, str):
        known = w.emit("Max", [w.int64(shape, op.inputs[0].dtype), np.array(0, np.int64)])
    sizes = w.vector(count, np.array([0], np.int64) if known is None else known)
    return ListOf(w.emit("Expand", [np.zeros((), dtype.as_numpy_dtype), sizes]), dtype)


@rule("TensorListReserve")
def list_reserve(w: Writer, op: Operation) -> Any:
    """A list of a number of elements."""
    return _empty(w, op, w.reshape(w.int64(w.inputs(op)[1], dtypes.int32), np.array([1], np.int64)))


@rule("EmptyTensorList")
def list_empty(w: Writer, op: Operation) -> Any:
    """A list of nothing."""
    return _empty(w, op, np.array([0], np.int64))


@rule("TensorListFromTensor")
def list_from_tensor(w: Writer, op: Operation) -> Any:
    """The slices of a tensor."""
    return ListOf(w.name_of(w.inputs(op)[0]), op.attrs["element_dtype"])


@rule("TensorListStack")
def list_stack(w: Writer, op: Operation) -> Any:
    """The tensor that a list is."""
    return _list(w, op).name


@rule("TensorListLength")
def list_length(w: Writer, op: Operation) -> Any:
    """The number of elements."""
    return w.cast(_length(w, _list(w, op)), dtypes.int32)


def _length(w: Writer, found: ListOf) -> Written:
    return w.emit("Gather", [w.emit("Shape", [found.name]), np.array(0, np.int64)])


@rule("TensorListGetItem")
def list_get(w: Writer, op: Operation) -> Any:
    """One of the elements."""
    return w.emit("Gather", [_list(w, op).name, w.inputs(op)[1]], axis=0)


@rule("TensorListGather")
def list_gather(w: Writer, op: Operation) -> Any:
    """Some of the elements."""
    return w.emit("Gather", [_list(w, op).name, w.inputs(op)[1]], axis=0)


@rule("TensorListSetItem")
def list_set(w: Writer, op: Operation) -> Any:
    """The list with another element, and with its final size if that was open."""
    found = _list(w, op)
    _, index, item = w.inputs(op)
    at = w.reshape(w.int64(index, op.inputs[1].dtype), np.array([1], np.int64))
    row = w.unsqueeze(item, [0])
    whole = _sized(w, found, row)
    if op.attrs.get("resize_if_index_out_of_bounds"):
        whole = _grown(w, whole, at, row, found.dtype)
    return ListOf(w.emit("ScatterND", [whole, w.unsqueeze(at, [0]), row]), found.dtype)


def _sized(w: Writer, found: ListOf, row: Written) -> Written:
    """The list, or zeros of the size that its elements turn out to have."""
    count = w.emit("Slice", [w.emit("Shape", [found.name]), np.array([0], np.int64), np.array([1], np.int64)])
    element = w.emit("Slice", [w.emit("Shape", [row]), np.array([1], np.int64), np.array([2**31 - 1], np.int64)])
    zero = np.zeros((), found.dtype.as_numpy_dtype)
    then, otherwise = Writer(w.export), Writer(w.export)
    zeros = then.emit("Expand", [zero, then.emit("Concat", [count, element], axis=0)])
    graphs = [
        _graph(w, inner, name, [], [(value, found.dtype)])
        for inner, name, value in ((then, "then", zeros), (otherwise, "else", found.name))
    ]
    empty = w.emit("Equal", [w.emit("Size", [found.name]), np.array(0, np.int64)])
    return w.emit("If", [empty], then_branch=graphs[0], else_branch=graphs[1])


def _grown(w: Writer, whole: Written, at: Written, row: Written, dtype: DType) -> Written:
    """The list with zeros up to an index."""
    count = w.emit("Slice", [w.emit("Shape", [whole]), np.array([0], np.int64), np.array([1], np.int64)])
    missing = w.emit("Sub", [w.emit("Add", [at, np.array(1, np.int64)]), count])
    element = w.emit("Slice", [w.emit("Shape", [row]), np.array([1], np.int64), np.array([2**31 - 1], np.int64)])
    extra = w.vector(w.emit("Max", [missing, np.array([0], np.int64)]), element)
    return w.emit("Concat", [whole, w.emit("Expand", [np.zeros((), dtype.as_numpy_dtype), extra])], axis=0)


@rule("TensorListPushBack")
def list_push(w: Writer, op: Operation) -> Any:
    """The list with one more element."""
    found = _list(w, op)
    row = w.unsqueeze(w.inputs(op)[1], [0])
    return ListOf(w.emit("Concat", [_sized(w, found, row), row], axis=0), found.dtype)


@rule("TensorListPopBack")
def list_pop(w: Writer, op: Operation) -> Any:
    """The list without its last element, and that."""
    found = _list(w, op)
    rest = w.emit("Slice", [found.name, np.array([0], np.int64), np.array([-1], np.int64)])
    return [ListOf(rest, found.dtype), w.emit("Gather", [found.name, np.array(-1, np.int64)], axis=0)]


# effects --------------------------------------------------------------------------------------------------------


@rule("ReadVariableOp")
def read_variable(w: Writer, op: Operation) -> Any:
    """The value that a variable has now."""
    return w.export.value_of(w.inputs(op)[0])


@rule("Assert", "NoOp")
def nothing(w: Writer, op: Operation) -> Any:
    """Checks of values are left out."""
    return []
