"""Tensors as buffers, which Python asks classes for from 3.12 on."""

from __future__ import annotations

import io
import sys
from typing import Any

import numpy as np
import pytest

import graphwright as tf

pytestmark = pytest.mark.skipif(sys.version_info < (3, 12), reason="Python asks no class for a buffer before 3.12")


@pytest.mark.parametrize(
    ("value", "dtype", "form", "shape"),
    [
        ([1.0, 2.0], "float32", "f", (2,)),
        (3, "int32", "i", ()),
        ([[1, 2], [3, 4]], "int8", "b", (2, 2)),
        ([True], "bool", "?", (1,)),
        ([1j], "complex128", "Zd", (1,)),
        ([1.0], "float16", "e", (1,)),
        (np.zeros((0, 2)), "float32", "f", (0, 2)),
    ],
)
def test_a_view_has_the_numbers_and_cannot_change_them(value: Any, dtype: str, form: str, shape: Any) -> None:
    x: Any = tf.constant(value, dtype)
    view = memoryview(x)
    assert (view.format, view.shape, view.readonly) == (form, shape, True)
    np.testing.assert_array_equal(np.asarray(view), x.numpy())
    assert bytes(view) == x.numpy().tobytes()


def test_another_order_of_elements_is_put_in_order() -> None:
    x: Any = tf.transpose(tf.constant([[1, 2], [3, 4]]))
    file = io.BytesIO()
    file.write(x)
    assert np.frombuffer(file.getvalue(), np.int32).tolist() == [1, 3, 2, 4]


def test_what_has_no_buffer_is_refused() -> None:
    symbols: Any = tf.function(memoryview)
    with pytest.raises(TypeError, match="bytes-like"):
        symbols(tf.constant(1.0))
    wide: Any = tf.constant([1.0], tf.bfloat16)
    with pytest.raises(ValueError, match="buffer"):
        memoryview(wide)
