"""Decides which operations have a native form, given what is known of their types and constants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from graphwright.base.shape import Dim, Symbol
from graphwright.ir.emit import NATIVE_DTYPES
from graphwright.ir.graph import Operation, Value
from graphwright.ir.handles import declared_type
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import (
    Alias,
    Assemble,
    Contract,
    CustomCall,
    Decompose,
    Draw,
    Element,
    Elementwise,
    Embed,
    Generate,
    Lowering,
    OpenWindow,
    Reduce,
    Routed,
    Scan,
    Scatter,
    Segments,
    Sliding,
    SlidingKernel,
    Strided,
    Structural,
    View,
    Window,
)
from graphwright.ir.types import most_elements
from graphwright.runtime.native.fusion import data_dependent, random_numbers
from graphwright.runtime.native.fusion.assembler import UPDATES, Assembler, read_and_assign, without_outputs
from graphwright.runtime.native.fusion.dtype_legalization import in_wider, slides
from graphwright.runtime.native.fusion.open_sizes import (
    Agreement,
    box_agreement,
    broadcasts,
    call_agreement,
    elementwise_agreement,
    equal,
    exact_agreement,
    has_open_filter,
    open_window,
    product_agreement,
    scatter_agreement,
    stand_in,
    update_agreement,
)
from graphwright.runtime.native.fusion.rule_probe import Probe, can_combine, can_generate, can_size, probe
from graphwright.runtime.native.fusion.steps import OF_SHAPES, predicate_of
from graphwright.runtime.native.fusion.symbolic_sizes import product
from graphwright.runtime.native.kernels.philox import DRAWN
from graphwright.runtime.native.runtime import capi

#: The operations the code generator knows by name.
STRUCTURAL = frozenset(
    {
        "Const", "Shape", "ShapeN", "Size", "Rank", "If", "StatelessIf", "Case", "StatelessCase", "While",
        "StatelessWhile", "PartitionedCall", "StatefulPartitionedCall", "ReadVariableOp", "AssignVariableOp",
        "EmptyTensorList", "TensorListReserve", "TensorListFromTensor", "TensorListStack", "TensorListLength",
        "Assert", "RngReadAndSkip", "LookupTableFindV2", "LookupTableSizeV2", "StringToHashBucketFast",
        "TensorListGetItem", "TensorListSetItem", "TensorListPushBack", "TensorListPopBack", "TensorListResize",
    }
)  # fmt: skip

_SLIDING_DTYPES = frozenset({"float32", "float64"})
#: Those of some kinds of windows besides: of pools of the greatest elements, and of convolutions.
_COMPARED, _MULTIPLIED = frozenset({f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}), {"int32"}
_INTEGERS = {
    "max": _COMPARED, "max into input": _COMPARED,
    "convolution": _MULTIPLIED, "convolution into input": _MULTIPLIED,
}  # fmt: skip
_MOST_ELEMENTS = 1 << 32  # of operations that are taken apart or done by functions of the library: these have tables
_BEYOND = 1 << 59  # elements, or 2**63 bytes: numbers in native code would be too large
_PRODUCT_DTYPES = frozenset({"float32", "float64", "int32", "int64"})


def _must_be_asked(value: Value) -> bool:
    """Whether only the object itself knows its shape: of a text, or where not even the rank is known."""
    type_ = value.type
    return type_.dims is None or (not type_.is_static and type_.dtype.numpy.kind == "O")


_DEPTHWISE: Final[Mapping[SlidingKernel, SlidingKernel]] = {
    "convolution": "depthwise",
    "convolution into input": "depthwise into input",
    "convolution into filter": "depthwise into filter",
}

#: Windows whose results are the output.
_FORWARD: Final = frozenset({"convolution", "depthwise", "max", "average"})


def _of_groups(rule: Sliding, window: Window, dtype: str) -> Sliding:
    """The rule of a window: where each channel is a group, filters lie as those of depthwise convolutions."""
    apart = window.groups == window.channels == window.result_channels > 1 and window.window[0] == 1
    if rule.kernel not in _DEPTHWISE or not apart or dtype not in _SLIDING_DTYPES:
        return rule
    return Sliding(_DEPTHWISE[rule.kernel], rule.window, rule.open)


class Rules:
    """Decides per operation; it knows which unknown dimensions have a number by then."""

    def __init__(self, inputs: Iterable[Value]) -> None:
        self.bound: set[Symbol] = set()
        self.probes: dict[Operation, Probe] = {}  # of the elementwise operations so far
        self.agreements: dict[Operation, Agreement] = {}  # what must hold of their sizes when the program runs
        self.checks: dict[Operation, Agreement] = {}  # the same of ops that were taken apart
        self.bind(inputs)

    def bind(self, values: Iterable[Value]) -> None:
        """The dimensions of these values are known from here on."""
        for value in values:
            if not value.type.is_static and value.type.dims is not None:
                self.bound.update(d for d in value.type.dims if isinstance(d, Symbol))

    def of(self, op: Operation) -> Lowering | None:
        """The rule to compile an operation by; None: its kernel is called."""
        rule = op.record.native
        if rule is None or (_elements(op) >= _BEYOND and not isinstance(rule, Structural)):
            return None
        if op.record.sizes is not None and self._computes_sizes(op):
            self.bind(op.outputs)
        if isinstance(rule, CustomCall) and _elements(op) >= _MOST_ELEMENTS:
            return None
        test = _TESTS.get(type(rule))
        return test(self, op, rule) if test is not None else None

    # one test per kind of rule -----------------------------------------------------------------------------

    def _structural(self, op: Operation, rule: Structural) -> Lowering | None:
        if (predicate := predicate_of(op)) is not None and predicate.type.dims != ():
            return None
        if op.type in OF_SHAPES and any(_must_be_asked(v) for v in op.inputs):
            return None
        return rule if op.type in STRUCTURAL else None

    def _elementwise(self, op: Operation, rule: Elementwise) -> Lowering | None:
        type_ = op.outputs[0].type
        dims = type_.dims
        if dims is None or any(v.type.dims is None for v in op.inputs):
            return None
        found = probe(op, rule)
        if found is None:
            return None
        certain = all(broadcasts(v.type.dims or (), dims) for v in op.inputs)
        if not (certain and (type_.is_static or self._known(dims))):
            agreement = elementwise_agreement(op) if all(self._known(v.type.dims) for v in op.inputs) else None
            if not self._agrees(op, agreement):
                return None
        self.probes[op] = found
        return rule

    def _reduce(self, op: Operation, rule: Reduce) -> Lowering | None:
        source, result = op.inputs[0].type, op.outputs[0].type
        axes = self.reduced_axes(op)
        if axes is None or result.dims is None or not self._known(source.dims) or not _numeric(op):
            return None
        if not axes and rule.kind not in ("argmax", "argmin"):
            return Alias() if source.dtype is result.dtype else None
        if rule.kind in ("argmax", "argmin") and any(source.dims[a] == 0 for a in axes):
            return None  # the kernel says what is wrong
        return rule if self._known(result.dims) else None

    @staticmethod
    def reduced_axes(op: Operation) -> tuple[int, ...] | None:
        """The axes a reduction runs over, ascending; None where they are not known while compiling."""
        dims, axes = op.inputs[0].type.dims, constant_value(op.inputs[1])
        if dims is None or axes is None:
            return None
        rank = len(dims)
        wanted = [int(a) for a in axes.reshape(-1)]
        if any(not -rank <= a < rank for a in wanted):
            return None
        normal = sorted({a % rank for a in wanted})
        return tuple(normal) if len(normal) == len(wanted) else None  # an axis named twice is an error

    def _contract(self, op: Operation, rule: Contract) -> Lowering | None:
        a, b, c = op.inputs[0].type, op.inputs[1].type, op.outputs[0].type
        if a.dtype.name not in _PRODUCT_DTYPES or c.dtype is not a.dtype or b.dtype is not a.dtype:
            return None
        if a.dims is None or b.dims is None or c.dims is None or min(len(a.dims), len(b.dims)) < 2:
            return None
        if not self._known((*a.dims, *b.dims, *c.dims[-2:])):
            return None
        return rule if self._agrees(op, product_agreement(op, rule)) else None

    def _agrees(self, op: Operation, agreement: Agreement | None) -> bool:
        """Whether sizes may agree; that they do the run checks, if they are not known."""
        if agreement:
            self.agreements[op] = agreement
            self.bind(op.outputs)
        return agreement is not None

    def _alias(self, op: Operation, rule: Alias) -> Lowering | None:
        source, result = op.inputs[0].type, op.outputs[0].type
        # dimensions of which nothing is known are not known to agree
        same = rule.same_shape or (source.dims is not None and source.dims == result.dims)
        if same and source.dtype is result.dtype:
            return rule
        if source.dims is None or result.dims is None or not _numeric(op):
            return None
        if product(source.dims) == product(result.dims) and self._known(result.dims):
            return rule
        if rule.exact is not None and rule.exact(op) and self._known(source.dims):
            return rule if self._agrees(op, exact_agreement(op, rule)) else None
        if self.missing_size(op) is not None:
            return rule
        # whether the sizes come to the same, the run tells
        open_ = op.type == "Reshape" and not (source.is_static and result.is_static)
        return rule if open_ and self._known(source.dims) and self._known(result.dims) else None

    def _computes_sizes(self, op: Operation) -> bool:
        """Whether compiled code can find the sizes of an output that are not known now."""
        dims = op.outputs[0].type.dims
        if dims is None or self._known(dims) or not _numeric(op):
            return False
        return all(self._known(v.type.dims) for v in op.inputs) and can_size(op)

    def missing_size(self, op: Operation) -> Symbol | None:
        """The one unknown dimension of a reshape that follows from its other sizes (the -1 of a constant shape)."""
        dims = op.outputs[0].type.dims or ()
        unknown = [d for d in dims if isinstance(d, Symbol) and d not in self.bound]
        shape = constant_value(op.inputs[1]) if len(op.inputs) > 1 else None
        if len(unknown) != 1 or shape is None or 0 in dims or int((shape == -1).sum()) != 1:
            return None
        return unknown[0]

    def _strided(self, op: Operation, rule: Strided) -> Lowering | None:
        source = op.inputs[rule.source].type
        if not self._known(source.dims) or not _native(source.dtype):
            return None
        views = rule.view(op, [constant_value(v) for v in op.inputs])
        if views is None:
            return None
        if not self._agrees(op, exact_agreement(op, rule)):
            return None
        if rule.accepts is not None and not source.is_static:
            self.agreements.setdefault(op, ())
        each = views if isinstance(views, list) else [views]
        fits = all(self._viewed(op, v, view) for v, view in zip(op.outputs, each, strict=True))
        return rule if fits else None

    def _embed(self, op: Operation, rule: Embed) -> Lowering | None:
        result = op.outputs[0].type
        if (
            not _native(result.dtype)
            or not self._known(result.dims)
            or not self._known(op.inputs[rule.source].type.dims)
        ):
            return None
        view = rule.view(op, [constant_value(v) for v in op.inputs])
        if view is None:
            return None
        return rule if self._readable(op, view) else None

    def _viewed(self, op: Operation, value: Value, view: View) -> bool:
        """Whether the view determines all sizes of the output, from integers that compiled code can read."""
        dims = value.type.dims
        determined = {b.output for b in view.bounds}
        known = dims is not None and self._known(d for k, d in enumerate(dims) if k not in determined)
        return known and self._readable(op, view)

    def _readable(self, op: Operation, view: View) -> bool:
        """Whether compiled code can read the indices that are not known now: elements of arrays of a known shape."""
        indices = [i for b in view.bounds for i in (b.start, b.stop)] + [start for _, start in view.offset]
        return self._can_read(op, indices)

    def _can_read(self, op: Operation, indices: Iterable[object]) -> bool:
        types = [op.inputs[i.input].type for i in indices if isinstance(i, Element)]
        return all(_native(t.dtype) and self._known(t.dims) for t in types)

    def _assemble(self, op: Operation, rule: Assemble) -> Lowering | None:
        result = op.outputs[0].type
        if not _native(result.dtype) or result.dims is None:
            return None
        boxes = rule.boxes(op, [constant_value(v) for v in op.inputs])
        if not boxes or not all(self._known(op.inputs[b.input].type.dims) for b in boxes):
            return None
        if not self._can_read(op, [start for b in boxes for starts in b.start for start in starts]):
            return None
        if rule.fill is not None:
            return rule if self._known(result.dims) else None
        return rule if self._agrees(op, box_agreement(op, boxes)) else None

    def _generate(self, op: Operation, rule: Generate) -> Lowering | None:
        if not _numeric(op) or not all(self._known(v.type.dims) for v in op.inputs):
            return None
        if not self._agrees(op, exact_agreement(op, rule)) or not self._known(op.outputs[0].type.dims):
            return None
        return rule if can_generate(op, rule) else None

    def _scan(self, op: Operation, rule: Scan) -> Lowering | None:
        dims, axis = op.inputs[0].type.dims, constant_value(op.inputs[1])
        same = dims == op.outputs[0].type.dims
        if not dims or not same or axis is None or not self._known(dims) or not _numeric(op):
            return None
        return rule if -len(dims) <= int(axis) < len(dims) else None

    def _scatter(self, op: Operation, rule: Scatter) -> Lowering | None:
        indices, updates = op.inputs[rule.indices].type, op.inputs[rule.updates].type
        changed = op.outputs[0].type if op.outputs else declared_type(op.inputs[0])
        if not indices.dims or not updates.dims or changed is None or not changed.dims:
            return None
        if not all(self._known(t.dims) and _native(t.dtype) for t in (changed, indices, updates)):
            return None
        if not can_combine(rule.emit, changed.dtype.name):
            return None
        if not op.outputs and not (changed.is_static and changed.dtype is updates.dtype and capi.layout_ok()):
            return None
        if rule.onto is not None and op.inputs[rule.onto].type.dims != changed.dims:
            return None
        return rule if self._agrees(op, scatter_agreement(op, rule)) else None

    def _segments(self, op: Operation, rule: Segments) -> Lowering | None:
        known = all(self._known(v.type.dims) for v in op.inputs)
        return rule if known and _numeric(op) and data_dependent.segments_fit(op, rule) else None

    def _routed(self, op: Operation, rule: Routed) -> Lowering | None:
        if not _numeric(op) or not all(self._known(v.type.dims) for v in op.inputs):
            return None
        fits = data_dependent.fits(op, rule) and self._agrees(op, equal(data_dependent.exact(op, rule)))
        return rule if fits else None

    def _sliding(self, op: Operation, rule: Sliding) -> Lowering | None:
        value = op.outputs[0]
        dtypes = _SLIDING_DTYPES | _INTEGERS.get(rule.kernel, set())
        if value.type.dtype.name not in dtypes:
            return None
        if any(v.type.dtype.is_floating and v.type.dtype is not value.type.dtype for v in op.inputs):
            return None
        open_ = open_window(op, rule)
        if open_ is not None:
            return self._sliding_open(op, rule, open_)
        if not self._known(value.type.dims) or not slides(op, rule):
            return None
        window = rule.window(op)
        if window is None or not self._known([window.batch]):
            return None
        return _of_groups(rule, window, value.type.dtype.name)

    def _sliding_open(self, op: Operation, rule: Sliding, window: OpenWindow) -> Lowering | None:
        """With open sizes: those of the results follow from the images, those of a gradient have been found before."""
        gives_results = op.outputs[0].type.dims is not None and rule.kernel in _FORWARD
        if not all(self._known(v.type.dims) for v in (*op.inputs, *([] if gives_results else op.outputs))):
            return None
        self.agreements[op] = ()  # the window's sizes are checked all the same
        self.bind(op.outputs)
        return rule if has_open_filter(window) else _of_groups(rule, stand_in(window), op.outputs[0].type.dtype.name)

    def _custom_call(self, op: Operation, rule: CustomCall) -> Lowering | None:
        if not _numeric(op) or not all(self._known(v.type.dims) for v in op.inputs):
            return None
        callee = rule.callee(op)
        if callee is None or not self._agrees(op, call_agreement(op, rule, callee)):
            return None
        return rule if all(self._known(v.type.dims) for v in op.outputs) else None

    def _draw(self, op: Operation, rule: Draw) -> Lowering | None:
        if rule.kind == "seed":
            return rule if self._agrees(op, equal([(2, *(op.inputs[0].type.dims or (0,)))])) else None
        if rule.blocks:
            known = all(self._known(v.type.dims) for v in (*op.inputs, *op.outputs))
            return rule if known and random_numbers.drawn_as(op, rule) in DRAWN else None
        value, algorithm = op.outputs[0], constant_value(op.inputs[3])
        if algorithm is None or int(algorithm) not in random_numbers.ALGORITHMS or not self._known(value.type.dims):
            return None
        if op.inputs[1].type.dims != (1,) or op.inputs[2].type.dims != (2,):
            return None
        return rule if random_numbers.drawn_as(op, rule) in DRAWN else None

    def _known(self, dims: Iterable[Dim] | None) -> bool:
        return dims is not None and all(not isinstance(d, Symbol) or d in self.bound for d in dims)

    # ops that are made of others ---------------------------------------------------------------------------

    def expand(
        self, operations: Sequence[Operation], given: set[Operation], outputs: Sequence[Value]
    ) -> tuple[list[Operation], dict[Operation, list[tuple[Value, Value]]]]:
        """The operations needed, with those that have a decomposition taken apart.

        An operation in the result that is a key of the second result stands for nothing but new names: its pairs
        `(old value, value computed instead)`.
        """
        needed: set[Value] = set(outputs)
        kept: list[Operation] = []
        for op in reversed(operations):
            if op not in given and (not needed.isdisjoint(op.outputs) or not op.record.prunable):
                kept.append(op)
                needed.update(op.inputs)
        expanded: list[Operation] = []
        renamed: dict[Operation, list[tuple[Value, Value]]] = {}
        for op in reversed(kept):
            decomposed = _decomposition(op)
            if decomposed is not None:
                expanded += self._take_apart(op, decomposed, renamed)
            elif op.type in UPDATES:
                expanded += self._read_and_assign(op)
            else:
                expanded.append(op)
        return expanded, renamed

    def _read_and_assign(self, op: Operation) -> list[Operation]:
        """An update of a variable, taken apart; where open sizes must be the variable's there is a check in front."""
        # without the layout, reading and assigning are calls of Python
        agreement = update_agreement(op) if _native(op.inputs[1].type.dtype) and capi.layout_ok() else None
        if agreement is None:
            return [op]
        parts = read_and_assign(op)
        if agreement:
            parts.insert(0, without_outputs(op))
            self.checks[parts[0]] = agreement
        return parts

    def _take_apart(
        self, op: Operation, rule: Decompose, renamed: dict[Operation, list[tuple[Value, Value]]]
    ) -> list[Operation]:
        """The simpler operations, and `op` itself behind them to pass its names on; `op` alone where that fails.

        Where these take open sizes for equal, an operation in front of them is a key of `checks`.
        """
        builder = Assembler(op)
        agreement = exact_agreement(op, rule)
        try:
            outputs = rule.build(builder, op, *op.inputs)
        except Exception:  # a rule that cannot tell leaves the op to its kernel, which reports what is wrong
            return [op]
        if agreement is None:
            return [op]
        parts: list[Operation] = []
        is_open = not all(v.type.is_static for v in (*op.inputs, *op.outputs))
        if agreement or (rule.accepts is not None and (is_open or rule.reads)):
            parts.append(without_outputs(op))
            self.checks[parts[0]] = agreement
        for created in builder.made:
            decomposed = _decomposition(created)
            if decomposed is not None:
                parts += self._take_apart(created, decomposed, renamed)
            else:
                parts.append(created)
        marker = Operation(op.graph, op.record, op.name, outputs, op.attrs, [], op.location, op.origin)
        renamed[marker] = list(zip(op.outputs, outputs, strict=True))
        return [*parts, marker]


_TESTS: dict[type, Any] = {
    Structural: Rules._structural,
    Elementwise: Rules._elementwise,
    Reduce: Rules._reduce,
    Contract: Rules._contract,
    Alias: Rules._alias,
    Strided: Rules._strided,
    Embed: Rules._embed,
    Assemble: Rules._assemble,
    Generate: Rules._generate,
    Scan: Rules._scan,
    Scatter: Rules._scatter,
    Segments: Rules._segments,
    Routed: Rules._routed,
    Draw: Rules._draw,
    Sliding: Rules._sliding,
    CustomCall: Rules._custom_call,
}


def _native(dtype: Any) -> bool:
    return dtype.name in NATIVE_DTYPES


def _numeric(op: Operation) -> bool:
    return all(_native(v.type.dtype) for v in (*op.inputs, *op.outputs))


def _elements(op: Operation) -> int:
    """The elements of the largest array that an op is known to read or to give.

    Where they are very many the op is left to its kernel, which asks for memory first.
    """
    return most_elements([value.type for value in (*op.inputs, *op.outputs)])


def _decomposition(op: Operation) -> Decompose | None:
    rule = op.record.native
    if _elements(op) >= _MOST_ELEMENTS:
        return None
    return rule if isinstance(rule, Decompose) else in_wider(op)
