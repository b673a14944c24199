"""Other shapes for the arguments of a function that was traced for unknown ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphwright.aot.program import argument_names, named
from graphwright.base.errors import InvalidArgumentError, OpError
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.decorator import function
from graphwright.ir.infer import infer
from graphwright.passes import optimize


def with_input_shapes(concrete: ConcreteFunction, shapes: Mapping[str, Any]) -> ConcreteFunction:
    """The function for arguments of these shapes, by their names in a library; others keep theirs.

    Raises InvalidArgumentError for a name that no argument has, for what is no shape, and for shapes that the argument
    or an operation does not accept.
    """
    if not shapes:
        return concrete
    count = len(concrete.graph.inputs) - len(concrete.graph.captures)
    traced: dict[str, Any] = dict(zip(argument_names(concrete), concrete.graph.inputs[:count], strict=True))
    for name in shapes:
        if name not in traced:
            known = ", ".join(traced) or "none"
            raise InvalidArgumentError(None, None, f"There is no argument '{name}' to give a shape; there are {known}.")
    signature = [
        TensorSpec(_given(name, shapes[name], v.shape) if name in shapes else v.shape, v.dtype, name)
        for name, v in traced.items()
    ]

    def run(*tensors: Any) -> Any:
        return concrete.call_flat(tensors)

    run.__name__ = concrete.function_spec.name
    shaped = function(run, input_signature=signature, autograph=False).get_concrete_function()
    _require_accepted(shaped, ", ".join(f"{name} {TensorShape(shapes[name])}" for name in shapes))
    return shaped


def _given(name: str, given: Any, traced: TensorShape) -> TensorShape:
    try:
        shape = TensorShape(given)
    except (TypeError, ValueError):
        shape = TensorShape(None)
    if shape.rank is None:
        raise InvalidArgumentError(
            None, None, f"The shape of '{name}' must be a list of sizes, None where one is unknown, got {given!r}."
        )
    if not traced.is_compatible_with(shape):
        raise InvalidArgumentError(
            None, None, f"The argument '{name}' has the shape {traced}, which {shape} does not fit."
        )
    return shape.merge_with(traced)


def _require_accepted(shaped: ConcreteFunction, given: str) -> None:
    """Raise InvalidArgumentError if an operation refuses the sizes that the shapes give its operands."""
    for op in optimize(shaped.graph).operations:
        try:
            infer(op.record, op.inputs, [v.type for v in op.inputs], op.attrs)
        except (OpError, ValueError, TypeError) as error:
            origin = op.origin or op
            reason = error.message if isinstance(error, OpError) else str(error)
            raise InvalidArgumentError(
                None, None, f"The program does not take arguments of these shapes, {given}: {named(origin)}: {reason}"
            ) from None
