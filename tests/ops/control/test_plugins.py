"""Libraries for TensorFlow's runtime are refused with the reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import graphwright as tf


@pytest.mark.parametrize("load", [tf.load_library, tf.load_op_library, tf.experimental.register_filesystem_plugin])
def test_a_library_that_is_there(load: Any, tmp_path: Path) -> None:
    (tmp_path / "ops.so").write_bytes(b"\x7fELF")
    with pytest.raises(tf.errors.NotFoundError, match=r"machine code for TensorFlow's own runtime.*tf.py_function"):
        load(str(tmp_path / "ops.so"))


@pytest.mark.parametrize("load", [tf.load_library, tf.experimental.register_filesystem_plugin])
def test_a_file_that_is_not_there(load: Any) -> None:
    with pytest.raises(FileNotFoundError, match="does not exist"):
        load("/no/such.so")
