"""Statements over ragged tensors."""

from __future__ import annotations

from collections.abc import Callable

from tests.compare.statements.expressions import Expressions
from tests.compare.statements.scope import Scope, Value, kind_of


def ragged_statement(scope: Scope, expressions: Expressions, line: Callable[[str], None]) -> None:
    """Make a ragged tensor, change one, or make a tensor of one."""
    value = scope.pick(ragged=True)
    name = scope.fresh()
    if value is None or scope.random.random() < 0.2:
        if made := _made(scope, expressions):
            text, dtype = made
            line(f"{name} = {text}")
            scope.put(Value(name, dtype, (scope.fresh("d"), scope.fresh("m")), "ragged"))
        return
    if scope.random.random() < 0.5:
        line(f"{name} = {scope.random.choice(_changed(scope, value))}")
        scope.put(Value(name, value.dtype, (scope.fresh("d"), scope.fresh("m")), "ragged"))
        return
    text, dtype, rank = scope.random.choice(_plain(scope, value))
    line(f"{name} = {text}")
    scope.put(Value(name, dtype, tuple(scope.fresh("m") for _ in range(rank))))


def _made(scope: Scope, expressions: Expressions) -> tuple[str, str] | None:
    value = scope.pick("float int complex bool string", 1)
    if value is None:
        return None
    x = value.name
    if kind_of(value.dtype) == "string" and value.rank == 1 and scope.random.random() < 0.5:
        return f"tf.strings.split({x}, 'b')", "string"
    flat = x if value.rank == 1 else f"tf.reshape({x}, [-1])"
    if value.rank == 2 and scope.random.random() < 0.4:
        return f"tf.RaggedTensor.from_tensor({x})", value.dtype
    if value.rank == 1 and scope.random.random() < 0.5:
        return f"tf.RaggedTensor.from_value_rowids({x}, tf.range(tf.shape({x})[0]) // 2)", value.dtype
    return (
        f"tf.RaggedTensor.from_row_lengths({flat}, [tf.size({x}) // 2, tf.size({x}) - tf.size({x}) // 2])",
        value.dtype,
    )


def _changed(scope: Scope, value: Value) -> list[str]:
    x, k = value.name, scope.constant(value.dtype)
    choices = [
        f"tf.concat([{x}, {x}], 0)", f"tf.concat([{x}, {x}], 1)", f"{x}[1:]", f"{x}[:, :1]", f"tf.identity({x})",
        f"tf.ragged.map_flat_values(tf.identity, {x})", f"tf.reverse({x}, [0])", f"{x}[:, ::-1]",
        f"tf.where({x} == {k}, {x}, {x})",
    ]  # fmt: skip
    match kind_of(value.dtype):
        case "float" | "int" | "complex":
            choices += [
                f"{x} * {k}",
                f"{x} + {x}",
                f"{x} + {k}",
                f"tf.square({x})",
                f"tf.ragged.map_flat_values(tf.square, {x})",
            ] * 2
        case "string":
            choices += [f"tf.strings.upper({x})", f"{x} + 'q'", f"tf.strings.join([{x}, {x}])"] * 2
        case "bool":
            choices += [f"tf.logical_not({x})"]
    if kind_of(value.dtype) in ("float", "int"):
        choices += [
            f"tf.maximum({x}, {k})",
            f"tf.ragged.boolean_mask({x}, {x} > {k})",
            f"tf.abs({x})" if "uint" not in value.dtype else x,
        ]
    return choices


def _plain(scope: Scope, value: Value) -> list[tuple[str, str, int]]:
    x = value.name
    choices = [
        (f"{x}.to_tensor()", value.dtype, 2), (f"{x}.flat_values", value.dtype, 1), (f"{x}.row_lengths()", "int64", 1),
        (f"{x}.nrows()", "int64", 0), (f"{x}[0]", value.dtype, 1), (f"{x}.row_splits", "int64", 1),
        (f"{x}.value_rowids()", "int64", 1), (f"tf.size({x})", "int32", 0),
    ]  # fmt: skip
    match kind_of(value.dtype):
        case "float":
            functions = ["sum", "mean", "max", "min", "prod"]
        case "int":
            functions = ["sum", "max", "min", "prod"]
        case "complex":
            functions = ["sum", "mean"]
        case "bool":
            functions = ["any", "all"]
        case _:
            return [
                *choices,
                (f"tf.strings.reduce_join({x}, axis=1)", "string", 1),
                (f"tf.strings.length({x}).flat_values", "int32", 1),
            ]
    for function in functions:
        choices += [
            (f"tf.reduce_{function}({x}, axis=1)", value.dtype, 1),
            (f"tf.reduce_{function}({x})", value.dtype, 0),
        ]
    if kind_of(value.dtype) == "float":
        choices += [(f"tf.map_fn(tf.reduce_sum, {x}, fn_output_signature=tf.{value.dtype})", value.dtype, 1)]
    return choices
