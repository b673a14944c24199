"""Every op record declares what TensorFlow declares: names, dtypes, attributes, defaults."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphwright.base.dtypes import DType, as_dtype
from graphwright.base.shape import TensorShape
from graphwright.ir.record import OpRecord, lookup, registered
from graphwright.ir.signature import ArgDef, AttrDef
from graphwright.ops.op_index import FAMILIES, generate

INTERFACE: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "golden" / "op_interface.json").read_text(encoding="utf-8")
)

for _module in FAMILIES:
    importlib.import_module(f"graphwright.{_module}")
OF_OURS = {"_BestBoxes", "_CallBySizes", "_PadRows", "_SumOfNearest"}  # never leave a program
RECORDS = sorted(
    (r for r in registered() if r.family.startswith("graphwright.") and r.name not in OF_OURS), key=lambda r: r.name
)

_NAMES = {"float16": "HALF", "float32": "FLOAT", "float64": "DOUBLE"}


def type_name(dtype: DType) -> str:
    return f"DT_{_NAMES.get(dtype.name, dtype.name.upper())}"


def arg(definition: ArgDef) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": definition.name}
    if definition.dtype is not None:
        entry["type"] = type_name(definition.dtype)
    for key in ("type_attr", "number_attr", "type_list_attr"):
        if getattr(definition, key) is not None:
            entry[key] = getattr(definition, key)
    return entry


def expected_arg(entry: dict[str, Any]) -> dict[str, Any]:
    """A reference to what is no variable, such as a barrier, is its handle here."""
    if not entry.get("is_ref"):
        return entry
    return {key: value for key, value in entry.items() if key != "is_ref"} | {"type": "DT_RESOURCE"}


def value(default: Any) -> Any:
    if isinstance(default, DType):
        return type_name(default)
    if isinstance(default, TensorShape):
        return {"shape": None if default.rank is None else default.as_list()}
    if isinstance(default, (list, tuple)):
        return [value(v) for v in default]
    if isinstance(default, np.ndarray):
        return {"tensor": default.tolist(), "dtype": type_name(as_dtype(default.dtype))}
    return default


def attr(definition: AttrDef) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": definition.name, "type": definition.kind}
    if definition.allowed is not None:
        entry["allowed"] = {value(v) for v in definition.allowed}
    if definition.minimum is not None and not _says_nothing(definition.kind, definition.minimum):
        entry["minimum"] = definition.minimum
    if not definition.required:
        entry["default"] = value(definition.default)
    return entry


def _says_nothing(kind: str, minimum: int | None) -> bool:
    return minimum == 0 and kind.startswith("list(")


def expected_attr(entry: dict[str, Any]) -> dict[str, Any]:
    result = dict(entry)
    if "allowed" in result:
        result["allowed"] = set(result["allowed"])
    if _says_nothing(result["type"], result.get("minimum")):
        del result["minimum"]
    if result["type"] in ("float", "list(float)") and "default" in result:
        result["default"] = pytest.approx(result["default"], rel=1e-6)
    return result


def test_index_is_up_to_date() -> None:
    assert generate() == FAMILIES, "run python -m graphwright.ops.op_index"


@pytest.mark.parametrize("record", RECORDS, ids=lambda r: r.name)
def test_interface(record: OpRecord) -> None:
    assert record.name in INTERFACE, "not TensorFlow's, or tests.golden.extract_interface has not been run since"
    entry = INTERFACE[record.name]
    assert [arg(a) for a in record.inputs] == [expected_arg(a) for a in entry["inputs"]]
    assert [arg(a) for a in record.outputs] == [expected_arg(a) for a in entry["outputs"]]
    attrs = {a["name"]: expected_attr(a) for a in entry["attrs"]}
    assert {name: attr(a) for name, a in record.attrs.items()} == attrs
    assert record.stateful == entry["is_stateful"]
    assert record.commutative == entry["is_commutative"]


@pytest.mark.parametrize("name", sorted(INTERFACE))
def test_every_declared_op_has_a_record(name: str) -> None:
    assert lookup(name) is not None
