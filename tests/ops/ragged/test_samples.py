"""The samples of `ops.ragged`: values, types, gradients and errors, on every executor."""

from tests.support.op_samples import *  # noqa: F403

PACKAGE = "ragged"
