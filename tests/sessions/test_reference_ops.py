"""The raw ops of reference variables are all listed, and refuse what they cannot do."""

from __future__ import annotations

import pytest

import graphwright as tf
from graphwright import raw_ops
from graphwright.base.errors import UnimplementedError
from graphwright.sessions.reference_ops import NAMES


def test_every_name_is_listed() -> None:
    assert raw_ops._ON_REFERENCES == NAMES
    assert set(dir(tf.raw_ops)) >= NAMES


def test_functions_take_variables_instead() -> None:
    @tf.function
    def create() -> object:
        return tf.raw_ops.VariableV2(shape=[2], dtype=tf.float32)

    with pytest.raises(UnimplementedError, match=r"VariableV2 works in a tf.Graph that sessions run"):
        create()


def test_unknown_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'values'"):
        tf.raw_ops.Assign(ref=1, value=2, values=3)
