"""Signatures of saved models: functions of named tensors that return dicts of tensors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphwright.base import nest
from graphwright.base.spec import TensorSpec
from graphwright.core.context import as_default_graph
from graphwright.core.dispatch import apply
from graphwright.core.sparse_tensor import SparseTensorSpec
from graphwright.core.tracing import TracingGraph
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.function import Function
from graphwright.ir.funcgraph import next_function_name
from graphwright.ir.types import tensor_type
from graphwright.ops.ragged.spec import RaggedTensorSpec
from graphwright.saved_model.function_writer import argument_names, is_saveable, traces_of
from graphwright.saved_model.graph_functions import concrete_of, spec_of, types_of
from graphwright.saved_model.object_nodes import attribute, is_function, plain_function
from graphwright.saved_model.objects import Signatures

DEFAULT = "serving_default"
DECLARED = "_default_save_signature"


def wanted_signatures(root: Any, signatures: Any, functions: Mapping[str, Any]) -> dict[str, ConcreteFunction]:
    """The concrete functions that the signatures of a model call, by name; `functions` are those of the model itself.

    Raises ValueError for what is not a function with one input signature, TypeError for a name that is none.
    """
    if signatures is None:
        return _default(root, functions)
    if not isinstance(signatures, Mapping):
        return {DEFAULT: _concrete(signatures, DEFAULT)}
    strange = [name for name in signatures if not isinstance(name, str)]
    if strange:
        raise TypeError(f"The name of a signature must be a string, got {strange[0]!r}.")
    return {name: _concrete(function, name) for name, function in signatures.items()}


def _default(root: Any, functions: Mapping[str, Any]) -> dict[str, ConcreteFunction]:
    """The signature that the object declares, else its only function with an input signature, if it can be one."""
    if isinstance(vars(root).get("signatures") if hasattr(root, "__dict__") else None, Signatures):
        return dict(root.signatures)
    declared = attribute(root, DECLARED)
    if is_function(declared):
        return {DEFAULT: _concrete(declared, DEFAULT)}
    traces = [trace for function in functions.values() if _has_signature(function) for trace in traces_of(function)]
    if len(traces) != 1:
        return {}
    try:
        named_results(traces[0], DEFAULT)
    except ValueError:
        return {}
    return {DEFAULT: traces[0]}


def _has_signature(function: Any) -> bool:
    function = plain_function(function)
    return isinstance(function, ConcreteFunction) or getattr(function, "input_signature", None) is not None


def _concrete(function: Any, name: str) -> ConcreteFunction:
    function = plain_function(function)
    if isinstance(function, Function):
        traces = traces_of(function)
        if function.input_signature is not None:
            function = function.get_concrete_function()
        elif len(traces) == 1:
            function = traces[0]
    if not isinstance(function, ConcreteFunction) or not is_saveable(function):
        raise ValueError(
            f"Expected a TensorFlow function for which to generate a signature, but got {function!r}. Only "
            "`tf.functions` with an input signature or concrete functions can be used as a signature."
        )
    named_results(function, name)
    return function


def named_results(concrete: ConcreteFunction, name: str) -> dict[str, Any]:
    """The results by name: those of a dict, or `output_0`, `output_1`, ..."""
    results = concrete.structured_outputs
    fields = getattr(results, "_fields", None)
    if isinstance(results, tuple) and fields is not None:
        results = dict(zip(fields, results, strict=True))
    elif isinstance(results, (list, tuple)):
        results = {f"output_{i}": v for i, v in enumerate(results)}
    elif not isinstance(results, Mapping):
        results = {"output_0": results}
    for key, value in results.items():
        composite = isinstance(getattr(value, "_type_spec", None), (RaggedTensorSpec, SparseTensorSpec))
        if not isinstance(key, str) or not (composite or hasattr(value, "op")):
            raise ValueError(
                f"Got a non-Tensor value {value!r} for key {key!r} in the output of the function {concrete.name} used "
                f"to generate the SavedModel signature '{name}'. Outputs for functions used as signatures must be a "
                "single Tensor, a sequence of Tensors, or a dictionary from string to Tensor."
            )
    return dict(results)


def signature_wrapper(concrete: ConcreteFunction, name: str) -> ConcreteFunction:
    """A function of keyword arguments that calls another one and returns its results by name."""
    results = named_results(concrete, name)
    names = argument_names(concrete)
    position = {id(v): i for i, v in enumerate(concrete.graph.outputs)}
    graph = TracingGraph(next_function_name(f"__inference_signature_wrapper_{concrete.function_spec.name}"))
    with as_default_graph(graph):
        inner = concrete.graph.inputs[: len(names)]
        by_name = {
            n: graph.placeholder(tensor_type(v.dtype, v.type.shape.symbolic), n, n)
            for n, v in sorted(zip(names, inner, strict=True), key=lambda pair: pair[0])
        }
        flat = concrete.inference_fn.call_flat(*(by_name[n] for n in names), *concrete.graph.captures)

        def result(value: Any) -> Any:
            return apply("Identity", (flat[position[id(value)]],))

        in_order = {k: results[k] for k in sorted(results)}
        structure = nest.map_structure(result, in_order, expand_composites=True)
    graph.outputs = nest.flatten(structure, expand_composites=True)
    graph.control_outputs = [op for op in graph.operations if op.record.effect in ("write", "host")]
    graph.finish()
    import inspect

    spec = spec_of(graph.name, [inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD)])
    types = types_of({n: TensorSpec(v.shape, v.dtype, n) for n, v in by_name.items()})
    return concrete_of(graph, spec, types, structure, concrete.variables)
