"""The recorded files, decoded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tests.golden.encoding import Array, decode

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Application:
    """An op applied: what TensorFlow returned, flat, or the class and message of what it raised."""

    op: str
    inputs: list[Any]
    attrs: Mapping[str, Any] = field(default_factory=dict)
    outputs: list[Array] | None = None
    error: str | None = None
    message: str = ""

    def __str__(self) -> str:
        def brief(value: Any) -> str:
            if isinstance(value, list):
                return f"[{', '.join(map(brief, value))}]"
            return np.array2string(value, threshold=20, separator=",").replace("\n", "") + f":{value.dtype}"

        attrs = "".join(f", {k}={v!r}" for k, v in self.attrs.items())
        return f"{self.op}({', '.join(map(brief, self.inputs))}{attrs})"


@dataclass(frozen=True)
class Text:
    """An expression with the text of its value, or the class and message of what it raised."""

    expression: str
    text: str | None = None
    error: str | None = None
    message: str = ""


@dataclass(frozen=True)
class Gradient:
    """An expression in its inputs, with its value and the gradient of the value's sum for each input."""

    expression: str
    inputs: Mapping[str, Array]
    value: Array
    gradients: Mapping[str, Array | None]


def read(name: str) -> Any:
    """The content of one file."""
    return json.loads((DATA / f"{name}.json").read_text())


@cache
def applications() -> dict[str, list[Application]]:
    """All applications of ops, by op."""
    found: dict[str, list[Application]] = {}
    for entry in (*read("ops"), *read("samples")):
        inputs = [[decode(v) for v in i] if isinstance(i, list) else decode(i) for i in entry["inputs"]]
        outputs = [decode(v) for v in entry["outputs"]] if "outputs" in entry else None
        found.setdefault(entry["op"], []).append(Application(**entry | {"inputs": inputs, "outputs": outputs}))
    return found


def texts() -> list[Text]:
    """All expressions whose text was recorded."""
    return [Text(**entry) for entry in read("expressions")]


def gradients() -> list[Gradient]:
    """All expressions whose gradients were recorded."""
    return [
        Gradient(
            entry["expression"],
            {n: decode(v) for n, v in entry["inputs"].items()},
            decode(entry["value"]),
            {n: None if v is None else decode(v) for n, v in entry["gradients"].items()},
        )
        for entry in read("gradients")
    ]
