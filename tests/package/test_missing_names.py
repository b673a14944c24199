"""Every public name of TensorFlow is here, or its error says what to use instead."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright import _stubs
from graphwright._missing import MISSING, instead
from graphwright._missing_older import OLDER, OTHERS
from graphwright._public import TABLES, entries

RECORD: dict[str, dict[str, str]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "data" / "public_names.json").read_text(encoding="utf-8")
)
NAMES = {module: set(" ".join(kinds.values()).split()) for module, kinds in RECORD.items()}
# modules that TensorFlow loads when they are first asked for, which the record lacks
LAZY = {
    "tf": "keras lite",
    "tf.lite": "Interpreter TFLiteConverter",
    "tf.compat": "v1 v2",
    "tf.compat.v1": "keras lite",
}
for owner, lazy in LAZY.items():
    NAMES[owner] = NAMES.get(owner, set()) | set(lazy.split())
_stubs.public_modules()  # their tables are known once they are imported


def is_here(module: str, name: str) -> bool:
    """Whether a name is in the table of its module; what has no table is asked."""
    found: Any = tf
    for part in module.split(".")[1:]:
        table = TABLES.get(getattr(found, "__name__", ""))
        if table is not None and part not in entries(table):
            return False
        found = getattr(found, part)
    table = TABLES.get(getattr(found, "__name__", ""))
    return hasattr(found, name) if table is None else name in entries(table)


def is_told(module: str, name: str) -> bool:
    """Whether the table says what to use instead of a name, or of a module that it is in."""
    if instead(module, name) is not None:
        return True
    above, _, last = module.rpartition(".")
    return bool(above) and not is_here(above, last) and is_told(above, last)


@pytest.mark.parametrize("module", NAMES)
def test_each_name_is_here_or_says_what_to_use_instead(module: str) -> None:
    unknown = sorted(name for name in NAMES[module] if not is_here(module, name) and not is_told(module, name))
    assert unknown == [], f"add them to {module}, or to src/graphwright/_missing.py"


@pytest.mark.parametrize("pattern", MISSING)
def test_a_name_that_is_here_is_not_in_the_table(pattern: str) -> None:
    modules = [module for module in NAMES if fnmatchcase(module, pattern)]
    assert modules, "no module of TensorFlow's"
    for names in MISSING[pattern]:
        for name in names.split():
            matching = [(m, n) for m in modules for n in NAMES[m] if fnmatchcase(n, name)]
            assert matching, f"'{name}' is no name of TensorFlow's in {pattern}"
            if not set(name) & set("*?["):
                assert not any(is_here(m, n) for m, n in matching), (
                    f"{pattern}.{name} is here: take it out of the table"
                )


def test_the_error_says_what_to_use_instead() -> None:
    with pytest.raises(AttributeError) as reported:
        _ = tf.feature_column  # type: ignore[attr-defined]
    for text in (
        "module 'graphwright' has no attribute 'feature_column'",
        "tf.feature_column of",
        "preprocessing layers of Keras",
        "docs",
    ):
        assert text in str(reported.value)
    assert (reported.value.name, reported.value.obj) == ("feature_column", tf)
    with pytest.raises(AttributeError, match=r"tf\.raw_ops\.Abort of TensorFlow is not here"):
        _ = tf.raw_ops.Abort
    assert not hasattr(tf, "feature_column") and getattr(tf.raw_ops, "Abort", None) is None


def error_of(module: str, name: str) -> str:
    """The error for a name of a public module, as a user meets it: for its own module where that is missing, too."""
    found: Any = tf
    for part in [*module.split(".")[1:], name]:
        if hasattr(found, part) and part in entries(TABLES.get(found.__name__, {})):
            found = getattr(found, part)
        else:  # a module of ours may have the name
            with pytest.raises(AttributeError) as reported:
                found.__getattr__(part)
            return str(reported.value)
    raise AssertionError(f"{module}.{name} is here")


def test_users_meet_the_hint_for_each_missing_name() -> None:
    """Modules with a file of another name, such as `tf.config.experimental`, find their lines of the table too."""
    silent = [
        f"{module}.{name}"
        for module, names in NAMES.items()
        if not module.startswith(("tf.keras", "tf.optimizers", "tf.losses", "tf.metrics"))
        for name in names
        if not is_here(module, name) and "Instead: " not in error_of(module, name)
    ]
    assert silent == []


OLDER_NAMES = [
    (module, name)
    for module, lines in OLDER.items()
    for names in lines
    for name in names.split()
    if not set(name) & set("*?[")
]


@pytest.mark.parametrize(("module", "name"), OLDER_NAMES, ids=[".".join(pair) for pair in OLDER_NAMES])
def test_a_name_of_tensorflow_1_says_what_took_its_place(module: str, name: str) -> None:
    assert name not in NAMES[module] and not is_here(module, name)
    assert "TensorFlow 2 does not have it. Instead: " in error_of(module, name)


def test_each_name_of_tensorflow_1_says_where_it_is() -> None:
    """What `tf.compat.v1` has, and the same module of `tf` does not."""
    for older in [module for module in NAMES if module == "tf.compat.v1" or module.startswith("tf.compat.v1.")]:
        module = older.replace("tf.compat.v1", "tf")
        if module not in NAMES or module in ("tf.raw_ops", "tf.compat"):
            continue
        for name in NAMES[older] - NAMES[module]:
            if is_here(older, name) and not is_here(module, name):
                assert f"`{older}.{name}`" in error_of(module, name), f"{module}.{name}"


@pytest.mark.parametrize(
    ("module", "name", "successor"),
    [
        ("tf", "log", "tf.math.log"),
        ("tf", "random_normal", "tf.random.normal"),
        ("tf", "matrix_inverse", "tf.linalg.inv"),
        ("tf", "FixedLenFeature", "tf.io.FixedLenFeature"),
        ("tf", "placeholder", "tf.function"),
        ("tf", "Session", "tf.function"),
        ("tf", "layers", "tf.keras.layers"),
        ("tf", "gfile", "tf.io.gfile"),
        ("tf", "lite", "graphwright compile"),
        ("tf", "dtensor", "tf.experimental.dtensor"),
        ("tf", "tpu", "tf.distribute.TPUStrategy"),
        ("tf", "mlir", "stablehlo"),
        ("tf", "contrib", "tf.keras.layers"),
        ("tf", "estimator", "fit"),
        ("tf.train", "AdamOptimizer", "tf.keras.optimizers.Adam"),
        ("tf.train", "Saver", "tf.train.Checkpoint"),
        ("tf.summary", "FileWriter", "tf.summary.create_file_writer"),
        ("tf", "sum", "tf.reduce_sum"),
        ("tf", "relu", "tf.nn.relu"),
        ("tf.math", "matmul", "tf.matmul"),
        ("tf.distribute.cluster_resolver", "TPUClusterResolver", "tf.distribute.TPUStrategy"),
    ],
)
def test_the_successor_is_named(module: str, name: str, successor: str) -> None:
    assert successor in error_of(module, name)


def hints() -> list[str]:
    older = [text for lines in OLDER.values() for text in lines.values()]
    return [
        *older,
        *(f"`{name}`" for name in OTHERS.values()),
        *(t for lines in MISSING.values() for t in lines.values()),
    ]


NAMED = sorted({path for text in hints() for path in re.findall(r"\btf(?:\.\w+)+", text)})


# tests/keras looks up those of `tf.keras`
@pytest.mark.parametrize("path", [path for path in NAMED if not path.startswith("tf.keras")])
def test_what_hints_name_is_here(path: str) -> None:
    found: Any = tf
    for part in path.split(".")[1:]:
        found = getattr(found, part)
    assert found is not None


def test_the_table_is_read_when_a_name_is_not_found() -> None:
    program = "import sys, graphwright as tf; tf.add; print('graphwright._missing' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "False\n"
