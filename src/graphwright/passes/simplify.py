"""Algebraic simplification. No rule may change a single bit of a result, not even the sign of a zero."""

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
from graphwright.passes.unbroadcast import sum_over_known_axes

_MAX_SPLAT: Final = 4096
"""Elements; larger constants are not checked for being a splat."""


def simplify(record: OpRecord) -> Sequence[Rule]:
    """The visitor."""
    return RULES.get(record.name, ())


# predicates ---------------------------------------------------------------------------------------------


def _same_shape(a: TensorType, b: TensorType) -> bool:
    """Whether two values certainly have the same shape when the graph runs."""
    return a.dims is not None and a.dims == b.dims


def _splat(value: Value) -> Any:
    """The number that all elements of a constant equal; None if they differ, or the value is not a constant."""
    array = constant_of(value)
    if array is None or not 0 < array.size <= _MAX_SPLAT or array.dtype.kind == "O":
        return None
    if not array.ndim:
        return array[()]
    first = array.reshape(-1)[0]
    return first if array.size == 1 or bool((array == first).all()) else None


def _is_zero(number: Any, negative: bool) -> bool:
    """Whether it is the zero of this sign; the zero of integers counts as both."""
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


def _if_same_shape(op: Operation, value: Value) -> list[Value] | None:
    """The operand as the result, if it certainly has the result's shape."""
    return [value] if _same_shape(op.outputs[0].type, value.type) else None


# arithmetic -------------------------------------------------------------------------------------------------


def _forward_inputs(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    pairs = zip(op.outputs, op.inputs, strict=True)
    return list(op.inputs) if all(rewriter.can_replace(new, old) for old, new in pairs) else None


def _neutral(is_neutral: Callable[[Any], bool], *sides: int) -> Rule:
    """x if the operand on one of the sides is the neutral constant."""

    def rule(op: Operation, rewriter: Rewriter) -> list[Value] | None:
        for side in sides:
            number = _splat(op.inputs[side])
            if number is not None and is_neutral(number):
                replacement = _if_same_shape(op, op.inputs[1 - side])
                if replacement is not None:
                    return replacement
        return None

    return rule


def _is_one(number: Any) -> bool:
    # complex products have cross terms with zeros, whose signs and NaN they may change
    return not isinstance(number, np.complexfloating) and bool(number == 1)


def _involution(op: Operation, rewriter: Rewriter) -> list[Value] | None:
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
    divisor = _splat(y)
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
    if not op.inputs[0].dtype.is_floating or _splat(op.inputs[1]) != 2:
        return None
    if _if_same_shape(op, op.inputs[0]) is None:
        return None
    return rewriter.apply("Square", [op.inputs[0]], {}, op, [op.outputs[0].type])


def _real_conjugate(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    return None if op.inputs[0].dtype.is_complex else [op.inputs[0]]


def _logical(neutral: bool) -> Rule:
    """x if the other operand is the neutral constant, the constant if it is the absorbing one."""

    def rule(op: Operation, rewriter: Rewriter) -> list[Value] | None:
        for side in (0, 1):
            known = _splat(op.inputs[side])
            if known is not None:
                replacement = _if_same_shape(op, op.inputs[1 - side if bool(known) is neutral else side])
                if replacement is not None:
                    return replacement
        return None

    return rule


# casts ------------------------------------------------------------------------------------------------------

# every value of the first dtype is representable in the second, so that a cast there and back is the identity
_REPRESENTABLE_IN: Final[dict[str, frozenset[str]]] = {
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
    if x.dtype.name not in _REPRESENTABLE_IN.get(source.dtype.name, ()):
        return None
    if source.dtype is target:
        return [source]
    # a wider dtype in between changes nothing if the target is wider too
    if target.name in _REPRESENTABLE_IN[source.dtype.name]:
        return rewriter.apply("Cast", [source], {"DstT": target}, op, [op.outputs[0].type])
    return None


# layout -----------------------------------------------------------------------------------------------------


def _element_source(value: Value) -> Value | None:
    """The operand of a reshape that cannot fail, else None: an error must not be simplified away."""
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
    """The first value in a chain of reshapes that has the shape of the last."""
    value: Value | None = op.inputs[0]
    while value is not None:
        replacement = _if_same_shape(op, value)
        if replacement is not None:
            return replacement
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
    """x if the value is x with its last two axes swapped."""
    op = _producer(value, "Transpose")
    order = _permutation(op)
    if op is None or order is None or len(order) < 2:
        return None
    rank = len(order)
    swapped = [*range(rank - 2), rank - 1, rank - 2]
    inner: Value = op.inputs[0]
    return inner if order == swapped else None


def _product_of_transposed(first: str, second: str) -> Rule:
    """A product whose attribute transposes the operand, instead of a product of a transposed operand."""

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


def _all_equal(at: int, number: int) -> Rule:
    """Input 0 if all elements of constant input `at` equal this number (or it has none)."""

    def rule(op: Operation, rewriter: Rewriter) -> list[Value] | None:
        array = constant_of(op.inputs[at])
        return [op.inputs[0]] if array is not None and bool((array == number).all()) else None

    return rule


def _no_axes(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    axes = constant_of(op.inputs[1])
    return [op.inputs[0]] if axes is not None and not axes.size else None


def _broadcast_to_own_shape(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """BroadcastTo a shape that the input certainly has; a shape known at run time only may not fit, an error then."""
    known = op.inputs[0].type.dims is not None and partial_value(op.inputs[1]) == op.inputs[0].type.dims
    return [op.inputs[0]] if known else None


def _single_input(at: int) -> Rule:
    """The only element of the list input that starts at flat input `at`."""

    def rule(op: Operation, rewriter: Rewriter) -> list[Value] | None:
        return [op.inputs[at]] if op.attrs["N"] == 1 else None

    return rule


def _full_slice(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """A slice of everything."""
    begin = constant_of(op.inputs[1])
    return _if_same_shape(op, op.inputs[0]) if begin is not None and not begin.any() else None


def _split_in_one(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    return [op.inputs[1]] if op.attrs.get("num_split") == 1 else None


def _constant_select(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """The operand that a select with a constant condition returns."""
    condition = _splat(op.inputs[0])
    return None if condition is None else _if_same_shape(op, op.inputs[1 if bool(condition) else 2])


def _true_assertion(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """An assertion of a constant that is true."""
    condition = constant_of(op.inputs[0])
    return [] if condition is not None and bool(condition.all()) else None


def _redundant_ensure_shape(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """EnsureShape of a value that certainly has the shape."""
    declared, dims = op.attrs["shape"].symbolic, op.inputs[0].type.dims
    if declared is not None:
        if dims is None or len(declared) != len(dims):
            return None
        if any(not isinstance(w, Symbol) and w != d for w, d in zip(declared, dims, strict=True)):
            return None
    return [op.inputs[0]]


RULES: Final[dict[str, tuple[Rule, ...]]] = {
    "Identity": (_forward_inputs,),
    "IdentityN": (_forward_inputs,),
    "StopGradient": (_forward_inputs,),
    "PreventGradient": (_forward_inputs,),
    "Snapshot": (_forward_inputs,),
    "EnsureShape": (_redundant_ensure_shape,),
    "Assert": (_true_assertion,),
    "AddV2": (_neutral(lambda n: _is_zero(n, True), 0, 1), _add_negated),
    "Sub": (_neutral(lambda n: _is_zero(n, False), 1), _subtract_negated),
    "Mul": (_neutral(_is_one, 0, 1),),
    "RealDiv": (_neutral(_is_one, 1), _divide_by_power_of_two),
    "Div": (_neutral(_is_one, 1),),
    "Pow": (_neutral(_is_one, 1), _square),
    "Neg": (_involution,),
    "Invert": (_involution,),
    "LogicalNot": (_involution,),
    "Conj": (_real_conjugate, _involution),
    "LogicalAnd": (_logical(True),),
    "LogicalOr": (_logical(False),),
    "Cast": (_cast,),
    "Reshape": (_source_of_elements, _reshape_of_reshape, sum_over_known_axes),
    "ExpandDims": (_source_of_elements,),
    "Squeeze": (_source_of_elements,),
    "Transpose": (_transpose,),
    "MatMul": (_product_of_transposed("transpose_a", "transpose_b"),),
    "BatchMatMul": (_product_of_transposed("adj_x", "adj_y"),),
    "BatchMatMulV2": (_product_of_transposed("adj_x", "adj_y"),),
    "BroadcastTo": (_broadcast_to_own_shape,),
    "Tile": (_all_equal(1, 1),),
    "Pad": (_all_equal(1, 0),),
    "PadV2": (_all_equal(1, 0),),
    "MirrorPad": (_all_equal(1, 0),),
    "ReverseV2": (_no_axes,),
    "Slice": (_full_slice,),
    "Sum": (_no_axes,),
    "Prod": (_no_axes,),
    "Max": (_no_axes,),
    "Min": (_no_axes,),
    "Mean": (_no_axes,),
    "All": (_no_axes,),
    "Any": (_no_axes,),
    "AddN": (_single_input(0),),
    "ConcatV2": (_single_input(0),),
    "Split": (_split_in_one,),
    "SelectV2": (_constant_select,),
}
"""From an op to its rules, `rule(op, rewriter) -> values that replace its outputs, or None`."""
