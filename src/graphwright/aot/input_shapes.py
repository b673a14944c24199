"""Shapes for the arguments of a function that was traced for unknown ones: fixed, or with code of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphwright.aot.program import SizedGraph, argument_names, named
from graphwright.base.errors import InvalidArgumentError, OpError
from graphwright.base.shape import Dim, Symbol, TensorShape
from graphwright.base.spec import TensorSpec
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.decorator import function
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.infer import infer
from graphwright.ir.types import tensor_type
from graphwright.passes import optimize
from graphwright.passes.specialize import specialize

Shapes = Mapping[str, TensorShape]


def with_input_shapes(
    concrete: ConcreteFunction, shapes: Mapping[str, Any]
) -> tuple[ConcreteFunction, list[SizedGraph]]:
    """The function for arguments of these shapes, by their names in a library; others keep theirs.

    Arguments that are given several shapes keep their open sizes. The function is copied for the first shape of each,
    for the second one, and so on.

    Raises InvalidArgumentError for a name that no argument has, for invalid shapes, for shapes that the argument
    or an operation does not accept, and for different numbers of shapes.
    """
    if not shapes:
        return concrete, []
    count = len(concrete.graph.inputs) - len(concrete.graph.captures)
    traced: dict[str, Any] = dict(zip(argument_names(concrete), concrete.graph.inputs[:count], strict=True))
    for name in shapes:
        if name not in traced:
            known = ", ".join(traced) or "none"
            raise InvalidArgumentError(None, None, f"There is no argument '{name}' to give a shape; there are {known}.")
    several = {name: [_shape(name, s) for s in shapes[name]] for name in shapes if _are_shapes(shapes[name])}
    fixed = {name: _shape(name, given) for name, given in shapes.items() if name not in several}
    fixed |= {name: _open(name, given, traced[name].shape) for name, given in several.items()}
    signature = [
        TensorSpec(_given(name, fixed[name], v.shape) if name in fixed else v.shape, v.dtype, name)
        for name, v in traced.items()
    ]

    def run(*tensors: Any) -> Any:
        return concrete.call_flat(tensors)

    run.__name__ = concrete.function_spec.name
    shaped = function(run, input_signature=signature, autograph=False).get_concrete_function()
    _require_accepted(shaped.graph, fixed)
    return shaped, _sized(shaped, list(traced), several)


def _are_shapes(given: Any) -> bool:
    """Whether it is a list of shapes."""
    return isinstance(given, (list, tuple)) and any(isinstance(each, (list, tuple, TensorShape)) for each in given)


def _shape(name: str, given: Any) -> TensorShape:
    try:
        shape = TensorShape(given)
    except (TypeError, ValueError):
        shape = TensorShape(None)
    if shape.rank is None:
        raise InvalidArgumentError(
            None, None, f"The shape of '{name}' must be a list of sizes, None where one is unknown, got {given!r}."
        )
    return shape


def _open(name: str, given: Sequence[TensorShape], traced: TensorShape) -> TensorShape:
    """The shape that several shapes of an argument have in common: that of the trace, or one of their rank."""
    if traced.rank is not None:
        return traced
    ranks = {shape.rank for shape in given}
    if len(ranks) > 1:
        listed = ", ".join(map(str, given))
        raise InvalidArgumentError(None, None, f"The shapes of '{name}' must be of one rank, got {listed}.")
    return TensorShape([None] * (given[0].rank or 0))


def _given(name: str, shape: TensorShape, traced: TensorShape) -> TensorShape:
    if not traced.is_compatible_with(shape):
        raise InvalidArgumentError(
            None, None, f"The argument '{name}' has the shape {traced}, which {shape} does not fit."
        )
    return shape.merge_with(traced)


def _sized(
    shaped: ConcreteFunction, names: Sequence[str], several: Mapping[str, Sequence[TensorShape]]
) -> list[SizedGraph]:
    """The function for the first of several shapes of each argument, and so on; none where no size is given."""
    counts = {name: len(shapes) for name, shapes in several.items()}
    if len(set(counts.values())) > 1:
        listed = ", ".join(f"{count} for '{name}'" for name, count in counts.items())
        raise InvalidArgumentError(
            None, None, f"Arguments with several shapes need as many each, one for each program: there are {listed}."
        )
    found: dict[tuple[tuple[Dim, int], ...], SizedGraph] = {}
    for number in range(max(counts.values(), default=0)):
        shapes = {name: given[number] for name, given in several.items()}
        types, sizes = [v.type for v in shaped.graph.inputs], dict[Dim, int]()
        for at, name in enumerate(names):
            if name in shapes:
                dims = _given(name, shapes[name], shaped.graph.inputs[at].shape).as_list()
                _add_sizes(types[at].dims or (), dims, sizes, shapes)
        for at in range(len(names)):
            types[at] = tensor_type(types[at].dtype, tuple(sizes.get(dim, dim) for dim in types[at].dims or ()))
        key = tuple(sizes.items())
        if sizes and key not in found:
            found[key] = SizedGraph(specialize(shaped.graph, types), sizes)
            _require_accepted(found[key].graph, shapes)
    return list(found.values())


def _add_sizes(dims: Sequence[Dim], given: Sequence[int | None], sizes: dict[Dim, int], shapes: Shapes) -> None:
    for dim, size in zip(dims, given, strict=True):
        if isinstance(dim, Symbol) and size is not None and sizes.setdefault(dim, size) != size:
            raise InvalidArgumentError(
                None, None, f"The function takes arguments whose sizes are equal, not {_described(shapes)}."
            )


def _described(shapes: Shapes) -> str:
    return ", ".join(f"{name} {shape}" for name, shape in shapes.items())


def _require_accepted(graph: FuncGraph, shapes: Shapes) -> None:
    """Raise InvalidArgumentError if an operation refuses the sizes that the shapes give its operands."""
    for op in optimize(graph).operations:
        try:
            infer(op.record, op.inputs, [v.type for v in op.inputs], op.attrs)
        except (OpError, ValueError, TypeError) as error:
            origin = op.origin or op
            reason = error.message if isinstance(error, OpError) else str(error)
            raise InvalidArgumentError(
                None,
                None,
                f"The program does not take arguments of these shapes, {_described(shapes)}: {named(origin)}: {reason}",
            ) from None
