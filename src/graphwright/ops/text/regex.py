"""Regular expression ops: replacing and full matching."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import Array, TensorLike, errors
from graphwright.ir.prelude import Dims, ShapeContext, describe_dims, op
from graphwright.ops.io._summaries import bytes_of, text_of
from graphwright.ops.math._broadcast import same_shape
from graphwright.ops.text._elementwise import apply_elementwise, map_strings
from graphwright.ops.text._re2 import compile_pattern, parse_rewrite, substitute


def _scalars_rule(ctx: ShapeContext) -> Dims:
    for i, argument in enumerate(ctx.record.inputs):
        if i and ctx.rank(i) not in (None, 0):
            raise ctx.fail(f"{argument.name.title()} must be scalar, but received {describe_dims(ctx.dims(i))}")
    return ctx.dims(0)


def _scalar(value: Array, name: str) -> bytes:
    if value.ndim:
        raise errors.ShapeMismatchError(f"{name} must be scalar, but received {describe_dims(value.shape)}")
    scalar: bytes = value.item()
    return scalar


def _replace(input: Array, pattern: bytes, rewrite: bytes, replace_global: bool) -> Array:
    regex = compile_pattern(pattern)
    replacement = parse_rewrite(rewrite, regex.groups)
    return map_strings(lambda text: bytes_of(substitute(regex, replacement, text_of(text), replace_global)), input)


def _match(input: Array, pattern: bytes) -> Array:
    regex = compile_pattern(pattern)
    return map_strings(lambda text: regex.fullmatch(text_of(text)) is not None, input, np.bool_)


_PATTERN = {"pattern": "a regular expression"}

REGEX_REPLACE = op(
    "RegexReplace",
    "input: string, pattern: string, rewrite: string -> output: string",
    "replace_global: bool = true",
    shape=_scalars_rule,
    kernel=lambda input, pattern, rewrite, replace_global: _replace(
        input, _scalar(pattern, "Pattern"), _scalar(rewrite, "Rewrite"), replace_global
    ),
    no_gradient=True,
    reaches=_PATTERN,
)
STATIC_REGEX_REPLACE = op(
    "StaticRegexReplace",
    "input: string -> output: string",
    "pattern: string; rewrite: string; replace_global: bool = true",
    shape=same_shape,
    kernel=lambda input, pattern, rewrite, replace_global: _replace(
        input, bytes_of(pattern), bytes_of(rewrite), replace_global
    ),
    no_gradient=True,
    reaches=_PATTERN,
)
REGEX_FULL_MATCH = op(
    "RegexFullMatch",
    "input: string, pattern: string -> output: bool",
    shape=_scalars_rule,
    kernel=lambda input, pattern: _match(input, _scalar(pattern, "Pattern")),
    no_gradient=True,
    reaches=_PATTERN,
)
STATIC_REGEX_FULL_MATCH = op(
    "StaticRegexFullMatch",
    "input: string -> output: bool",
    "pattern: string",
    shape=same_shape,
    kernel=lambda input, pattern: _match(input, bytes_of(pattern)),
    no_gradient=True,
    reaches=_PATTERN,
)


def _is_text(value: Any) -> bool:
    return isinstance(value, (str, bytes))


def regex_replace(
    input: Any, pattern: Any, rewrite: TensorLike, replace_global: bool = True, name: str | None = None
) -> Any:
    r"""Replace the matches of a pattern in each string.

    Args:
      input: string tensor of any shape, or a ragged one.
      pattern: scalar regular expression in RE2 syntax; docs/strings.md lists what is not supported.
      rewrite: scalar replacement: `\1` to `\9` are the groups of the match, `\0` is the whole match, `\\` is a
        backslash.
      replace_global: replace all matches rather than only the first.

    Raises InvalidArgumentError for an invalid pattern or rewrite.

    >>> tf.strings.regex_replace(["Text with tags.<br />"], "<[^>]+>", " ").numpy().tolist()
    [b'Text with tags. ']
    >>> tf.strings.regex_replace("John Smith", r"(\w+) (\w+)", r"\2, \1").numpy()
    b'Smith, John'
    """
    attrs = {"replace_global": replace_global}
    if _is_text(pattern) and _is_text(rewrite):
        static = {"pattern": text_of(pattern), "rewrite": text_of(rewrite)}
        return apply_elementwise(STATIC_REGEX_REPLACE, input, (), static | attrs, name)
    return apply_elementwise(REGEX_REPLACE, input, (pattern, rewrite), attrs, name)


def regex_full_match(input: TensorLike, pattern: Any, name: str | None = None) -> Any:
    """Test whether each string matches a pattern completely: a bool tensor.

    Args:
      input: string tensor of any shape, or a ragged one.
      pattern: scalar regular expression in RE2 syntax; docs/strings.md lists what is not supported.

    Raises InvalidArgumentError for an invalid pattern.

    >>> tf.strings.regex_full_match(["TF lib", "lib TF"], ".*lib$").numpy().tolist()
    [True, False]
    """
    if _is_text(pattern):
        return apply_elementwise(STATIC_REGEX_FULL_MATCH, input, (), {"pattern": text_of(pattern)}, name)
    return apply_elementwise(REGEX_FULL_MATCH, input, (pattern,), None, name)
