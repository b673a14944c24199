"""Expressions that lead to tensors of other sizes: parts, reductions, joins, products, masks."""

from __future__ import annotations

from tests.compare.statements.expressions import Expressions, Made, Maker, other_dtype
from tests.compare.statements.scope import Dims, Scope, Value, kind_of

NUMBERS = "float int complex"
ANY = "float int complex bool string"


def _axis(scope: Scope, value: Value) -> int:
    return scope.random.randrange(value.rank)


def _without(dims: Dims, axis: int) -> Dims:
    return dims[:axis] + dims[axis + 1 :]


def reduction(scope: Scope, _: Expressions) -> Made | None:
    """A sum, a maximum, ... along an axis or all of them."""
    value = scope.pick("float int complex bool", 1)
    if value is None:
        return None
    functions = {
        "float": "reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_logsumexp math.reduce_std",
        "int": "reduce_sum reduce_max reduce_min reduce_prod", "complex": "reduce_sum reduce_mean reduce_prod",
        "bool": "reduce_any reduce_all",
    }  # fmt: skip
    function = scope.random.choice(functions[kind_of(value.dtype)].split())
    if scope.random.random() < 0.25:
        return f"tf.{function}({value.name})", value.dtype, ()
    axis = _axis(scope, value)
    if scope.random.random() < 0.3:
        dims = (*value.dims[:axis], 1, *value.dims[axis + 1 :])
        return f"tf.{function}({value.name}, axis={axis}, keepdims=True)", value.dtype, dims
    return f"tf.{function}({value.name}, axis={axis})", value.dtype, _without(value.dims, axis)


def part(scope: Scope, _: Expressions) -> Made | None:
    """A slice by brackets."""
    value = scope.pick(ANY, 1)
    if value is None:
        return None
    draw, x, dims = scope.random.choice, value.name, value.dims
    new = scope.fresh("d")
    first = dims[0]
    known = first if isinstance(first, int) else None
    last = dims[-1] if value.rank > 1 else None
    choices: list[tuple[str, Dims]] = [
        (f"{x}[0]", dims[1:]), (f"{x}[-1]", dims[1:]), (f"{x}[..., tf.newaxis]", (*dims, 1)),
        (f"{x}[tf.newaxis]", (1, *dims)), (f"{x}[::-1]", dims),
        (f"{x}[1:]", (max(known - 1, 0) if known is not None else new, *dims[1:])),
        (f"{x}[:-1]", (max(known - 1, 0) if known is not None else new, *dims[1:])),
        (f"{x}[::2]", ((known + 1) // 2 if known is not None else new, *dims[1:])),
        (f"{x}[:1]", (min(known, 1) if known is not None else new, *dims[1:])),
        (f"{x}[tf.shape({x})[0] - 1]", dims[1:]), (f"{x}[:tf.shape({x})[0] // 2]", (new, *dims[1:])),
    ]  # fmt: skip
    if last is not None:
        choices += [(f"{x}[..., 0]", dims[:-1]), (f"{x}[:, 0]", (dims[0], *dims[2:])), (f"{x}[..., ::-1]", dims)]
        choices += [(f"{x}[..., :1]", (*dims[:-1], min(last, 1) if isinstance(last, int) else new))]
    text, found = draw(choices)
    return (text, value.dtype, found) if len(found) <= 8 else None


def masked(scope: Scope, expressions: Expressions) -> Made | None:
    """The rows or elements that a mask keeps."""
    value = scope.pick(ANY, 1)
    if value is None:
        return None
    new, x = scope.fresh("m"), value.name
    whole = expressions.of("bool", value.dims, 1)
    rows = expressions.of("bool", value.dims[:1], 1)
    choices: list[tuple[str, str, Dims]] = [
        (f"{x}[{whole}]", value.dtype, (new,)),
        (f"tf.boolean_mask({x}, {whole})", value.dtype, (new,)),
        (f"tf.boolean_mask({x}, {rows})", value.dtype, (new, *value.dims[1:])),
        (f"{x}[{rows}]", value.dtype, (new, *value.dims[1:])),
        (f"tf.where({whole})", "int64", (new, value.rank)),
        (f"tf.gather_nd({x}, tf.where({whole}))", value.dtype, (new,)),
        (f"tf.gather({x}, tf.where({rows})[:, 0])", value.dtype, (new, *value.dims[1:])),
    ]
    if kind_of(value.dtype) in ("float", "int"):
        choices += [(f"{x}[{x} > {scope.constant(value.dtype)}]", value.dtype, (new,))] * 2
    return scope.random.choice(choices)


def join(scope: Scope, expressions: Expressions) -> Made | None:
    """Tensors stacked or concatenated."""
    value = scope.pick(ANY)
    if value is None:
        return None
    other = expressions.of(value.dtype, value.dims, 1)
    if not value.dims or scope.random.random() < 0.5:
        axis = scope.random.randrange(value.rank + 1)
        if value.rank >= 8:
            return None
        dims = (*value.dims[:axis], 2, *value.dims[axis:])
        return f"tf.stack([{value.name}, {other}], axis={axis})", value.dtype, dims
    axis = _axis(scope, value)
    size = value.dims[axis]
    dims = (*value.dims[:axis], 2 * size if isinstance(size, int) else scope.fresh("d"), *value.dims[axis + 1 :])
    return f"tf.concat([{value.name}, {other}], axis={axis})", value.dtype, dims


def arranged(scope: Scope, _: Expressions) -> Made | None:
    """The same elements in another shape, or several times."""
    value = scope.pick(ANY, 1)
    if value is None:
        return None
    x, dims = value.name, value.dims
    choices: list[tuple[str, Dims]] = [
        (f"tf.reshape({x}, [-1])", (scope.fresh("d"),)),
        (f"tf.transpose({x})", dims[::-1]),
        (f"tf.expand_dims({x}, 0)", (1, *dims)),
        (f"tf.expand_dims({x}, -1)", (*dims, 1)),
    ]
    choices += [(f"tf.tile({x}, {[2, *[1] * (value.rank - 1)]})", (scope.fresh("d"), *dims[1:]))]
    choices += [(f"tf.pad({x}, {[[1, 1], *[[0, 0]] * (value.rank - 1)]})", (scope.fresh("d"), *dims[1:]))]
    choices += [(f"tf.repeat({x}, 2, axis=0)", (scope.fresh("d"), *dims[1:]))]
    if 1 in dims:
        choices += [(f"tf.squeeze({x}, {dims.index(1)})", _without(dims, dims.index(1)))] * 2
    if value.rank > 1 and all(isinstance(d, int) for d in dims[1:]):
        size = 1
        for d in dims[1:]:
            size *= d if isinstance(d, int) else 1
        choices += [(f"tf.reshape({x}, [tf.shape({x})[0], {size}])", (dims[0], size))]
    text, found = scope.random.choice(choices)
    return (text, value.dtype, found) if len(found) <= 8 else None


def product(scope: Scope, expressions: Expressions) -> Made | None:
    """A product of matrices, or of all pairs."""
    value = scope.pick(NUMBERS, 1)
    if value is None or value.dtype in ("int8", "uint8", "int16", "uint16", "uint32", "uint64"):
        return None
    x, dims = value.name, value.dims
    if value.rank == 1:
        other = expressions.of(value.dtype, dims, 1)
        return scope.random.choice([
            (f"tf.tensordot({x}, {other}, 1)", value.dtype, ()),
            (f"{x}[:, tf.newaxis] * {x}", value.dtype, (*dims, *dims)),
            (f"tf.einsum('i,j->ij', {x}, {other})", value.dtype, (*dims, *dims)),
        ])  # fmt: skip
    square = (*dims[:-1], dims[-2])
    return scope.random.choice([
        (f"tf.matmul({x}, {x}, transpose_b=True)", value.dtype, square),
        (f"tf.matmul({x}, tf.linalg.matrix_transpose({x}))", value.dtype, square),
        (f"tf.einsum('...ij,...kj->...ik', {x}, {x})", value.dtype, square),
        (f"tf.linalg.matvec({x}, {x}[..., 0, :])", value.dtype, dims[:-1]),
    ])  # fmt: skip


def indices(scope: Scope, _: Expressions) -> Made | None:
    """Integers that say something of a tensor."""
    value = scope.pick(ANY)
    if value is None:
        return None
    x = value.name
    choices: list[Made] = [
        (f"tf.shape({x})", "int32", (value.rank,)),
        (f"tf.size({x})", "int32", ()),
        (f"tf.rank({x})", "int32", ()),
        (f"tf.range(tf.size({x}))", "int32", (scope.fresh("d"),)),
    ]
    if value.rank and kind_of(value.dtype) in ("float", "int"):
        axis = _axis(scope, value)
        choices += [(f"tf.argmax({x}, axis={axis})", "int64", _without(value.dims, axis))]
        choices += [(f"tf.argsort({x}, stable=True)", "int32", value.dims)]
        choices += [(f"tf.shape({x}, out_type=tf.int64)[0]", "int64", ())]
    if value.rank and kind_of(value.dtype) == "int":
        choices += [(f"tf.one_hot({x}, 3)", "float32", (*value.dims, 3))] if value.rank < 8 else []
    if value.rank == 1 and kind_of(value.dtype) in ("int", "string"):
        choices += [(f"tf.unique({x})[0]", value.dtype, (scope.fresh("m"),))]
    return scope.random.choice(choices)


def scattered(scope: Scope, expressions: Expressions) -> Made | None:
    """A tensor with some rows replaced or added to, or rows summed by their ids."""
    value = scope.pick(NUMBERS, 1)
    if value is None:
        return None
    row = expressions.of(value.dtype, value.dims[1:], 1)
    function = scope.random.choice(["update", "add", "sub"])
    if scope.random.random() < 0.3:
        ids = f"tf.range(tf.shape({value.name})[0]) % 2"
        return f"tf.math.unsorted_segment_sum({value.name}, {ids}, 2)", value.dtype, (2, *value.dims[1:])
    return f"tf.tensor_scatter_nd_{function}({value.name}, [[0]], [{row}])", value.dtype, value.dims


def mapped(scope: Scope, expressions: Expressions) -> Made | None:
    """A function of each row, or through all rows."""
    value = scope.pick(ANY, 1)
    if value is None:
        return None
    row = scope.fresh("r")
    before = list(scope.values)
    scope.put(Value(row, value.dtype, value.dims[1:]))
    body = expressions.of(value.dtype, value.dims[1:], 1)
    if row not in body:
        body = row
    scope.values = before
    mapping = scope.random.choice(["tf.map_fn", "tf.map_fn", "tf.vectorized_map"])
    if scope.random.random() < 0.3 and kind_of(value.dtype) != "bool":
        start = expressions.of(value.dtype, value.dims[1:], 0)
        if scope.random.random() < 0.5:
            text = f"tf.foldl(lambda s, {row}: s + ({body}), {value.name}, {start})"
            return text, value.dtype, value.dims[1:]
        return f"tf.scan(lambda s, {row}: s + ({body}), {value.name}, {start})", value.dtype, value.dims
    return f"{mapping}(lambda {row}: {body}, {value.name})", value.dtype, value.dims


def chosen(scope: Scope, expressions: Expressions) -> Made | None:
    """A value by a condition, as an expression."""
    value = scope.pick(ANY)
    if value is None:
        return None
    one, two = (expressions.of(value.dtype, value.dims, 1) for _ in range(2))
    condition = expressions.condition()
    text = scope.random.choice([
        f"({one}) if {condition} else ({two})",
        f"tf.cond({condition.replace('not (', 'tf.logical_not(')}, lambda: {one}, lambda: {two})",
        f"tf.switch_case(tf.size({value.name}) % 2, [lambda: {one}, lambda: {two}])",
    ])  # fmt: skip
    if text.startswith("tf.cond") and (" and " in condition or " or " in condition):
        return None
    return text, value.dtype, value.dims


MAKERS: list[Maker] = [
    reduction, reduction, part, part, part, masked, masked, join, join, arranged, product, indices, scattered, mapped,
    chosen, other_dtype, other_dtype,
]  # fmt: skip
