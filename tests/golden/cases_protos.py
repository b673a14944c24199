"""Constants whose TensorProto is recorded: dtype, value, and the shape that one value is repeated to."""

from __future__ import annotations

from typing import Any

_NUMERIC = (
    *("float32", "float64", "float16", "bfloat16", "complex64", "complex128"),
    *("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"),
)

WRITTEN: list[tuple[str, Any, list[int] | None]] = [
    (dtype, value, None) for dtype in _NUMERIC for value in (3, [3], [1, 0, 3], [[2, 2], [2, 2]], [], 0)
]
WRITTEN += [(dtype, 2, [2, 3]) for dtype in _NUMERIC]
WRITTEN += [
    ("float32", -1.5, None),
    ("float16", [0.1, -2.5], None),
    ("float16", -0.25, None),
    ("bfloat16", [0.1, -2.5], None),
    ("bfloat16", -0.25, None),
    ("int8", -7, None),
    ("int64", [-(2**40), 5], None),
    ("uint64", 2**63, None),
    ("complex64", 1 + 2j, None),
    ("complex128", [1 + 2j, 3j], None),
    ("complex64", 1 + 2j, [2]),
    ("bool", True, None),
    ("bool", [True, False, True], None),
    ("bool", False, [3]),
    ("string", "a", None),
    ("string", ["a", "bc", ""], None),
    ("string", b"\xff\x00", None),
    ("string", "a", [2]),
    ("string", [["x"], ["y"]], None),
]
