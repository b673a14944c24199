"""Regular expression ops: replacing and full matching."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from graphwright.core.eager_jit import text_routine
from graphwright.core.prelude import Array, TensorLike, errors
from graphwright.ir.prelude import Dims, ShapeContext, describe_dims, op
from graphwright.ops.io._summaries import bytes_of, text_of
from graphwright.ops.math._broadcast import same_shape
from graphwright.ops.text._elementwise import apply_elementwise, completed, map_strings
from graphwright.ops.text._re2 import compile_pattern, replacement_of, rewrite_parts, substitute
from graphwright.ops.text._regex_program import RegexProgram, program_of


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
    parts = rewrite_parts(rewrite, regex.groups)
    replacement = replacement_of(parts)

    def replaced(text: bytes) -> bytes:
        return bytes_of(substitute(regex, replacement, text_of(text), replace_global))

    native = _in_c(pattern, input.size)
    found = native and native.replace(input, [p if isinstance(p, int) else bytes_of(p) for p in parts], replace_global)
    return completed(found[0], found[1], input, replaced) if found else map_strings(replaced, input)


def _match(input: Array, pattern: bytes) -> Array:
    regex = compile_pattern(pattern)

    def matches(text: bytes) -> bool:
        return regex.fullmatch(text_of(text)) is not None

    native = _in_c(pattern, input.size)
    found = native and native.full_match(input)
    return completed(found[0], found[1], input, matches) if found else map_strings(matches, input, np.bool_)


def _in_c(pattern: bytes, strings: int) -> Any:
    """The pattern as compiled code; None if Python is to match it.

    That is for few strings, unless Python may take exponential time, and for patterns with no program.
    """
    program = _program(pattern)
    make = None if program is None else text_routine("regex", strings, wait=program.choices > 1)
    return None if make is None else _compiled(make, pattern)


@lru_cache(maxsize=256)
def _program(pattern: bytes) -> RegexProgram | None:
    return program_of(compile_pattern(pattern))


@lru_cache(maxsize=64)
def _compiled(make: Callable[[RegexProgram | None], Any], pattern: bytes) -> Any:
    return make(_program(pattern))


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
