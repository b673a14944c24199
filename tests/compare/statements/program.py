"""A random program of statements, its arguments and variables, and how it is called; one text for both libraries."""

from __future__ import annotations

import functools
import linecache
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from types import CodeType
from typing import Any

import ml_dtypes
import numpy as np

Size = int | str
"""A dimension: a number, or the name of one that differs between calls."""


@dataclass(frozen=True)
class Given:
    """A tensor that a program is given: an argument, or a variable's initial value."""

    name: str
    dtype: str
    dims: tuple[Size, ...]
    kind: str = "tensor"  # or "ragged"
    open_shape: bool = False  # a variable whose shape is None


@dataclass(frozen=True)
class Program:
    """`make(*variables)` in `text` returns the function, which takes the arguments."""

    seed: int
    text: str
    arguments: tuple[Given, ...]
    variables: tuple[Given, ...]
    sizes: tuple[int, ...]  # the first dimension `n`, call by call
    modes: tuple[str, ...]  # "eager", "traced", "open", "saved"
    tape: bool  # whether a tape around the calls asks for gradients
    nudge: bool = False  # whether floats differ from the usual ones by a few units in the last place
    flush: bool = False  # whether our side takes subnormal numbers for zeros, as TensorFlow does

    def as_json(self) -> dict[str, Any]:
        """What `of_json` reads."""
        return {name: value for name, value in asdict(self).items() if name not in ("nudge", "flush") or value}

    def nudged(self) -> Program:
        """The same program of inputs that differ by rounding errors: where results jump, they are ill-conditioned."""
        return replace(self, nudge=True)

    def flushed(self) -> Program:
        """The program where subnormal numbers are zeros."""
        return replace(self, flush=True)

    def with_text(self, text: str) -> Program:
        """The same calls of another text."""
        return replace(self, text=text)


def of_json(given: dict[str, Any]) -> Program:
    """The program of `as_json`."""
    tensors = {k: tuple(Given(**{**g, "dims": tuple(g["dims"])}) for g in given[k]) for k in ("arguments", "variables")}
    return Program(**{**given, **tensors, "sizes": tuple(given["sizes"]), "modes": tuple(given["modes"])})


def define(tf: Any, program: Program) -> Callable[..., Any]:
    """The function `make` of a program. Its source is in `linecache`, where AutoGraph finds it."""
    name = f"/programs/{program.seed}.py"
    linecache.cache[name] = (len(program.text), None, program.text.splitlines(True), name)
    names: dict[str, Any] = {"__name__": "program", "tf": tf, "np": np, "show": _printer(tf)}
    exec(_compiled(program.text, name), names)
    made: Callable[..., Any] = names["make"]
    return made


@functools.lru_cache(maxsize=8)
def _compiled(text: str, name: str) -> CodeType:
    """The code of a program: compiled once for all its modes, so that AutoGraph converts each function once."""
    return compile(text, name, "exec")


def _printer(tf: Any) -> Callable[..., None]:
    import sys

    def show(*values: Any) -> None:
        tf.print(*values, output_stream=sys.stdout)

    return show


def array(given: Given, seed: int, size: int) -> Any:
    """The numbers of a tensor: few bits wide, so that they are the same in every dtype."""
    dims = [size if isinstance(d, str) else d for d in given.dims]
    random = np.random.RandomState(seed)
    if given.dtype == "string":
        words = random.randint(0, 6, size=dims)
        return np.array(["", "a", "abc", "B c", "1.5", "-2"], object)[words]
    if given.dtype == "bool":
        return random.randint(0, 2, size=dims) > 0
    if "int" in given.dtype:
        return random.randint(0, 7, size=dims) if "uint" in given.dtype else random.randint(-5, 6, size=dims)
    numbers = random.randint(-16, 17, size=dims) / 8
    if "complex" in given.dtype:
        return numbers + 1j * random.randint(-16, 17, size=dims) / 8
    return numbers


def tensor(tf: Any, given: Given, seed: int, size: int, nudge: bool = False) -> Any:
    """A tensor that a program is given."""
    made = tf.cast(tf.constant(array(given, seed, size)), getattr(tf, given.dtype))
    if nudge and (made.dtype.is_floating or made.dtype.is_complex):
        made = made * tf.cast(1 + 32 * float(ml_dtypes.finfo(made.dtype.real_dtype.as_numpy_dtype).eps), made.dtype)
    if given.kind == "ragged":
        rows = np.random.RandomState(seed + 1).multinomial(size, np.full(3, 1 / 3))
        return tf.RaggedTensor.from_row_lengths(made, rows.astype(np.int64))
    return made


def spec(tf: Any, given: Given) -> Any:
    """The specification of an argument: known sizes stay known, `n` is open."""
    dtype = getattr(tf, given.dtype)
    dims = [None if isinstance(d, str) else d for d in given.dims]
    if given.kind == "ragged":
        return tf.RaggedTensorSpec([None, *dims], dtype)
    return tf.TensorSpec(dims, dtype)
