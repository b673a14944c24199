"""Columns of CSV records are read at once where all fields are plain, and field by field otherwise."""

from __future__ import annotations

import numpy as np
import pytest

import graphwright as tf
from graphwright.ops.io.csv import Columns

DTYPES = [np.float32, np.float64, np.int32, np.int64, object]
PLAIN = [
    [b"1.5", b"-2e3", b"7", b"-8", b"a"],
    [b" .5", b"1.", b"+4", b" 5 ", b""],
    [b"nan", b"inf", b"0", b"00", b"b_"],
]
SPECIAL = [
    [b"0x1p-3", b"nan(1)", b"1", b"2", b'"a, ""b"""'],
    [b"16777217.00000000001", b"1e-45", b"3", b"4", b"c"],
    [b"", b"NA", b"", b"", b""],
]


def _columns(**more: object) -> Columns:
    defaults = [
        np.array([d("x") if d is str else 9], d) if d is not object else np.array([b"z"], object) for d in DTYPES
    ]
    arguments = {"field_delim": ",", "use_quote_delim": True, "na_value": "NA", "chosen": (), **more}
    return Columns(defaults, **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("rows", [PLAIN, SPECIAL, PLAIN + SPECIAL, []], ids=["plain", "special", "both", "none"])
def test_columns_at_once_are_those_field_by_field(rows: list[list[bytes]]) -> None:
    columns, lines = _columns(), [b",".join(row) for row in rows]
    at_once, one_by_one = columns.arrays(lines, True), columns._one_by_one(lines, True)
    for found, wanted, dtype in zip(at_once, one_by_one, DTYPES, strict=True):
        assert found.dtype == wanted.dtype == dtype
        np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"1,2,3,4", "Expect 5 fields but have 4 in record 1"),
        (b"1,2,3,4,5,6", "Expect 5 fields but have 6 in record 1"),
        (b"1,2,1_0,4,a", "Field 2 in record 1 is not a valid int32: 1_0"),
        (b"1_0,2,3,4,a", "Field 0 in record 1 is not a valid float: 1_0"),
        (b"1,2,2147483648,4,a", "Field 2 in record 1 is not a valid int32: 2147483648"),
        (b"1,2,3," + b"1" * 5000 + b",a", "Field 3 in record 1 is not a valid int64: 11"),
        (b"", "Expect 5 fields but have 0 in record 1"),
        (b'1,2,3,4,a"b', "Unquoted fields cannot have quotes/CRLFs inside"),
    ],
)
def test_errors_name_the_first_record_that_is_wrong(line: bytes, message: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        _columns().arrays([b",".join(PLAIN[0]), line, b"no"], True)


def test_columns_are_chosen_or_left_out() -> None:
    lines = [b"1,2,3,4,a,x", b"5,6,7,8,b,y"]
    assert _columns(excluded=(5,)).arrays(lines, False)[4].tolist() == [b"a", b"b"]
    assert _columns(chosen=(0, 1, 2, 3, 5)).arrays(lines, False)[4].tolist() == [b"x", b"y"]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Expect 5 fields but have 6"):
        _columns().arrays(lines, False)
