"""Statements of several lines: local functions, containers, datasets, loops, tapes inside tapes, exchanges."""

from __future__ import annotations

from collections.abc import Callable

from tests.compare.statements.expressions import Expressions
from tests.compare.statements.scope import Dims, Scope, Value, kind_of

Line = Callable[[int, str], None]
"""Writes a line, so many steps further in than the block."""

_NUMBERS = "float int complex"


def _put(scope: Scope, name: str, dtype: str, dims: Dims) -> None:
    scope.put(Value(name, dtype, dims))


def local_function(scope: Scope, expressions: Expressions, line: Line) -> None:
    """A function that returns from branches or loops, and its result."""
    value = scope.pick()
    if value is None:
        return
    function, x, made = scope.fresh("f"), scope.fresh("x"), scope.fresh()
    before = list(scope.values)
    if scope.random.random() < 0.25:
        line(0, "@tf.function")
    line(0, f"def {function}({x}):")
    _put(scope, x, value.dtype, value.dims)
    if scope.random.random() < 0.4:
        line(1, f"for _ in tf.range({scope.random.choice([1, 2, 3])}):")
        line(2, f"if {expressions.condition()}:")
        line(3, f"return {expressions.of(value.dtype, value.dims, 1)}")
        line(2, f"{x} = {expressions.of(value.dtype, value.dims, 1)}")
    else:
        line(1, f"if {expressions.condition()}:")
        line(2, f"return {expressions.of(value.dtype, value.dims, 1)}")
        if scope.random.random() < 0.5:
            line(1, f"{x} = {expressions.of(value.dtype, value.dims, 1)}")
    line(1, f"return {expressions.of(value.dtype, value.dims, 1)}")
    scope.values = before
    argument = value.name if value.kind == "tensor" else f"{value.name}.read_value()"
    line(0, f"{made} = {function}({argument})")
    _put(scope, made, value.dtype, value.dims)


def containers(scope: Scope, expressions: Expressions, line: Line) -> None:
    """A dictionary, a list or a tuple whose items change in a branch or a loop."""
    value, other = scope.pick(), scope.pick()
    if value is None or other is None:
        return
    name, made = scope.fresh("d"), scope.fresh()
    first, second = (expressions.of(v.dtype, v.dims, 1) for v in (value, other))
    kind = scope.random.choice(["dict", "dict", "list", "tuple"])
    keys = ("['x']", "['y']") if kind == "dict" else ("[0]", "[1]")
    line(
        0,
        f"{name} = "
        + {"dict": "{{'x': {}, 'y': {}}}", "list": "[{}, {}]", "tuple": "({}, {})"}[kind].format(first, second),
    )
    header = (
        f"if {expressions.condition()}:"
        if scope.random.random() < 0.5
        else f"for _ in tf.range({scope.random.choice([0, 1, 3])}):"
    )
    line(0, header)
    one, two = expressions.of(value.dtype, value.dims, 1), expressions.of(other.dtype, other.dims, 1)
    if kind == "tuple":
        line(1, f"{name} = ({one}, {two})")
    else:
        line(1, f"{name}{keys[0]} = {one}")
        if scope.random.random() < 0.5:
            line(1, f"{name}{keys[1]} = {two}")
    pick, source = scope.random.choice([(keys[0], value), (keys[1], other)])
    line(0, f"{made} = {name}{pick}")
    _put(scope, made, source.dtype, source.dims)


def over_dataset(scope: Scope, expressions: Expressions, line: Line) -> None:
    """A loop over a dataset, or over tensors side by side."""
    rows, state = scope.pick(rank=1), scope.pick()
    if rows is None or state is None or rows.kind != "tensor" or state.kind != "tensor":
        return
    item, before = scope.fresh("e"), list(scope.values)
    source = f"tf.data.Dataset.from_tensor_slices({rows.name})"
    draw = scope.random.random()
    if draw < 0.2:
        index = scope.fresh("i")
        line(0, f"for {index}, {item} in {source}.enumerate():")
        _put(scope, index, "int64", ())
    elif draw < 0.4:
        function = expressions.random.choice(["r", "tf.identity(r)", "r[::-1]" if rows.rank > 1 else "r"])
        line(0, f"for {item} in {source}.map(lambda r: {function}):")
    elif draw < 0.55:
        line(0, f"for {item} in {source}.take(2):")
    elif draw < 0.7:
        line(0, f"for {item} in {source}.repeat(2):")
    else:
        line(0, f"for {item} in {source}:")
    _put(scope, item, rows.dtype, rows.dims[1:])
    line(1, f"{state.name} = {expressions.of(state.dtype, state.dims)}")
    if scope.random.random() < 0.3:
        line(1, f"if {expressions.condition()}:")
        line(2, scope.random.choice(["break", "continue"]))
        line(1, f"{state.name} = {expressions.of(state.dtype, state.dims, 1)}")
    scope.values = before


def while_loop(scope: Scope, expressions: Expressions, line: Line) -> None:
    """`tf.while_loop`, whose state may be another tensor than it was."""
    value = scope.pick()
    if value is None:
        return
    i, x, made, before = scope.fresh("i"), scope.fresh("x"), scope.fresh(), list(scope.values)
    _put(scope, x, value.dtype, value.dims)
    _put(scope, i, "int32", ())
    body = expressions.of(value.dtype, value.dims)
    scope.values = before
    start = expressions.of(value.dtype, value.dims, 1)
    more = scope.random.choice(["", ", maximum_iterations=2", ", parallel_iterations=1"])
    line(
        0,
        f"{made} = tf.while_loop(lambda {i}, {x}: {i} < 3, lambda {i}, {x}: ({i} + 1, {body}), (0, {start}){more})[1]",
    )
    _put(scope, made, value.dtype, value.dims)


def growing_state(scope: Scope, expressions: Expressions, line: Line) -> None:
    """A loop whose tensor grows: its sizes are no invariant."""
    value = scope.pick(rank=1)
    if value is None or value.kind != "tensor":
        return
    made = scope.fresh()
    part = expressions.of(value.dtype, value.dims, 1)
    line(0, f"{made} = {value.name}")
    line(0, "for _ in tf.range(2):")
    shape = [None, *[None if isinstance(d, str) else d for d in value.dims[1:]]]
    invariants = f"[({made}, tf.TensorShape({shape}))]"
    line(1, f"tf.autograph.experimental.set_loop_options(shape_invariants={invariants})")
    line(1, f"{made} = tf.concat([{made}, {part}], 0)")
    _put(scope, made, value.dtype, (scope.fresh("m"), *value.dims[1:]))


def derivatives(scope: Scope, expressions: Expressions, line: Line) -> None:
    """Tapes inside tapes, Jacobians, functions with a gradient of their own."""
    value = scope.pick("float")
    if value is None or value.kind == "ragged":
        return
    name, made, before = scope.fresh("tape"), scope.fresh(), list(scope.values)
    zero = "unconnected_gradients=tf.UnconnectedGradients.ZERO"
    watch = f"{name}.watch({value.name})" if value.kind == "tensor" else "pass"
    draw = scope.random.random()
    if draw < 0.35:
        inner, y = scope.fresh("tape"), scope.fresh("y")
        line(0, f"with tf.GradientTape() as {name}:")
        line(1, watch)
        line(1, f"with tf.GradientTape() as {inner}:")
        line(2, watch.replace(name, inner))
        line(2, f"{y} = {expressions.of(value.dtype, value.dims)}")
        line(1, f"{y} = {inner}.gradient({y}, {value.name}, {zero})")
        line(0, f"{made} = {name}.gradient({y}, {value.name}, {zero})")
    elif draw < 0.6:
        y = scope.fresh("y")
        line(0, f"with tf.GradientTape(persistent=True) as {name}:")
        line(1, watch)
        line(1, f"{y} = tf.reduce_sum({expressions.of(value.dtype, value.dims)})")
        line(1, f"for _ in tf.range({scope.random.choice([1, 2])}):")
        line(2, f"{y} = {y} * tf.reduce_sum({expressions.of(value.dtype, value.dims, 1)})")
        line(0, f"{made} = {name}.gradient({y}, {value.name}, {zero})")
    elif draw < 0.75 and value.rank == 1:
        y = scope.fresh("y")
        line(0, f"with tf.GradientTape() as {name}:")
        line(1, watch)
        line(1, f"{y} = {expressions.of(value.dtype, value.dims)}")
        line(0, f"{made} = {name}.jacobian({y}, {value.name}, {zero})")
        _put(scope, made, value.dtype, (*value.dims, *value.dims))
        return
    else:
        function, x = scope.fresh("f"), scope.fresh("x")
        line(0, "@tf.custom_gradient")
        line(0, f"def {function}({x}):")
        _put(scope, x, value.dtype, value.dims)
        line(1, f"return {expressions.of(value.dtype, value.dims, 1)}, lambda g: g * {x}")
        scope.values = before
        argument = value.name if value.kind == "tensor" else f"{value.name}.read_value()"
        line(0, f"with tf.GradientTape() as {name}:")
        line(1, f"{x} = tf.identity({argument})")
        line(1, f"{name}.watch({x})")
        line(1, f"{made} = {function}({x}) * 2.0")
        line(0, f"{made} = {name}.gradient({made}, {x})")
    _put(scope, made, value.dtype, value.dims)


def exchange(scope: Scope, expressions: Expressions, line: Line) -> None:
    """Assignments that read what they write, and names that are read before and after one."""
    found = [v for v in scope.values if v.kind == "variable"]
    if not found:
        return
    value = scope.random.choice(found)
    v, made = value.name, scope.fresh()
    old, new = expressions.of(value.dtype, value.dims, 1), expressions.of(value.dtype, value.dims, 1)
    choices = [[f"{made} = {v} + tf.identity({v}.assign({new})) + {v}"]] if kind_of(value.dtype) in _NUMBERS else []
    choices += [[f"{made} = tf.identity({v})", f"{v}.assign({new})", f"{v}.assign({made})", f"{made} = {v} == {made}"]]
    choices += [[f"{v}.assign({new}).assign({old})", f"{made} = {v}.read_value()"]]
    choices += [[f"{made} = {v}.assign({new}, read_value=False)", f"{made} = {v}.read_value()"]]
    if value.rank:
        choices += [[f"{v}.assign(tf.reverse({v}, [0]))", f"{made} = {v}.read_value()"]] * 2
        choices += [
            [
                f"{v}[1:].assign({v}[:-1])",
                f"{made} = {v} * 1" if kind_of(value.dtype) == "int" else f"{made} = tf.identity({v})",
            ]
        ] * 2
    if value.rank == 2 and value.dims[0] == value.dims[1]:
        choices += [[f"{v}.assign(tf.transpose({v}))", f"{made} = {v}.read_value()"]] * 3
    lines = scope.random.choice(choices)
    for text in lines:
        line(0, text)
    _put(scope, made, "bool" if " == " in lines[-1] else value.dtype, value.dims)


BLOCKS = [
    local_function,
    local_function,
    containers,
    containers,
    over_dataset,
    over_dataset,
    while_loop,
    growing_state,
    derivatives,
    derivatives,
    exchange,
    exchange,
]
