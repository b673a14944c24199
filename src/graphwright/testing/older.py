"""What `tf.compat.v1.test` has beyond `tf.test`: replaced names, folders, gradients of graphs, graphs compared."""

from __future__ import annotations

import inspect
import os
import tempfile
from collections.abc import Sequence
from typing import Any
from unittest import mock

import numpy as np

from graphwright.core.tensor import Array


class StubOutForTesting:
    """Replaces attributes of modules and classes for a test, and puts them back.

    >>> stubs = tf.compat.v1.test.StubOutForTesting()
    >>> import math
    >>> stubs.Set(math, "pi", 3); math.pi
    3
    >>> stubs.CleanUp(); round(math.pi, 2)
    3.14
    """

    def __init__(self) -> None:
        self._set: list[tuple[Any, str, Any]] = []
        self._smart: list[tuple[Any, str, Any]] = []

    def __enter__(self) -> StubOutForTesting:
        return self

    def __exit__(self, *_: object) -> None:
        self.CleanUp()

    def __del__(self) -> None:
        self.CleanUp()

    def CleanUp(self) -> None:
        """Put everything back."""
        self.SmartUnsetAll()
        self.UnsetAll()

    def Set(self, parent: Any, child_name: str, new_child: Any) -> None:
        """Replace an attribute; static and class methods stay such."""
        old = inspect.getattr_static(parent, child_name)
        self._set.append((parent, child_name, old))
        if isinstance(old, staticmethod):
            new_child = staticmethod(new_child)
        elif isinstance(old, classmethod):
            new_child = classmethod(new_child)
        setattr(parent, child_name, new_child)

    def UnsetAll(self) -> None:
        """Put back what `Set` has replaced."""
        while self._set:
            setattr(*self._set.pop())

    def SmartSet(self, obj: Any, attr_name: str, new_attr: Any) -> None:
        """Replace an attribute where it is defined: in the object itself or one of its classes.

        Raises AttributeError where there is none.
        """
        if inspect.ismodule(obj) or (not inspect.isclass(obj) and attr_name in vars(obj)):
            owner: Any = obj
        else:
            classes = (obj if inspect.isclass(obj) else type(obj)).__mro__
            owner = next((cls for cls in classes if attr_name in vars(cls)), None)
            if owner is None:
                raise AttributeError(f"Attribute {attr_name!r} is not found in {obj!r}.")
        self._smart.append((owner, attr_name, inspect.getattr_static(owner, attr_name)))
        setattr(owner, attr_name, new_attr)

    def SmartUnsetAll(self) -> None:
        """Put back what `SmartSet` has replaced."""
        while self._smart:
            setattr(*self._smart.pop())


def get_temp_dir() -> str:
    """A folder for files of tests: that of the environment variable `TEST_TMPDIR`, or the system's.

    >>> isinstance(tf.compat.v1.test.get_temp_dir(), str)
    True
    """
    return os.environ.get("TEST_TMPDIR") or tempfile.gettempdir()


def test_src_dir_path(relative_path: str) -> str:
    """The path of a file below the folder of the environment variable `TEST_SRCDIR`.

    >>> tf.compat.v1.test.test_src_dir_path("a.txt")[-5:]
    'a.txt'
    """
    return os.path.join(os.environ.get("TEST_SRCDIR", ""), "org_tensorflow/tensorflow", relative_path)


test_src_dir_path.__test__ = False  # type: ignore[attr-defined]


def compute_gradient(
    x: Any, x_shape: Any, y: Any, y_shape: Sequence[int], x_init_value: Any = None,
    delta: float = 1e-3, init_targets: Any = None, extra_feed_dict: Any = None,
) -> Any:  # fmt: skip
    """The Jacobian of a tensor of a graph, by `tf.gradients` and by differences, in the default session.

    Args:
      x: an input of the graph, or a list of them.
      x_shape, y_shape: their shapes.
      y: the result.
      x_init_value: where, by default at random numbers.
      delta: the step of the differences.
      init_targets: operations that are run first.
      extra_feed_dict: what else is fed.

    Returns two matrices [elements of x, elements of y], or a list of pairs for a list of xs.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session():
    ...     x = tf.compat.v1.placeholder(tf.float64, [2])
    ...     theory, measured = tf.compat.v1.test.compute_gradient(x, [2], x * x, [2], np.array([1.0, 2.0]))
    >>> theory.tolist(), np.allclose(theory, measured)
    ([[2.0, 0.0], [0.0, 4.0]], True)
    """
    from graphwright.sessions.default_session import get_default_session

    session: Any = get_default_session()
    for target in [] if init_targets is None else init_targets:
        session.run(target)
    xs = list(x) if isinstance(x, (list, tuple)) else [x]
    shapes = [tuple(s) for s in x_shape] if isinstance(x, (list, tuple)) else [tuple(x_shape)]
    at = [None] * len(xs) if x_init_value is None else x_init_value if isinstance(x, (list, tuple)) else [x_init_value]
    starts = [_start(t, shape, value) for t, shape, value in zip(xs, shapes, at, strict=True)]
    feeds = {**(extra_feed_dict or {}), **dict(zip(xs, starts, strict=True))}
    pairs = [
        (_theoretical(session, each, start, y, tuple(y_shape), feeds), _measured(session, each, start, y, feeds, delta))
        for each, start in zip(xs, starts, strict=True)
    ]
    return pairs if isinstance(x, (list, tuple)) else pairs[0]


def _start(x: Any, shape: tuple[int, ...], value: Any) -> Array:
    if value is not None:
        return np.asarray(value, x.dtype.numpy)
    return np.asarray(np.random.random_sample(shape), x.dtype.numpy)


def _theoretical(session: Any, x: Any, start: Array, y: Any, y_shape: tuple[int, ...], feeds: dict[Any, Any]) -> Array:
    from graphwright.autodiff.gradients import gradients
    from graphwright.compat._older import placeholder

    seed = placeholder(y.dtype, y_shape)
    with y.op.graph.as_default():
        found = gradients(y, x, seed)[0]
    count = int(np.prod(y_shape, dtype=np.int64))
    columns = []
    for place in range(count):
        one = np.zeros(count, y.dtype.numpy)
        one[place] = 1
        fed = {**feeds, seed: one.reshape(y_shape)}
        columns.append(np.zeros(start.size) if found is None else _dense(session, found, fed, start))
    return np.stack(columns, -1) if columns else np.zeros((start.size, 0))


def _dense(session: Any, gradient: Any, feeds: dict[Any, Any], start: Array) -> Array:
    value = session.run(gradient, feeds)
    if hasattr(value, "indices"):
        result = np.zeros(start.shape, start.dtype)
        np.add.at(result, value.indices, value.values)
        value = result
    return np.asarray(value).reshape(-1)


def _measured(session: Any, x: Any, start: Array, y: Any, feeds: dict[Any, Any], delta: float) -> Array:
    rows = []
    for place in range(start.size):
        up, down = start.copy(), start.copy()
        up.reshape(-1)[place] += delta
        down.reshape(-1)[place] -= delta
        difference = session.run(y, {**feeds, x: up}) - session.run(y, {**feeds, x: down})
        rows.append(np.asarray(difference).reshape(-1) / (2 * delta))
    return np.stack(rows) if rows else np.zeros((0, 0))


def compute_gradient_error(
    x: Any, x_shape: Any, y: Any, y_shape: Any, x_init_value: Any = None, delta: float = 1e-3,
    init_targets: Any = None, extra_feed_dict: Any = None,
) -> float:  # fmt: skip
    """The greatest difference of the two Jacobians of `compute_gradient`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session():
    ...     x = tf.compat.v1.placeholder(tf.float64, [2])
    ...     error = tf.compat.v1.test.compute_gradient_error(x, [2], x * x, [2], np.array([1.0, 2.0]))
    >>> bool(error < 1e-6)
    True
    """
    found = compute_gradient(x, x_shape, y, y_shape, x_init_value, delta, init_targets, extra_feed_dict)
    pairs = found if isinstance(x, (list, tuple)) else [found]
    return max((np.fabs(t - m).max() if t.size else 0.0) for t, m in pairs)


def assert_equal_graph_def(
    actual: Any, expected: Any, checkpoint_v2: bool = False, hash_table_shared_name: bool = False
) -> None:
    """Raises AssertionError unless two `GraphDef`s have the same nodes.

    Args:
      actual, expected: the messages.
      checkpoint_v2, hash_table_shared_name: of no effect: names of temporary files are in no graph.

    Raises TypeError for anything but messages.

    >>> graph_def = tf.Graph().as_graph_def()
    >>> tf.compat.v1.test.assert_equal_graph_def(graph_def, graph_def)
    """
    from graphwright.testing import messages

    messages.assert_equal_graph_def(expected, actual)


__all__ = [
    "StubOutForTesting", "assert_equal_graph_def", "compute_gradient", "compute_gradient_error", "get_temp_dir", "mock",
    "test_src_dir_path",
]  # fmt: skip
