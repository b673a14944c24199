"""Shape inference through loops and branches, and for the elements of lists.

A body names the unknown dimensions of its inputs itself, and a list says little of its elements: in a graph that was
loaded, the state of a loop, its operand and what it reads from a list have sizes that nothing relates. Where every
iteration keeps a dimension, it is that of the loop's operand, and where all elements that go into a list have one
shape, so have those that come out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from graphwright.base import errors
from graphwright.base.shape import Dim, Symbol
from graphwright.base.size_arithmetic import as_size, multiply, symbols_of
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value, call_instead, called_functions
from graphwright.ir.infer import infer, partial_value
from graphwright.ir.types import Dims, TensorType, tensor_type
from graphwright.passes.inline import BRANCHES, OPTIMIZED, copy_body
from graphwright.passes.list_lengths import length_after
from graphwright.passes.loop_dce import LOOPS

_MOST_ROUNDS: Final = 6
"""Walks over a body until nothing changes: each gives up some dimension of some variable."""

Elements = Dims | bool
"""The dimensions that all elements of a list have: True as long as it has none, None where nobody knows."""
_NONE_YET: Final = True


class _Declared(tuple[Dim, ...]):
    """Dimensions that a list asks of its elements, where others are only those of the elements so far."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Declared) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__


_MADE: Final = frozenset({"TensorListReserve", "EmptyTensorList"})
_FILLED: Final = {"TensorListSetItem": 2, "TensorListPushBack": 1}
_JOINED: Final = frozenset({"TensorListConcat", "TensorListConcatV2"})
_READ: Final = {"TensorListGetItem": 0, "TensorListPopBack": 1}


def infer_loop_shapes(graph: FuncGraph) -> None:
    """Make the types of values more precise, in place; bodies are replaced by copies."""
    if any(op.record.name in LOOPS or op.record.name in BRANCHES for op in graph.operations):
        _Walk(graph, [None] * len(graph.inputs)).run()


class _Walk:
    """One walk over a graph whose inputs have their final types."""

    def __init__(
        self, graph: FuncGraph, elements: Sequence[Elements], lengths: Sequence[Dim | None] | None = None
    ) -> None:
        self.graph = graph
        self.changed: set[Value] = set()
        self.elements: dict[Value, Elements] = dict(zip(graph.inputs, elements, strict=True))
        self.lengths: dict[Value, Dim | None] = {}  # of lists
        if lengths is not None:
            self.lengths = dict(zip(graph.inputs, lengths, strict=True))
        self.sizes: dict[Symbol, Dim] = {}  # what symbols have turned out to be
        self.known = _symbols(v.type.dims for v in graph.inputs) | _symbols(self.elements.values())
        self.is_changed = False

    def set_inputs(self, types: Sequence[TensorType]) -> None:
        """Give the inputs these types."""
        for value, type_ in zip(self.graph.inputs, types, strict=True):
            self._note(value, type_)
        self.known = _symbols(t.dims for t in types) | _symbols(self.elements.values())

    def run(self) -> None:
        inputs = {v.op for v in self.graph.inputs}
        for op in self.graph.operations:
            if op not in inputs:
                self._visit(op)

    def _visit(self, op: Operation) -> None:
        name = op.record.name
        if not self.changed.isdisjoint(op.inputs):
            self._infer_again(op)
        for value in op.outputs:
            dims = value.type.dims
            if dims and not value.type.is_static:
                self._refine(value, tuple(self.sizes.get(d, d) if isinstance(d, Symbol) else d for d in dims))
        if name in LOOPS:
            self._loop(op)
        elif name in BRANCHES:
            self._branches(op)
        elif name.startswith("TensorList") or name in _MADE:
            self._list(op)

    def _infer_again(self, op: Operation) -> None:
        try:
            types, _ = infer(op.record, op.inputs, [v.type for v in op.inputs], op.attrs)
        except (errors.OpError, ValueError, TypeError):
            return  # the error is reported when the operation runs, if it runs
        for value, type_ in zip(op.outputs, types, strict=True):
            self._refine(value, type_.dims)

    def _refine(self, value: Value, dims: Dims) -> None:
        """Take note of other dimensions of a value: those that say more replace its own."""
        own = value.type.dims
        if dims is None or (own is not None and len(own) != len(dims)):
            return
        merged = dims if own is None else tuple(self._better(a, b) for a, b in zip(own, dims, strict=True))
        if merged != own:
            self._note(value, tensor_type(value.type.dtype, merged))

    def _better(self, own: Dim, other: Dim) -> Dim:
        own = self.sizes.get(own, own) if isinstance(own, Symbol) else own
        if isinstance(own, int) or isinstance(other, int):
            return own if isinstance(own, int) else other
        return other if _means_the_same(other, self.known) and not _means_the_same(own, self.known) else own

    def _note(self, value: Value, type_: TensorType) -> None:
        own, dims = value.type.dims, type_.dims
        if own == dims:
            return
        for old, new in zip(own or (), dims or (), strict=False):
            if isinstance(old, Symbol) and old is not new:
                self.sizes.setdefault(old, new)
        value.type = type_
        self.changed.add(value)
        self.is_changed = True

    # lists -----------------------------------------------------------------------------------------------------

    def _list(self, op: Operation) -> None:
        name, inputs = op.record.name, op.inputs
        self.lengths[op.outputs[0]] = length = self._length(op)
        if name in _MADE:
            declared = partial_value(inputs[0]) if inputs[0].type.rank == 1 else None
            complete = declared is not None and all(isinstance(d, int) and d >= 0 for d in declared)
            self.elements[op.outputs[0]] = _Declared(declared or ()) if complete else _NONE_YET
        elif name == "TensorListFromTensor":
            dims = inputs[0].type.dims
            self.elements[op.outputs[0]] = None if dims is None else dims[1:]
        elif name in _FILLED:
            item = inputs[_FILLED[name]].type.dims
            self.elements[op.outputs[0]] = _with_item(self.elements.get(inputs[0]), item)
        elif name in _READ or name in ("TensorListResize", "TensorListStack"):
            found = self.elements.get(inputs[0])
            if name in _READ and isinstance(found, tuple):
                self._refine_element(op.outputs[_READ[name]], found)
            if name == "TensorListStack" and isinstance(found, tuple):
                count = (op.outputs[0].type.dims or (Symbol(),))[0]
                self._refine_element(op.outputs[0], (count, *found))
            if name == "TensorListStack" and length is not None and (dims := op.outputs[0].type.dims):
                self._refine_element(op.outputs[0], (length, *dims[1:]))
            if op.outputs[0].type.dtype.name == "variant":
                self.elements[op.outputs[0]] = found
        elif name in _JOINED:
            found, count = self.elements.get(inputs[0]), self.lengths.get(inputs[0])
            if isinstance(found, tuple) and found and count is not None:
                self._refine_element(op.outputs[0], (multiply(count, found[0]), *found[1:]))

    def _length(self, op: Operation) -> Dim | None:
        """The number of elements of the list that an op makes, or of the list that it stacks."""
        name, inputs = op.record.name, op.inputs
        if name == "TensorListReserve":
            count = partial_value(inputs[1])
            return None if count is None or len(count) != 1 else as_size(count[0])
        if name == "EmptyTensorList":
            return 0
        if name == "TensorListFromTensor":
            return inputs[0].type.dims[0] if inputs[0].type.dims else None
        if name == "TensorListStack" or (name == "TensorListSetItem" and not op.attrs["resize_if_index_out_of_bounds"]):
            return self.lengths.get(inputs[0])
        return None

    def _refine_element(self, value: Value, dims: tuple[Dim, ...]) -> None:
        """What comes out of a list has the sizes of what went in, under whatever symbols the op itself gave."""
        own = value.type.dims
        if own is None or len(own) == len(dims):
            merged = tuple(a if isinstance(a, int) else b for a, b in zip(own or dims, dims, strict=True))
            self._note(value, tensor_type(value.type.dtype, merged))

    # bodies ----------------------------------------------------------------------------------------------------

    def _loop(self, op: Operation) -> None:
        body: FuncGraph = op.attrs["body"]
        lists = [self.elements.get(v) for v in op.inputs]
        lengths = [self.lengths.get(v) for v in op.inputs]
        if all(v.type.is_static for v in (*op.inputs, *op.outputs, *body.inputs)) and not any(lists):
            return
        outer = _symbols(v.type.dims for v in op.inputs) | _symbols(lists)
        guess = _inner_types(body.inputs, op.inputs)
        for _ in range(_MOST_ROUNDS):
            walk = _walked(body, guess, lists, lengths)
            found = walk.graph.outputs
            ends = [walk.elements.get(v) for v in found]
            kept = _kept(guess, [v.type for v in found], [v.type for v in body.inputs])
            joined = [_outside(_joined(a, b), outer) for a, b in zip(lists, ends, strict=True)]
            same = [a if a == walk.lengths.get(v) else None for a, v in zip(lengths, found, strict=True)]
            if joined == lists and same == lengths and all(a.dims == b.dims for a, b in zip(kept, guess, strict=True)):
                break
            guess, lists, lengths = kept, joined, same
        else:
            return
        cond = _walked(op.attrs["cond"], guess, lists, lengths)
        if walk.is_changed or cond.is_changed:
            op.attrs = {**op.attrs, "body": _finished(walk, body), "cond": _finished(cond, op.attrs["cond"])}
            self.is_changed = True
        for value, type_, elements, length in zip(op.outputs, guess, lists, lengths, strict=True):
            self.elements[value], self.lengths[value] = elements, length
            self._refine_result(value, type_.dims, outer)
        for at, value in enumerate(op.outputs):
            before = self.lengths.get(op.inputs[at])
            if before is not None and self.lengths[value] is None:
                self.lengths[value] = length_after(op, at, before)

    def _branches(self, op: Operation) -> None:
        bodies, inputs = called_functions(op), op.inputs[1:]
        lists = [self.elements.get(v) for v in inputs]
        lengths = [self.lengths.get(v) for v in inputs]
        if all(v.type.is_static for v in (*inputs, *op.outputs)) and not any(lists):
            return
        outer = _symbols(v.type.dims for v in inputs) | _symbols(lists)
        walks = [_walked(body, _inner_types(body.inputs, inputs), lists, lengths) for body in bodies]
        if any(walk.is_changed for walk in walks):
            call_instead(op, [_finished(walk, body) for walk, body in zip(walks, bodies, strict=True)])
            self.is_changed = True
        for i, value in enumerate(op.outputs):
            results = [walk.graph.outputs[i] for walk in walks]
            elements = [walk.elements.get(v) for walk, v in zip(walks, results, strict=True)]
            joined = elements[0]
            for other in elements[1:]:
                joined = _joined(joined, other)
            self.elements[value] = _outside(joined, outer)
            counts = [walk.lengths.get(v) for walk, v in zip(walks, results, strict=True)]
            self.lengths[value] = counts[0] if counts.count(counts[0]) == len(counts) and counts[0] in lengths else None
            dims = results[0].type.dims
            if dims is not None and all(_rank(v) == len(dims) for v in results):
                columns = zip(*(v.type.dims or () for v in results), strict=True)
                same = tuple(c[0] if all(d == c[0] for d in c) else Symbol() for c in columns)
                self._refine_result(value, same, outer)

    def _refine_result(self, value: Value, dims: Dims, outer: set[Symbol]) -> None:
        """The type of what comes out of a body, where it is in terms of what went in."""
        own = value.type.dims
        if dims is None or (own is not None and len(own) != len(dims)):
            return
        own = own if own is not None else tuple(Symbol() for _ in dims)
        merged = tuple(
            b if isinstance(a, Symbol) and (isinstance(b, int) or _means_the_same(b, outer)) else a
            for a, b in zip(own, dims, strict=True)
        )
        self._note(value, tensor_type(value.type.dtype, merged))


def _means_the_same(size: Symbol, outer: set[Symbol]) -> bool:
    """Whether a size of a body is one outside."""
    return size in outer or (size.formula is not None and symbols_of(size) <= outer)


def _rank(value: Value) -> int:
    return -1 if value.type.dims is None else len(value.type.dims)


def _symbols(shapes: Iterable[Elements]) -> set[Symbol]:
    return {d for dims in shapes if isinstance(dims, tuple) for d in dims if isinstance(d, Symbol)}


def _joined(a: Elements, b: Elements) -> Elements:
    """What is known of the elements of a list that is one or the other."""
    if a is _NONE_YET or b is _NONE_YET:
        return b if a is _NONE_YET else a
    if a == b:
        return a
    same = isinstance(a, tuple) and isinstance(b, tuple) and tuple(a) == tuple(b)
    return tuple(a) if same and isinstance(a, tuple) else None


def _with_item(elements: Elements, item: Dims) -> Elements:
    """What is known of the elements of a list with one more."""
    if isinstance(elements, _Declared) and item is not None and len(item) == len(elements):
        fits = not any(isinstance(e, int) and d != e for d, e in zip(elements, item, strict=True))
        return elements if fits else None  # an element that turns out to be different is refused
    return _joined(elements, item)


def _outside(elements: Elements, outer: set[Symbol]) -> Elements:
    """The same, outside of a body: in symbols that mean something there."""
    return elements if all(_means_the_same(s, outer) for s in _symbols([elements])) else None


def _inner_types(inner: Sequence[Value], outer: Sequence[Value]) -> list[TensorType]:
    """Types for the inputs of a body: what it says itself, and the sizes of the operands."""
    meanings: dict[Symbol, Dim | None] = {}
    for value, operand in zip(inner, outer, strict=True):
        for own, given in zip(value.type.dims or (), operand.type.dims or (), strict=False):
            if isinstance(own, Symbol) and meanings.setdefault(own, given) != given:
                meanings[own] = None  # the body takes sizes to be equal that only the run compares
    found = []
    for value, operand in zip(inner, outer, strict=True):
        own_dims, dims = value.type.dims, operand.type.dims
        if own_dims is not None:
            dims = tuple((meanings.get(d) or d) if isinstance(d, Symbol) else d for d in own_dims)
        found.append(value.type if dims is None else tensor_type(value.type.dtype, dims))
    return found


def _kept(guess: Sequence[TensorType], after: Sequence[TensorType], own: Sequence[TensorType]) -> list[TensorType]:
    """Types of variables that an iteration may begin with and end with."""
    lost: set[Dim] = set()  # symbols of the body that have no meaning outside
    changing: set[int] = set()
    for i, (first, last, inner) in enumerate(zip(guess, after, own, strict=True)):
        if first.dims is None or first.dims == last.dims:
            continue
        if inner.dims is None or last.dims is None or len(last.dims) != len(first.dims):
            changing.add(i)
            lost |= _symbols([inner.dims])
            continue
        triples = zip(first.dims, last.dims, inner.dims, strict=True)
        lost |= {o for g, a, o in triples if g != a and isinstance(o, Symbol)}
    found = []
    for i, (first, inner) in enumerate(zip(guess, own, strict=True)):
        if i in changing or first.dims is None or inner.dims is None:
            found.append(inner if i in changing else first)
        else:
            pairs = zip(first.dims, inner.dims, strict=True)
            found.append(tensor_type(first.dtype, tuple(o if o in lost else g for g, o in pairs)))
    return found


def _walked(
    body: FuncGraph, types: Sequence[TensorType], elements: Sequence[Elements], lengths: Sequence[Dim | None]
) -> _Walk:
    """A copy of a body for inputs of these types, and what follows from them."""
    walk = _Walk(copy_body(body), elements, lengths)
    walk.set_inputs(types)
    walk.run()
    return walk


def _finished(walk: _Walk, body: FuncGraph) -> FuncGraph:
    copied = walk.graph
    copied._by_name = {op.name: op for op in copied.operations}
    copied.frozen = True
    if body.derived.get(OPTIMIZED) is body:
        copied.derived[OPTIMIZED] = copied
    return copied


__all__ = ["infer_loop_shapes"]
