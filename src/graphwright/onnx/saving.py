"""`graphwright.onnx.save`: a function or model as an ONNX file."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from graphwright.base import dtypes, errors, nest
from graphwright.base.tracebacks import shortened
from graphwright.core.tensor import EagerTensor
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.onnx.exporting.writer import Array, Export, Writer
from graphwright.onnx.reading import onnx_package
from graphwright.onnx.tensors import ELEMENT_NUMBERS, Message
from graphwright.passes import optimize
from graphwright.saved_model.function_writer import argument_names
from graphwright.saved_model.signatures import named_results
from graphwright.saved_model.single_function import concrete_function

_RULES = "arrays control elementwise layers"
OLDEST_OPSET = 17
LARGEST_MESSAGE = 2**31 - 2**20
"""The size of initializers, in bytes, from which on they are written to a file of their own."""

_EXTERNAL_FROM = 1024  # bytes: smaller initializers stay in the model
_ALIGNMENT = 4096
_IR_VERSIONS = {17: 8, 18: 8, 19: 9, 20: 9, 21: 10, 22: 10}


@shortened
def save(
    function: Any, path: Any, opset: int = OLDEST_OPSET, signature: str | None = None, largest: int = LARGEST_MESSAGE
) -> None:
    """Write a function or model as an ONNX model.

    Variables become initializers with the values that they have now. Unknown dimensions become symbols, one for those
    that are known to be equal. Inputs have the names of the arguments, outputs those of a dict that is returned, or
    `output_0`, `output_1` and so on; an output that is named like an input gets a number.

    Args:
      function: a concrete function, a function with an `input_signature`, a Keras model, an object that
        `tf.saved_model.load` returned, or the path of a SavedModel.
      path: where to.
      opset: the version of ONNX's ops, 17 or a later one.
      signature: the signature of a SavedModel, or the name of one of its functions; `serving_default` if None.
      largest: the number of bytes of all initializers from which on they are written to a file beside the model, which
        is named like it with `.data` at its end. A model itself cannot have more than 2 GB.

    Raises:
      ImportError: the package `onnx` is not installed (the extra `onnx`).
      UnimplementedError: ONNX has nothing for some operations; all of them are listed, with the user's lines.

    >>> import importlib.util, os, tempfile
    >>> double = tf.function(lambda x: x + x, input_signature=[tf.TensorSpec([None, 2], name="x")])
    >>> if importlib.util.find_spec("onnx"):
    ...     path = os.path.join(tempfile.mkdtemp(), "double.onnx")
    ...     tf.onnx.save(double, path)
    ...     print(tf.onnx.load(path)(tf.constant([[1.0, 2.0]]))["output_0"].numpy().tolist())
    ... else:
    ...     print([[2.0, 4.0]])
    [[2.0, 4.0]]
    """
    onnx = onnx_package()
    newest = onnx.defs.onnx_opset_version()
    if not OLDEST_OPSET <= opset <= newest:
        raise ValueError(f"opset must be from {OLDEST_OPSET} to {newest}, not {opset}.")
    for name in _RULES.split():
        importlib.import_module(f"graphwright.onnx.exporting.{name}")
    concrete = concrete_function(function, signature)
    model, arrays = model_of(concrete, opset)
    target = os.fspath(path)
    total = sum(_bytes(a) for a in arrays.values())
    external = f"{os.path.basename(target)}.data" if total >= largest else None
    if external is None:
        model.graph.initializer.extend(_initializer(onnx, n, a, None, "") for n, a in arrays.items())
        _check_types(onnx, model)
    _write(onnx, model, arrays, target, external)


def model_of(concrete: ConcreteFunction, opset: int) -> tuple[Message, Mapping[str, Array]]:
    """The model of a concrete function without its initializers, and these.

    Raises UnimplementedError that lists all operations that cannot be written.
    """
    onnx = onnx_package()
    export = Export(onnx, opset)
    writer = Writer(export)
    source = concrete.graph
    graph = optimize(source)
    count = len(source.inputs) - len(source.captures)
    names = [export.unique(n) for n in argument_names(concrete)]
    inputs = [export.info(n, v.dtype, v.type.dims) for n, v in zip(names, graph.inputs[:count], strict=True)]
    captured = [_captured(value, concrete) for value in graph.captures]
    written = writer.run(graph, [*names, *captured])
    position = {id(v): i for i, v in enumerate(source.outputs)}
    outputs = []
    for key, value in _results(concrete).items():
        at = position[id(value)]
        name = export.unique(key)
        writer.nodes.append(onnx.helper.make_node("Identity", [writer.name_of(written[at])], [name], name))
        outputs.append(export.info(name, value.dtype, graph.outputs[at].type.dims))
    _check(export)
    made = onnx.helper.make_graph(writer.nodes, concrete.function_spec.name or "function", inputs, outputs)
    model = onnx.helper.make_model(
        made,
        producer_name="graphwright",
        opset_imports=[onnx.helper.make_opsetid("", opset)],
        ir_version=_IR_VERSIONS.get(opset, 10),
    )
    return model, export.initializers


def _results(concrete: ConcreteFunction) -> dict[str, Any]:
    """The results by name; those in structures of structures are numbered."""
    try:
        return named_results(concrete, "serving_default")
    except ValueError:
        flat = nest.flatten(concrete.structured_outputs, expand_composites=True)
        return {f"output_{i}": v for i, v in enumerate(v for v in flat if v is not None)}


def _captured(value: Any, concrete: ConcreteFunction) -> Any:
    """The value of a capture: an array, or the variable of a handle."""
    if value.dtype is dtypes.resource:
        found = [v for v in concrete.variables if v.handle is value]
        return found[0] if found else value
    if isinstance(value, EagerTensor):
        return np.asarray(value.numpy())
    raise errors.InvalidArgumentError(
        "A function that uses tensors of another function under construction has no model."
    )


def _check(export: Export) -> None:
    """UnimplementedError with a line for each operation that cannot be written."""
    if not export.problems:
        return
    lines: dict[str, None] = {}
    for op, reason in export.problems:
        location = (op.origin or op).location
        lines[f"{op.type} '{op.name}': {reason}" + (f"\n    {location}" if location else "")] = None
    raise errors.UnimplementedError(f"{len(lines)} operations cannot be written as ONNX:\n  " + "\n  ".join(lines))


def _check_types(onnx: Any, model: Message) -> None:
    """UnimplementedError where ONNX has an op for other dtypes alone."""
    try:
        onnx.checker.check_model(model, full_check=True)
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
        raise errors.UnimplementedError(f"The function cannot be written as ONNX: {error}") from None


def _bytes(array: Array) -> int:
    return sum(len(v) for v in array.reshape(-1)) if array.dtype == object else int(array.nbytes)


def _write(onnx: Any, model: Message, arrays: Mapping[str, Array], target: str, external: str | None) -> None:
    """Write a model and its external data; each file takes the place of an old one once it is complete."""
    data = os.path.join(os.path.dirname(target), external) if external else ""
    partial = f"{target}.partial"
    try:
        if external:
            with open(f"{data}.partial", "wb") as file:
                for name, array in arrays.items():
                    model.graph.initializer.append(_initializer(onnx, name, array, file, external))
        with open(partial, "wb") as file:
            file.write(model.SerializeToString())
        if external:
            os.replace(f"{data}.partial", data)
        os.replace(partial, target)
    finally:
        for left in (partial, f"{data}.partial"):
            if os.path.exists(left):
                os.remove(left)


def _initializer(onnx: Any, name: str, array: Array, file: Any, external: str) -> Message:
    """An initializer; a large one in external data, if there is a file for it."""
    dtype = dtypes.string if array.dtype == object else dtypes.as_dtype(array.dtype)
    tensor = onnx.TensorProto(name=name, data_type=ELEMENT_NUMBERS[dtype], dims=array.shape)
    if dtype is dtypes.string:
        tensor.string_data.extend(v if isinstance(v, bytes) else str(v).encode() for v in array.reshape(-1))
        return tensor
    contiguous = np.ascontiguousarray(array)
    if file is None or array.nbytes < _EXTERNAL_FROM:
        tensor.raw_data = contiguous.tobytes()
        return tensor
    file.write(bytes(-file.tell() % _ALIGNMENT))
    tensor.data_location = onnx.TensorProto.EXTERNAL
    for key, value in (("location", external), ("offset", file.tell()), ("length", array.nbytes)):
        tensor.external_data.add(key=key, value=str(value))
    file.write(contiguous.reshape(-1).view(np.uint8).data)
    return tensor


__all__ = ["model_of", "save"]
