"""ONNX's ops on strings."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import graphwright as tf
from graphwright.core.tensor import Tensor
from graphwright.onnx.node import Node, rule, table


def _string_concat(x: Tensor, y: Tensor) -> Tensor:
    shape = tf.broadcast_dynamic_shape(tf.shape(x), tf.shape(y))
    result: Tensor = tf.strings.join([tf.broadcast_to(x, shape), tf.broadcast_to(y, shape)])
    return result


table({"StringConcat": _string_concat})


@rule("RegexFullMatch")
def regex_full_match(node: Node, x: Tensor) -> Tensor:
    """Whether a whole string matches a pattern."""
    matches: Tensor = tf.strings.regex_full_match(x, node.text("pattern"))
    return matches


@rule("StringNormalizer")
def string_normalizer(node: Node, x: Tensor) -> Tensor:
    """Without stop words, in upper or lower case; one empty string where none remain."""
    case = node.one_of("case_change_action", "NONE", ("NONE", "LOWER", "UPPER"))
    sensitive = bool(node.integer("is_case_sensitive"))
    change: Callable[[Tensor], Tensor] = {"NONE": lambda t: t, "LOWER": _lower, "UPPER": _upper}[case]
    stop = node.texts("stopwords")
    if not stop:
        return change(x)
    words = tf.constant(stop if sensitive else [w.lower() for w in stop])
    compared = x if sensitive else _lower(x)
    kept = tf.logical_not(tf.reduce_any(compared[..., None] == words, -1))
    flat = tf.boolean_mask(x, kept)
    flat = tf.cond(tf.size(flat) > 0, lambda: flat, lambda: tf.constant([""]))
    return change(flat if x.shape.rank == 1 else flat[None])


def _lower(x: Tensor) -> Tensor:
    result: Tensor = tf.strings.lower(x, "utf-8")
    return result


def _upper(x: Tensor) -> Tensor:
    result: Tensor = tf.strings.upper(x, "utf-8")
    return result


@rule("StringSplit")
def string_split(node: Node, x: Tensor) -> tuple[Tensor, Tensor]:
    """The parts of each string, padded with empty ones, and their numbers."""
    separator = node.text("delimiter") or None
    most = node.integer("maxsplit", -1)
    parts = tf.strings.split(tf.reshape(x, [-1]), separator, most)
    counts = tf.where(tf.reshape(x, [-1]) == "", tf.constant(0, tf.int64), parts.row_lengths())
    width = tf.reduce_max(tf.concat([counts, [0]], 0))
    rows = parts.to_tensor(b"")[:, :width]
    return tf.reshape(rows, tf.concat([tf.shape(x, out_type=tf.int64), [width]], 0)), tf.reshape(counts, tf.shape(x))


@rule("LabelEncoder", domain="ai.onnx.ml")
def label_encoder(node: Node, x: Tensor) -> Tensor:
    """The value of each key, or a default."""
    keys, values, default = _labels(node, "keys"), _labels(node, "values"), _default(node)
    if keys is None or values is None:
        raise node.unsupported("a table without keys or values")
    matches = x[..., None] == tf.constant(keys, x.dtype)
    if x.dtype.is_floating and np.isnan(np.asarray(keys, np.float64)).any():
        matches = matches | (tf.math.is_nan(x)[..., None] & tf.constant(np.isnan(np.asarray(keys, np.float64))))
    found = tf.gather(tf.constant(values), tf.argmax(tf.cast(matches, tf.int32), -1))
    return tf.where(
        tf.reduce_any(matches, -1), found, tf.cast(default, found.dtype) if found.dtype is not tf.string else default
    )


def _labels(node: Node, kind: str) -> np.ndarray | None:
    if node.has(f"{kind}_tensor"):
        return node.array(f"{kind}_tensor")
    if node.has(f"{kind}_strings"):
        return np.array([t.encode() for t in node.texts(f"{kind}_strings")], object)
    if node.has(f"{kind}_int64s"):
        return np.array(node.integers(f"{kind}_int64s"), np.int64)
    return np.array(node.numbers(f"{kind}_floats"), np.float32) if node.has(f"{kind}_floats") else None


def _default(node: Node) -> Tensor:
    if node.has("default_tensor"):
        array = node.array("default_tensor")
        assert array is not None
        return tf.constant(array.reshape(-1)[0])
    if node.has("values_strings"):
        return tf.constant(node.text("default_string", "_Unused"))
    if node.has("values_int64s"):
        return tf.constant(node.integer("default_int64", -1), tf.int64)
    return tf.constant(node.number("default_float", -0.0))
