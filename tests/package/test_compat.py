"""`tf.compat`: tuples of types, and paths."""

from __future__ import annotations

from pathlib import PurePosixPath

import numpy as np

import graphwright as tf


def test_tuples_of_types() -> None:
    values = {"int": 1, "numpy int": np.int8(1), "float": 1.5, "numpy float": np.float32(1), "complex": 1j, "text": "a"}
    numbers = list(values)[:-1]
    accepted = {
        name: [key for key, value in values.items() if isinstance(value, getattr(tf.compat, name))]
        for name in ("integral_types", "real_types", "complex_types", "bytes_or_text_types")
    }
    assert accepted == {
        "integral_types": numbers[:2],
        "real_types": numbers[:4],
        "complex_types": numbers,
        "bytes_or_text_types": ["text"],
    }


def test_paths_become_text() -> None:
    assert tf.compat.path_to_str(PurePosixPath("a/b")) == "a/b"
    assert tf.compat.path_to_str(b"a") == b"a"
