"""`tf.compat.v1.Print`: a tensor that prints others whenever it is computed."""

from __future__ import annotations

import itertools
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from graphwright.core.prelude import Array, Tensor, TensorLike, apply, to_tensor
from graphwright.ir.record import op
from graphwright.ops.io._summaries import first_elements, text_of

_printed: defaultdict[tuple[str, int], Iterator[int]] = defaultdict(itertools.count)
"""How often each message with a limit has been printed."""


def _print(input: Array, data: list[Array], message: str, first_n: int, summarize: int) -> Array:
    text = text_of(message)
    if first_n < 0 or next(_printed[text, first_n]) < first_n:
        shown = "".join(f"[{first_elements(value, summarize)}]" for value in data)
        if sys.stderr is not None:
            sys.stderr.write(f"{text}{shown}\n")
            sys.stderr.flush()
    return input


PRINT = op(
    "Print",
    "input: T, data: [U] -> output: T",
    'T: type; U: list(type) >= 0; message: string = ""; first_n: int = -1; summarize: int = 3',
    shape=lambda ctx: ctx.dims(0),
    kernel=_print,
    gradient=lambda op, grad: [grad, *(None for _ in op.inputs[1:])],
    effect="host",
)


def print_when_computed(
    input_: TensorLike, data: Any, message: str | None = None, first_n: int | None = None,
    summarize: int | None = None, name: str | None = None,
) -> Tensor:  # fmt: skip
    """A tensor, and other tensors printed to standard error whenever it is computed (use `tf.print`).

    Args:
      input_: the tensor, which is returned.
      data: a list of the tensors to print.
      message: a text before them.
      first_n: print so many times only, all operations with this message together; always by default.
      summarize: how many elements of each tensor are printed, 3 by default; -1 for all.
      name: name of the operation.

    >>> int(tf.compat.v1.Print(tf.constant(3), [], "the value: "))
    3
    """
    attrs = {
        "message": message or "", "first_n": -1 if first_n is None else first_n,
        "summarize": 3 if summarize is None else summarize,
    }  # fmt: skip
    return apply(PRINT, (to_tensor(input_), [to_tensor(value) for value in data]), attrs, name)
