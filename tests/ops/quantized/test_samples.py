"""The samples of `ops.quantized`: values, types, gradients and errors, on every executor."""

from tests.support.op_samples import *  # noqa: F403

PACKAGE = "quantized"
