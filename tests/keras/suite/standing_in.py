"""The pytest plugin under which Keras's own tests run on this package; see `__main__.py`.

Keras's wheel has its tests but not the `conftest` that they import, so that this module takes its name.
"""

from __future__ import annotations

import os
import sys
from fnmatch import fnmatchcase
from pathlib import Path

os.environ["KERAS_BACKEND"] = "tensorflow"

import graphwright

graphwright.install_as_tensorflow()
sys.modules["conftest"] = sys.modules[__name__]

import pytest  # noqa: E402

_LIST = Path(__file__).with_name("known_failures.txt")


def skip_if_backend(backend: str, reason: str) -> pytest.MarkDecorator:
    """Skip a test on one backend; ours is TensorFlow's."""
    return pytest.mark.skipif(backend == "tensorflow", reason=reason)


def known_failures() -> dict[str, str]:
    """Patterns of tests that are known to fail, with the causes."""
    lines = (line.strip() for line in _LIST.read_text(encoding="utf-8").splitlines())
    pairs = (line.partition("  ") for line in lines if line and not line.startswith("#"))
    return {pattern: cause.strip() for pattern, _, cause in pairs}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    known = known_failures()
    for item in items:
        if item.get_closest_marker("multi_device"):
            item.add_marker(pytest.mark.skip(reason="there is one device"))
        module = getattr(item, "module", None)
        owner = getattr(item, "cls", None)
        if module is None or owner is None:
            continue
        name = f"{module.__name__.removeprefix('keras.src.')}::{owner.__name__}::{item.name}"
        for pattern, cause in known.items():
            if fnmatchcase(name, pattern):
                item.add_marker(pytest.mark.xfail(reason=cause, strict=True))  # the list stays true
