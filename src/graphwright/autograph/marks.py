"""Marks: which code is never converted, and which code objects conversion created."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any, TypeVar

from graphwright.base.tracebacks import PACKAGE_ROOT

_LIBRARIES = frozenset(
    [
        "IPython",
        "PIL",
        "_pytest",
        "absl",
        "coverage",
        "debugpy",
        "flax",
        "google",
        "h5py",
        "hypothesis",
        "ipdb",
        "ipykernel",
        "jax",
        "jaxlib",
        "keras",
        "llvmlite",
        "matplotlib",
        "ml_dtypes",
        "mock",
        "numpy",
        "optree",
        "optax",
        "pandas",
        "pdb",
        "pluggy",
        "psutil",
        "pydevd",
        "pytest",
        "requests",
        "scipy",
        "sklearn",
        "tensorboard",
        "tensorflow",
        "tensorflow_probability",
        "tf_keras",
        "torch",
        "tqdm",
        "urllib3",
    ]
)
_STANDARD_LIBRARY = os.path.join(os.path.dirname(os.__file__), "")
_INSTALLED = ("site-packages", "dist-packages")  # folders of other libraries, some in that of the standard one


_Function = TypeVar("_Function", bound=Callable[..., Any])


def converted_form(form: Callable[..., Any]) -> Callable[[_Function], _Function]:
    """A decorator for functions of this package that call users' functions: converted code calls `form` instead."""

    def mark(function: _Function) -> _Function:
        function.__dict__["_converted_form"] = form
        return function

    return mark


def belongs_to_library(function: FunctionType) -> bool:
    """Whether a function is part of this package, of Python, or of a library whose code is never converted."""
    return _is_library_code(function.__code__.co_filename, function.__globals__.get("__name__"))


def belongs_to_other_library(function: FunctionType) -> bool:
    """Whether a function is part of a library whose code is converted on request alone."""
    module = function.__globals__.get("__name__")
    return isinstance(module, str) and module.partition(".")[0] in _LIBRARIES


@functools.lru_cache(maxsize=4096)
def _is_library_code(filename: str, module: Any) -> bool:
    if filename.startswith((PACKAGE_ROOT, "<frozen ")):
        return True
    if filename.startswith(_STANDARD_LIBRARY) and not any(folder in filename for folder in _INSTALLED):
        return True
    return isinstance(module, str) and module.partition(".")[0] in _LIBRARIES


def is_library_module(name: str) -> bool:
    """Whether a module is part of this package, of Python, or of a library whose code is never converted."""
    top = name.partition(".")[0]
    return top in _LIBRARIES or top in sys.stdlib_module_names or top == __name__.partition(".")[0]


class ConvertedMark:
    """The mark of a code object created by conversion, stored as its last constant.

    Fields:
      unit: identifies the conversion it came from.
      generated: whether it is a branch, a loop's body or an operand, and not a function of the user's.
    """

    __slots__ = ("generated", "unit")

    def __init__(self, unit: object, generated: bool) -> None:
        self.unit = unit
        self.generated = generated


def mark_of(code: CodeType) -> ConvertedMark | None:
    """The mark of a code object that conversion created, None for others."""
    constants = code.co_consts
    last = constants[-1] if constants else None
    return last if last.__class__ is ConvertedMark else None
