"""Libraries for tests: compiled for this processor alone, and loaded by the file that was written beside them."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from graphwright import aot
from graphwright.aot.targets import TARGETS, this_machine
from graphwright.runtime.native.jit import jit

needs_compiler = pytest.mark.skipif(
    not jit.available() or this_machine() not in TARGETS or not (shutil.which("cc") and shutil.which("ar")),
    reason="no LLVM, or no C compiler",
)


def own_level() -> str:
    """The kind of processor that code of this process is compiled for."""
    bits = jit.host().vector_bits
    levels = TARGETS[this_machine()].levels
    return next(level.name for level in reversed(levels) if level.vector_bits <= bits)


def build(function: Any, folder: Path, **options: Any) -> ModuleType:
    """The Python module of a library for a function."""
    library = aot.compile(function, folder, **{"levels": [own_level()], **options})
    return load(folder / f"{library.name}.py")


def load(path: Path) -> ModuleType:
    """A file as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def same_bits(found: dict[str, Any], expected: Any) -> None:
    """The results of a library and of the function in this process are the same to the bit."""
    flat = expected if isinstance(expected, dict) else {"output_0": expected}
    assert found.keys() == flat.keys()
    for name, value in flat.items():
        array = np.asarray(value)
        if array.dtype.name == "bfloat16":
            array = array.view(np.uint16)
        assert (found[name].shape, found[name].dtype) == (array.shape, array.dtype), name
        np.testing.assert_array_equal(
            found[name].view(np.uint8) if array.ndim else found[name],
            array.view(np.uint8) if array.ndim else array,
            name,
        )
