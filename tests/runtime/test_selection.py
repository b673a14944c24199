"""Which executor is chosen."""

from __future__ import annotations

import re
from importlib.util import find_spec

import pytest

import graphwright as tf
from graphwright.base import errors
from graphwright.base.install import install_command
from tests.support.executors import executor_in_force


@pytest.mark.skipif(find_spec("jax") is not None, reason="jax is installed")
def test_without_jax_the_error_names_the_extra() -> None:
    @tf.function
    def double(x: tf.Tensor) -> tf.Tensor:
        return x * 2

    with (
        executor_in_force("xla"),
        pytest.raises(errors.FailedPreconditionError, match=re.escape(install_command("xla"))),
    ):
        double(tf.constant(1))
    assert int(double(tf.constant(2))) == 4
