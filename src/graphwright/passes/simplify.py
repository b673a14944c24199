"""Algebraic rules that give the same bits: no rule here may change a result, not even the sign of a zero."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import int32
from graphwright.base.shape import Symbol
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import partial_value
from graphwright.ir.record import OpRecord
from graphwright.ir.types import TensorType
from graphwright.passes._rewrite import Rewriter, Rule, constant_of

_COMPARED: Final = 4096
"""Elements; larger constants are not looked through for all being one number."""


def simplify(record: OpRecord) -> Sequence[Rule]:
    """The visitor."""
    return RULES.get(record.name, ())


# what rules ask ---------------------------------------------------------------------------------------------


def _same_shape(a: TensorType, b: TensorType) -> bool:
    """Whether two values certainly have the same shape when the graph runs."""
    return a.dims is not None and a.dims == b.dims


def _uniform(value: Value) -> Any:
    """The number that all elements of a constant are; None when they are not, or it is no constant."""
    array = constant_of(value)
    if array is None or not 0 < array.size <= _COMPARED or array.dtype.kind == "O":
        return None
    if not array.ndim:
        return array[()]
    first = array.reshape(-1)[0]
    return first if array.size == 1 or bool((array == first).all()) else None


def _is_zero(number: Any, negative: bool) -> bool:
    """Whether it is the zero of this sign; integers have one zero, which is both."""
    if number != 0:
        return False
    if isinstance(number, (np.integer, np.bool_)):
        return True
    if isinstance(number, np.complexfloating):
        return False
    return bool(np.signbit(number)) is negative


def _producer(value: Value, *names: str) -> Operation | None:
    op: Operation = value.op
    return op if op.record.name in names else None


def _keeps(op: Operation, value: Value) -> list[Value] | None:
    """The operand as the result, if it certainly has the result's shape."""
    return [value] if _same_shape(op.outputs[0].type, value.type) else None


# arithmetic -------------------------------------------------------------------------------------------------


def _pass_through(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    pairs = zip(op.outputs, op.inputs, strict=True)
    return list(op.inputs) if all(rewriter.can_stand_for(new, old) for old, new in pairs) else None


def _neutral(is_neutral: Callable[[Any], bool], *sides: int) -> Rule:
    """x where the operand on one of the sides is a constant that changes nothing."""

    def rule(op: Operation, rewriter: Rewriter) -> list[Value] | None:
        for side in sides:
            number = _uniform(op.inputs[side])
            if number is not None and is_neutral(number):
                kept = _keeps(op, op.inputs[1 - side])
                if kept is not None:
                    return kept
        return None

    return rule


def _is_one(number: Any) -> bool:
    # complex products have cross terms with zeros, whose signs and NaN they may change
    return not isinstance(number, np.complexfloating) and bool(number == 1)


def _twice(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """f(f(x)) is x."""
    inner = _producer(op.inputs[0], op.record.name)
    return None if inner is None else [inner.inputs[0]]


def _add_negated(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """x + -y is x - y."""
    x, y = op.inputs
    for a, b in ((x, y), (y, x)):
        negated = _producer(b, "Neg")
        if negated is not None:
            types = [op.outputs[0].type]
            return rewriter.apply("Sub", [a, negated.inputs[0]], {}, op, types)
    return None


def _subtract_negated(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """x - -y is x + y."""
    negated = _producer(op.inputs[1], "Neg")
    if negated is None:
        return None
    return rewriter.apply("AddV2", [op.inputs[0], negated.inputs[0]], {}, op, [op.outputs[0].type])


def _divide_by_power_of_two(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """x / 2**k is x * 2**-k, exactly, where 2**-k is a normal number."""
    x, y = op.inputs
    if not y.dtype.is_floating or y.dtype.size < 4:
        return None
    divisor = _uniform(y)
    array = constant_of(y)
    if divisor is None or array is None or not np.isfinite(divisor) or abs(math.frexp(divisor)[0]) != 0.5:
        return None
    factor = 1 / array
    if not np.finfo(array.dtype).tiny <= abs(factor.reshape(-1)[0]) < np.inf:
        return None
    constant = rewriter.constant(np.asarray(factor), y.dtype, op)
    return rewriter.apply("Mul", [x, constant], {}, op, [op.outputs[0].type])


def _square(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """x ** 2 is x * x, which rounds once."""
    if not op.inputs[0].dtype.is_floating or _uniform(op.inputs[1]) != 2:
        return None
    if _keeps(op, op.inputs[0]) is None:
        return None
    return rewriter.apply("Square", [op.inputs[0]], {}, op, [op.outputs[0].type])


def _real_conjugate(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    return None if op.inputs[0].dtype.is_complex else [op.inputs[0]]


def _logical(neutral: bool) -> Rule:
    """x where the other operand is the neutral constant; the constant where it decides alone."""

    def rule(op: Operation, rewriter: Rewriter) -> list[Value] | None:
        for side in (0, 1):
            known = _uniform(op.inputs[side])
            if known is not None:
                kept = _keeps(op, op.inputs[1 - side if bool(known) is neutral else side])
                if kept is not None:
                    return kept
        return None

    return rule


# casts ------------------------------------------------------------------------------------------------------

# every value of the first dtype is one of the second: there and back is where it was
_HELD_BY: Final[dict[str, frozenset[str]]] = {
    "float16": frozenset({"float32", "float64"}),
    "bfloat16": frozenset({"float32", "float64"}),
    "float32": frozenset({"float64"}),
    "int8": frozenset({"int16", "int32", "int64", "float32", "float64"}),
    "int16": frozenset({"int32", "int64", "float32", "float64"}),
    "int32": frozenset({"int64", "float64"}),
    "uint8": frozenset({"int16", "int32", "int64", "uint16", "uint32", "uint64", "float32", "float64"}),
    "uint16": frozenset({"int32", "int64", "uint32", "uint64", "float32", "float64"}),
    "uint32": frozenset({"int64", "uint64", "float64"}),
    "bool": frozenset({"int8", "uint8", "int16", "uint16", "int32", "int64", "float32", "float64"}),
}


def _cast(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    x, target = op.inputs[0], op.outputs[0].dtype
    if x.dtype is target:
        return [x]
    inner = _producer(x, "Cast")
    if inner is None or inner.attrs.get("Truncate"):
        return None
    source = inner.inputs[0]
    if x.dtype.name not in _HELD_BY.get(source.dtype.name, ()):
        return None
    if source.dtype is target:
        return [source]
    # wider in between changes nothing when the end is wider too
    if target.name in _HELD_BY[source.dtype.name]:
        return rewriter.apply("Cast", [source], {"DstT": target}, op, [op.outputs[0].type])
    return None


# layout -----------------------------------------------------------------------------------------------------


def _element_source(value: Value) -> Value | None:
    """What a value is a reshape of, if that reshape cannot fail: a failure must not be simplified away."""
    op = _producer(value, "Reshape", "ExpandDims", "Squeeze")
    return op.inputs[0] if op is not None and _same_count(op.inputs[0].type, value.type) else None


def _same_count(a: TensorType, b: TensorType) -> bool:
    """Whether two shapes certainly have the same number of elements."""
    if a.dims is None or b.dims is None:
        return False
    sizes = [math.prod(d for d in t.dims or () if isinstance(d, int)) for t in (a, b)]
    symbols = [sorted(id(d) for d in t.dims or () if isinstance(d, Symbol)) for t in (a, b)]
    return sizes[0] == sizes[1] and symbols[0] == symbols[1]


def _source_of_elements(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """The first value of a chain of reshapes that has the same shape as its end."""
    value: Value | None = op.inputs[0]
    while value is not None:
        kept = _keeps(op, value)
        if kept is not None:
            return kept
        value = _element_source(value)
    return None


def _reshape_of_reshape(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    source = _element_source(op.inputs[0])
    if source is None:
        return None
    return rewriter.apply("Reshape", [source, op.inputs[1]], {}, op, [op.outputs[0].type])


def _permutation(op: Operation | None) -> list[int] | None:
    array = None if op is None else constant_of(op.inputs[1])
    return None if array is None else [int(i) % max(array.size, 1) for i in array.reshape(-1)]


def _transpose(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    order = _permutation(op)
    if order is None:
        return None
    if order == list(range(len(order))):
        return [op.inputs[0]]
    first = _permutation(_producer(op.inputs[0], "Transpose"))
    if first is None or len(first) != len(order):
        return None
    both = np.array([first[i] for i in order], np.int32)
    inner: Value = op.inputs[0].op.inputs[0]
    if both.tolist() == list(range(len(order))):
        return [inner]
    perm = rewriter.constant(both, int32, op)
    return rewriter.apply("Transpose", [inner, perm], {}, op, [op.outputs[0].type])


def _swaps_last_two(value: Value) -> Value | None:
    """x where the value is x with its last two axes swapped."""
    op = _producer(value, "Transpose")
    order = _permutation(op)
    if op is None or order is None or len(order) < 2:
        return None
    rank = len(order)
    swapped = [*range(rank - 2), rank - 1, rank - 2]
    inner: Value = op.inputs[0]
    return inner if order == swapped else None


def _product_of_transposed(first: str, second: str) -> Rule:
    """A product that reads its operand the other way round instead of one that is transposed before."""

    def rule(op: Operation, rewriter: Rewriter) -> list[Value] | None:
        if op.inputs[0].dtype.is_complex:
            return None  # the batched product's attribute conjugates too
        operands = [_swaps_last_two(v) for v in op.inputs]
        if operands == [None, None]:
            return None
        attrs = dict(op.attrs)
        for name, found in zip((first, second), operands, strict=True):
            if found is not None:
                attrs[name] = not attrs[name]
        inputs = [v if found is None else found for v, found in zip(op.inputs, operands, strict=True)]
        return rewriter.apply(op.record.name, inputs, attrs, op, [op.outputs[0].type])

    return rule


def _constant_everywhere(at: int, number: int) -> Rule:
    """Input 0 where all elements of constant input `at` are this number (or it has none)."""

    def rule(op: Operation, rewriter: Rewriter) -> list[Value] | None:
        array = constant_of(op.inputs[at])
        return [op.inputs[0]] if array is not None and bool((array == number).all()) else None

    return rule


def _no_axes(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    axes = constant_of(op.inputs[1])
    return [op.inputs[0]] if axes is not None and not axes.size else None


def _as_wide_already(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """BroadcastTo of what certainly has the shape: one that only the run tells may not fit, which is an error then."""
    known = op.inputs[0].type.dims is not None and partial_value(op.inputs[1]) == op.inputs[0].type.dims
    return [op.inputs[0]] if known else None


def _only_one(at: int) -> Rule:
    """The only element of a list input that starts at flat input `at`."""

    def rule(op: Operation, rewriter: Rewriter) -> list[Value] | None:
        return [op.inputs[at]] if op.attrs["N"] == 1 else None

    return rule


def _whole(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """A slice of everything."""
    begin = constant_of(op.inputs[1])
    return _keeps(op, op.inputs[0]) if begin is not None and not begin.any() else None


def _one_piece(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    return [op.inputs[1]] if op.attrs.get("num_split") == 1 else None


def _chosen(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """The side of a select that a constant condition takes throughout."""
    condition = _uniform(op.inputs[0])
    return None if condition is None else _keeps(op, op.inputs[1 if bool(condition) else 2])


def _held(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """An assertion of what is known to be true."""
    condition = constant_of(op.inputs[0])
    return [] if condition is not None and bool(condition.all()) else None


def _shape_is_known(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """EnsureShape of what certainly has the shape."""
    wanted, dims = op.attrs["shape"].symbolic, op.inputs[0].type.dims
    if wanted is not None:
        if dims is None or len(wanted) != len(dims):
            return None
        if any(not isinstance(w, Symbol) and w != d for w, d in zip(wanted, dims, strict=True)):
            return None
    return [op.inputs[0]]


RULES: Final[dict[str, tuple[Rule, ...]]] = {
    "Identity": (_pass_through,),
    "IdentityN": (_pass_through,),
    "StopGradient": (_pass_through,),
    "PreventGradient": (_pass_through,),
    "Snapshot": (_pass_through,),
    "EnsureShape": (_shape_is_known,),
    "Assert": (_held,),
    "AddV2": (_neutral(lambda n: _is_zero(n, True), 0, 1), _add_negated),
    "Sub": (_neutral(lambda n: _is_zero(n, False), 1), _subtract_negated),
    "Mul": (_neutral(_is_one, 0, 1),),
    "RealDiv": (_neutral(_is_one, 1), _divide_by_power_of_two),
    "Div": (_neutral(_is_one, 1),),
    "Pow": (_neutral(_is_one, 1), _square),
    "Neg": (_twice,),
    "Invert": (_twice,),
    "LogicalNot": (_twice,),
    "Conj": (_real_conjugate, _twice),
    "LogicalAnd": (_logical(True),),
    "LogicalOr": (_logical(False),),
    "Cast": (_cast,),
    "Reshape": (_source_of_elements, _reshape_of_reshape),
    "ExpandDims": (_source_of_elements,),
    "Squeeze": (_source_of_elements,),
    "Transpose": (_transpose,),
    "MatMul": (_product_of_transposed("transpose_a", "transpose_b"),),
    "BatchMatMul": (_product_of_transposed("adj_x", "adj_y"),),
    "BatchMatMulV2": (_product_of_transposed("adj_x", "adj_y"),),
    "BroadcastTo": (_as_wide_already,),
    "Tile": (_constant_everywhere(1, 1),),
    "Pad": (_constant_everywhere(1, 0),),
    "PadV2": (_constant_everywhere(1, 0),),
    "MirrorPad": (_constant_everywhere(1, 0),),
    "ReverseV2": (_no_axes,),
    "Slice": (_whole,),
    "Sum": (_no_axes,),
    "Prod": (_no_axes,),
    "Max": (_no_axes,),
    "Min": (_no_axes,),
    "Mean": (_no_axes,),
    "All": (_no_axes,),
    "Any": (_no_axes,),
    "AddN": (_only_one(0),),
    "ConcatV2": (_only_one(0),),
    "Split": (_one_piece,),
    "SelectV2": (_chosen,),
}
"""Op to its rules `rule(op, rewriter) -> values in place of its outputs, or None`."""
