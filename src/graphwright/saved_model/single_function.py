"""The one trace that a function, a model or a file stands for: what other formats are written from."""

from __future__ import annotations

import os
from typing import Any

from graphwright.base.dtypes import as_dtype
from graphwright.base.errors import InvalidArgumentError
from graphwright.base.spec import TensorSpec
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.decorator import function
from graphwright.functions.function import Function
from graphwright.saved_model.loaded_function import LoadedFunction
from graphwright.saved_model.wrapped_function import argument_names

_DEFAULT = "serving_default"
_NO_RESULTS = ("Placeholder", "PlaceholderV2", "NoOp", "Assert", "Const")


def concrete_function(source: Any, signature: str | None) -> ConcreteFunction:
    """The one trace that a function, a model or a path stands for.

    Raises InvalidArgumentError where there is none, or more than one.
    """
    source = loaded(source)
    if isinstance(source, ConcreteFunction):
        return source
    if isinstance(source, Function):
        return _only_trace(source)
    if signature is None and callable(source) and getattr(source, "inputs", None):
        return _of_layers(source)
    return _of_model(source, signature or _DEFAULT)


def _of_layers(model: Any) -> ConcreteFunction:
    """The function of a Keras model in inference, with arguments named like its inputs."""
    inputs = list(model.inputs)
    names = argument_names([str(i.name) for i in inputs])
    signature = [TensorSpec(i.shape, as_dtype(i.dtype), n) for i, n in zip(inputs, names, strict=True)]

    def run(*tensors: Any) -> Any:
        return model(tensors[0] if len(tensors) == 1 else list(tensors), training=False)

    return function(run, input_signature=signature, autograph=False).get_concrete_function()


def is_model(source: Any) -> bool:
    """Whether a source is a model, with variables of its own, rather than a function."""
    return not isinstance(source, (ConcreteFunction, Function))


def loaded(source: Any) -> Any:
    """What a path stands for: a model, or the function of a GraphDef; other sources as they are."""
    from graphwright.saved_model.loader import load

    if not isinstance(source, (str, os.PathLike)):
        return source
    path = os.fspath(source)
    if os.path.isdir(path):
        return load(path)
    if os.path.isfile(path):
        return _of_graph(path)
    raise InvalidArgumentError(None, None, f"There is no folder of a SavedModel and no GraphDef at {path}.")


def _of_graph(path: str) -> ConcreteFunction:
    """The function from the placeholders of a GraphDef to what nothing in it reads."""
    from graphwright.graphdef.parsing import read_graph_def
    from graphwright.saved_model.import_graph_def import import_graph_def
    from graphwright.saved_model.wrapped_function import wrap_function

    graph = read_graph_def(path)
    read = {source.lstrip("^").partition(":")[0] for node in graph.node for source in node.input}
    feeds = [f"{node.name}:0" for node in graph.node if node.op in ("Placeholder", "PlaceholderV2")]
    fetches = {n.name: f"{n.name}:0" for n in graph.node if n.name not in read and n.op not in _NO_RESULTS}
    if not fetches:
        raise InvalidArgumentError(None, None, f"The graph in {path} has no results.")
    return wrap_function(lambda: import_graph_def(graph, name=""), []).prune(feeds, fetches)


def _only_trace(found: Function[Any, Any]) -> ConcreteFunction:
    if isinstance(found, LoadedFunction):
        traces = found.concrete_functions
        if len(traces) == 1:
            return traces[0]
    elif found.input_signature is not None:
        return found.get_concrete_function()
    raise InvalidArgumentError(
        None, None, "The function has no single trace: give it an input_signature, or pass get_concrete_function(...)."
    )


def _of_model(model: Any, name: str) -> ConcreteFunction:
    signatures = getattr(model, "signatures", {})
    if name in signatures:
        found: ConcreteFunction = signatures[name]
        return found
    wanted: Any = model
    for part in name.split("."):
        wanted = getattr(wanted, part, None)
    if isinstance(wanted, ConcreteFunction):
        return wanted
    if isinstance(wanted, Function):
        return _only_trace(wanted)
    known = ", ".join(sorted(signatures)) or "none"
    raise InvalidArgumentError(None, None, f"The model has no signature or function '{name}'; its signatures: {known}.")
