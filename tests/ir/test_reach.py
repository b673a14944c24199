"""Every record declares what its arguments reach beyond the graph."""

from __future__ import annotations

import importlib
import re

from graphwright.base.dtypes import string
from graphwright.ir.reach import Reach
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


def test_what_is_declared_is_there() -> None:
    wrong = {
        r.name: unknown
        for r in RECORDS
        if (unknown := set(r.reaches) - {a.name for a in (*r.inputs, *r.outputs)} - set(r.attrs))
    }
    assert not wrong
    assert not [r.name for r in RECORDS if not all(r.reaches.values())]


def test_what_has_a_guard_runs_by_its_kernel() -> None:
    """A native rule would run in the place of the kernel, and so of the guard."""
    reaching = [r for r in RECORDS if any(isinstance(v, Reach) for v in r.reaches.values())]
    assert len(reaching) > 60
    assert not [r.name for r in reaching if r.kernel is None or r.native is not None or r.commutative]


def test_every_kind_is_known_to_the_guard() -> None:
    """No op starts processes."""
    assert {v for r in RECORDS for v in r.reaches.values() if isinstance(v, Reach)} == set(Reach) - {Reach.STARTS}
