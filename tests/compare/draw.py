"""A random program of a seed: an expression of one to three functions over a few constants.

Every second program starts with a call of a family (`catalogue`). What is drawn next follows from what our own library
answers so far; where it refuses, the program ends.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

import graphwright as tf
from tests.compare import values
from tests.compare.catalogue import FAMILIES, ordinary
from tests.compare.grammar import Filling
from tests.compare.side import names_of


def _known(templates: list[str]) -> list[str]:
    """The templates whose functions are all here: a missing name is no difference of answers."""
    return [t for t in templates if all(_has(name) for name in re.findall(r"\btf\.([\w.]+)", t))]


def _has(name: str) -> bool:
    found: Any = tf
    for part in name.rstrip(".").split("."):
        if not hasattr(found, part):
            return False
        found = getattr(found, part)
    return True


_BY_KIND = {
    kind: _known(templates)
    for kind, templates in {
        "float": ordinary.FLOATS + ordinary.NUMBERS,
        "int": ordinary.INTEGERS * 2 + ordinary.NUMBERS,
        "complex": ordinary.COMPLEX * 3 + ordinary.NUMBERS,
        "bool": ordinary.BOOLS,
        "string": ordinary.STRINGS,
    }.items()
}
_ANY = _known(ordinary.ANY)
_OF_A_FAMILY = 0.5
_FAMILIES = [replace(family, calls=_known(family.calls)) for family in FAMILIES.values()]
# How a program is asked for: its value, its value in a trace, its gradients.
_ASKED = ["value"] * 10 + ["traced", "unsized", "unknown"] + ["grad"] * 3 + ["grad2", "jvp"]


@dataclass(frozen=True)
class Program:
    """An expression over constants, and how it is asked for."""

    asked: str
    leaves: tuple[str, ...]
    body: str

    @property
    def expression(self) -> str:
        """The program as a row of the table of differences would write it."""
        names = ", ".join(f"v{i}" for i in range(len(self.leaves)))
        if self.asked == "value":
            return f"(lambda {names}: {self.body})({', '.join(self.leaves)})"
        if self.asked == "jvp":
            rest = "".join(f", v{i}={leaf}" for i, leaf in enumerate(self.leaves) if i)
            return f"jvp(lambda v0{rest}: {self.body}, {self.leaves[0]}, tf.ones_like({self.leaves[0]}))"
        return f"{self.asked}(lambda {names}: {self.body}, {', '.join(self.leaves)})"

    @property
    def wide(self) -> str:
        """The same in double precision: the reference that a judge compares both answers with."""
        expression = re.sub(r"tf\.(float32|float16|bfloat16)\b", "tf.float64", self.expression)
        return expression.replace("tf.complex64", "tf.complex128")


class Drawing:
    """A program while it is drawn."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.names = names_of(tf)
        self.leaves: list[str] = []
        if self.random.random() < _OF_A_FAMILY:
            family = self.random.choice(_FAMILIES)
            self.asked = family.asked
            self.body = Filling(family, self.random, self._leaf).call()
            self.depth = self.random.choice([0, 0, 0, 1, 2])
        else:
            self.asked = _ASKED
            dtype = self.random.choice(values.DTYPES if self.random.random() < 0.5 else values.FLOATS)
            self.body = self._leaf(values.tensor(self.random, dtype, values.shape(self.random)))
            self.depth = self.random.choice([1, 1, 2, 2, 3])

    def _leaf(self, text: str) -> str:
        self.leaves.append(text)
        return f"v{len(self.leaves) - 1}"

    def _value(self) -> Any:
        source = (
            f"(lambda {', '.join(f'v{i}' for i in range(len(self.leaves)))}: {self.body})({', '.join(self.leaves)})"
        )
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return eval(source, dict(self.names))

    def program(self) -> Program:
        """Draw it."""
        for _ in range(self.depth):
            try:
                value = self._value()
            except Exception:
                break
            while isinstance(value, (list, tuple)) and value:
                value, self.body = value[0], f"{self.body}[0]"
            if not isinstance(value, tf.Tensor) or value.dtype in (tf.variant, tf.resource):
                break
            self._step(value.dtype.name, value.shape.as_list())
        asked = self.random.choice(self.asked)
        if asked in ("grad", "grad2", "jvp"):
            self._inline_all_but_floats()
            if not (self.leaves and self._is_float()):
                asked = "value"
        return Program(asked, tuple(self.leaves), self.body)

    def _inline_all_but_floats(self) -> None:
        """Make constants of the leaves that have no gradient."""
        kept: list[str] = []
        for i, leaf in enumerate(self.leaves):
            name = leaf
            if re.search(r"\], tf\.(b?float\d+)\)", leaf):
                name = f"w{len(kept)}"
                kept.append(leaf)
            self.body = re.sub(rf"\bv{i}\b", lambda _, name=name: name, self.body)
        self.leaves, self.body = kept, re.sub(r"\bw(\d+)\b", r"v\1", self.body)

    def _is_float(self) -> bool:
        """Whether the program ends in floats, or in an error: what else has a gradient is TensorFlow's accident."""
        try:
            value = self._value()
            return bool(value.dtype.is_floating) and isinstance(value, (tf.Tensor, tf.RaggedTensor))
        except AttributeError:
            return False
        except Exception:
            return True

    def _step(self, dtype: str, dims: list[int]) -> None:
        table = _ANY if self.random.random() < 0.3 else _BY_KIND[values.kind(dtype)]
        template = self.random.choice(table)
        self.body = re.sub(r"\{(\w+)\}", lambda match: self._fill(match[1], dtype, dims), template)

    def _fill(self, name: str, dtype: str, dims: list[int]) -> str:
        draw, rank = self.random, len(dims)
        axis = draw.randint(-rank, rank - 1) if rank and draw.random() < 0.96 else draw.choice([0, rank, -rank - 1])
        first = dims[0] if dims else 1
        match name:
            case "x":
                return self.body
            case "y" | "same" | "tall":
                other = {
                    "y": lambda: values.broadcasting(draw, dims),
                    "same": lambda: dims,
                    "tall": lambda: [*dims[:-2], *dims[-1:], draw.randint(1, 3)],
                }[name]()
                return self._leaf(values.tensor(draw, dtype, other))
            case "shape":
                count = int(np.prod(dims))
                fitting = [d for d in (1, 2, 3, 4) if count % d == 0]
                return str([draw.choice(fitting), -1]) if count else str([0, draw.randint(0, 3)])
            case "axes":
                return str(sorted({axis, 0}))
            case "ids":
                return f"t({sorted(draw.randint(0, 3) for _ in range(first))}, tf.int32)"
            case "index":
                return f"t({[draw.randint(0, max(first - 1, 0)) for _ in range(3)]}, tf.int32)"
            case "mask":
                return self._mask(dims)
        choices: dict[str, Any] = {
            "axis": axis, "rank": rank, "n": draw.choice([0, 1, 1, 2, 2, 3]), "flag": draw.random() < 0.5,
            "dtype": f"tf.{draw.choice(values.DTYPES)}",
        }  # fmt: skip
        return str(choices[name])

    def _mask(self, dims: list[int]) -> str:
        flat = [self.random.random() < 0.5 for _ in range(int(np.prod(dims)))]
        return f"tf.reshape(t({flat}, tf.bool), {dims})"


def draw(seed: int) -> Program:
    """The program of a seed."""
    return Drawing(seed).program()
