"""Printing and formatting: `tf.print` and `tf.strings.format`."""

from __future__ import annotations

import logging
import pprint
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors, nest
from graphwright.base.dtypes import string
from graphwright.core.convert import is_tensor_like, to_tensor
from graphwright.core.dispatch import apply, apply_effect
from graphwright.core.tensor import Array, Tensor
from graphwright.core.typing import TensorLike
from graphwright.ir.record import op
from graphwright.ops.io._summaries import bytes_of, summary, text_of

# the records ------------------------------------------------------------------------------------------------


def _format(inputs: list[Array], template: str, placeholder: str, summarize: int) -> Array:
    pieces = text_of(template).split(text_of(placeholder))
    if len(pieces) != len(inputs) + 1:
        raise errors.InvalidArgumentError(
            f"num placeholders in template and num inputs must match: {len(pieces) - 1} vs. {len(inputs)}"
        )
    shown = [summary(value, summarize) for value in inputs]
    text = pieces[0] + "".join(value + piece for value, piece in zip(shown, pieces[1:], strict=True))
    made = np.empty((), object)
    made[()] = bytes_of(text)
    return made


STRING_FORMAT = op(
    "StringFormat",
    "inputs: [T] -> output: string",
    'T: list(type) >= 0; template: string = "%s"; placeholder: string = "%s"; summarize: int = 3',
    shape=lambda ctx: (),
    kernel=_format,
    no_gradient=True,
)


def _print(input: Any, output_stream: str, end: str) -> None:
    stream = text_of(output_stream)
    if stream.startswith("file://"):
        with open(stream[len("file://") :], "ab") as file:
            file.write(input[()] + bytes_of(text_of(end)))
        return
    # a stream takes only valid text: what is none is shown as escapes
    text = input[()].decode("utf-8", "backslashreplace") + text_of(end)
    if stream.startswith("log("):
        level = _LEVELS.get(stream[4:-1])
        if level is None:
            raise errors.InvalidArgumentError(f"Unknown output stream: {stream}")
        logging.getLogger("graphwright").log(level, "%s", text.removesuffix("\n"))
    else:
        # looked up now: whoever redirects the streams sees what is printed
        target = sys.stdout if stream == "stdout" else sys.stderr
        if target is not None:
            target.write(text)
            target.flush()


_LEVELS = {"info": logging.INFO, "warning": logging.WARNING, "warn": logging.WARNING, "error": logging.ERROR}

PRINT = op(
    "PrintV2",
    "input: string ->",
    'output_stream: string = "stderr"; end: string = "\\n"',
    shape=lambda ctx: [],
    kernel=_print,
    no_gradient=True,
    effect="host",
)

# tf.print ---------------------------------------------------------------------------------------------------


def print_(*inputs: Any, **kwargs: Any) -> Any:
    """Print tensors and Python values, eagerly at once and in a function whenever it runs.

    Args:
      *inputs: tensors, Python values and structures of both. A long tensor shows its ends only.
      output_stream: `sys.stderr` (the default), `sys.stdout`, `logging.info` (`warning`, `error`), or "file://" and
        the name of a file to append to.
      summarize: how many entries to show at each end of an axis, 3 by default; -1 shows all.
      sep: what stands between the inputs, a space by default.
      end: what stands behind the last, a line feed by default.
      name: name of the operation.

    Raises:
      ValueError: an unknown keyword or stream.

    >>> import sys
    >>> import graphwright as tf
    >>> tf.print("x:", tf.range(10), {"a": tf.constant(1.5)}, output_stream=sys.stdout)
    x: [0 1 2 ... 7 8 9] {'a': 1.5}
    """
    stream = _stream_name(kwargs.pop("output_stream", sys.stderr))
    name = kwargs.pop("name", None)
    summarize, sep, end = kwargs.pop("summarize", 3), kwargs.pop("sep", " "), kwargs.pop("end", "\n")
    if kwargs:
        raise ValueError(f"Unrecognized keyword arguments for tf.print: {kwargs}")
    attrs = {"output_stream": stream, "end": end if end is not None else "\n"}
    if len(inputs) == 1 and _is_text(inputs[0]):
        return apply_effect(PRINT, inputs, attrs, name)  # a text alone is printed as it is
    template, tensors, placeholder = _template(inputs, sep if sep is not None else " ")
    format_name = f"{name}_format" if name else None
    summarize = 3 if summarize is None else summarize
    text = _apply_format(template, tensors, placeholder, summarize, format_name)
    return apply_effect(PRINT, (text,), attrs, name)


def _is_text(value: TensorLike) -> bool:
    return isinstance(value, Tensor) and value.dtype is string and value.shape.rank == 0


def _stream_name(stream: Any) -> str:
    """How the operation names a stream."""
    if stream is sys.stdout or stream is sys.__stdout__:
        return "stdout"
    if stream is sys.stderr or stream is sys.__stderr__ or stream is None:
        return "stderr"
    if isinstance(stream, str) and stream.startswith("file://"):
        return stream
    for level in ("info", "warning", "error"):
        if stream == getattr(logging, level):
            return f"log({level})"
    raise ValueError(
        f"Unsupported output stream, logging level, or file.{stream}. Supported streams are sys.stdout, sys.stderr, "
        "logging.info, logging.warning, logging.error. File needs to be in the form of 'file://<filepath>'."
    )


class _Hole:
    """Stands for a tensor where a structure is written out."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _template(inputs: Sequence[Any], sep: str) -> tuple[str, list[Any], str]:
    """The inputs written out with a placeholder for each tensor, the tensors, and the placeholder."""
    holes: list[_Hole] = []
    tensors: list[Tensor] = []

    def leaf(value: Any) -> Any:
        if not is_tensor_like(value):
            return value
        tensors.append(value)
        holes.append(_Hole("{}"))
        return holes[-1]

    parts = [value if isinstance(value, str) else nest.map_structure(leaf, value) for value in inputs]

    def written() -> str:
        return sep.join(p if isinstance(p, str) else pprint.pformat(p) for p in parts)

    placeholder, template = "{}", written()
    count = 0
    while template.count(placeholder) != len(holes):
        # the text has braces of its own
        placeholder = f"{{}}{count}"
        for hole in holes:
            hole.text = placeholder
        template, count = written(), count + 1
    return template, tensors, placeholder


def _apply_format(template: str, tensors: Sequence[Any], placeholder: str, summarize: int, name: str | None) -> Tensor:
    attrs = {"template": template, "placeholder": placeholder, "summarize": summarize}
    return apply(STRING_FORMAT, (list(tensors),), attrs, name)


# tf.strings.format --------------------------------------------------------------------------------------------


def format_(
    template: str, inputs: TensorLike, placeholder: str = "{}", summarize: int = 3, name: str | None = None
) -> Tensor:
    """A text with tensors in it, a scalar string tensor.

    Args:
      template: the text, with a placeholder for each tensor.
      inputs: the tensors, a list or tuple, or one alone.
      placeholder: what stands in the template for a tensor.
      summarize: how many entries to show at each end of an axis; -1 shows all.

    Raises:
      ValueError: the template has another number of placeholders.

    >>> import graphwright as tf
    >>> tf.strings.format("mean {} of {}", (tf.constant(2.0), tf.constant([1, 2, 3]))).numpy()
    b'mean 2 of [1 2 3]'
    """
    if not isinstance(template, str):
        raise TypeError(f"The template must be a str, got {template!r}.")
    tensors = [
        v if is_tensor_like(v) else to_tensor(v) for v in (inputs if isinstance(inputs, (list, tuple)) else [inputs])
    ]
    expected = template.count(placeholder)
    if expected != len(tensors):
        raise ValueError(
            f"The template expects {expected} tensors, but the inputs only has {len(tensors)}. Please ensure the "
            "number of placeholders in template matches inputs length."
        )
    return _apply_format(template, tensors, placeholder, summarize, name)


__all__ = ["format_", "print_"]
