"""Conversion of functions: once per code object, then bound to each function's globals, cells and defaults."""

from __future__ import annotations

import inspect
import os
import sys
import threading
import warnings
import weakref
from types import CellType, CodeType, FunctionType
from typing import Any

from graphwright.autograph.marks import belongs_to_library, belongs_to_other_library, mark_of
from graphwright.autograph.recording import UNCONVERTED, Unit, current, forget_with_code
from graphwright.autograph.verbosity import log_conversion
from graphwright.base.collector import rare_collections
from graphwright.base.forks import renewed_after_fork
from graphwright.base.lifetimes import watched

_NOT_CONVERTIBLE = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_OPERATORS = "ag__"


class ConversionError(Exception):
    """A function cannot be converted; raised instead of a warning where `AUTOGRAPH_STRICT_CONVERSION` is 1."""


class _Converted:
    """The code of a converted function and where each of its cells comes from."""

    __slots__ = ("cells", "code", "unit")

    def __init__(self, code: CodeType, original: CodeType, unit: object) -> None:
        self.code = code
        self.unit = unit
        # the position of each cell in the original's closure, -1 for the operators
        self.cells = [-1 if n == _OPERATORS else original.co_freevars.index(n) for n in code.co_freevars]


_UNCONVERTED = None
# by the identity of the original code, which the weak reference keeps honest; last the conversion that the code is
# part of, `UNCONVERTED` for code that runs unconverted, None for the code of libraries
_Entry = tuple["weakref.ref[CodeType]", "_Converted | None", object]
_recursive: dict[int, _Entry] = {}
_flat: dict[int, _Entry] = {}
_requested: dict[int, _Entry] = {}  # functions of libraries, whose reads of Python state are not recorded
_lock = renewed_after_fork(threading.RLock())
_operator_cells: dict[bool, CellType] = {}


def use_operators(recursive: Any, flat: Any) -> None:
    """Set the operators that generated code calls.

    Args:
      recursive: the namespace for code whose callees are converted, too.
      flat: the namespace for code whose callees run unconverted.
    """
    _operator_cells.update({True: CellType(recursive), False: CellType(flat)})


def converted(function: FunctionType, recursive: bool = True, requested: bool = False) -> FunctionType:
    """The converted form of a function, or the function itself where it has none.

    Args:
      function: a plain Python function.
      recursive: whether what it calls is converted, too.
      requested: whether conversion of this very function was asked for, as `tf.function` does. Functions of libraries
        are converted on request alone.
    """
    code = function.__code__
    table = _table(function, recursive, requested)
    entry = table.get(id(code))
    _, found, unit = _convert_once(function, table) if entry is None else entry
    if unit is not None and current.recording is not None:
        current.recording.enter(unit, function)
    return function if found is None else _bound(found, function, recursive)


def _bound(found: _Converted, function: FunctionType, recursive: bool) -> FunctionType:
    """A function of the converted code that shares everything else with the original."""
    closure: Any = function.__closure__
    cells = tuple([_operator_cells[recursive] if i < 0 else closure[i] for i in found.cells])
    result = FunctionType(found.code, function.__globals__, function.__name__, function.__defaults__, cells)
    result.__kwdefaults__ = function.__kwdefaults__
    if sys.version_info < (3, 11):  # later ones take it from the code
        result.__qualname__ = function.__qualname__
    return result


def _table(function: FunctionType, recursive: bool, requested: bool) -> dict[int, _Entry]:
    if requested and belongs_to_other_library(function):
        return _requested
    return _recursive if recursive else _flat


def _convert_once(function: FunctionType, table: dict[int, _Entry]) -> _Entry:
    code = function.__code__
    key = id(code)
    with _lock:
        entry = table.get(key)
        if entry is None:
            with rare_collections:
                found = _convert(function, table is _requested)
            unit = _enclosing_unit(function) if found is None else found.unit
            entry = table[key] = (watched(code, lambda: table.pop(key, None)), found, unit)
        return entry


def unit_of(function: FunctionType) -> object:
    """The conversion that a function's code belongs to; `UNCONVERTED` for unconverted code, None for libraries."""
    entry = _recursive.get(id(function.__code__))
    return _enclosing_unit(function) if entry is None else entry[2]


def _enclosing_unit(function: FunctionType) -> object:
    """The conversion that code without a conversion of its own belongs to."""
    part = mark_of(function.__code__)
    if part is not None:
        return part.unit
    return None if belongs_to_library(function) else UNCONVERTED


def _convert(function: FunctionType, requested: bool) -> _Converted | None:
    code = function.__code__
    if mark_of(code) is not None or code.co_flags & _NOT_CONVERTIBLE:
        return _UNCONVERTED
    if belongs_to_library(function) and not requested:
        return _UNCONVERTED
    from graphwright.autograph.source import SourceError
    from graphwright.autograph.transform.build import UnsupportedSyntax

    try:
        return _compiled(function, None if requested else Unit())
    except (SourceError, UnsupportedSyntax) as error:
        _warn_unconverted(function, str(error))
    except RecursionError:
        raise
    except Exception as error:
        _warn_unconverted(function, f"an error of ours, please report it: {type(error).__name__}: {error}", error)
    return _UNCONVERTED


def _compiled(function: FunctionType, unit: Unit | None) -> _Converted:
    from graphwright.autograph.codegen import compile_function

    code = function.__code__
    tree, sites = transformed(function, unit)
    log_conversion(function, converted_text)
    created = compile_function(tree.node, code, tree.class_name, tree.generated, unit)
    forget_with_code(created, sites)
    return _Converted(created, code, unit)


def transformed(function: FunctionType, unit: object) -> tuple[Any, list[int]]:
    """The converted syntax tree of a function, with the names of what was generated in it, and its sites.

    Args:
      function: a plain Python function.
      unit: the conversion that its reads and writes of state are recorded for; None to record none.

    Raises:
      SourceError: if its source cannot be had.
      UnsupportedSyntax: if it holds a construct that cannot be converted.
    """
    from graphwright.autograph.source import locate
    from graphwright.autograph.transform.functions import transform
    from graphwright.autograph.transform.reads import StateReads

    code = function.__code__
    node, class_name = locate(code, function.__globals__)
    if unit is None:
        return transform(node, class_name), []
    reads = StateReads(code, function.__globals__, class_name, unit)
    return transform(node, class_name, reads), reads.numbers


def converted_text(function: FunctionType) -> str:
    """The converted form of a function as source text.

    Raises:
      SourceError: if its source cannot be had.
      UnsupportedSyntax: if it holds a construct that cannot be converted.
    """
    from graphwright.autograph.transform.build import text_of_generated

    return text_of_generated(transformed(function, None)[0].node)


def _warn_unconverted(function: FunctionType, cause: str, error: Exception | None = None) -> None:
    """Warn that a function runs unconverted, or raise in strict mode."""
    text = (
        f"AutoGraph could not transform {function!r} and will run it as-is.\nCause: {cause}\nTo silence this warning, "
        "decorate the function with @tf.autograph.experimental.do_not_convert"
    )
    if os.environ.get("AUTOGRAPH_STRICT_CONVERSION") == "1":
        raise ConversionError(text) from error
    code = function.__code__
    warnings.warn_explicit(text, UserWarning, code.co_filename, code.co_firstlineno)
