"""Helpers of the rows about `tf.test`."""

from __future__ import annotations

from typing import Any


def case(tf: Any) -> Any:
    """A test case outside of a runner, set up."""
    created = tf.test.TestCase("assertAllEqual")
    created.setUp()
    return created


def raising(context: Any, error: BaseException | None) -> str:
    """What a context does about an error, or about none."""
    with context:
        if error is not None:
            raise error
    return "passed"
