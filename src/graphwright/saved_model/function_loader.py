"""The functions of a SavedModel as concrete functions: graphs, signatures, captured objects, custom gradients."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from graphwright.autodiff.custom import GradientName
from graphwright.base import errors, nest
from graphwright.base.dtypes import resource
from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.base.words import with_article
from graphwright.control import call_function
from graphwright.core.resource import Asset, TrackableResource
from graphwright.core.tape import GRADIENT_NAME
from graphwright.core.tensor import Tensor
from graphwright.core.tracing import TracingGraph
from graphwright.core.variable import Variable
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.tracing.spec import FunctionSpec
from graphwright.graphdef.foreign_ops import ForeignOps
from graphwright.graphdef.import_ import FunctionLibrary, check_versions
from graphwright.saved_model.graph_functions import concrete_of, spec_of, types_of
from graphwright.saved_model.loaded_function import parameters_of
from graphwright.saved_model.messages import Message
from graphwright.saved_model.structured_values import decode

CapturedOf = Callable[[int], Any]
"""Returns the captured object with a number: a variable, tensor or resource."""


class ModelFunctions:
    """The functions of one SavedModel.

    Args:
      meta: its MetaGraph.
      captured: gives captured objects by their numbers.
      allowed: ops that may call Python functions, and reach any file.
      folder: of the model's assets, which ops may read.
    """

    def __init__(self, meta: Message, captured: CapturedOf, allowed: Sequence[str] = (), folder: str = "") -> None:
        check_versions(meta.graph_def.versions)
        ops = ForeignOps(meta.meta_info_def.stripped_op_list.op, allowed, folder or None)
        self._functions = FunctionLibrary(meta.graph_def.library.function, TracingGraph, ops)
        self.expansion = self._functions.expansion
        self._saved = meta.object_graph_def.concrete_functions
        self._captured = captured
        self._made: dict[tuple[str, bool], ConcreteFunction] = {}
        self._gradients = {g.registered_op_type: g.gradient_func for g in meta.graph_def.library.registered_gradients}
        self._named: dict[str, GradientName] = {}
        self._looked_through: set[int] = set()

    def concrete(self, name: str, function_spec: Message | None, keywords: Sequence[str] = ()) -> ConcreteFunction:
        """The concrete function of a name.

        `function_spec` describes the parameters; without one the arguments are given by `keywords`.
        """
        key = (name, function_spec is None)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = self._make(name, function_spec, keywords)
        return found

    def _make(self, name: str, function_spec: Message | None, keywords: Sequence[str]) -> ConcreteFunction:
        if name not in self._saved:
            raise errors.InvalidArgumentError(f"The SavedModel says nothing of how function '{name}' is called.")
        saved = self._saved[name]
        graph = self._functions.get(name)
        assert isinstance(graph, TracingGraph)
        variables = self._bind(graph, saved, name)
        self._give_gradients(graph)
        spec, values = self._arguments(name, saved, function_spec, keywords)
        types = types_of(values)
        _check_arguments(graph, types, name)
        structure = _packed(decode(saved.output_signature), graph.outputs, name)
        return concrete_of(graph, spec, types, structure, variables)

    def _bind(self, graph: TracingGraph, saved: Message, name: str) -> list[Variable]:
        """Bind the captures of the graph; returns the variables among them."""
        objects = [self._captured(number) for number in saved.bound_inputs]
        captures = [_tensor_of(o) for o in objects]
        inner = graph.inputs[len(graph.inputs) - len(captures) :] if captures else []
        if len(inner) != len(captures):
            raise errors.InvalidArgumentError(
                f"Function '{name}' takes {len(graph.inputs)} values, and the SavedModel gives {len(captures)} to it."
            )
        for value, outer in zip(inner, captures, strict=True):
            if not isinstance(outer, Tensor) or outer.dtype is not value.dtype:
                shown = outer.dtype.name if isinstance(outer, Tensor) else repr(outer)
                raise errors.InvalidArgumentError(
                    f"Function '{name}' takes {with_article(value.dtype.name)} as '{value.op.name}', and is given "
                    f"{shown}."
                )
            if value.dtype is not resource and not outer.shape.is_subtype_of(value.type.shape):
                raise errors.InvalidArgumentError(
                    f"Function '{name}' takes the shape {value.type.shape} as '{value.op.name}', and is given "
                    f"{outer.shape}."
                )
            graph.stands_for[id(value)], graph._capture_of[id(outer)] = outer, value
        graph.captures = captures
        for value, stored in zip(inner, objects, strict=True):
            if isinstance(stored, Variable):
                _check_declared(value, stored, name)
        return [o for o in objects if isinstance(o, Variable)]

    @staticmethod
    def _arguments(
        name: str, saved: Message, function_spec: Message | None, keywords: Sequence[str]
    ) -> tuple[FunctionSpec, dict[str, Any]]:
        """The function spec, and the arguments by name: structures of specs and Python values."""
        signature = decode(saved.canonicalized_input_signature)
        try:
            args, kwargs = signature
            if function_spec is not None:
                spec = spec_of(display_name(name), parameters_of(function_spec))
                return spec, spec.named(tuple(args), dict(kwargs))
        except (TypeError, ValueError) as error:
            raise errors.InvalidArgumentError(
                f"Function '{name}' of the SavedModel is called with {signature!r}, which its parameters do not take: "
                f"{error}"
            ) from None
        spec = spec_of(display_name(name), [inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD)])
        named = [*zip(keywords, args, strict=False), *sorted(kwargs.items())]
        if len(args) > len(keywords) or len(dict(named)) != len(named):
            raise errors.InvalidArgumentError(f"Function '{name}' of the SavedModel has no names for its arguments.")
        return spec, dict(named)

    # custom gradients --------------------------------------------------------------------------------------

    def _give_gradients(self, graph: TracingGraph) -> None:
        """Attach the custom gradients in the model to their operations."""
        if not self._gradients:
            return
        for each in (graph, *graph.functions()):
            if id(each) in self._looked_through:
                continue
            self._looked_through.add(id(each))
            for op in each.operations:
                known = op.attrs.get(GRADIENT_NAME)
                if isinstance(known, str) and known in self._gradients and not op.record.calls_functions:
                    op.attrs = {**op.attrs, GRADIENT_NAME: self._gradient(known)}

    def _gradient(self, op_type: str) -> GradientName:
        named = self._named.get(op_type)
        if named is None:
            named = self._named[op_type] = GradientName(LoadedGradient(self, self._gradients[op_type]))
        return named

    def gradient_parts(self, name: str) -> tuple[TracingGraph, list[Any], Any]:
        """The graph of a gradient function, its captures, and the structure of its results."""
        if name not in self._saved:
            raise errors.InvalidArgumentError(f"The SavedModel says nothing of how function '{name}' is called.")
        saved = self._saved[name]
        graph = self._functions.get(name)
        assert isinstance(graph, TracingGraph)
        self._give_gradients(graph)
        captured = [self._captured(number) for number in saved.bound_inputs]
        return graph, captured, decode(saved.output_signature)


class Inner:
    """A tensor in a function that the gradient of one of its operations captures."""

    def __init__(self, name: str) -> None:
        self.name = name


class LoadedGradient:
    """The gradient of an operation, as a function of the model."""

    def __init__(self, functions: ModelFunctions, name: str) -> None:
        self._functions, self.name = functions, name

    def __call__(self, entry: Any, gradients: Sequence[Any]) -> list[Any]:
        """The gradients by the operation's inputs, from those by its outputs."""
        from graphwright.autodiff.custom import fill_zeros

        graph, captured, structure = self._functions.gradient_parts(self.name)
        inputs = [*fill_zeros(entry.outputs, gradients), *(self._captured(entry, c) for c in captured)]
        if len(inputs) != len(graph.inputs):
            raise errors.InvalidArgumentError(
                f"The gradient function '{self.name}' takes {len(graph.inputs)} values, and is given {len(inputs)}."
            )
        flat = iter(call_function(graph, inputs))
        found = [None if s is None else next(flat) for s in nest.flatten(structure)]
        # the first ones belong to the results that the operation passes on
        return found if len(found) == len(entry.inputs) else [*[None] * (len(entry.inputs) - len(found)), *found]

    def _captured(self, entry: Any, captured: Any) -> Any:
        if isinstance(captured, Inner):
            return entry.graph.get_tensor_by_name(captured.name)
        return _tensor_of(captured)


def _tensor_of(stored: Any) -> Any:
    """The tensor of an object that functions capture."""
    if isinstance(stored, Variable):
        return stored.handle
    if isinstance(stored, TrackableResource):
        return stored.resource_handle
    return stored._path if isinstance(stored, Asset) else stored


def display_name(name: str) -> str:
    """The user's name of a library function."""
    middle = name.removeprefix("__inference_")
    stem, _, number = middle.rpartition("_")
    return stem if stem and number.isdigit() and middle != name else middle


def _check_declared(value: Any, variable: Variable, name: str) -> None:
    """InvalidArgumentError if a captured variable has another shape or dtype than the function expects."""
    from graphwright.ir.handles import DECLARED

    declared = value.op.attrs.get(DECLARED)
    if declared is None:
        return
    if declared.dtype is not variable.dtype or not variable.shape.is_subtype_of(declared.shape):
        raise errors.InvalidArgumentError(
            f"Function '{name}' takes a variable of {declared!r} as '{value.op.name}', and is given {variable!r}."
        )


def _check_arguments(graph: TracingGraph, types: Mapping[str, Any], name: str) -> None:
    """InvalidArgumentError unless the tensors of the signature are the arguments of the graph."""
    leaves = [leaf for t in types.values() for leaf in t.flatten()]
    if len(leaves) != len(graph.arguments):
        raise errors.InvalidArgumentError(
            f"Function '{name}' of the SavedModel: the signature specifies {len(leaves)} arguments, the graph takes "
            f"{len(graph.arguments)} beside {len(graph.captures)} captured ones."
        )
    for leaf, value in zip(leaves, graph.arguments, strict=True):
        if not isinstance(leaf, TensorSpec):
            continue
        if leaf.dtype is not value.dtype or not leaf.shape.is_subtype_of(value.type.shape):
            raise errors.InvalidArgumentError(
                f"Function '{name}' of the SavedModel: the signature has {leaf!r} for '{value.op.name}', which is "
                f"{value.type!r} in the graph."
            )


def _packed(structure: Any, values: Sequence[Any], name: str) -> Any:
    """The structure with values of the graph instead of specs."""
    flat: Iterator[Any] = iter(values)

    def value(spec: Any) -> Any:
        if isinstance(spec, TensorSpec):
            return next(flat)
        if isinstance(spec, TypeSpec):
            components = nest.map_structure(value, spec._component_specs)
            return spec._from_components(components)
        if spec is None:
            return None
        raise errors.InvalidArgumentError(
            f"Function '{name}' of the SavedModel returns {spec!r}, which is not a tensor."
        )

    # results are tensors or None only, so the leaves are those in the file
    try:
        result = nest.map_structure(value, structure)
    except StopIteration:
        result, flat = None, iter((None,))
    if next(flat, flat) is not flat:
        raise errors.InvalidArgumentError(
            f"Function '{name}' of the SavedModel gives {len(values)} values, which are not those of {structure!r}."
        )
    return result
