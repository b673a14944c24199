"""What the tests of calls share: a function that tells its arguments, and which calls compiled code did not take."""

from __future__ import annotations

import math
from collections.abc import Iterator
from types import BuiltinFunctionType
from typing import Any, NamedTuple

import numpy as np
import pytest

import graphwright as tf
from graphwright.functions.calls import call_table


class Pair(NamedTuple):
    left: Any
    right: Any


@pytest.fixture
def long_calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """The calls that compiled code did not take, as they come; skips where there is no such code."""
    probe = tf.function(lambda x: x, autograph=False)
    for _ in range(2):
        probe(tf.constant(1.0))
    if not isinstance(probe.__call__, BuiltinFunctionType):
        pytest.skip("no builtin here")
    seen: list[Any] = []
    plain = call_table.SlowPath.__call__

    def counted(self: Any, *args: Any, **kwargs: Any) -> Any:
        seen.append((args, kwargs))
        return plain(self, *args, **kwargs)

    monkeypatch.setattr(call_table.SlowPath, "__call__", counted)
    yield seen


def ones(*shape: int) -> Any:
    return tf.ones(shape)


def total(*args: Any, **kwargs: Any) -> Any:
    """A number that depends on every leaf of the arguments, in a structure."""
    found = tf.constant(0.0)
    for i, leaf in enumerate(tf.nest.flatten((args, sorted(kwargs.items())))):
        if isinstance(leaf, (tf.Tensor, tf.Variable, np.ndarray)):
            found += float(i + 1) * tf.reduce_sum(tf.cast(leaf, tf.float32))
        elif isinstance(leaf, float):
            found += float(i + 1) * (7.0 if math.isnan(leaf) else leaf + math.copysign(0.5, leaf))
        elif isinstance(leaf, (bool, int)):
            found += float(i + 1) * (leaf % 1000 + (0.25 if leaf is True else 0.0))
        elif isinstance(leaf, (str, bytes)):
            found += float(i + 1) * len(leaf)
    return {"total": found, "more": [found * 2.0, (found + 1.0, None)], "pair": Pair(found, -found)}


def plain(structure: Any) -> Any:
    return tf.nest.map_structure(lambda t: None if t is None else t.numpy().tolist(), structure)
