"""`graphwright.onnx.load`: an ONNX model as a function."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from typing import Any

from graphwright.base import errors
from graphwright.base.phases import phase
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec
from graphwright.base.tracebacks import shortened
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.tracing.trace_function import trace
from graphwright.onnx.importer import Conversion, Scope
from graphwright.onnx.named_sizes import with_shared_sizes
from graphwright.onnx.reading import Verifier, opsets_of, read_model
from graphwright.onnx.tensors import Message, checked_dims, dtype_of
from graphwright.saved_model.graph_functions import positional, spec_of, types_of
from graphwright.saved_model.wrapped_function import argument_names

_RULES = (
    "activations convolution control indexing elementwise image normalization pooling quantized random "
    "recurrent reductions sequences shapes signal text"
)


class OnnxFunction(ConcreteFunction):
    """A function that was an ONNX model.

    It is called with a tensor for each input, in the model's order or by name, and returns a dict of its outputs.

    Attributes:
      input_names, output_names: the names in the model; arguments have the same where they are identifiers of Python.
      opset: the version of ONNX's ops.
    """

    input_names: tuple[str, ...]
    output_names: tuple[str, ...]
    opset: int


@shortened
def load(
    model: Any, trainable: bool = False, constants: Mapping[str, Any] | None = None, shared_sizes: bool = True
) -> OnnxFunction:
    """The function that an ONNX model computes.

    A model is untrusted input: its structure, types and sizes are checked, and its external data must be in its folder.

    Args:
      model: the path of a model, its bytes, or an `onnx.ModelProto`.
      trainable: create variables for the initializers of floating dtypes, which tapes watch; they are constants
        otherwise. Scalars stay constants.
      constants: values for some inputs, by name, which the function no longer takes. Shapes, axes and the like that a
        model takes as inputs must be known; inputs that are sequences or optional (None) can be given here alone.
      shared_sizes: whether unknown dimensions of one name are one size, which calls check. Some models are called with
        inputs that contradict their names, as ONNX Runtime allows; with False the names mean nothing.

    Returns: a function of the model's inputs, positional or by name, that returns a dict of its outputs. It is compiled
      like any function, has gradients, and can be called from others and saved in a SavedModel.

    Raises:
      ImportError: the package `onnx` is not installed (the extra `onnx`).
      OSError: the file cannot be read.
      DataLossError: the file is no ONNX model.
      InvalidArgumentError: the model contradicts itself.
      UnimplementedError: it uses what is not supported; all of its ops that are not are listed.

    >>> import importlib.util
    >>> if importlib.util.find_spec("onnx"):
    ...     import onnx.parser
    ...     model = onnx.parser.parse_model('''<ir_version: 8, opset_import: ["": 17]>
    ...         double (float[n, 2] x) => (float[n, 2] y) { y = Add(x, x) }''')
    ...     print(tf.onnx.load(model)(tf.constant([[1.0, 2.0]]))["y"].numpy().tolist())
    ... else:
    ...     print([[2.0, 4.0]])
    [[2.0, 4.0]]
    """
    proto, folder = read_model(model)
    Verifier(proto).verify()
    for name in _RULES.split():
        importlib.import_module(f"graphwright.onnx.rules.{name}")
    conversion = Conversion(proto, folder, trainable)
    conversion.prepare()
    opsets = opsets_of(proto.opset_import, "The model")
    known = {name: _constant(value) for name, value in (constants or {}).items()}
    unknown = sorted(known.keys() - {info.name for info in proto.graph.input})
    if unknown:
        raise ValueError(f"constants: the model has no input '{unknown[0]}'.")
    initialized = {t.name for t in proto.graph.initializer}
    inputs = [info for info in proto.graph.input if info.name not in initialized and info.name not in known]
    names = argument_names([info.name for info in inputs])
    specs = {name: _spec(info, name) for name, info in zip(names, inputs, strict=True)}
    spec = spec_of(_name_of(proto), positional(names))

    def run(*arguments: Tensor) -> dict[str, Tensor]:
        if shared_sizes:
            arguments = with_shared_sizes(inputs, arguments)
        scope = Scope(conversion, opsets)
        scope.values.update(conversion.initial_values())
        scope.values.update(known)
        scope.values.update({info.name: value for info, value in zip(inputs, arguments, strict=True)})
        results = scope.run(proto.graph)
        return {info.name: _output(info, value) for info, value in zip(proto.graph.output, results, strict=True)}

    types = types_of(specs)
    try:
        with phase("convert", spec.name):
            graph = trace(run, spec, types, {})
    except RecursionError:
        raise errors.InvalidArgumentError("The model is nested too deeply.") from None
    graph.variables_met = {id(v): v for v in conversion.variables}
    function = OnnxFunction(graph, spec, types)
    function.input_names = tuple(info.name for info in inputs)
    function.output_names = tuple(info.name for info in proto.graph.output)
    function.opset = opsets.get("", 0)
    return function


def _constant(value: Any) -> Any:
    """A tensor, a sequence of tensors, or an absent optional value."""
    if value is None:
        return None
    return [to_tensor(v) for v in value] if isinstance(value, list) else to_tensor(value)


def _name_of(proto: Message) -> str:
    return re.sub(r"\W", "_", proto.graph.name, flags=re.ASCII)[:80] or "onnx"


def _spec(info: Message, name: str) -> TensorSpec:
    """The spec of an input, which must be a tensor; dimensions that are not numbers are unknown."""
    what = f"The input '{info.name}'"
    if info.type.WhichOneof("value") != "tensor_type":
        raise errors.UnimplementedError(f"{what} is not a tensor: functions take tensors alone.")
    tensor = info.type.tensor_type
    dtype = dtype_of(tensor.elem_type, what)
    if not tensor.HasField("shape"):
        return TensorSpec(None, dtype, name)
    dims = [d.dim_value if d.WhichOneof("value") == "dim_value" else None for d in tensor.shape.dim]
    checked_dims([d for d in dims if d is not None], what)
    return TensorSpec(TensorShape(dims), dtype, name)


def _output(info: Message, value: Any) -> Any:
    """A result, as the model declares it; InvalidArgumentError if it is of another dtype."""
    if isinstance(value, list):
        return [_output_tensor(v) for v in value]
    if not isinstance(value, Tensor):
        raise errors.UnimplementedError(
            f"The output '{info.name}' is an absent optional value, which is not supported."
        )
    declared = info.type.tensor_type.elem_type if info.type.WhichOneof("value") == "tensor_type" else 0
    if declared and dtype_of(declared, f"The output '{info.name}'") is not value.dtype:
        raise errors.InvalidArgumentError(
            f"The output '{info.name}' is declared with another dtype than {value.dtype.name}."
        )
    return value


def _output_tensor(value: Any) -> Any:
    if not isinstance(value, Tensor):
        raise errors.UnimplementedError("An output that is a sequence of sequences is not supported.")
    return value


__all__ = ["OnnxFunction", "load"]
