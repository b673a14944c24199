"""Writes `op_interface.json`: TensorFlow's own declaration of every op that has a record.

    PYTHONPATH=src python -m tests.golden.extract_interface

runs where TensorFlow is installed; the tests need the written file only. To be run again after an op was added. Ops of
TensorFlow Text keep what was recorded of them where it is not installed.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from graphwright.ops.op_index import FAMILIES

TARGET = Path(__file__).parent / "op_interface.json"


def from_tensorflow() -> dict[str, Any]:
    """The declarations of the installed TensorFlow and TensorFlow Text."""
    with suppress(ModuleNotFoundError):
        import tensorflow_text  # noqa: F401 - registers its ops
    from tensorflow.core.framework import types_pb2
    from tensorflow.python.framework import op_def_registry

    def type_name(number: int) -> str:
        name: str = types_pb2.DataType.Name(number)
        return name

    def arg(definition: Any) -> dict[str, Any]:
        result: dict[str, Any] = {"name": definition.name}
        if definition.type:
            result["type"] = type_name(definition.type)
        if definition.is_ref:
            result["is_ref"] = True
        for key in ("type_attr", "number_attr", "type_list_attr"):
            if getattr(definition, key):
                result[key] = getattr(definition, key)
        return result

    def value(kind: str, given: Any) -> Any:
        if kind.startswith("list("):
            inner = kind[5:-1]
            field = {"int": "i", "float": "f", "string": "s", "bool": "b", "type": "type"}.get(inner)
            items = getattr(given.list, field) if field else []
            return [type_name(v) if inner == "type" else v.decode() if inner == "string" else v for v in items]
        if kind == "type":
            return type_name(given.type)
        if kind == "string":
            return given.s.decode()
        if kind == "shape":
            return {"shape": None if given.shape.unknown_rank else [d.size for d in given.shape.dim]}
        if kind == "tensor":
            return {"tensor": list(given.tensor.int_val), "dtype": type_name(given.tensor.dtype)}
        return getattr(given, {"int": "i", "float": "f", "bool": "b"}[kind])

    def attr(definition: Any) -> dict[str, Any]:
        result: dict[str, Any] = {"name": definition.name, "type": definition.type}
        if definition.HasField("allowed_values"):
            listed = definition.allowed_values.list
            result["allowed"] = [type_name(v) for v in listed.type] or [v.decode() for v in listed.s]
        if definition.has_minimum:
            result["minimum"] = definition.minimum
        if definition.HasField("default_value"):
            result["default"] = value(definition.type, definition.default_value)
        return result

    def op(name: str) -> dict[str, Any] | None:
        definition = op_def_registry.get(name)
        if definition is None:
            return None
        return {
            "inputs": [arg(a) for a in definition.input_arg],
            "outputs": [arg(a) for a in definition.output_arg],
            "attrs": [attr(a) for a in definition.attr],
            "is_stateful": definition.is_stateful,
            "is_commutative": definition.is_commutative,
        }

    return {name: result for names in FAMILIES.values() for name in names.split() if (result := op(name)) is not None}


def main() -> None:
    declared = json.loads(TARGET.read_text(encoding="utf-8")) | from_tensorflow()
    ours = sorted(name for names in FAMILIES.values() for name in names.split())
    lines = [f"{json.dumps(name)}: {json.dumps(declared[name], sort_keys=True)}" for name in ours if name in declared]
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    unknown = [name for name in ours if name not in declared]
    print(f"{len(lines)} ops" + (f"; not TensorFlow's: {' '.join(unknown)}" if unknown else ""))


if __name__ == "__main__":
    main()
