"""The commands of `graphwright`: show, run, bench, compile, convert."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from graphwright.base.errors import InvalidArgumentError
from graphwright.base.phases import phase
from graphwright.cli.values import arguments_for, printed, shapes_in, write_results
from graphwright.graphdef.node_order import called_by
from graphwright.graphdef.read_attrs import read_dtype, read_shape
from graphwright.graphdef.reference_variables import VARIABLES, changed_op
from graphwright.graphdef.structured_import import STRUCTURED
from graphwright.ir.reach import Reach
from graphwright.ir.record import lookup
from graphwright.saved_model.function_loader import display_name
from graphwright.saved_model.loader import load
from graphwright.saved_model.messages import Message
from graphwright.saved_model.model_reader import (
    contains_saved_model,
    meta_graph_of,
    read_saved_model,
    versions_in,
)
from graphwright.saved_model.structured_values import decode


def show(given: argparse.Namespace) -> None:
    """Print the contents of a model."""
    meta = meta_graph_of(read_saved_model(given.model), None, given.model)
    print(f"SavedModel {given.model}, tags {', '.join(meta.meta_info_def.tags) or 'none'}")
    for part in (_signatures(meta), _functions(meta), _variables(meta), _ops(meta)):
        print()
        for line in part:
            print(line)


def choose_version(given: argparse.Namespace) -> None:
    """Let a folder of versions, as `serve` takes it, stand for its newest one, and say so."""
    for name in ("model", "source"):
        path = getattr(given, name, None)
        if path is None or not os.path.isdir(path) or contains_saved_model(path):
            continue
        if versions := versions_in(path):
            newest = os.path.join(path, str(versions[-1]))
            shown = ", ".join(map(str, versions))
            print(f"graphwright: {path} has the versions {shown}; this is {newest}", file=sys.stderr)
            setattr(given, name, newest)
            if given.command == "convert" and given.to == "onnx" and given.target is None:
                given.target = _onnx_file(path)


def _described(dtype: int, shape: Message) -> str:
    return f"{read_dtype(dtype).name} {read_shape(shape)}"


def _signatures(meta: Message) -> Iterator[str]:
    yield "signatures:"
    for name in sorted(meta.signature_def):
        signature = meta.signature_def[name]
        if name.startswith("__"):
            continue
        yield f"  {name}"
        for sign, infos in (("<-", signature.inputs), ("->", signature.outputs)):
            for key in sorted(infos):
                yield f"    {sign} {key}: {_described(infos[key].dtype, infos[key].tensor_shape)}"


def _functions(meta: Message) -> Iterator[str]:
    yield "functions:"
    objects = meta.object_graph_def
    for name, node in _named(objects.nodes):
        if node.WhichOneof("kind") == "function":
            for concrete in node.function.concrete_functions:
                args, kwargs = decode(objects.concrete_functions[concrete].canonicalized_input_signature)
                shown = [*map(_spec, args), *(f"{k}={_spec(v)}" for k, v in kwargs.items())]
                yield f"  {name}({', '.join(shown)})   {display_name(concrete)}"


def _spec(value: Any) -> str:
    return f"{value.dtype.name}{value.shape}" if hasattr(value, "dtype") else repr(value)


def _variables(meta: Message) -> Iterator[str]:
    total, lines = 0, []
    for name, node in _named(meta.object_graph_def.nodes):
        if node.WhichOneof("kind") == "variable":
            variable = node.variable
            elements = read_shape(variable.shape).num_elements() or 0
            size = elements * read_dtype(variable.dtype).size
            total += size
            fixed = "" if variable.trainable else ", not trainable"
            lines.append(f"  {name}: {_described(variable.dtype, variable.shape)}, {size} bytes{fixed}")
    for node in meta.graph_def.node if not meta.object_graph_def.nodes else ():
        if node.op in VARIABLES or node.op == "VarHandleOp":
            dtype, shape = node.attr["dtype"].type, node.attr["shape"].shape
            size = (read_shape(shape).num_elements() or 0) * read_dtype(dtype).size
            total += size
            lines.append(f"  {node.name}: {_described(dtype, shape)}, {size} bytes")
    yield f"variables ({len(lines)}, {total} bytes):"
    yield from lines


def _ops(meta: Message) -> Iterator[str]:
    library = {f.signature.name: f for f in meta.graph_def.library.function}
    counts: Counter[str] = Counter()
    pending, seen = list(meta.object_graph_def.concrete_functions), set()
    if not meta.object_graph_def.nodes:
        counts.update(node.op for node in meta.graph_def.node)
        pending += called_by(meta.graph_def.node)
    while pending:
        name = pending.pop()
        if name not in seen and name in library:
            seen.add(name)
            counts.update(node.op for node in library[name].node_def)
            pending += called_by(library[name].node_def)
    missing = sorted(op for op in counts if not _is_rewritten(op) and (lookup(op) is None or _calls_python(op)))
    yield f"ops ({sum(counts.values())} of {len(counts)} kinds):"
    for op in sorted(counts):
        yield f"  {op} x{counts[op]}" + ("   NOT SUPPORTED" if op in missing else "")
    if not counts.keys() & set(missing):
        yield "  all are supported"


def _calls_python(op: str) -> bool:
    record = lookup(op)
    return record is not None and record.reaching(Reach.CALLS)


def _is_rewritten(op: str) -> bool:
    """Whether an op of TensorFlow 1 becomes others when a graph is imported."""
    return op in STRUCTURED or op in VARIABLES or op in ("IsVariableInitialized", "RefIdentity") or bool(changed_op(op))


def _named(nodes: Any) -> Iterator[tuple[str, Message]]:
    """All objects, with their shortest paths; a model of TensorFlow 1 has none."""
    if not nodes:
        return
    seen, pending = {0}, [("", 0)]
    for way, number in pending:
        yield way or "(the model)", nodes[number]
        for child in nodes[number].children:
            if not 0 <= child.node_id < len(nodes):
                raise InvalidArgumentError(f"Object {number} of the SavedModel has a child that is not there.")
            if child.node_id not in seen:
                seen.add(child.node_id)
                pending.append((f"{way}.{child.local_name}".lstrip("."), child.node_id))


def _signature_and_inputs(given: argparse.Namespace) -> tuple[Any, dict[str, Any]]:
    signatures = load(given.model).signatures
    if given.signature not in signatures:
        there = ", ".join(sorted(signatures)) or "none"
        raise ValueError(f"{given.model} has no signature '{given.signature}'; it has: {there}. See --signature.")
    function = signatures[given.signature]
    return function, arguments_for(function, given.input)


def run(given: argparse.Namespace) -> None:
    """Run a signature and print or write its results."""
    function, inputs = _signature_and_inputs(given)
    results = function(**inputs)
    if given.output:
        write_results(given.output, results)
        return
    for name in sorted(results):
        print(f"{name} = {printed(results[name])}")


def bench(given: argparse.Namespace) -> None:
    """Time the first call of a signature, and the following ones."""
    if given.calls < 1:
        raise ValueError(f"--calls must be 1 or more, it is {given.calls}.")
    function, inputs = _signature_and_inputs(given)
    start = time.perf_counter()
    function(**inputs)
    first = time.perf_counter() - start
    times = []
    for _ in range(given.calls):
        start = time.perf_counter()
        function(**inputs)
        times.append(time.perf_counter() - start)
    times.sort()
    print(f"first call {first * 1e3:.1f} ms, then the median of {given.calls} is {times[len(times) // 2] * 1e6:.1f} us")


def compile(given: argparse.Namespace) -> None:
    """Compile a function of a model to a C library."""
    from graphwright import aot

    library = aot.compile(
        given.model,
        given.output,
        name=given.name,
        signature=given.function or given.signature,
        input_shapes=shapes_in(given.input_shape),
        target=given.target,
        weights=given.weights,
    )
    for file in library.files:
        print(os.path.join(library.folder, file))


def view(given: argparse.Namespace) -> None:
    """Write a page that shows the signatures of a model."""
    from graphwright.cli.viewed import view_model

    options = argparse.ArgumentParser("graphwright view", add_help=False)
    options.add_argument("--output", default=given.output)
    options.add_argument("--profile", action="store_true", default=given.profile)
    behind, rest = options.parse_known_args(given.arguments)  # what follows a program is the program's
    if behind.profile:
        raise ValueError(f"--profile is for programs, {given.source} is a model. Run it in a program.")
    if rest:
        raise ValueError(f"{given.source} is a model and takes no arguments, got {' '.join(rest)}.")
    view_model(given.source, behind.output)


def convert(given: argparse.Namespace) -> None:
    """Convert a GraphDef between text and binary, or a model to StableHLO or ONNX."""
    if given.target is None and given.to != "onnx":
        raise ValueError("convert needs the name of the file to write: graphwright convert SOURCE TARGET.")
    if given.to == "graphdef" and os.path.isdir(given.source):
        raise ValueError(f"{given.source} is a folder; say what a model becomes: --to onnx or --to stablehlo.")
    with phase("convert", given.source):
        if given.to == "stablehlo":
            from graphwright.cli.stablehlo import write_stablehlo

            write_stablehlo(given)
        elif given.to == "onnx":
            _to_onnx(given)
        else:
            _convert(given)


def _convert(given: argparse.Namespace) -> None:
    from google.protobuf import text_format

    from graphwright.graphdef.parsing import is_text, read_graph_def

    graph = read_graph_def(given.source)
    text = text_format.MessageToString(graph).encode() if is_text(given.target) else graph.SerializeToString()
    partial = f"{given.target}.partial"
    with open(partial, "wb") as file:
        file.write(text)
    os.replace(partial, given.target)


def _onnx_file(model: str) -> str:
    return f"{model.rstrip(os.sep)}.onnx"


def _to_onnx(given: argparse.Namespace) -> None:
    from graphwright.onnx.saving import save

    if not os.path.isdir(given.source):
        raise ValueError(f"There is no folder of a SavedModel at {given.source}; --to onnx takes one.")
    target = given.target or _onnx_file(given.source)
    save(given.source, target, given.opset, given.signature)
    print(target)
