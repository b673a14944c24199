"""The generated index of op families is what the records say, and finds every op without loading more than needed."""

from __future__ import annotations

import subprocess
import sys

from graphwright.ir.record import lookup
from graphwright.ops import op_index


def test_index_is_up_to_date() -> None:
    assert op_index.generate() == op_index.FAMILIES, "run python -m graphwright.ops.op_index"


def test_the_rendered_index_evaluates_to_the_table() -> None:
    table = {"ops.a": "One", "ops.b": " ".join(f"VeryLongOpName{i}" for i in range(40))}
    found: dict[str, object] = {"Final": dict}
    exec(op_index.render(table).replace(": Final[dict[str, str]]", ""), found)
    assert found["FAMILIES"] == table
    assert max(map(len, op_index.render(table).splitlines())) <= 110


def test_every_op_is_found() -> None:
    for module, names in op_index.FAMILIES.items():
        for name in names.split():
            record = lookup(name)
            assert record is not None and record.name == name
            assert record.family == f"graphwright.{module}"


def test_unknown_ops_are_not_found() -> None:
    assert not op_index.load_family("NoSuchOp")
    assert lookup("NoSuchOp") is None


def test_one_op_loads_one_family() -> None:
    program = (
        "import sys, graphwright\n"
        "from graphwright.ir.record import lookup\n"
        "assert 'graphwright.ops.array.select' not in sys.modules, 'loaded at once'\n"
        "assert lookup('Unique').name == 'Unique'\n"
        "assert 'graphwright.ops.array.select' in sys.modules\n"
        "assert 'graphwright.ops.array.pad' not in sys.modules, 'another family is loaded'\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, timeout=60)
