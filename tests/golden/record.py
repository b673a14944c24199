"""Records what TensorFlow computes, prints and writes, for the tests to compare with.

    make golden

runs this in an environment of its own, with TensorFlow installed; the tests need the recorded files only.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
import tensorflow as tf
from google.protobuf import descriptor_pool
from google.protobuf.descriptor import FieldDescriptor
from tensorflow.python.framework import op_def_registry

from tests.golden import (
    cases_array,
    cases_composites,
    cases_gradients,
    cases_math,
    cases_nn,
    cases_protos,
    cases_samples,
    cases_strings,
    cases_text,
    cases_windows,
)
from tests.golden.case import Case
from tests.golden.cases_graphs import PROGRAMS
from tests.golden.encoding import decode, encode, same
from tests.golden.graphtext import graph_text, structure
from tests.golden.signatures import described, public

DATA = Path(__file__).parent / "data"

# What TensorFlow says when it has no kernel for a dtype on this machine: nothing to compare with.
_NO_KERNEL = re.compile(
    "Could not find device for node|No OpKernel was registered|not in the list of allowed values|"
    "not available in GraphDef version|has constraint on attr"
)


def encoded(value: Any) -> dict[str, Any]:
    """`encode`, having made sure that it comes back as it was."""
    array = value.numpy() if hasattr(value, "numpy") else np.asarray(value)
    if isinstance(value, tf.Tensor) and value.dtype.is_quantized:  # TensorFlow gives its integers
        array = np.ascontiguousarray(array).view(value.dtype.as_numpy_dtype).reshape(value.shape)
    array = np.asarray(array, object if isinstance(array, bytes) else None)
    result = json.loads(json.dumps(encode(array)))
    assert array.dtype.kind in "OSU" or same(decode(result), array), array
    return result


def _message(error: Exception) -> str:
    """The first line of an error's message, without the parts that name the runtime's inner functions."""
    text = getattr(error, "message", None) or str(error)
    text = re.sub(r"\{\{.*?\}\} ?| ?\[Op:\w+\].*", "", text).strip().split("\n")[0]
    return re.sub(r"0x[0-9a-f]+", "0x", text)[:200]


def _failure(error: Exception) -> dict[str, str]:
    return {"error": type(error).__name__, "message": _message(error)}


# ops --------------------------------------------------------------------------------------------------------


def _run(case: Case) -> list[Any]:
    definition = op_def_registry.get(case.op)
    function = getattr(tf.raw_ops, case.op)
    provided = dict(zip([arg.name for arg in definition.input_arg], case.inputs, strict=True)) | case.attrs
    # Python calls a few inputs and attributes otherwise; those stand in the same order
    parameters = inspect.signature(function).parameters
    known = {d.name for d in (*definition.input_arg, *definition.attr)}
    renamed = iter([p for p in parameters if p not in known and p != "name"])
    arguments = {name if name in parameters else next(renamed): value for name, value in provided.items()}
    return tf.nest.flatten(function(**tf.nest.map_structure(_as_tensor, arguments)))


def _as_tensor(value: Any) -> Any:
    return tf.constant(value) if isinstance(value, np.ndarray) else value


def record_op(case: Case) -> dict[str, Any] | None:
    """A case with its outputs or its error; None where TensorFlow has no kernel."""
    result: dict[str, Any] = {"op": case.op}
    result["inputs"] = [[encoded(v) for v in i] if isinstance(i, list) else encoded(i) for i in case.inputs]
    if case.attrs:
        result["attrs"] = case.attrs
    try:
        result["outputs"] = [encoded(v) for v in _run(case)]
    except (tf.errors.OpError, ValueError, TypeError) as error:
        if _NO_KERNEL.search(str(error)):
            return None
        assert "unexpected keyword" not in str(error), error
        result |= _failure(error)
    return result


def ops() -> list[Any]:
    """All applications of ops."""
    families = (cases_math, cases_array, cases_nn, cases_windows, cases_composites, cases_strings)
    cases = [case for family in families for case in family.cases()]
    return [created for created in map(record_op, cases) if created is not None]


def samples() -> list[Any]:
    """The samples of some modules, where their results are determined."""
    return [created for case in cases_samples.cases() if (created := record_op(case)) is not None]


# text -------------------------------------------------------------------------------------------------------


def expressions() -> list[Any]:
    """The expressions of `cases_text` with their text or error."""
    result: list[Any] = []
    for expression in cases_text.EXPRESSIONS:
        try:
            result.append({"expression": expression, "text": repr(eval(expression, {"tf": tf, "np": np}))})
        except Exception as error:
            result.append({"expression": expression, **_failure(error)})
    return result


def printed() -> list[Any]:
    """What `tf.print` prints for the arguments of `cases_text`."""
    result: list[Any] = []
    for arguments in cases_text.PRINTED:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "printed")
            separator = ", " if arguments else ""
            eval(f"tf.print({arguments}{separator}output_stream='file://{file}')", {"tf": tf})
            result.append({"arguments": arguments, "text": file.read_text(encoding="latin-1")})
    return result


# gradients --------------------------------------------------------------------------------------------------


def gradients() -> list[Any]:
    """Values and gradients of `cases_gradients` and `cases_composites`."""
    created: list[Any] = []
    for expression, inputs in (*cases_gradients.GRADIENTS, *cases_composites.EXPRESSIONS):
        provided = {name: tf.constant(value) for name, value in inputs.items()}
        with tf.GradientTape() as tape:
            for value in provided.values():
                tape.watch(value)
            result = eval(expression, {"tf": tf, **provided})
        found = tape.gradient(result, provided)
        created.append(
            {
                "expression": expression,
                "inputs": {n: encoded(v) for n, v in inputs.items()},
                "value": encoded(result),
                "gradients": {n: None if g is None else encoded(tf.convert_to_tensor(g)) for n, g in found.items()},
            }
        )
    return created


# messages ---------------------------------------------------------------------------------------------------


def graphs() -> dict[str, Any]:
    """The GraphDefs of `cases_graphs`, as text."""
    result = {}
    for name, source in PROGRAMS.items():
        path = Path(tempfile.mkdtemp(), "program.py")
        path.write_text(source)
        namespace: dict[str, Any] = {"tf": tf}
        exec(compile(source, str(path), "exec"), namespace)
        concrete = namespace["f"].get_concrete_function(*namespace["args"])
        graph = concrete.graph.as_graph_def()
        result[name] = {"text": graph_text(graph), "structure": structure(concrete.function_def, graph)}
    return result


def tensor_protos() -> list[Any]:
    """How TensorFlow writes constants, and what it reads from unusual ones."""
    result: list[Any] = []
    for dtype, value, shape in cases_protos.WRITTEN:
        proto = tf.make_tensor_proto(value, dtype, shape)
        result.append(
            {"dtype": dtype, "value": encoded(tf.constant(value, dtype, shape)), "splat": shape is not None,
             "bytes": proto.SerializeToString(deterministic=True).hex()}
        )  # fmt: skip
    return result


def descriptors() -> dict[str, Any]:
    """The fields of TensorFlow's messages: `name type number`, as in our own table."""
    pool = descriptor_pool.Default()
    scalar = {n: k[5:].lower() for k, n in vars(FieldDescriptor).items() if k.startswith("TYPE_")}
    result: dict[str, Any] = {}

    def named(field: Any) -> str:
        kind = field.message_type or field.enum_type
        return kind.full_name.removeprefix("tensorflow.") if kind else scalar[field.type]

    def described(field: Any) -> str:
        kind = field.message_type
        if kind is not None and kind.GetOptions().map_entry:
            return f"map<{named(kind.fields_by_number[1])},{named(kind.fields_by_number[2])}>"
        presence = field.has_presence and kind is None and field.containing_oneof is None
        return named(field) + ("*" if field.is_repeated else "?" if presence else "")

    def visit(descriptor: Any) -> None:
        name = descriptor.full_name.removeprefix("tensorflow.")
        if name in result:
            return
        if not descriptor.GetOptions().map_entry:
            result[name] = [
                f"{f.name} {described(f)} {f.number}" + (f" in {f.containing_oneof.name}" if f.containing_oneof else "")
                for f in sorted(descriptor.fields, key=lambda f: f.number)
            ]
        for field in descriptor.fields:
            if field.message_type is not None:
                visit(field.message_type)
            elif field.enum_type is not None:
                values = {v.name: v.number for v in field.enum_type.values}
                result["enum " + field.enum_type.full_name.removeprefix("tensorflow.")] = values

    for root in ("GraphDef", "NameAttrList", "OpList", "VariantTensorDataProto", "SavedModel", "VariableDef"):
        visit(pool.FindMessageTypeByName(f"tensorflow.{root}"))
    return dict(sorted(result.items()))


# signatures -------------------------------------------------------------------------------------------------


def signatures() -> dict[str, str]:
    """The public names and what they take; of `tf.compat.v1` those that differ from the names of `tf`."""
    result = described(tf)
    for name, entry in described(tf.compat.v1, "tf.compat.v1").items():
        if entry != result.get(name.replace("tf.compat.v1.", "tf.", 1)):
            result[name] = entry
    return result


def public_names() -> dict[str, dict[str, str]]:
    """The public names of each module of `tf` and of `tf.compat.v1`, by kind."""
    found: dict[str, dict[str, list[str]]] = {}
    classes: set[str] = set()
    for root, module in (("tf", tf), ("tf.compat.v1", tf.compat.v1)):
        for full, kind, _ in public(module, root):
            parent, _, name = full.rpartition(".")
            if kind == "class":
                classes.add(full)
            if parent not in classes:
                found.setdefault(parent, {}).setdefault(kind, []).append(name)
    return {module: {kind: " ".join(names) for kind, names in kinds.items()} for module, kinds in found.items()}


# files ------------------------------------------------------------------------------------------------------


def write(name: str, content: Any) -> None:
    """Write one file, an entry a line."""
    if isinstance(content, dict):
        lines = [f"{json.dumps(k)}: {json.dumps(v)}" for k, v in content.items()]
        text = "{\n" + ",\n".join(lines) + "\n}\n"
    else:
        text = "[\n" + ",\n".join(json.dumps(v) for v in content) + "\n]\n"
    (DATA / f"{name}.json").write_text(text)
    print(f"{name}.json: {len(content)} entries, {len(text) // 1024} KB")


RECORDERS: dict[str, Callable[[], Any]] = {
    f.__name__: f
    for f in (
        ops,
        samples,
        expressions,
        printed,
        gradients,
        graphs,
        tensor_protos,
        descriptors,
        signatures,
        public_names,
    )
}


def main() -> None:
    """Record everything, or the parts named on the command line."""
    DATA.mkdir(exist_ok=True)
    for name in sys.argv[1:] or RECORDERS:
        write(name, RECORDERS[name]())


if __name__ == "__main__":
    main()
