"""Printing and formatting: `tf.print` and `tf.strings.format`."""

from __future__ import annotations

import logging
import pprint
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import nest
from graphwright.base.dtypes import string
from graphwright.core.convert import is_tensor_like
from graphwright.core.graph_lists import is_graph_list
from graphwright.core.prelude import Array, Tensor, TensorLike, apply, apply_effect, errors, to_tensor
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.core.tensor_like import AnyRagged
from graphwright.ir.reach import Reach
from graphwright.ir.record import op
from graphwright.ops.io._summaries import bytes_of, summary, text_of

# the records ------------------------------------------------------------------------------------------------


def _format(inputs: list[Array], template: str, placeholder: str, summarize: int) -> Array:
    segments = text_of(template).split(text_of(placeholder))
    if len(segments) != len(inputs) + 1:
        raise errors.InvalidArgumentError(
            f"num placeholders in template and num inputs must match: {len(segments) - 1} vs. {len(inputs)}"
        )
    shown = [summary(value, summarize) for value in inputs]
    text = segments[0] + "".join(value + segment for value, segment in zip(shown, segments[1:], strict=True))
    result = np.empty((), object)
    result[()] = bytes_of(text)
    return result


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
    # streams take only valid text: other bytes are shown as escapes
    text = input[()].decode("utf-8", "backslashreplace") + text_of(end)
    if stream.startswith("log("):
        level = _LEVELS.get(stream[4:-1])
        if level is None:
            raise errors.InvalidArgumentError(f"Unknown output stream: {stream}")
        logging.getLogger("graphwright").log(level, "%s", text.removesuffix("\n"))
    else:
        # looked up at run time so that redirected streams receive the text
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
    reaches={"output_stream": Reach.PRINTS},
)

# tf.print ---------------------------------------------------------------------------------------------------


def print_(*inputs: Any, **kwargs: Any) -> Any:
    """Print tensors and Python values: eagerly at once, in a function whenever it runs.

    Args:
      *inputs: tensors, Python values and structures of both. Long tensors are abbreviated.
      output_stream: `sys.stderr` (the default), `sys.stdout`, `logging.info` (`warning`, `error`), or "file://" and
        the name of a file to append to.
      summarize: how many entries to show at each end of an axis, 3 by default; -1 shows all.
      sep: the separator, a space by default.
      end: the terminator, a newline by default.
      name: name of the operation.

    Raises:
      ValueError: an unknown keyword or stream.

    >>> import sys
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
        return apply_effect(PRINT, inputs, attrs, name)  # a single string is printed unchanged
    format_name = f"{name}_format" if name else None
    summarize = 3 if summarize is None else summarize
    template, tensors, placeholder = _template(inputs, sep if sep is not None else " ", summarize)
    text = _apply_format(template, tensors, placeholder, summarize, format_name)
    return apply_effect(PRINT, (text,), attrs, name)


def _is_text(value: TensorLike) -> bool:
    return isinstance(value, Tensor) and value.dtype is string and value.shape.rank == 0


def _stream_name(stream: Any) -> str:
    """The stream's name in the op's `output_stream` attribute."""
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


class _Placeholder:
    """Placeholders for the tensors of a value in a formatted structure."""

    __slots__ = ("parts", "text")

    def __init__(self, parts: Sequence[str]) -> None:
        self.parts = parts
        self.use("{}")

    def use(self, placeholder: str) -> None:
        """Take a placeholder between the parts of the text."""
        self.text = placeholder.join(self.parts)

    def __repr__(self) -> str:
        return self.text


_SPARSE = ("'SparseTensor(indices=", ", values=", ", shape=", ")'")


def _shown(value: Any, summarize: int) -> tuple[Sequence[str], Sequence[Any]] | None:
    """The tensors that a value is shown by, and the texts around them; None for a Python value."""
    if is_tensor_like(value):
        return ("", ""), (value,)
    if isinstance(value, AnyRagged):
        return ("", ""), (_described(value, summarize),)
    if isinstance(value, SparseTensor):
        return _SPARSE, (value.indices, value.values, value.dense_shape)
    return None


class _Text:
    """A scalar string that stands in a text as it is, where tensors of strings are quoted."""

    __slots__ = ("tensor",)

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor


def _described(value: AnyRagged, summarize: int) -> _Text:
    from graphwright.ops.ragged.describe import described

    return _Text(described(value, summarize))


def _template(inputs: Sequence[Any], sep: str, summarize: int) -> tuple[str, list[Any], str]:
    """The formatted inputs with a placeholder for each tensor, the tensors, and the placeholder."""
    slots: list[_Placeholder] = []
    tensors: list[Any] = []

    def leaf(value: Any) -> object:
        shown = _shown(value, summarize)
        if shown is None:
            return value
        tensors.extend(shown[1])
        slots.append(_Placeholder(shown[0]))
        return slots[-1]

    def part(value: Any) -> Any:
        if isinstance(value, str):
            return value
        return leaf(value) if is_graph_list(value) else nest.map_structure(leaf, value)

    parts = [part(value) for value in inputs]

    def render() -> str:
        return sep.join(p if isinstance(p, str) else pprint.pformat(p) for p in parts)

    placeholder, template = "{}", render()
    count = 0
    while template.count(placeholder) != len(tensors):
        # the text itself contains the placeholder
        placeholder = f"{{}}{count}"
        for slot in slots:
            slot.use(placeholder)
        template, count = render(), count + 1
    return template, tensors, placeholder


def _apply_format(template: str, tensors: Sequence[Any], placeholder: str, summarize: int, name: str | None) -> Tensor:
    if any(isinstance(t, _Text) for t in tensors):
        return _joined(template.split(placeholder), tensors, summarize, name)
    attrs = {"template": template, "placeholder": placeholder, "summarize": summarize}
    return apply(STRING_FORMAT, (list(tensors),), attrs, name)


def _joined(segments: Sequence[str], tensors: Sequence[Any], summarize: int, name: str | None) -> Tensor:
    """The segments with the text of a tensor between each two."""
    alone = {"template": "{}", "placeholder": "{}", "summarize": summarize}
    shown = [t.tensor if isinstance(t, _Text) else apply(STRING_FORMAT, ([t],), alone) for t in tensors]
    parts: list[Any] = [segments[0]]
    for text, segment in zip(shown, segments[1:], strict=True):
        parts += [text, segment]
    return apply("StringJoin", (parts,), None, name)


# tf.strings.format --------------------------------------------------------------------------------------------


def format_(
    template: str, inputs: TensorLike, placeholder: str = "{}", summarize: int = 3, name: str | None = None
) -> Tensor:
    """Format tensors into a template: a scalar string tensor.

    Args:
      template: the text, with a placeholder for each tensor.
      inputs: a list or tuple of tensors and ragged tensors, or a single one.
      placeholder: the placeholder used in the template.
      summarize: how many entries to show at each end of an axis; -1 shows all.

    Raises:
      ValueError: the number of placeholders differs from the number of tensors.

    >>> tf.strings.format("mean {} of {}", (tf.constant(2.0), tf.constant([1, 2, 3]))).numpy()
    b'mean 2 of [1 2 3]'
    """
    if not isinstance(template, str):
        raise TypeError(f"The template must be a str, got {template!r}.")
    tensors = [
        _described(v, summarize) if isinstance(v, AnyRagged) else v if is_tensor_like(v) else to_tensor(v)
        for v in (inputs if isinstance(inputs, (list, tuple)) else [inputs])
    ]
    expected = template.count(placeholder)
    if expected != len(tensors):
        raise ValueError(
            f"The template expects {expected} tensors, but the inputs only has {len(tensors)}. Please ensure the "
            "number of placeholders in template matches inputs length."
        )
    return _apply_format(template, tensors, placeholder, summarize, name)
