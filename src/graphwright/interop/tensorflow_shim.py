"""`install_as_tensorflow`: an import hook by which `import tensorflow` finds the names of this package."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import inspect
import sys
import threading
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from graphwright._missing import missing_name
from graphwright._public import entries
from graphwright.interop import keras_scopes
from graphwright.interop.internal_table import PUBLIC, RAW_OPS
from graphwright.interop.shim_table import CLASSES, KERAS, NAMES, OF_KERAS, ROOT, SOURCES, TEXT, TF_KERAS, VERSION

_lock = threading.RLock()


def install_as_tensorflow() -> None:
    """Let `import tensorflow` find this package, in this process, from now on.

    Programs and libraries written for TensorFlow, such as Keras, then run on this package. Calling it again changes
    nothing.

    Raises:
      RuntimeError: the real TensorFlow has been imported already. Nothing is installed then.

        import graphwright
        graphwright.install_as_tensorflow()
        import tensorflow as tf
        print(tf.reduce_sum([1, 2, 3]))
    """
    with _lock:
        if _finder in sys.meta_path:
            return
        _check_not_imported()
        sys.meta_path.insert(0, _finder)
        keras_scopes.register()
        for path, (module, name) in CLASSES.items():
            source, _, attribute = path.rpartition(".")
            cls = getattr(importlib.import_module(f"graphwright.{source}"), attribute)
            cls.__module__, cls.__name__, cls.__qualname__ = module, name, name


def _check_not_imported() -> None:
    real = sys.modules.get(ROOT)
    if real is not None:
        raise RuntimeError(
            f"graphwright cannot stand in for tensorflow: {real!r} has been imported already. Call "
            "graphwright.install_as_tensorflow() before the first `import tensorflow`, or run the program with "
            "`python -m graphwright script.py`."
        )


class _ShimModule(ModuleType):
    """A module that looks up names in the table or in its source module on first use."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__dict__["_names"] = entries(NAMES.get(name, {}))
        self.__dict__["_source"] = _source_of(name)

    def __getattr__(self, name: str) -> Any:
        dunder = name.startswith("__") and name.endswith("__") and name != "__internal__"
        if dunder and not (self.__name__ == ROOT and name in _OF_THE_BUILD):
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
        value = self._lookup(name)
        setattr(self, name, value)
        return value

    def _lookup(self, name: str) -> Any:
        if name in self._names:
            module, attribute = self._names[name]
            value: Any = importlib.import_module(f"graphwright.{module}")
            return getattr(value, attribute) if attribute else value
        full = f"{self.__name__}.{name}"
        if full == f"{ROOT}.compat.v2.__internal__":
            return importlib.import_module(f"{ROOT}.__internal__")
        if full in _MODULES or full in SOURCES:
            return importlib.import_module(full)
        try:
            value = self._of_source(name)
        except AttributeError:
            raise AttributeError(missing_name(self.__name__, name)) from None
        return importlib.import_module(full) if isinstance(value, ModuleType) and _source_of(full) else value

    def _of_source(self, name: str) -> Any:
        if self._source is not None:
            return getattr(importlib.import_module(self._source), name)
        if self.__name__ in RAW_OPS:
            return _raw_op(name)
        for public in PUBLIC.get(self.__name__, ()):
            value = getattr(_public_module(public), name, _NONE)
            if value is not _NONE and not isinstance(value, ModuleType):
                return value
        if self.__name__ in PUBLIC and self.__name__.endswith("_ops"):
            return _raw_op(name)  # modules of ops pass on generated functions
        raise AttributeError(name)

    def __dir__(self) -> list[str]:
        own = {*self._names, *vars(self)} - {"_names", "_source"}
        own.update(m.rpartition(".")[2] for m in _MODULES if m.rpartition(".")[0] == self.__name__)
        return sorted(own if self._source is None else own.union(dir(importlib.import_module(self._source))))


_INTERNAL = (f"{ROOT}.python.", f"{ROOT}.core.")


def _missing_module(name: str) -> str:
    parent, _, last = name.rpartition(".")
    return f"No module named '{name}': {missing_name(parent, last).partition(': ')[2]}"


_NONE = object()
_OF_THE_BUILD = (
    "__git_version__",
    "__compiler_version__",
    "__cxx_version__",
    "__cxx11_abi_flag__",
    "__monolithic_build__",
)


def _public_module(name: str) -> Any:
    """The module of a name such as `tf.math`; None where there is none."""
    found: Any = importlib.import_module("graphwright")
    for part in name.split(".")[1:]:
        found = getattr(found, part, None)
    return found


@functools.cache
def _raw_names() -> dict[str, str]:
    return {name.lower(): name for name in dir(importlib.import_module("graphwright.raw_ops"))}


def _raw_op(name: str) -> Any:
    """The raw op of a function in snake case, `Conv2D` of `conv2d`; it takes arguments by position too."""
    found = _raw_names().get(name.replace("_", "").lower(), name)
    raw = getattr(importlib.import_module("graphwright.raw_ops"), found)
    names = list(inspect.signature(raw).parameters)

    def call(*args: Any, **kwargs: Any) -> Any:
        return raw(**dict(zip(names, args, strict=False)), **kwargs)

    return functools.update_wrapper(call, raw)


_TABLES = (*NAMES, *PUBLIC, *RAW_OPS, *SOURCES)
_MODULES = frozenset(
    ".".join(parts[:count]) for name in _TABLES for parts in [name.split(".")] for count in range(1, len(parts) + 1)
)
"""The modules of the table and their parent packages."""


def _source_of(name: str) -> str | None:
    """The source module of `tensorflow` or a module in it; None if it has none."""
    if name in SOURCES:
        return SOURCES[name]
    parent, _, last = name.rpartition(".")
    source = _source_of(parent) if parent else None
    if source is None:
        return None
    if source.partition(".")[0] == __name__.partition(".")[0]:
        module = importlib.import_module(source)
        value = getattr(module, last) if last in module.__all__ else None
        return value.__name__ if isinstance(value, ModuleType) else None
    return f"{source}.{last}" if importlib.util.find_spec(f"{source}.{last}") else None


class _ShimFinder(MetaPathFinder, Loader):
    """Finds and creates the modules of `tensorflow` and of the packages beside it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname in OF_KERAS:
            needed = importlib.util.find_spec(OF_KERAS[fullname][0])
            return None if needed else ModuleSpec(fullname, self, origin="graphwright")
        if fullname.partition(".")[0] not in (ROOT, TF_KERAS, TEXT):
            return None
        if fullname not in _MODULES and _source_of(fullname) is None:
            if fullname.startswith(_INTERNAL):
                raise ModuleNotFoundError(_missing_module(fullname), name=fullname)
            return None
        spec = ModuleSpec(fullname, self, origin="graphwright", is_package=True)
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return ModuleType(spec.name) if spec.name in OF_KERAS else _ShimModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        if module.__name__ in OF_KERAS:
            source = importlib.import_module(OF_KERAS[module.__name__][1])
            vars(module).update({name: getattr(source, name) for name in source.__all__})
        elif module.__name__ in (ROOT, TEXT):
            module.__version__ = VERSION  # type: ignore[attr-defined]
        elif module.__name__ in (KERAS, TF_KERAS):  # its error says what is missing if Keras is not installed
            keras = importlib.import_module("graphwright.interop.keras").load_keras()
            if module.__name__ == TF_KERAS:
                module.__version__ = keras.__version__  # type: ignore[attr-defined]
                module.__all__ = [name for name in dir(module) if not name.startswith("_")]  # type: ignore[attr-defined]


_finder = _ShimFinder()
