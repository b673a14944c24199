"""Every record declares what its arguments reach beyond the graph."""

from __future__ import annotations

import importlib
import re

from graphwright.base.dtypes import string
from graphwright.ir.record import OpRecord, registered
from graphwright.ops.op_index import FAMILIES

for _module in FAMILIES:
    importlib.import_module(f"graphwright.{_module}")

RECORDS = sorted((r for r in registered() if r.family.startswith("graphwright.")), key=lambda r: r.name)

NAMES_SOMETHING = re.compile(
    r"(^|_)(file|filename|path|folder|dir|logdir|prefix|prefixes|basename|address|addresses|host|hosts|port|protocol|url"
    r"|uri|endpoint|server|library|container|shared_name|stream|query|driver_name|data_source_name|descriptor_source)s?$"
    r"|^(token|handle|string_handle|pattern|patterns|command|executable|module|class_name)$"
)
"""The names by which arguments of TensorFlow's ops are paths, addresses, file patterns, streams or shared names."""


def names(record: OpRecord) -> list[str]:
    """The arguments of an op that are text."""
    attrs = [a.name for a in record.attrs.values() if a.kind in ("string", "list(string)")]
    return [*attrs, *(a.name for a in record.inputs if a.dtype is string)]


def test_what_looks_like_a_name_is_declared() -> None:
    missing = {
        r.name: found
        for r in RECORDS
        if (found := [n for n in names(r) if NAMES_SOMETHING.search(n) and n not in r.reaches])
    }
    assert not missing, "declare what these reach, or why they reach nothing (`reaches` of `op`)"
