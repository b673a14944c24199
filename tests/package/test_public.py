"""The public modules: every name is there, and the stub files say so."""

from __future__ import annotations

import importlib
import pickle
import re
import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import graphwright as tf
from graphwright import _stubs
from graphwright._public import TABLES, entries, lazy_exports

MODULES = _stubs.public_modules()
ELSEWHERE = {("graphwright", name) for name in ("keras", "losses", "metrics", "optimizers")}
"""A package of its own, which need not be installed; see tests/keras."""
NAMES = [(module, name) for module in MODULES for name in entries(TABLES[module]) if (module, name) not in ELSEWHERE]


@pytest.mark.parametrize("module", MODULES)
def test_every_name_of_a_table_is_there(module: str) -> None:
    loaded = importlib.import_module(module)
    absent = [name for of, name in NAMES if of == module and not hasattr(loaded, name)]
    assert absent == []
    assert set(loaded.__all__) == set(entries(TABLES[module])) <= set(dir(loaded))


def test_an_unknown_name_is_told_with_its_module() -> None:
    with pytest.raises(AttributeError, match=r"module 'graphwright\.math' has no attribute 'no_such_name'") as reported:
        _ = tf.math.no_such_name  # type: ignore[attr-defined]
    assert (reported.value.name, reported.value.obj) == ("no_such_name", tf.math)  # for Python's suggestions


def test_a_name_exported_twice_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'add' is exported twice: from ops\.math\.binary and from ops\.math\.unary"):
        lazy_exports("graphwright.twice", {"ops.math.binary": "add", "ops.math.unary": "abs add"})
    del TABLES["graphwright.twice"]


def test_the_tables_agree_on_what_a_name_is() -> None:
    """What stands in two modules under one name is the same thing, but for names that TensorFlow, too, uses twice."""
    twice = {
        "audio", "size", "split", "unique", "experimental", "nn", "join", "transpose", "image", "text", "distribute",
        "fftnd", "ifftnd", "rfftnd", "irfftnd",
    }  # fmt: skip
    seen: dict[str, tuple[str, object]] = {}
    for module, name in NAMES:
        if module == "graphwright.initializers":
            continue  # `zeros` and other initialisers are classes there
        if module.startswith("graphwright.compat.v1") or module == "graphwright.distribute_experimental":
            continue  # older forms
        if module == "graphwright.data.experimental":
            continue  # `scan`, `save` and others are those of datasets there
        if module == "graphwright.onnx":
            continue  # `load` and `save` are those of another format there
        if module == "graphwright.text":
            continue  # the names are another library's
        if module in ("graphwright.ragged", "graphwright.sparse"):
            continue  # `add`, `concat` and others take composite tensors there
        if module.startswith("graphwright.experimental.numpy"):
            continue  # NumPy's functions have names that ours have too
        value = getattr(importlib.import_module(module), name)
        first, known = seen.setdefault(name, (module, value))
        assert value is known or name in twice, f"{first}.{name} and {module}.{name} differ"


def test_stub_files_are_up_to_date() -> None:
    stale = [str(file) for file, text in _stubs.stub_files().items() if not file.exists() or file.read_text() != text]
    assert stale == [], "run python -m graphwright._stubs"


def test_no_stub_file_is_left_over() -> None:
    root = Path(tf.__file__).parent
    by_hand = {root / "core" / "face.pyi"}
    assert set(root.rglob("*.pyi")) - by_hand == set(_stubs.stub_files())


def test_every_module_beside_the_package_is_reached_from_it() -> None:
    for module in MODULES:
        value: object = tf
        for part in module.split(".")[1:]:
            value = getattr(value, part)
        assert value is sys.modules[module]


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (tf.add, "add"),
        (tf.tuple, "tuple"),
        (tf.Assert, "Assert"),
        (tf.strings.format, "format"),
        (tf.sparse.add, "add"),
        (tf.sets.union, "union"),
        (tf.ragged.stack, "stack"),
        (tf.raw_ops.Sum, "Sum"),
        (tf.compat.v1.reduce_sum, "reduce_sum"),
        (tf.Variable.assign, "Variable.assign"),
    ],
)
def test_wrong_arguments_are_told_by_the_public_name(function: Callable[..., object], name: str) -> None:
    with pytest.raises(TypeError, match=rf"^{re.escape(name)}\(\) (got|missing)"):
        function(no_such=1)


def test_public_functions_can_be_pickled() -> None:
    for function in (tf.add, tf.print, tf.sparse.add, tf.strings.format):
        assert pickle.loads(pickle.dumps(function)) is function


def test_raw_ops_lists_every_op() -> None:
    assert {"AddV2", "While", "NoOp"} <= set(dir(tf.raw_ops))
    assert [getattr(tf.raw_ops, name).__name__ for name in dir(tf.raw_ops)] == dir(tf.raw_ops)
    assert bool(tf.raw_ops.Any(input=[False, True], axis=0))  # a name that modules import, too


def test_the_typed_functions_run(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(Path(__file__).parents[1] / "typing" / "functions.py"), run_name="__main__")
    printed = capsys.readouterr().out.splitlines()
    assert printed == ["6.0 [1.0, 2.0] -1.0 2.0", "Binding inputs to tf.funct", "tf.Tensor(1, shape=(), dtype=int32) 1"]


def test_the_typed_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(Path(__file__).parents[1] / "typing" / "program.py"), run_name="__main__")
    printed = capsys.readouterr().out.splitlines()
    assert printed[2] == "[3] 1 float32 True None"
    assert printed[-1] == "module 'graphwright' has no attribute 'no_such_name'"
